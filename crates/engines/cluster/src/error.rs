//! Why a game could not be read out together.

use std::{io, path::PathBuf};
use yomikiri_solve::SolveError;
use yomikiri_table::TableError;

/// Why a game could not be read out together.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// What was asked for does not go together.
    #[error("{0}")]
    Unfit(String),
    /// The other processes cannot be reached, or are not what they should be.
    #[error("process {process}: {what}")]
    Peer {
        /// The number of this process.
        process: usize,
        /// What is wrong, as the end of a sentence.
        what: String,
    },
    /// A checkpoint cannot be written or read.
    #[error("process {process}: {path}: {what}")]
    Checkpoint {
        /// The number of this process.
        process: usize,
        /// The file or the directory.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// Another process has failed and says why.
    #[error("process {process}: another process has failed")]
    Elsewhere {
        /// The number of this process.
        process: usize,
    },
    /// The system gives no threads.
    #[error("process {process}: threads cannot be had: {source}")]
    Threads {
        /// The number of this process.
        process: usize,
        /// What the system said.
        source: io::Error,
    },
    /// There is no room for what is known of the nodes.
    #[error("process {process}: {source}")]
    Room {
        /// The number of this process.
        process: usize,
        /// What is missing.
        source: SolveError,
    },
    /// A part of the table cannot be written.
    #[error("process {process}: {source}")]
    Table {
        /// The number of this process.
        process: usize,
        /// What went wrong.
        source: TableError,
    },
    /// The game is longer than a cell can hold.
    #[error(
        "the game takes more plies than a cell holds; without --processes, --hosts and --checkpoint a list of what is longer is kept"
    )]
    TooLong,
}
