//! Features found, in a list on the stack.
//!
//! First all features of a sum are found, then their rows are added up in a register. What holds only sometimes is written always
//! and counted if it holds: a branch that nothing foretells costs more than the writing.

/// More features than hold at once: seven for each of at most 52 cards in the piles, a hundred for the rest. A power of two.
const MOST: usize = 512;
/// The most features that are added at a stroke.
const STROKE: usize = 16;

/// A list of features.
#[derive(Clone, Debug)]
pub struct Found {
    list: [u32; MOST + STROKE],
    count: usize,
}

impl Default for Found {
    fn default() -> Self {
        Self { list: [0; MOST + STROKE], count: 0 }
    }
}

impl Found {
    /// Adds a feature.
    #[inline(always)]
    pub fn push(&mut self, feature: u32) {
        self.push_if(true, feature);
    }

    /// Adds a feature if it holds.
    #[inline(always)]
    pub fn push_if(&mut self, holds: bool, feature: u32) {
        self.list[self.count % MOST] = feature;
        self.count += usize::from(holds);
    }

    /// Adds the first `count` of some features, at most sixteen.
    #[inline(always)]
    pub fn push_first<const N: usize>(&mut self, features: [u32; N], count: usize) {
        self.list[self.count % MOST..][..N].copy_from_slice(&features);
        self.count += count;
    }

    /// What was found since the last time.
    #[inline(always)]
    pub fn take(&mut self) -> &[u32] {
        let count = std::mem::take(&mut self.count);
        &self.list[..count]
    }
}
