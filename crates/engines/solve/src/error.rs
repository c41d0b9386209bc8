//! Why a game could not be solved.

use crate::cell::MAX_PLIES;

/// Why a game could not be solved.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// The game is longer than a cell can hold.
    #[error("the game takes more than {MAX_PLIES} plies; the solver's cells hold no more")]
    TooLong,
    /// The system gives fewer threads.
    #[error("{threads} threads cannot be had ({error}); --threads asks for fewer")]
    Threads {
        /// How many were wanted.
        threads: usize,
        /// What the system said.
        error: std::io::Error,
    },
}
