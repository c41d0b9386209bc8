//! Numbers of a layer, and chains of cells.
//!
//! 32 floats are two registers of 512 bits. Sums are taken in a fixed order with fused multiplication and addition, which every
//! machine of this century rounds alike: the same bits everywhere, and however many chains go through a matrix together.

use multiversion::multiversion;
use std::array;

/// Width of a layer.
pub const WIDTH: usize = 32;

/// A number for each unit of a layer.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub struct Row(pub [f32; WIDTH]);

/// By input: what it adds to each unit.
pub type Matrix = [Row; WIDTH];

/// How steep units are below zero.
pub const LEAK: f32 = 0.05;

impl Row {
    /// Zeros.
    pub const ZERO: Self = Self([0.0; WIDTH]);

    /// Adds another.
    #[inline(always)]
    pub fn add(&mut self, other: &Self) {
        for (sum, term) in self.0.iter_mut().zip(&other.0) {
            *sum += term;
        }
    }

    /// Adds a multiple of another.
    #[inline(always)]
    pub fn add_times(&mut self, factor: f32, other: &Self) {
        for (sum, term) in self.0.iter_mut().zip(&other.0) {
            *sum = factor.mul_add(*term, *sum);
        }
    }

    /// The rectifier.
    #[inline(always)]
    #[must_use]
    pub fn bent(&self) -> Self {
        let mut bent = *self;
        bent.0.iter_mut().for_each(|unit| *unit = unit.max(LEAK * *unit));
        bent
    }

    /// What comes back through the rectifier: `self` is a slope by what went out of it, `by` what went out or in.
    #[inline(always)]
    #[must_use]
    pub fn unbent(&self, by: &Self) -> Self {
        let mut back = *self;
        for (slope, &by) in back.0.iter_mut().zip(&by.0) {
            *slope = if by > 0.0 { *slope } else { LEAK * *slope };
        }
        back
    }

    /// The sum of the products, in a fixed order.
    #[inline(always)]
    pub fn dot(&self, other: &Self) -> f32 {
        let mut sums: [f32; WIDTH] = array::from_fn(|i| self.0[i] * other.0[i]);
        for width in [16, 8, 4, 2, 1] {
            for i in 0..width {
                sums[i] += sums[i + width];
            }
        }
        sums[0]
    }
}

/// Adds to each sum the product of its input and a matrix.
#[inline(always)]
pub fn add_products<const N: usize>(sums: &mut [Row; N], matrix: &Matrix, inputs: [&Row; N]) {
    // Two sums for each unit: one would wait for itself.
    let mut even = *sums;
    let mut odd = [Row::ZERO; N];
    for i in (0..WIDTH).step_by(2) {
        for n in 0..N {
            even[n].add_times(inputs[n].0[i], &matrix[i]);
            odd[n].add_times(inputs[n].0[i + 1], &matrix[i + 1]);
        }
    }
    for n in 0..N {
        even[n].add(&odd[n]);
    }
    *sums = even;
}

/// Adds to each sum the product of the input and a matrix of its own.
#[inline(always)]
pub fn add_each_product<const N: usize>(sums: &mut [Row; N], matrices: [&Matrix; N], input: &Row) {
    let mut even = *sums;
    let mut odd = [Row::ZERO; N];
    for i in (0..WIDTH).step_by(2) {
        for n in 0..N {
            even[n].add_times(input.0[i], &matrices[n][i]);
            odd[n].add_times(input.0[i + 1], &matrices[n][i + 1]);
        }
    }
    for n in 0..N {
        even[n].add(&odd[n]);
    }
    *sums = even;
}

/// Rows of a gradient that are kept in registers together.
const TOGETHER: usize = 8;

/// Adds to the gradient of a matrix: for each pair what went in and the slope by what came out.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2+fma"))]
pub fn add_outer(gradient: &mut Matrix, inputs: &[Row], slopes: &[Row]) {
    for (block, rows) in gradient.as_chunks_mut::<TOGETHER>().0.iter_mut().enumerate() {
        let mut sums = *rows;
        for (input, slope) in inputs.iter().zip(slopes) {
            for (i, sum) in sums.iter_mut().enumerate() {
                sum.add_times(input.0[block * TOGETHER + i], slope);
            }
        }
        *rows = sums;
    }
}

/// The matrix that leads back.
pub fn transposed(matrix: &[Row]) -> Box<Matrix> {
    let mut back = Box::new([Row::ZERO; WIDTH]);
    for (i, row) in matrix.iter().enumerate() {
        for (j, weight) in row.0.iter().enumerate() {
            back[j].0[i] = *weight;
        }
    }
    back
}

/// Chains of cells with the same weights, of lengths of their own: the state of a cell is made of the state before and an input. Four chains go through a
/// step together, so that a row of weights is read once for all of them.
#[derive(Clone, Debug)]
pub struct Chains<const CHAINS: usize, const LENGTH: usize> {
    /// Inputs, that the states take the place of; or slopes.
    cells: [[Row; LENGTH]; CHAINS],
    lengths: [usize; CHAINS],
}

