//! Why a game could not be solved.

use crate::cell::MAX_PLIES;
use std::{io, path::PathBuf};

/// Why a game could not be solved.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// The game is longer than a table can hold.
    #[error("the game takes {MAX_PLIES} plies or more; a table holds no more")]
    TooLong,
    /// The system gives fewer threads.
    #[error("{threads} threads cannot be had ({error}); --threads asks for fewer")]
    Threads {
        /// How many were wanted.
        threads: usize,
        /// What the system said.
        error: io::Error,
    },
    /// The system gives less memory.
    #[error("{bytes} bytes of memory cannot be had: {source}")]
    Memory {
        /// How many were wanted.
        bytes: u64,
        /// What the system said.
        source: io::Error,
    },
    /// What does not fit into memory does not fit on the disk either.
    #[error("{} bytes cannot be had in {} for what does not fit into memory: {source}", bytes, directory.display())]
    Disk {
        /// Where files were to be.
        directory: PathBuf,
        /// How many bytes one was to have.
        bytes: u64,
        /// What the system said.
        source: io::Error,
    },
}
