//! The parameters of a network: rows of 32 floats. A layout gives each layer a range of rows.

use std::{
    iter,
    ops::{Index, IndexMut, Range},
    slice::SliceIndex,
};
use yomikiri_simd::{Floats, by_level};

/// Weights, or a gradient by them.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters(Vec<Floats>);

/// The rows behind those of another layer.
///
/// ```
/// use std::ops::Range;
/// use yomikiri_learn::after;
///
/// const FIRST: Range<usize> = 0..3;
/// const SECOND: Range<usize> = after(&FIRST, 2);
/// assert_eq!(SECOND, 3..5);
/// ```
pub const fn after(before: &Range<usize>, rows: usize) -> Range<usize> {
    before.end..before.end + rows
}

impl Parameters {
    /// So many rows of zeros.
    pub fn zero(rows: usize) -> Self {
        Self(vec![Floats::ZERO; rows])
    }

    /// The numbers, row by row.
    pub fn numbers(&self) -> impl Iterator<Item = &f32> {
        self.0.iter().flat_map(|row| &row.0)
    }

    /// The same, to be changed.
    pub fn numbers_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        self.0.iter_mut().flat_map(|row| &mut row.0)
    }

    /// Fills rows with random numbers from `-scale` to `scale`, made of 64 random bits each.
    pub fn randomise(&mut self, rows: Range<usize>, scale: f32, mut bits: impl FnMut() -> u64) {
        for number in self.0[rows].iter_mut().flat_map(|row| &mut row.0) {
            *number = scale * ((bits() >> 40) as f32 / (1u32 << 23) as f32 - 1.0);
        }
    }

    /// Adds other parameters.
    pub fn add(&mut self, other: &Self) {
        add(&mut self.0, &other.0);
    }

    /// Makes all of them zero.
    pub fn clear(&mut self) {
        self.0.fill(Floats::ZERO);
    }

    /// How many rows there are.
    pub const fn rows(&self) -> usize {
        self.0.len()
    }

    /// Parameters of so many rows from numbers, row by row; none if there are more or fewer.
    pub fn from_numbers(rows: usize, numbers: &[f32]) -> Option<Self> {
        let mut parameters = Self::zero(rows);
        let fits = numbers.len() == parameters.numbers().count();
        iter::zip(parameters.numbers_mut(), numbers).for_each(|(place, number)| *place = *number);
        fits.then_some(parameters)
    }
}

impl<I: SliceIndex<[Floats]>> Index<I> for Parameters {
    type Output = I::Output;

    fn index(&self, index: I) -> &I::Output {
        &self.0[index]
    }
}

impl<I: SliceIndex<[Floats]>> IndexMut<I> for Parameters {
    fn index_mut(&mut self, index: I) -> &mut I::Output {
        &mut self.0[index]
    }
}

by_level! {
    fn add(simd, sums: &mut [Floats], terms: &[Floats]) {
        for (sum, term) in sums.iter_mut().zip(terms) {
            sum.add(simd, term);
        }
    }
}
