//! Thirty-two floats: what the units of a layer come to, or the weights to them from one that goes in.
//!
//! Sums are taken in a fixed order with fused multiplication and addition: the same bits at every level.
//!
//! Why instructions by name ([`Simd`]): left to the compiler, a loop over 32 numbers was unrolled before the
//! loops around it, sums lay in memory, and lanes were gathered and scattered one by one. A training of
//! Calculation took four times as long so.

use crate::{
    registers::Simd,
    rows::{Floats, Half, WIDTH},
};
use std::array;

/// How steep units are below zero.
pub const LEAK: f32 = 0.05;

/// Numbers in registers.
pub type Halves<S> = [<S as Simd>::Singles; 2];

impl Floats {
    /// Zeros.
    pub const ZERO: Self = Self([0.0; WIDTH]);

    /// In registers.
    #[inline(always)]
    pub fn halves<S: Simd>(&self, simd: S) -> Halves<S> {
        [simd.singles(self, Half::First), simd.singles(self, Half::Second)]
    }

    /// Out of registers.
    #[inline(always)]
    pub fn of<S: Simd>(simd: S, halves: Halves<S>) -> Self {
        let mut floats = Self::ZERO;
        simd.store_singles(halves[0], &mut floats, Half::First);
        simd.store_singles(halves[1], &mut floats, Half::Second);
        floats
    }

    /// Adds another.
    #[inline(always)]
    pub fn add<S: Simd>(&mut self, simd: S, other: &Self) {
        let (sum, other) = (self.halves(simd), other.halves(simd));
        *self = Self::of(simd, [simd.add_singles(sum[0], other[0]), simd.add_singles(sum[1], other[1])]);
    }

    /// Adds a multiple of another.
    #[inline(always)]
    pub fn add_times<S: Simd>(&mut self, simd: S, factor: f32, other: &Self) {
        *self = Self::of(simd, plus_times(simd, self.halves(simd), factor, other));
    }

    /// The rectifier.
    #[inline(always)]
    #[must_use]
    pub fn bent<S: Simd>(&self, simd: S) -> Self {
        let leak = simd.all_singles(LEAK);
        let [low, high] = self.halves(simd);
        let leaks = [simd.multiply_singles(low, leak), simd.multiply_singles(high, leak)];
        Self::of(simd, [simd.max_singles(low, leaks[0]), simd.max_singles(high, leaks[1])])
    }

    /// What comes back through the rectifier: `self` is a slope by what went out of it, `by` what went out or
    /// in.
    #[inline(always)]
    #[must_use]
    pub fn unbent<S: Simd>(&self, simd: S, by: &Self) -> Self {
        let leak = simd.all_singles(LEAK);
        let ([low, high], by) = (self.halves(simd), by.halves(simd));
        let leaks = [simd.multiply_singles(low, leak), simd.multiply_singles(high, leak)];
        Self::of(simd, [simd.where_above(by[0], low, leaks[0]), simd.where_above(by[1], high, leaks[1])])
    }

    /// The sum of the products, in a fixed order.
    #[inline(always)]
    pub fn dot<S: Simd>(&self, simd: S, other: &Self) -> f32 {
        let (one, other) = (self.halves(simd), other.halves(simd));
        let low = simd.multiply_singles(one[0], other[0]);
        let high = simd.multiply_singles(one[1], other[1]);
        let mut sums = Self::ZERO;
        simd.store_singles(simd.add_singles(low, high), &mut sums, Half::First);
        let sums = &mut sums.0;
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

/// Sums and a multiple of numbers.
#[inline(always)]
pub fn plus_times<S: Simd>(simd: S, sum: Halves<S>, factor: f32, other: &Floats) -> Halves<S> {
    let (factor, other) = (simd.all_singles(factor), other.halves(simd));
    [simd.fused(sum[0], factor, other[0]), simd.fused(sum[1], factor, other[1])]
}
