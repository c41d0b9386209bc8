//! Disproofs by repetition, which hold for the way on which they were found.
//!
//! Ways have hashes. A slot holds the hash under a mask and the depth that the disproof rests on, so that
//! words of two threads are no slot, as in the table of positions.

use crate::{pages::Pages, table::mask};
use std::{
    io,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

/// How much of a search's memory serves them, at most, as a divisor; and no more than 4 MiB.
const SHARE: usize = 64;
const MOST_SLOTS: usize = 1 << 18;

pub struct Repetitions(Pages<[AtomicU64; 2]>);

impl Repetitions {
    /// For a search of so many bytes.
    ///
    /// # Errors
    /// There is not so much address space.
    pub fn new(bytes: usize) -> io::Result<Self> {
        let slots = bytes / SHARE / size_of::<[u64; 2]>();
        Pages::new((slots + 1).next_power_of_two().clamp(512, 2 * MOST_SLOTS) / 2).map(Self)
    }

    /// How many bytes they take.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.0[..])
    }

    #[inline]
    fn slot(&self, way: u64) -> &[AtomicU64; 2] {
        &self.0[way as usize & (self.0.len() - 1)]
    }

    /// The depth that the disproof of a way's end rests on, if one is known.
    #[inline]
    pub fn get(&self, way: u64) -> Option<u16> {
        let [hidden, depth] = self.slot(way).each_ref().map(|word| word.load(Relaxed));
        (hidden ^ mask([depth, 0, 0]) == way).then_some(depth as u16)
    }

    #[inline]
    pub fn put(&self, way: u64, depth: u16) {
        let depth = u64::from(depth);
        let [first, second] = self.slot(way);
        first.store(way ^ mask([depth, 0, 0]), Relaxed);
        second.store(depth, Relaxed);
    }
}
