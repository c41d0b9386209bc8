//! `yomikiri tsume solve`: is it mate, and how.

use super::{
    ensure_memory, no_memory, seconds,
    source::{Source, Unreadable},
    undecided, undecided_cause, view, with_memory,
};
use crate::{
    failure::{Answer, Outcome},
    lines::json,
    progress::Progress,
    text::{capitalised, grouped, note},
    words::words,
};
use serde::Serialize;
use std::{
    io::Write,
    time::{Duration, Instant},
};
use yomikiri_core::fill;
use yomikiri_search::DfPnInfo as State;
use yomikiri_shogi::Position;
use yomikiri_tsume::{Problem, SolveOptions, SolveResult, Solver, lengths::Undecided};

/// Solves mating problems; exit status 1 if one has no mate, or none was found in time and memory
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  yomikiri tsume solve \"7nl/6s2/5N2k/6G2/9/9/9/9/9 b 2RG 1\"\n  \
    yomikiri tsume solve \"8k/9/7Rs/6S2/9/9/9/9/9 b L 1\" --within 5\n  \
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

    /// Is there a mate in at most so many plies: a mate with its line, or a proof that there is none
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..))]
    within: Option<u32>,

    /// Memory for what has been found out
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..))]
    memory: u32,

    /// How many threads search one problem; with more than one it may get another line each time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=128))]
    threads: u16,

    /// One JSON object a problem: sfen within mate plies exact undecided line[] nodes seconds
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
pub struct MateReport {
    sfen: String,
    /// The most plies that were asked for.
    within: Option<u32>,
    /// Whether there is a mate, or one within so many plies. None if it was not decided.
    mate: Option<bool>,
    /// The mate's length, or more if it is not exact.
    plies: Option<u32>,
    /// Whether it is proved that no mate is shorter; none without a mate.
    exact: Option<bool>,
    /// Why something that was asked for was left open: `time` or `memory`.
    undecided: Option<&'static str>,
    line: Vec<String>,
    nodes: u64,
    seconds: f64,
}

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    ensure_memory(args.memory, 1)?;
    let mut solver = Solver::new((args.memory as usize) << 20).map_err(|error| no_memory(&error))?;
    solver.set_threads(args.threads.into());
    let (mut answer, mut unreadable) = (Answer::Yes, Unreadable::default());
    for item in args.source.items() {
        let (sfen, pos) = match item {
            Ok(item) => item,
            Err(failure) => {
                unreadable.note(&args.source, failure)?;
                continue;
            }
        };
        let (began, nodes) = (Instant::now(), solver.nodes());
        let found = solve(&mut solver, &pos, args);
        let (seconds, nodes) = (began.elapsed().as_secs_f64(), solver.nodes() - nodes);
        if !matches!(found, SolveResult::Mate { .. }) {
            answer = Answer::No;
        }
        if args.json {
            let open = left_open(&found, args.shortest, &solver);
            json(out, &report((sfen, pos), args.within, (found, open), (nodes, seconds)))?;
        } else {
            tell(pos, args, (found, solver.has_given_up()), out)?;
            let rate = fill(words().solve_time, &[&grouped(nodes), &format!("{seconds:.3}")]);
            writeln!(out, "{rate}")?;
        }
        out.flush()?;
    }
    unreadable.end(answer)
}

fn solve(solver: &mut Solver, pos: &Position<u128>, args: &Args) -> SolveResult {
    let options = SolveOptions { timeout: args.timeout, shortest: args.shortest, within: args.within };
    let progress = Progress::new();
    progress.phase("solving", 0);
    let mut done = solver.nodes();
    let found = solver.solve(pos, &options, &mut |state: &State| {
        progress.advance(state.nodes - done);
        done = state.nodes;
        true
    });
    let cause = if solver.has_given_up() {
        with_memory(words().given_up, args.memory)
    } else {
        words().time_up.into()
    };
    match &found {
        SolveResult::Mate { exact: false, .. } if args.shortest => {
            note(fill(words().not_shortest, &[&cause]));
        }
        SolveResult::Mate { line, .. } if line.is_empty() => {
            note(fill(words().no_line_read, &[&cause]));
        }
        _ => {}
    }
    found
}

/// If something that was asked for is not known: whether the search was given up.
pub fn left_open(found: &SolveResult, shortest: bool, solver: &Solver) -> Option<bool> {
    let is_open = match found {
        SolveResult::Mate { exact, line, .. } => line.is_empty() || (shortest && !exact),
        SolveResult::NoMate => false,
        SolveResult::Unknown => true,
    };
    is_open.then(|| solver.has_given_up())
}

/// What is told of a problem. If something is left open, that comes with whether the search was given up.
pub fn report(
    (sfen, position): (String, Position<u128>),
    within: Option<u32>,
    (found, open): (SolveResult, Option<bool>),
    (nodes, seconds): (u64, f64),
) -> MateReport {
    let (mate, plies, exact, line) = match found {
        SolveResult::Mate { line, plies, exact } => (Some(true), Some(plies), Some(exact), line),
        SolveResult::NoMate => (Some(false), None, None, Vec::new()),
        SolveResult::Unknown => (None, None, None, Vec::new()),
    };
    let problem = Problem::new(position, line, String::new());
    let line = problem.usi().split_whitespace().map(str::to_owned).collect();
    let undecided = open.map(undecided);
    MateReport { sfen, within, mate, plies, exact, undecided, line, nodes, seconds }
}

fn tell(
    position: Position<u128>,
    args: &Args,
    (found, has_given_up): (SolveResult, bool),
    out: &mut impl Write,
) -> Outcome {
    let mut problem = Problem::new(position, Vec::new(), String::new());
    view::board(&problem, out)?;
    match found {
        SolveResult::Mate { line, plies, exact } => {
            problem.line = line;
            let words = words();
            let told = if exact { words.mate_in } else { words.mate_in_at_most };
            writeln!(out, "{}", fill(told, &[&words.plies_of(plies)]))?;
            view::numbered(&problem, out)?;
        }
        SolveResult::NoMate => match args.within {
            Some(most) => {
                writeln!(out, "{}", fill(words().no_mate_within, &[&words().plies_of(most)]))?;
            }
            None => writeln!(out, "{}", words().no_mate)?,
        },
        SolveResult::Unknown => {
            let why = if has_given_up { Undecided::Memory } else { Undecided::Stopped };
            writeln!(out, "{}", capitalised(&undecided_cause(why, args.memory)))?;
        }
    }
    Ok(Answer::Yes)
}
