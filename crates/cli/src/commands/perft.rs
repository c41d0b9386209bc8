//! `yomikiri perft`: sequences of moves counted, the checksum of a move generator.

use crate::{
    args::GameArgs,
    failure::{Answer, Failure, Outcome},
    progress::Progress,
    text::grouped,
};
use rayon::prelude::*;
use serde::Serialize;
use std::{io::Write, time::Instant};
use yomikiri_core::Game;

/// Counts the sequences of exactly DEPTH moves
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  yomikiri perft dobutsu 7\n  \
    yomikiri perft blokus 2 --from 66t0/9Bl3\n  \
    yomikiri perft dobutsu 5 --from \"1l1/1c1/1C1/1L1 b -\" --ending mate --json")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// How many moves
    depth: u32,

    /// The position to begin with, instead of the game's start
    #[arg(long, value_name = "POS")]
    from: Option<String>,

    /// One JSON object: nodes seconds
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    nodes: u64,
    seconds: f64,
}

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let game = args.game.open()?;
    let began = Instant::now();
    let progress = Progress::new();
    let nodes = game
        .perft(args.from.as_deref(), args.depth, &progress)
        .map_err(|error| Failure::parse("--from", &error))?;
    drop(progress);
    let report = Report { nodes, seconds: began.elapsed().as_secs_f64() };
    if args.json {
        super::json(out, &report)?;
    } else {
        writeln!(out, "{} ({:.3} s)", grouped(report.nodes), report.seconds)?;
    }
    Ok(Answer::Yes)
}

/// Enough pieces of work that the last ones do not leave a core waiting.
const PIECES: usize = 256;

/// The number of sequences of exactly `depth` moves from a position, by all cores.
pub fn perft<G: Game>(game: &G, from: G::Pos, depth: u32, progress: &Progress) -> u64 {
    let (mut pieces, mut depth) = (vec![from], depth);
    while depth > 0 && !pieces.is_empty() && pieces.len() < PIECES {
        pieces = pieces.iter().flat_map(|pos| successors(game, pos)).collect();
        depth -= 1;
    }
    progress.phase("counting", pieces.len() as u64);
    pieces
        .par_iter()
        .map(|pos| {
            let nodes = walk(game, pos, depth, &mut Vec::new());
            progress.advance(1);
            nodes
        })
        .sum()
}

fn successors<G: Game>(game: &G, pos: &G::Pos) -> Vec<G::Pos> {
    let mut moves = Vec::new();
    game.moves(pos, &mut moves);
    moves.into_iter().map(|mv| game.play(pos, mv)).collect()
}

/// `stack` holds the moves still to be made at every level, so that one allocation serves the whole walk.
fn walk<G: Game>(game: &G, pos: &G::Pos, depth: u32, stack: &mut Vec<G::Move>) -> u64 {
    if depth == 0 {
        return 1;
    }
    let base = stack.len();
    game.moves(pos, stack);
    let mut nodes = (stack.len() - base) as u64;
    if depth > 1 {
        nodes = 0;
        for i in base..stack.len() {
            nodes += walk(game, &game.play(pos, stack[i]), depth - 1, stack);
        }
    }
    stack.truncate(base);
    nodes
}
