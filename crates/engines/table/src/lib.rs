//! The table file: the value and distance of every position of a solved game, in a bit and a half a position.
//!
//! # What is stored
//! Only which positions are lost, and in how many plies. A position is won in one more than its least lost
//! successor, and drawn if it has none; one where the game's own [`Context`](yomikiri_core::Context) decides
//! needs nothing at all. So a probe decodes one block for the position and, if it is not lost, one for each
//! successor; those that were decoded last are kept for the next probes.
//!
//! # How
//! Symbols are coded by a range coder with frequencies fixed for the whole file ([`model`]), in contexts made
//! of what the rules tell at a glance and of the two symbols before. [`BLOCK`] consecutive indices are
//! decoded by themselves, [`PAGE`] share a checksum and a directory of lengths. [`format`](mod@format)
//! describes the file.
//!
//! Who asks for some position that has a value gets one even if few have it ([`TableProbe::node_with`]).
//!
//! A compact table is coded by regression, in two thirds of the bytes, and a table of results
//! ([`Header::kind`]) has no distances besides, in a fifth (`regression`).
//!
//! Several processes write a table in parts ([`parts`]), of which [`merge()`] makes the same one file.
//!
//! The design, its rivals and their figures are in `docs/notes/table.md`.

pub mod coder;
mod ends;
mod find;
pub mod format;
mod learner;
mod losses;
mod memory;
pub mod model;
mod page;
mod parallel;
mod part_files;
pub mod parts;
mod past;
mod probe;
mod reader;
mod recent;
mod regression;
mod samples;
mod weights;
mod writer;

pub use find::Effort;
pub use format::{BLOCK, Header, TableError, TableKind, part_path};
pub use page::PAGE;
pub use parts::merge;
pub use probe::TableProbe;
pub use reader::{Table, TableFile, is_foreign};
pub use writer::{write, writing_bytes};
