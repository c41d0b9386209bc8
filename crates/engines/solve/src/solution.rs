//! The value of every node.

use crate::cell;
use crate::exchange::{PART_BITS, part_of, place_of};
use crate::workers;
use std::sync::atomic::{AtomicUsize, Ordering};
use yomikiri_core::Value;

/// A solved game.
pub struct Solution {
    pub(crate) cells: Vec<Vec<u8>>,
    pub(crate) len: u64,
}

impl Solution {
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
    pub fn histogram(&self, threads: usize) -> Vec<(Value, u64)> {
        let next = AtomicUsize::new(0);
        let counts = workers::run(threads, |_| {
            let mut counts = [[0u64; 256]; 4];
            while let Some(cells) = self.cells.get(next.fetch_add(1, Ordering::Relaxed)) {
                count(cells, &mut counts);
            }
            counts
        });
        let mut histogram: Vec<(Value, u64)> = Vec::new();
        for cell in 0..=u8::MAX {
            let sum = counts.iter().flatten().map(|counts| counts[usize::from(cell)]).sum();
            match (cell::value(cell), histogram.last_mut()) {
                (Some(value), Some((last, count))) if *last == value => *count += sum,
                (Some(value), _) if sum > 0 => histogram.push((value, sum)),
                _ => {}
            }
        }
        histogram
    }
}

/// Counts cells. Most are empty, and what is not repeats: hence whole words at a time, and several counters a value.
fn count(cells: &[u8], counts: &mut [[u64; 256]; 4]) {
    let (words, rest) = cells.as_chunks::<8>();
    debug_assert!(rest.is_empty(), "a part is a whole number of words");
    for word in words.iter().filter(|word| u64::from_ne_bytes(**word) != 0) {
        for (i, &cell) in word.iter().enumerate() {
            counts[i % 4][usize::from(cell)] += 1;
        }
    }
}
