//! `yomikiri train minishogi`.

use crate::{
    commands::{json, train::play},
    failure::{Answer, Failure, Outcome},
    progress::Progress,
    text::grouped,
    threads::pool,
};
use serde::Serialize;
use std::{io::Write, path::PathBuf, time::Instant};
use yomikiri_minishogi::{
    Evaluation, Judge, Model,
    fit::{self, Epoch},
    selfplay::{self, Sample},
};

/// The evaluation of minishogi: plays games, fits the network, plays better games, fits it again
///
/// The first generation plays by the evaluation made by hand, each later one by what the one before it learnt. The same
/// seed and settings give the same file on every machine, with any number of threads.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  yomikiri train minishogi --games 2000 --generations 2 --out my.model\n  \
    yomikiri usi minishogi --model my.model"
)]
pub struct Args {
    /// Where the evaluation goes
    #[arg(long, value_name = "FILE", default_value = "minishogi.model")]
    out: PathBuf,

    /// What the games and the initial weights depend on
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Games of each generation
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,

    /// Nodes of each move's search
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// How often to play and fit
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..=1000))]
    generations: u64,

    /// How often each fit goes through all positions
    #[arg(long, default_value_t = 20)]
    epochs: usize,

    /// The first games are of so many generations back at most
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=1000))]
    memory: u64,

    /// Threads that play; all cores if not given
    #[arg(long)]
    threads: Option<usize>,

    #[arg(long, help = "One JSON object a generation: generation games positions error error_aside seconds")]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    generation: u64,
    games: u64,
    /// Positions that the fit saw.
    positions: usize,
    /// Mean square error of the probability of winning.
    error: f32,
    error_aside: f32,
    seconds: f64,
}

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let threads = args.threads.unwrap_or(0);
    let pool = pool(threads)?;
    let progress = Progress::new();
    let settings = selfplay::Settings { nodes: args.nodes, ..selfplay::Settings::default() };
    let mut judge = Judge::new(Evaluation::Handmade);
    let mut generations: Vec<Vec<Sample>> = Vec::new();
    let mut record = vec![format!(
        "yomikiri {} train minishogi --seed {} --games {} --nodes {} --generations {} --epochs {} --memory {}",
        env!("CARGO_PKG_VERSION"),
        args.seed,
        args.games,
        args.nodes,
        args.generations,
        args.epochs,
        args.memory
    )];
    for generation in 1..=args.generations {
        let began = Instant::now();
        let game = |seed| selfplay::game(&judge, settings, seed);
        let samples = pool.install(|| play(generation, args.games, args.seed, &progress, game));
        generations.push(samples);
        let first = generations.len().saturating_sub(args.memory as usize);
        let seen = generations[first..].concat();
        if seen.is_empty() {
            return Err(Failure::Input("--games: too few games to learn anything from".into()));
        }
        let (network, last) = learn(&seen, args, &progress);
        let report = Report {
            generation,
            games: args.games,
            positions: seen.len(),
            error: last.error,
            error_aside: last.aside,
            seconds: began.elapsed().as_secs_f64(),
        };
        record.push(format!(
            "generation {generation}: {} games, {} positions, error {:.5} ({:.5} aside)",
            report.games, report.positions, report.error, report.error_aside
        ));
        let model = Model { network, record: record.join("\n") };
        let written = model.write(&args.out);
        written.map_err(|error| Failure::Environment(format!("--out: {}: {error}", args.out.display())))?;
        judge = Judge::new(Evaluation::Learnt(Box::new(model.network)));
        tell(&report, args.json, out)?;
    }
    Ok(Answer::Yes)
}

/// Fits a network; the last epoch's errors with it.
fn learn(samples: &[Sample], args: &Args, progress: &Progress) -> (yomikiri_minishogi::Network, Epoch) {
    progress.phase("learning", args.epochs as u64);
    let settings = fit::Settings { epochs: args.epochs, seed: args.seed, ..fit::Settings::default() };
    let mut last = Epoch { number: 0, error: f32::NAN, aside: f32::NAN };
    let network = fit::fit(samples, settings, &mut |epoch| {
        last = epoch;
        progress.advance(1);
    });
    (network, last)
}

fn tell(report: &Report, as_json: bool, out: &mut impl Write) -> Result<(), Failure> {
    if as_json {
        return json(out, report);
    }
    let Report { generation, games, positions, error, error_aside, seconds } = report;
    Ok(writeln!(
        out,
        "generation {generation}: {} games, {} positions, error {error:.5} ({error_aside:.5} aside), {seconds:.0} s",
        grouped(*games),
        grouped(*positions as u64)
    )?)
}
