//! What is counted where a table is written by all and nobody has all values.

use std::path::Path;
use yomikiri_core::{Graph, Node, Value};
use yomikiri_solve::{Count, Counts};
use yomikiri_table::Header;

/// A table of which every worker codes its own parts.
pub struct TableParts<'a, N> {
    /// Where the table goes, or the list of its parts, which lie beside it. Of one file it is of use to the
    /// first process alone.
    pub path: &'a Path,
    /// Whether each worker writes a file; else the first one writes what all have coded.
    pub in_files: bool,
    /// The header of the table, out of what has been counted.
    pub header: &'a (dyn Fn(&Counted<N>) -> Header + Sync),
}

/// What has been counted, and what the roots are worth.
#[derive(Clone)]
pub struct Counted<N> {
    pub(crate) interior: Count,
    pub(crate) ends: Vec<(Value, Count)>,
    pub(crate) by_distance: Vec<u64>,
    pub(crate) roots: Vec<(N, Value)>,
}

impl<N: Node> Counted<N> {
    /// All counts.
    pub fn counts(&self) -> Counts<'_> {
        Counts { interior: self.interior, ends: &self.ends, by_distance: &self.by_distance }
    }

    /// The value of a root; `None` of any other node.
    pub fn value(&self, node: N) -> Option<Value> {
        self.roots.iter().find(|(root, _)| *root == node).map(|(_, value)| *value)
    }
}

/// A table that has been written.
pub struct Written<N> {
    /// What it is of.
    pub counted: Counted<N>,
    /// Bytes of all its files.
    pub bytes: u64,
    /// Seconds that reaching, solving and writing took.
    pub seconds: [f64; 3],
}

/// The counts of the ends of a graph, by their values, out of those of all ranges.
pub fn ends(graph: &impl Graph, reached: &[Count]) -> Vec<(Value, Count)> {
    graph.ends().into_iter().map(|(_, value)| value).zip(reached[1..].iter().copied()).collect()
}
