//! The value of every node.

use crate::cell;
use crate::cells::Cells;
use crate::exchange::first_of;
use std::{iter, marker::PhantomData};
use yomikiri_core::{Node, Value};

/// A solved game.
pub struct Solution<N = u32> {
    pub(crate) cells: Cells,
    pub(crate) len: u64,
    /// How many nodes are decided in so many plies.
    pub(crate) by_distance: Vec<u64>,
    /// Nodes whose distance a cell cannot hold, ascending, and their distances.
    long: Vec<(u64, u16)>,
    nodes: PhantomData<N>,
}

impl<N: Node> Solution<N> {
    /// A solution out of its cells, the number of nodes reached, how many are decided in so many plies, and
    /// the distances that cells cannot hold, ascending by node.
    pub const fn new(cells: Cells, len: u64, by_distance: Vec<u64>, long: Vec<(u64, u16)>) -> Self {
        Self { cells, len, by_distance, long, nodes: PhantomData }
    }

    /// What a node's cell stands for.
    #[inline]
    fn read(&self, node: u64, cell: u8) -> Option<Value> {
        cell::value(cell, || {
            let at = self.long.binary_search_by_key(&node, |&(node, _)| node);
            self.long[at.expect("what a cell cannot hold is listed")].1
        })
    }

    /// The value of an interior node; `None` if it cannot be reached.
    #[inline]
    pub fn value(&self, node: impl Into<u64>) -> Option<Value> {
        let node = node.into();
        self.cells.get(node).and_then(|cell| self.read(node, cell))
    }

    /// Number of interior nodes reached.
    #[expect(clippy::len_without_is_empty, reason = "a solution holds at least its root")]
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Keeps within the memory that is allowed: to be called between pieces of work.
    pub fn settle(&self) {
        self.cells.settle();
    }

    /// Every node reached, ascending, with its value.
    pub fn iter(&self) -> impl Iterator<Item = (N, Value)> {
        (0..self.cells.count()).flat_map(|part| {
            self.settle();
            let cells = self.cells.part(part).iter().zip(first_of(part)..);
            cells.filter_map(|(&cell, node)| Some((N::of(node), self.read(node, cell)?)))
        })
    }

    /// How many nodes have each value that occurs; draws first, then by distance.
    pub fn histogram(&self) -> Vec<(Value, u64)> {
        histogram(self.len, &self.by_distance)
    }
}

/// How many nodes have each value that occurs, out of how many there are and how many of them are decided in
/// so many plies.
pub(crate) fn histogram(nodes: u64, by_distance: &[u64]) -> Vec<(Value, u64)> {
    let drawn = nodes - by_distance.iter().sum::<u64>();
    let decided = (0..).map(Value::decided).zip(by_distance.iter().copied());
    let all = iter::once((Value::Draw, drawn)).chain(decided);
    all.filter(|&(_, count)| count > 0).collect()
}
