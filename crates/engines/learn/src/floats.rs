//! Thirty-two floats: what the units of a layer come to, or the weights to them from one that goes in.
//!
//! They are two registers of 512 bits. Sums are taken in a fixed order with fused multiplication and
//! addition, which every machine of this century rounds alike: the same bits everywhere.

use crate::half::{Half, LANES};
use std::array;

/// How many.
pub const WIDTH: usize = 32;

/// Numbers of the units of a layer, or their weights.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub struct Floats(pub [f32; WIDTH]);

/// How steep units are below zero.
pub const LEAK: f32 = 0.05;

impl Floats {
    /// Zeros.
    pub const ZERO: Self = Self([0.0; WIDTH]);

    /// In registers.
    #[inline(always)]
    pub fn halves(&self) -> Halves {
        let (halves, _) = self.0.as_chunks();
        [Half::load(&halves[0]), Half::load(&halves[1])]
    }

    /// Out of registers.
    #[inline(always)]
    pub fn of(halves: Halves) -> Self {
        let mut floats = Self::ZERO;
        for (half, to) in halves.into_iter().zip(floats.0.as_chunks_mut().0) {
            half.store(to);
        }
        floats
    }

    /// Adds another.
    #[inline(always)]
    pub fn add(&mut self, other: &Self) {
        let (sum, other) = (self.halves(), other.halves());
        *self = Self::of([0, 1].map(|half| sum[half].plus(other[half])));
    }

    /// Adds a multiple of another.
    #[inline(always)]
    pub fn add_times(&mut self, factor: f32, other: &Self) {
        *self = Self::of(plus_times(self.halves(), factor, other));
    }

    /// The rectifier.
    #[inline(always)]
    #[must_use]
    pub fn bent(&self) -> Self {
        Self::of(self.halves().map(|half| half.max(half.times(Half::splat(LEAK)))))
    }

    /// What comes back through the rectifier: `self` is a slope by what went out of it, `by` what went out or
    /// in.
    #[inline(always)]
    #[must_use]
    pub fn unbent(&self, by: &Self) -> Self {
        let (slope, by) = (self.halves(), by.halves());
        let unbent = |half: usize| slope[half].where_above(by[half], slope[half].times(Half::splat(LEAK)));
        Self::of([0, 1].map(unbent))
    }

    /// The sum of the products, in a fixed order.
    #[inline(always)]
    pub fn dot(&self, other: &Self) -> f32 {
        let (one, other) = (self.halves(), other.halves());
        let [low, high] = [0, 1].map(|half| one[half].times(other[half]));
        let mut sums = [0.0; LANES];
        low.plus(high).store(&mut sums);
        for width in [8, 4, 2, 1] {
            for i in 0..width {
                sums[i] += sums[i + width];
            }
        }
        sums[0]
    }
}

/// Rows to columns.
#[inline(always)]
pub fn transposed(rows: &[Floats; WIDTH]) -> [Floats; WIDTH] {
    array::from_fn(|i| Floats(array::from_fn(|j| rows[j].0[i])))
}

/// Numbers in registers.
pub type Halves = [Half; WIDTH / LANES];

/// Sums and a multiple of numbers.
#[inline(always)]
pub fn plus_times(sum: Halves, factor: f32, other: &Floats) -> Halves {
    let (factor, other) = (Half::splat(factor), other.halves());
    [sum[0].plus_times(factor, other[0]), sum[1].plus_times(factor, other[1])]
}
