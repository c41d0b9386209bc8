//! `yomikiri train`: evaluations learnt from the player's own games, or from a game that is solved.

mod blokus;
mod calculation;
mod dobutsu;
mod games;
mod minishogi;

use crate::failure::Outcome;
use clap::Subcommand;
use std::io::Write;

/// Learns an evaluation from games that the program plays with itself, or from all positions of a solved game
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  yomikiri train dobutsu --out my.model\n  \
    yomikiri train minishogi --games 1000,2000 --out my.model")]
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

/// The seed of a game, so that no two are alike.
fn seed_of(seed: u64, generation: u64, number: u64) -> u64 {
    let base = seed.wrapping_mul(1 << 40).wrapping_add(generation.wrapping_mul(1 << 28));
    base.wrapping_add(number)
}
