//! The value of every node.

use crate::cell;
use crate::exchange::{PART_BITS, part_of, place_of};
use std::iter;
use yomikiri_core::Value;

/// A solved game.
pub struct Solution {
    pub(crate) cells: Vec<Vec<u8>>,
    pub(crate) len: u64,
    /// How many nodes are decided in so many plies.
    pub(crate) by_distance: Vec<u64>,
}

impl Solution {
    /// A solution out of its cells by part, the number of nodes reached, and how many are decided in so many
    /// plies.
    pub fn new(cells: Vec<Vec<u8>>, len: u64, by_distance: Vec<u64>) -> Self {
        Self { cells, len, by_distance }
    }

    /// The value of an interior node; `None` if it cannot be reached.
    #[inline]
    pub fn value(&self, node: u32) -> Option<Value> {
        self.cells[part_of(node)].get(place_of(node)).and_then(|&cell| cell::value(cell))
    }

    /// Number of interior nodes reached.
    #[expect(clippy::len_without_is_empty, reason = "a solution holds at least its root")]
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Every node reached, ascending, with its value.
    pub fn iter(&self) -> impl Iterator<Item = (u32, Value)> {
        self.cells.iter().enumerate().flat_map(|(part, cells)| {
            let first = (part << PART_BITS) as u32;
            cells.iter().zip(first..).filter_map(|(&cell, node)| Some((node, cell::value(cell)?)))
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
