//! What a search may take.

use std::time::Duration;

/// The longest time that a search may be given, in seconds: some thirty years.
pub const MOST_SECONDS: f64 = 1e9;

/// What a search may take; whatever is reached first ends it. `None` is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// No longer than this.
    pub time: Option<Duration>,
    /// No more nodes than this, of all threads together: positions of a tree search, simulations of a
    /// Monte-Carlo search.
    pub nodes: Option<u64>,
    /// No deeper than this, in plies.
    pub depth: Option<u32>,
}

impl Limits {
    /// So many nodes or simulations.
    pub const fn nodes(count: u64) -> Self {
        Self { time: None, nodes: Some(count), depth: None }
    }

    /// So many plies.
    pub const fn depth(plies: u32) -> Self {
        Self { time: None, nodes: None, depth: Some(plies) }
    }

    /// So long.
    pub const fn time(time: Duration) -> Self {
        Self { time: Some(time), nodes: None, depth: None }
    }
}
