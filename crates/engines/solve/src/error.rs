//! Why a game could not be solved.

use crate::cell::MAX_PLIES;
use std::{io, path::PathBuf};
use yomikiri_core::Message;

yomikiri_core::phrases! { words;
    TOO_LONG: "the game takes {} plies or more; a table holds no more",
        "{}手以上かかるゲームはテーブルに収まりません";
    NO_THREADS: "{} threads cannot be had ({}); --threads asks for fewer",
        "スレッドを{}本作れません({})。--threadsで減らせます";
    NO_MEMORY: "{} bytes of memory cannot be had: {}", "メモリー{}バイトを確保できません: {}";
    NO_DISK: "{} bytes cannot be had in {} for what does not fit into memory: {}",
        "メモリーに収まらない{}バイトを{}に置けません: {}";
}

/// Why a game could not be solved.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum SolveError {
    /// The game is longer than a table can hold.
    TooLong,
    /// The system gives fewer threads.
    Threads {
        /// How many were wanted.
        threads: usize,
        /// What the system said.
        error: io::Error,
    },
    /// The system gives less memory.
    Memory {
        /// How many were wanted.
        bytes: u64,
        /// What the system said.
        source: io::Error,
    },
    /// What does not fit into memory does not fit on the disk either.
    Disk {
        /// Where files were to be.
        directory: PathBuf,
        /// How many bytes one was to have.
        bytes: u64,
        /// What the system said.
        source: io::Error,
    },
}

impl SolveError {
    /// What went wrong, as a sentence.
    pub fn message(&self) -> Message {
        match self {
            Self::TooLong => TOO_LONG.with(u64::from(MAX_PLIES)),
            Self::Threads { threads, error } => NO_THREADS.with(*threads).and(error),
            Self::Memory { bytes, source } => NO_MEMORY.with(*bytes).and(source),
            Self::Disk { directory, bytes, source } => {
                NO_DISK.with(*bytes).and(directory.display().to_string()).and(source)
            }
        }
    }
}
