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
    nodes: PhantomData<N>,
}

impl<N: Node> Solution<N> {
    /// A solution out of its cells, the number of nodes reached, and how many are decided in so many
    /// plies.
    pub const fn new(cells: Cells, len: u64, by_distance: Vec<u64>) -> Self {
        Self { cells, len, by_distance, nodes: PhantomData }
    }

    /// The value of an interior node; `None` if it cannot be reached.
    #[inline]
    pub fn value(&self, node: impl Into<u64>) -> Option<Value> {
        self.cells.get(node.into()).and_then(cell::value)
    }

    /// Number of interior nodes reached.
    #[expect(clippy::len_without_is_empty, reason = "a solution holds at least its root")]
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Every node reached, ascending, with its value.
    pub fn iter(&self) -> impl Iterator<Item = (N, Value)> {
        (0..self.cells.count()).flat_map(|part| {
            let cells = self.cells.part(part).iter().zip(first_of(part)..);
            cells.filter_map(|(&cell, node)| Some((N::of(node), cell::value(cell)?)))
        })
    }

    /// How many nodes have each value that occurs; draws first, then by distance.
    pub fn histogram(&self) -> Vec<(Value, u64)> {
        let drawn = self.len - self.by_distance.iter().sum::<u64>();
        let decided = (0..).map(cell::decided).zip(self.by_distance.iter().copied());
        let all = iter::once((Value::Draw, drawn)).chain(decided);
        all.filter(|&(_, count)| count > 0).collect()
    }
}
