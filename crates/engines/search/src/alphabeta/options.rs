//! What is asked of a search besides the position.

use super::score::DEEPEST;
use yomikiri_core::{play::Limits, splitmix::mix};

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

impl<M> SearchOptions<M> {
    /// What the position of a ply is known by in the table. Near the last ply of a game what it is worth
    /// depends on how many are left.
    #[inline]
    pub(super) fn table_key(&self, key: u64, ply: usize) -> u64 {
        let left = self.plies.map(|plies| plies.saturating_sub(ply));
        left.filter(|&left| left < DEEPEST).map_or(key, |left| mix(key ^ left as u64))
    }
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
