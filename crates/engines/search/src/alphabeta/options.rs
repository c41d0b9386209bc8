//! What is asked of a search besides the position.

use yomikiri_core::play::Limits;

/// What is asked of a search: its limits, and what it is to look at.
#[derive(Clone, Debug)]
pub struct SearchOptions<M> {
    /// Nodes are exact with one thread. A limit of time becomes the deadline of the search's stop.
    pub limits: Limits,
    /// The moves to be looked at; all if empty.
    pub moves: Vec<M>,
    /// After so many plies the game ends as a draw, if the rules say so.
    pub plies: Option<usize>,
    /// How many of the best moves get a line of their own; at least 1.
    pub lines: usize,
}

impl<M> Default for SearchOptions<M> {
    fn default() -> Self {
        Limits::default().into()
    }
}

impl<M> From<Limits> for SearchOptions<M> {
    /// All moves, and one line.
    fn from(limits: Limits) -> Self {
        Self { limits, moves: Vec::new(), plies: None, lines: 1 }
    }
}
