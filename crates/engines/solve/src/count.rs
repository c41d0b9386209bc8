//! How many nodes there are of a kind.

/// So many nodes, and the positions that they stand for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Positions with mirror images counted as one.
    pub nodes: u64,
    /// Positions with mirror images counted apart.
    pub unfolded: u64,
}
