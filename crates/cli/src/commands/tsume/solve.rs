//! `yomikiri tsume solve`: is it mate, and how.

use super::{no_memory, source::Source, view};
use crate::{
    commands::json,
    failure::{Answer, Outcome},
    progress::Progress,
    text::{grouped, note},
};
use serde::Serialize;
use std::{
    io::Write,
    time::{Duration, Instant},
};
use yomikiri_search::Report as State;
use yomikiri_shogi::Position;
use yomikiri_tsume::{Limits, Outcome as Found, Problem, Solver};

/// Solves mating problems; exit status 1 if one has no mate, or none was found in time
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  yomikiri tsume solve \"7nl/6s2/5N2k/6G2/9/9/9/9/9 b 2RG 1\"\n  \
    yomikiri tsume solve - --json --timeout 10 < problems.sfen")]
pub struct Args {
    #[command(flatten)]
    source: Source,

    /// Give up a problem after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,

    /// Make sure that no mate is shorter, and no defence longer
    #[arg(long)]
    shortest: bool,

    /// Memory for what has been found out
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..))]
    memory: u32,

    /// One JSON object a problem: sfen mate plies line[] nodes seconds
    #[arg(long)]
    json: bool,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

#[derive(Serialize)]
struct Report {
    sfen: String,
    /// None if the time was up before it was known.
    mate: Option<bool>,
    plies: Option<usize>,
    line: Vec<String>,
    nodes: u64,
    seconds: f64,
}

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let mut solver = Solver::new((args.memory as usize) << 20).map_err(|error| no_memory(&error))?;
    let mut answer = Answer::Yes;
    for item in args.source.items() {
        let (sfen, pos) = item?;
        let (began, nodes) = (Instant::now(), solver.nodes());
        let found = solve(&mut solver, &pos, args);
        let (seconds, nodes) = (began.elapsed().as_secs_f64(), solver.nodes() - nodes);
        let (mate, line) = match found {
            Found::Mate { line, .. } => (Some(true), line),
            Found::NoMate => (Some(false), Vec::new()),
            Found::Unknown => (None, Vec::new()),
        };
        if mate != Some(true) {
            answer = Answer::No;
        }
        let problem = Problem { position: pos, line, set: String::new() };
        if args.json {
            let line: Vec<_> = problem.usi().split_whitespace().map(str::to_owned).collect();
            let plies = (mate == Some(true)).then_some(line.len());
            json(out, &Report { sfen, mate, plies, line, nodes, seconds })?;
        } else {
            tell(&problem, mate, out)?;
            let rate = format!("{} positions in {seconds:.3} s", grouped(nodes));
            writeln!(out, "{rate}")?;
        }
        out.flush()?;
    }
    Ok(answer)
}

fn solve(solver: &mut Solver, pos: &Position<u128>, args: &Args) -> Found {
    let limits = Limits { timeout: args.timeout, shortest: args.shortest };
    let progress = Progress::new();
    progress.phase("solving", 0);
    let mut done = solver.nodes();
    let found = solver.solve(pos, &limits, &mut |state: &State| {
        progress.advance(state.nodes - done);
        done = state.nodes;
        true
    });
    if let Found::Mate { shortest: false, .. } = found
        && args.shortest
    {
        note("the time was up before the mate was known to be the shortest");
    }
    found
}

fn tell(problem: &Problem, mate: Option<bool>, out: &mut impl Write) -> Outcome {
    view::board(problem, out)?;
    match mate {
        Some(true) => {
            writeln!(out, "Mate in {} plies", problem.plies())?;
            view::numbered(problem, out)?;
        }
        Some(false) => writeln!(out, "No mate")?,
        None => writeln!(out, "Not decided in the time allowed")?,
    }
    Ok(Answer::Yes)
}
