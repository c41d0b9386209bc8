//! Random numbers for play-outs, samples and tests: fast, and the same for the same seed on every machine and
//! in every version.

use crate::splitmix;

/// `SplitMix64` (Steele, Lea, Flood 2014): a counter, and a hash of it.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The sequence of a seed. Sequences of seeds that differ have nothing to do with each other.
    pub fn new(seed: u64) -> Self {
        let mut seeded = Self(seed);
        Self(seeded.next() ^ seed.rotate_left(32))
    }

    /// The plain generator at a state, for who mixes seeds otherwise.
    pub const fn at(state: u64) -> Self {
        Self(state)
    }

    /// The next 64 bits.
    #[inline]
    #[expect(
        clippy::should_implement_trait,
        reason = "it never ends, and an Option would only be in the way"
    )]
    pub fn next(&mut self) -> u64 {
        splitmix::next(&mut self.0)
    }

    /// A number in `0..bound`, for a bound below 2^32; the bias is below 2^-32.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        (((self.next() >> 32) * bound as u64) >> 32) as usize
    }

    /// A number in `0..bound`, for any bound: that of [`Self::below`] where that may be asked. The bias is
    /// below `bound` / 2^64 beyond.
    #[inline]
    pub fn below_u64(&mut self, bound: u64) -> u64 {
        if bound < 1 << 32 {
            return self.below(bound as usize) as u64;
        }
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }

    /// A number in `0.0..1.0`, of 24 bits.
    #[inline]
    pub fn unit(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1 << 24) as f32
    }
}
