//! `yomikiri simulate`: a player, many games, and how often it wins.

use crate::{
    failure::{Answer, Failure, Outcome},
    progress::Progress,
    text::grouped,
};
use serde::Serialize;
use std::{io::Write, time::Instant};
use yomikiri_calculation::{Variant, simple::Taste};
use yomikiri_calculation_study::{Tally, bulk, clock};

/// Plays many games of a solitaire and tells how often they are won
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  yomikiri simulate calculation --player random --games 100000000\n  \
    yomikiri simulate calculation --player greedy --variant superhuman --seed 7 --json\n\n\
    Variants: calculation (four waste piles, the first card of each base laid out), computer (nothing laid out),\n\
    superhuman (three waste piles), or parameters such as \"piles=3,lead=0\": ranks, bases, steps=1-2-3-4, piles, lead.")]
pub struct Args {
    /// The game
    #[arg(value_parser = ["calculation"])]
    game: String,

    /// Who plays: random, greedy
    #[arg(long, value_name = "P")]
    player: String,

    /// The variant: calculation, computer, superhuman, or parameters
    #[arg(long, value_name = "V", default_value = "calculation")]
    variant: String,

    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u64,

    /// The seed that all deals and choices come from
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// How many threads play [default: one a core]; the result does not depend on it
    #[arg(long, value_name = "N")]
    threads: Option<usize>,

    /// One JSON object: variant player games wins rate low high seconds `cpu_seconds` playouts
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    variant: String,
    player: String,
    games: u64,
    wins: u64,
    rate: f64,
    low: f64,
    high: f64,
    seconds: f64,
    cpu_seconds: f64,
    playouts: u64,
}

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let variant: Variant =
        args.variant.parse().map_err(|error| Failure::Input(format!("--variant: {error}")))?;
    if args.games == 0 {
        return Err(Failure::Input("--games: expected at least one game, not 0".into()));
    }
    let taste = match args.player.as_str() {
        "random" => Taste::Any,
        "greedy" => Taste::Bases,
        other => {
            return Err(Failure::Input(format!(
                "--player: there is no player {other:?}; expected random or greedy"
            )));
        }
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads.unwrap_or(0))
        .build()
        .map_err(|error| Failure::Environment(format!("--threads: {error}")))?;
    let (began, cpu) = (Instant::now(), clock::process_seconds());
    let progress = Progress::new();
    progress.phase("playing", args.games);
    let tally = pool.install(|| {
        bulk::play(variant, taste, args.seed, &(0..args.games), |games| progress.advance(games))
    });
    drop(progress);
    let (seconds, cpu_seconds) = (began.elapsed().as_secs_f64(), clock::process_seconds() - cpu);
    let (low, high) = tally.interval();
    let report = Report {
        variant: variant.to_string(),
        player: args.player.clone(),
        games: tally.games,
        wins: tally.wins,
        rate: tally.rate(),
        low,
        high,
        seconds,
        cpu_seconds,
        playouts: 0,
    };
    if args.json {
        super::json(out, &report)?;
    } else {
        tell(&report, &tally, out)?;
    }
    Ok(Answer::Yes)
}

/// A share as a person reads it: in percent, or in powers of ten where percents are all zeros.
fn share(rate: f64) -> String {
    if rate > 0.0 && rate < 1e-4 { format!("{rate:.3e}") } else { format!("{:.3}%", 100.0 * rate) }
}

fn tell(report: &Report, tally: &Tally, out: &mut impl Write) -> std::io::Result<()> {
    let Report { variant, player, low, high, .. } = report;
    let (rate, low, high) = (share(report.rate), share(*low), share(*high));
    let (wins, games) = (grouped(report.wins), grouped(report.games));
    writeln!(out, "{variant}, {player}: {wins} of {games} games won, {rate} [{low}, {high}]")?;
    let mean = |sum: u64| sum as f64 / tally.games as f64;
    writeln!(out, "{:.1} cards on the bases, {:.1} moves a game", mean(tally.placed), mean(tally.plies))?;
    let each = report.cpu_seconds / report.games as f64;
    writeln!(out, "{:.2} s, {:.2} of processor time, {each:.2e} a game", report.seconds, report.cpu_seconds)
}
