//! How many nodes there are of a kind.

use yomikiri_core::Graph;

/// So many nodes, and the positions that they stand for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Positions with mirror images counted as one.
    pub nodes: u64,
    /// Positions with mirror images counted apart.
    pub unfolded: u64,
}

impl Count {
    /// So many nodes of a graph, none of which is its own mirror image.
    pub(crate) fn of(graph: &impl Graph, nodes: u64) -> Self {
        Self { nodes, unfolded: if graph.is_folded() { 2 * nodes } else { nodes } }
    }
}
