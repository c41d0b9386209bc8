//! The arguments of the program, and those that several commands share.

#[cfg(target_os = "linux")]
use crate::commands::mount;
use crate::{
    commands::{bench, check, games, perft, play, probe, simulate, solve, tsume},
    failure::{Failure, Outcome},
    registry::{self, AnyGame},
    table,
};
use clap::{Parser, Subcommand, ValueEnum};
use serde::Serialize;
use std::{fmt, io::Write, path::PathBuf};

/// Reads games out to the end.
#[derive(Parser)]
#[command(
    name = "yomikiri",
    version,
    after_help = "Example:\n  yomikiri solve dobutsu\n\n\
    Exit status: 0 done, 1 the answer is negative, 2 unusable arguments or input, 3 the environment failed."
)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    Games(games::Args),
    Solve(solve::Args),
    Probe(probe::Args),
    Play(play::Args),
    Perft(perft::Args),
    Check(check::Args),
    Bench(bench::Args),
    #[cfg(target_os = "linux")]
    Mount(mount::Args),
    Tsume(tsume::Args),
    Simulate(simulate::Args),
}

impl Command {
    pub fn run(self, out: &mut impl Write) -> Outcome {
        match self {
            Self::Games(args) => games::run(&args, out),
            Self::Solve(args) => solve::run(&args, out),
            Self::Probe(args) => probe::run(&args, out),
            Self::Play(args) => play::run(&args, out),
            Self::Perft(args) => perft::run(&args, out),
            Self::Check(args) => check::run(&args, out),
            Self::Bench(args) => bench::run(&args, out),
            #[cfg(target_os = "linux")]
            Self::Mount(args) => mount::run(&args, out),
            Self::Tsume(args) => tsume::run(&args, out),
            Self::Simulate(args) => simulate::run(&args, out),
        }
    }
}

/// How a game ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// A king that can be taken is lost: the capture counts as a ply
    #[default]
    Capture,
    /// Mate ends the game; a king may not be left to be taken
    Mate,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Capture => "capture",
            Self::Mate => "mate",
        })
    }
}

/// Which game.
#[derive(clap::Args)]
pub struct GameArgs {
    /// The game, one of those that `yomikiri games` lists
    #[arg(value_parser = registry::names())]
    pub game: String,

    /// How the game ends, where there are several ways [default: the first that `yomikiri games` names]
    #[arg(long, value_enum)]
    pub ending: Option<Ending>,
}

impl GameArgs {
    pub fn open(&self) -> Result<Box<dyn AnyGame>, Failure> {
        registry::open(&self.game, self.ending)
    }

    /// How the game ends, said or not.
    pub fn ending(&self) -> Ending {
        self.ending.unwrap_or_default()
    }
}

/// Which table.
#[derive(clap::Args)]
pub struct TableArgs {
    #[arg(
        long,
        value_name = "FILE",
        help = "The table [default: yomikiri/GAME-ENDING.yomi under \
        $XDG_DATA_HOME, or under ~/.local/share]"
    )]
    pub table: Option<PathBuf>,
}

impl TableArgs {
    pub fn path(&self, game: &GameArgs) -> PathBuf {
        self.table.clone().unwrap_or_else(|| table::default_path(&game.game, game.ending()))
    }
}
