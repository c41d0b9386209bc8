//! `yomikiri train`: evaluations learnt from the player's own games, or from a game that is solved.

mod blokus;
mod calculation;
mod dobutsu;
mod minishogi;

use crate::{failure::Outcome, progress::Progress};
use clap::Subcommand;
use rayon::prelude::*;
use std::io::Write;

/// Learns an evaluation from games that the program plays with itself, or from all positions of a solved game
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    game: Game,
}

#[derive(Subcommand)]
enum Game {
    Blokus(blokus::Args),
    Calculation(calculation::Args),
    Dobutsu(dobutsu::Args),
    Minishogi(minishogi::Args),
}

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    match &args.game {
        Game::Blokus(args) => blokus::run(args, out),
        Game::Calculation(args) => calculation::run(args, out),
        Game::Dobutsu(args) => dobutsu::run(args, out),
        Game::Minishogi(args) => minishogi::run(args, out),
    }
}

/// The games of a generation, in parallel; each has a seed of its own, so that no two are alike.
fn play<S: Clone + Send>(
    generation: u64,
    games: u64,
    seed: u64,
    progress: &Progress,
    game: impl Fn(u64) -> Vec<S> + Sync,
) -> Vec<S> {
    progress.phase(format!("playing {generation}"), games);
    let base = seed.wrapping_mul(1 << 40).wrapping_add(generation.wrapping_mul(1 << 28));
    let played = (0..games).into_par_iter().map(|number| {
        let samples = game(base.wrapping_add(number));
        progress.advance(1);
        samples
    });
    played.collect::<Vec<_>>().concat()
}
