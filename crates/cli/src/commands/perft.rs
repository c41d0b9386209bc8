//! `yomikiri perft`: sequences of moves counted, the checksum of a move generator.

use crate::{
    args::GameArgs,
    failure::{Answer, Failure, Outcome},
    lines::json,
    progress::Progress,
    registry,
    text::grouped,
};
use serde::Serialize;
use std::{io::Write, time::Instant};

/// The deepest: nobody waits for its end, and each ply takes some of the stack.
const DEEPEST: i64 = 100;

/// Counts the sequences of exactly DEPTH moves
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  yomikiri perft dobutsu 7\n  \
    yomikiri perft blokus 2 --from 66t0/9Bl3\n  \
    yomikiri perft dobutsu 5 --from \"1l1/1c1/1C1/1L1 b -\" --ending mate --json")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// How many moves
    #[arg(value_parser = clap::value_parser!(u32).range(..=DEEPEST))]
    depth: u32,

    /// The position to begin with, instead of the game's start
    #[arg(long, value_name = "POS")]
    from: Option<String>,

    /// One JSON object: nodes seconds
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct PerftReport {
    nodes: u64,
    seconds: f64,
}

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let game = registry::open(&args.game)?;
    let began = Instant::now();
    let progress = Progress::new();
    let nodes = game
        .perft(args.from.as_deref(), args.depth, &progress)
        .map_err(|error| Failure::parse("--from", &error))?;
    drop(progress);
    let report = PerftReport { nodes, seconds: began.elapsed().as_secs_f64() };
    if args.json {
        json(out, &report)?;
    } else {
        writeln!(out, "{} ({:.3} s)", grouped(report.nodes), report.seconds)?;
    }
    Ok(Answer::Yes)
}
