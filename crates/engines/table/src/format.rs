//! The file.
//!
//! All numbers are little-endian; every part has a CRC-32.
//!
//! | part | bytes |
//! |---|---|
//! | `YOMIKIRI` | 8 |
//! | format version | 4 |
//! | length of the header | 4 |
//! | the header: a JSON object, [`Header`] | as said |
//! | CRC-32 of all before | 4 |
//! | the model (zstd) | header: `model_bytes` |
//! | page directory: length (4) and CRC-32 (4) of each page | 8 x header: `pages` |
//! | CRC-32 of the model and the directory | 4 |
//! | the pages | as in the directory |
//!
//! Version 1 holds distances. Version 2 holds results only ([`Header::wdl`]): the model is another one, not
//! packed by zstd, and blocks are longer.

use serde::{Deserialize, Serialize};
use std::{io, path::PathBuf};

/// First bytes of every table.
pub const MAGIC: [u8; 8] = *b"YOMIKIRI";
/// Version of the format with distances, and of that without.
pub const VERSIONS: [u32; 2] = [1, 2];

/// What a table holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The game.
    pub game: String,
    /// How it ends.
    pub ending: String,
    /// The position that it was solved from.
    pub start: String,
    /// Digest of the rules, 16 hexadecimal digits.
    pub rules: String,
    /// Positions reached that are not over.
    pub nonterminal: u64,
    /// Of them won.
    pub win: u64,
    /// Of them drawn.
    pub draw: u64,
    /// Of them lost.
    pub loss: u64,
    /// The longest win, in plies.
    pub longest_win: Option<u16>,
    /// Positions that are won or lost in 0, 1, 2 ... plies: lost where the number is even, won where it is
    /// odd. Empty in a table of a program that did not tell.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_plies: Vec<u64>,
    /// Whether it holds results only, no distances.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub wdl: bool,
}

/// The header with what the reader needs.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct FileHeader {
    #[serde(flatten)]
    pub header: Header,
    pub interior: u64,
    pub pages: u64,
    pub model_bytes: u64,
}

/// Why a table cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The file system failed.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What failed.
        source: io::Error,
    },
    /// Not a table at all.
    #[error("{0} is not a table: it does not begin with YOMIKIRI")]
    Foreign(PathBuf),
    /// A table of another format.
    #[error("{path} has format version {found}, this program reads {} and {}; solve the game again", VERSIONS[0], VERSIONS[1])]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
    },
    /// A table of another game, ending or set of rules.
    #[error("{path} is a table of {found}, expected {expected}; solve the game again or name its own table")]
    OtherGame {
        /// The file.
        path: PathBuf,
        /// What it is a table of.
        found: String,
        /// What was asked for.
        expected: String,
    },
    /// A part that is not as it was written.
    #[error("{path} is damaged: {part}; solve the game again")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Which part.
        part: String,
    },
}

impl Header {
    /// The game in words, for messages.
    pub(crate) fn words(&self) -> String {
        format!("{} (ending {}, rules {})", self.game, self.ending, self.rules)
    }

    /// The version of the format that it is written in.
    pub(crate) fn version(&self) -> u32 {
        VERSIONS[usize::from(self.wdl)]
    }

    /// Whether the other header is of the same game: all but the start, the counts and the kind.
    pub(crate) fn same_game(&self, other: &Self) -> bool {
        [&self.game, &self.ending, &self.rules] == [&other.game, &other.ending, &other.rules]
    }
}
