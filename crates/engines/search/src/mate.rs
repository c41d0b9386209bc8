//! The question of a forced mate, as programs ask it (`go mate` in USI): apart from the game that a player
//! plays.

use crate::DfPnInfo;
use std::io;
use yomikiri_core::Game;

/// The answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mate<M> {
    /// The side to move mates by checks alone, along this line of both sides' moves.
    Forced(Vec<M>),
    /// It does not.
    None,
    /// The search was stopped before it knew.
    Unknown,
    /// The search gave up: its memory is too small for the question.
    GivenUp {
        /// What it has.
        mebibytes: usize,
    },
}

/// Who looks for forced mates.
pub trait MateSearch<G: Game>: Send {
    /// Takes so many mebibytes from the next search on.
    fn set_table(&mut self, mebibytes: usize);

    /// Searches by so many threads from the next search on.
    fn set_threads(&mut self, threads: usize);

    /// Whether the side to move forces mate. `watch` is told now and then how things stand, and stops the
    /// search by answering `false`.
    ///
    /// # Errors
    /// There is not so much memory.
    fn mate(&mut self, pos: &G::Pos, watch: &mut dyn FnMut(&DfPnInfo) -> bool) -> io::Result<Mate<G::Move>>;
}