impl<const CHAINS: usize, const LENGTH: usize> Chains<CHAINS, LENGTH> {
    /// No cells.
    pub const fn none() -> Self {
        Self { cells: [[Row::ZERO; LENGTH]; CHAINS], lengths: [0; CHAINS] }
    }

    /// Begins a chain anew, with this input or slope for each of these.
    #[inline(always)]
    pub fn begin<T: Copy>(
        &mut self,
        chain: usize,
        cells: impl ExactSizeIterator<Item = T>,
        made: impl Fn(T) -> Row,
    ) {
        self.lengths[chain] = cells.len();
        // Rows are made here and not by the iterator, which would copy each twice.
        for (cell, of) in self.cells[chain].iter_mut().zip(cells) {
            *cell = made(of);
        }
    }

    /// The states of a chain.
    #[inline(always)]
    pub fn states(&self, chain: usize) -> &[Row] {
        &self.cells[chain][..self.lengths[chain]]
    }

    /// The last state of a chain; zeros if it has none.
    #[inline(always)]
    pub fn last(&self, chain: usize) -> Row {
        self.states(chain).last().copied().unwrap_or(Row::ZERO)
    }

    /// Adds to the slope by the last state, if there is one.
    #[inline(always)]
    pub fn add_to_last(&mut self, chain: usize, slope: &Row) {
        if let Some(last) = self.lengths[chain].checked_sub(1) {
            self.cells[chain][last].add(slope);
        }
    }

    /// The chains by length, the longest first.
    #[inline(always)]
    fn order(&self) -> [usize; CHAINS] {
        let mut order = array::from_fn(|i| i);
        for i in 1..CHAINS {
            let mut k = i;
            while k > 0 && self.lengths[order[k]] > self.lengths[order[k - 1]] {
                order.swap(k, k - 1);
                k -= 1;
            }
        }
        order
    }

    /// From inputs to states.
    #[inline(always)]
    pub fn run(&mut self, matrix: &Matrix) {
        let order = self.order();
        for at in 0..self.lengths[order[0]] {
            let active = order.iter().take_while(|&&chain| self.lengths[chain] > at).count();
            let mut first = 0;
            while first < active {
                first += match active - first {
                    1 => self.step::<1>(matrix, at, &order[first..]),
                    2 => self.step::<2>(matrix, at, &order[first..]),
                    3 => self.step::<3>(matrix, at, &order[first..]),
                    _ => self.step::<4>(matrix, at, &order[first..]),
                };
            }
        }
    }

    #[inline(always)]
    fn step<const N: usize>(&mut self, matrix: &Matrix, at: usize, chains: &[usize]) -> usize {
        let mut sums: [Row; N] = array::from_fn(|n| self.cells[chains[n]][at]);
        if at > 0 {
            add_products(&mut sums, matrix, array::from_fn(|n| &self.cells[chains[n]][at - 1]));
        }
        for n in 0..N {
            self.cells[chains[n]][at] = sums[n].bent();
        }
        N
    }

    /// From slopes by the states, in `slopes`, to slopes by the inputs; `back` is the matrix transposed.
    #[inline(always)]
    pub fn run_back(&self, slopes: &mut Self, back: &Matrix, gradient: &mut Matrix) {
        self.slope_back(slopes, back);
        for chain in 0..CHAINS {
            if let Some((_, before)) = self.states(chain).split_last() {
                add_outer(gradient, before, &slopes.states(chain)[1..]);
            }
        }
    }

    #[inline(always)]
    fn slope_back(&self, slopes: &mut Self, back: &Matrix) {
        let order = self.order();
        for at in (0..self.lengths[order[0]]).rev() {
            let active = order.iter().take_while(|&&chain| self.lengths[chain] > at).count();
            let mut first = 0;
            while first < active {
                first += match active - first {
                    1 => self.step_back::<1>(slopes, back, at, &order[first..]),
                    2 => self.step_back::<2>(slopes, back, at, &order[first..]),
                    3 => self.step_back::<3>(slopes, back, at, &order[first..]),
                    _ => self.step_back::<4>(slopes, back, at, &order[first..]),
                };
            }
        }
    }

    #[inline(always)]
    fn step_back<const N: usize>(
        &self,
        slopes: &mut Self,
        back: &Matrix,
        at: usize,
        chains: &[usize],
    ) -> usize {
        let inputs: [Row; N] =
            array::from_fn(|n| slopes.cells[chains[n]][at].unbent(&self.cells[chains[n]][at]));
        for n in 0..N {
            slopes.cells[chains[n]][at] = inputs[n];
        }
        if at > 0 {
            let inputs: [&Row; N] = array::from_fn(|n| &inputs[n]);
            let mut before: [Row; N] = array::from_fn(|n| slopes.cells[chains[n]][at - 1]);
            add_products(&mut before, back, inputs);
            for n in 0..N {
                slopes.cells[chains[n]][at - 1] = before[n];
            }
        }
        N
    }
}
