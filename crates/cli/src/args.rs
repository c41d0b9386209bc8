//! The arguments that several commands share.

use crate::{failure::Failure, memory, threads::ThreadArgs};
use clap::ValueEnum;
use serde::Serialize;
use std::{ffi::OsString, fmt, path::PathBuf, time::Duration};
use yomikiri_core::play::Level;

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
    pub game: String,

    /// How the game ends, where there are several ways [default: the first that `yomikiri games` names]
    #[arg(long, value_enum)]
    pub ending: Option<Ending>,
}

/// How strong a player is, and what it may take.
#[derive(clap::Args)]
pub struct MindArgs {
    /// How strong the player is, from 1, no better than random moves, to 9; `yomikiri games GAME` tells what
    /// each level looks at, its Elo and its time
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=i64::from(Level::MOST)))]
    pub level: Option<u8>,

    /// Seconds a move, instead of a level; in Blokus Duo on the mean of a game, as those that matter take
    /// longer
    #[arg(long, value_name = "SECONDS", conflicts_with = "level", value_parser = seconds)]
    pub time: Option<Duration>,

    /// Simulations a move, instead of a level
    #[arg(long, value_name = "N", conflicts_with_all = ["level", "time"], value_parser = clap::value_parser!(u64).range(1..))]
    pub simulations: Option<u64>,

    /// Look so many plies ahead, instead of a level; in Blokus Duo by the published evaluation in place of
    /// simulations, the yardstick of the book's page on it
    #[arg(long, value_name = "PLIES", conflicts_with_all = ["level", "simulations"], value_parser = clap::value_parser!(u32).range(1..=42))]
    pub depth: Option<u32>,

    /// What the player knows, a file of `yomikiri train` [default: what comes with the program]
    #[arg(long, value_name = "FILE", conflicts_with = "depth")]
    pub model: Option<PathBuf>,

    #[command(flatten)]
    pub threads: ThreadArgs,

    /// Mebibytes that the search may take [default: 1024, or half of what is available where that is less];
    /// games of the shogi family use 256 at the most
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub memory: Option<u32>,

    /// The seed of whatever is random; of a solitaire, of the deal [default: of a deal 1, else another each
    /// time]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

/// What a search tree takes where nothing is said, and the least that it is worth beginning with, in bytes.
const MEMORY: (u64, u64) = (1 << 30, 32 << 20);

impl MindArgs {
    /// The bytes that the search may take, if there are so many.
    pub fn bytes(&self) -> Result<usize, Failure> {
        self.bytes_at_most(u64::MAX)
    }

    /// The same for a search that has no use for more than `most`.
    pub fn bytes_at_most(&self, most: u64) -> Result<usize, Failure> {
        let (usual, least) = MEMORY;
        let bytes = match self.memory {
            Some(mebibytes) => u64::from(mebibytes) << 20,
            None => usual.min((yomikiri_files::memory::available().unwrap_or(u64::MAX) / 2).max(least)),
        };
        let bytes = bytes.min(most);
        // Beside the tree there are the program and what it knows.
        memory::ensure(bytes + if self.memory.is_none() { least } else { 0 })?;
        Ok(bytes as usize)
    }

    /// The level that is asked for.
    pub fn level(&self) -> Option<Level> {
        self.level.and_then(Level::new)
    }

    /// The seed of what is random in a player.
    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or_else(rand::random)
    }

    /// The seed of a deal.
    pub fn deal_seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    /// An option that was given though only a player that searches obeys it.
    pub fn search_option(&self) -> Option<&'static str> {
        let options = [
            ("--level", self.level.is_some()),
            ("--time", self.time.is_some()),
            ("--simulations", self.simulations.is_some()),
            ("--depth", self.depth.is_some()),
            ("--model", self.model.is_some()),
        ];
        options.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option)
    }
}

/// Arguments of the program with more options, which go before a `--`.
pub fn with_options<const N: usize>(mut arguments: Vec<OsString>, more: [OsString; N]) -> Vec<OsString> {
    let end = arguments.iter().position(|argument| argument == "--").unwrap_or(arguments.len());
    arguments.splice(end..end, more);
    arguments
}

/// The longest time that can be asked for, in seconds: a day.
const LONGEST: f64 = 24.0 * 60.0 * 60.0;

/// Seconds, with a fraction.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| *seconds > 0.0 && *seconds <= LONGEST);
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| format!("expected a number of seconds greater than 0, at most {LONGEST}"))
}
