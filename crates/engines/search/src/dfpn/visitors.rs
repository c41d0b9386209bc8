//! Where the threads of a search are, so that each goes another way.
//!
//! A check below which others search counts for dearer by one for each of them (the virtual proof numbers of
//! T. Kaneko, *Parallel Depth First Proof Number Search*, AAAI 2010). That steers the choice of a check only:
//! what is stored are numbers without it.
//!
//! Fourteen classics of 0.1 to 1.5 million positions, two threads on two cores of an Intel Xeon (AVX-512),
//! geometric means of ratios to one thread:
//!
//! | dearer | positions | processor time | times as fast |
//! |---|---|---|---|
//! | nothing | 1.86 | 2.12 | 0.86 |
//! | nothing, and of equals one thread takes the last | 1.24 | 1.59 | 1.14 |
//! | by one and a quarter of its number | 1.20 | 1.61 | 1.08 |
//! | by one, checks and answers | 1.08, 1.10 | 1.26, 1.42 | 1.40, 1.21 |
//! | **by one, checks alone** | 1.07 | 1.24 | 1.40 |
//! | by one, answers alone | 1.36 | 1.71 | 1.02 |
//!
//! Counters cost where both threads write to them: each way has half as many with checks alone. Since the
//! table's own counter lies apart from what look-ups read, three runs more were 1.34, 1.35 and 1.47 times as
//! fast, with 1.12 to 1.18 of the positions in 1.21 to 1.29 of the processor time. In all of these a thread
//! may have slept where both found the table full; since that was mended and equals are taken in another
//! order it is 1.30 to 1.37 times, with 1.17 to 1.20 of the positions.

use crate::table::NEVER;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// The low bits of a key that choose a counter.
const COUNTERS: usize = 1 << 17;

/// How many threads are below the position after a check, by some bits of its key.
pub struct Visitors(Box<[AtomicU8]>);

impl Visitors {
    pub fn new() -> Self {
        Self((0..COUNTERS).map(|_| AtomicU8::new(0)).collect())
    }

    /// Forgets all of them.
    pub fn clear(&mut self) {
        self.0.iter_mut().for_each(|count| *count.get_mut() = 0);
    }

    #[inline]
    fn of(&self, key: u64) -> &AtomicU8 {
        &self.0[key as usize % COUNTERS]
    }

    #[inline]
    pub fn enter(&self, key: u64) {
        self.of(key).fetch_add(1, Relaxed);
    }

    #[inline]
    pub fn leave(&self, key: u64) {
        self.of(key).fetch_sub(1, Relaxed);
    }

    /// The number of an open position with those counted who search below it.
    #[inline]
    pub fn burdened(&self, key: u64, number: u32) -> u32 {
        (number + u32::from(self.of(key).load(Relaxed))).min(NEVER - 1)
    }
}
