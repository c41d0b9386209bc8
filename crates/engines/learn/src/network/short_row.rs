//! The numbers of a quantised layer.

use yomikiri_simd::WIDTH;

/// A 16-bit integer for each unit of a layer, in steps that the layer has for its own; sums that do not fit
/// are cut off at the bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct ShortRow(pub [i16; WIDTH]);

impl ShortRow {
    /// Zeros.
    pub const ZERO: Self = Self([0; WIDTH]);

    /// Numbers in steps of this size.
    pub fn new(numbers: &[f32; WIDTH], step: f32) -> Self {
        Self(numbers.map(|number| (number / step).round() as i16))
    }

    /// Adds another.
    #[inline(always)]
    pub fn add(&mut self, other: &Self) {
        for (sum, term) in self.0.iter_mut().zip(&other.0) {
            *sum = sum.saturating_add(*term);
        }
    }

    /// Adds an eighth of another.
    #[inline(always)]
    pub fn add_eighth(&mut self, other: &Self) {
        for (sum, term) in self.0.iter_mut().zip(&other.0) {
            *sum = sum.saturating_add(term.saturating_add(4) >> 3);
        }
    }

    /// It times `factor` 32768ths, rounded.
    #[must_use]
    #[inline]
    pub fn times(&self, factor: i16) -> Self {
        Self(self.0.map(|number| fraction(factor, number)))
    }
}

/// A number times `factor` 32768ths, rounded.
#[inline(always)]
pub const fn fraction(factor: i16, number: i16) -> i16 {
    ((factor as i32 * number as i32 + (1 << 14)) >> 15) as i16
}
