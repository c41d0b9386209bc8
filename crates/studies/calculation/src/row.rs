//! Products of layers, and chains of cells.
//!
//! Sums are taken in a fixed order (`yomikiri_simd::Floats`): the same bits everywhere, and however many
//! chains go through a matrix together.

use std::array;
use yomikiri_simd::{Floats, Simd, WIDTH, plus_times};

/// By input: what it adds to each unit.
pub type Matrix = [Floats; WIDTH];

/// Adds to each sum the product of its input and the matrix.
#[inline(always)]
pub fn add_products<S: Simd, const N: usize>(
    simd: S,
    sums: &mut [Floats; N],
    matrix: &Matrix,
    inputs: [&Floats; N],
) {
    add_each_product(simd, sums, [matrix; N], inputs);
}

/// Adds to each sum the product of its input and a matrix of its own.
#[inline(always)]
pub fn add_each_product<S: Simd, const N: usize>(
    simd: S,
    sums: &mut [Floats; N],
    matrices: [&Matrix; N],
    inputs: [&Floats; N],
) {
    // Two sums for each unit: one would wait for itself.
    let [mut even, mut odd] = [[Floats::ZERO.halves(simd); N]; 2];
    for n in 0..N {
        even[n] = sums[n].halves(simd);
    }
    for i in (0..WIDTH).step_by(2) {
        for n in 0..N {
            even[n] = plus_times(simd, even[n], inputs[n].0[i], &matrices[n][i]);
            odd[n] = plus_times(simd, odd[n], inputs[n].0[i + 1], &matrices[n][i + 1]);
        }
    }
    for n in 0..N {
        let (even, odd) = (even[n], odd[n]);
        sums[n] = Floats::of(simd, [simd.add_singles(even[0], odd[0]), simd.add_singles(even[1], odd[1])]);
    }
}

/// Adds to the gradient of a matrix: for each pair what went in and the slope by what came out.
#[inline(always)]
pub fn add_outer<S: Simd>(simd: S, gradient: &mut Matrix, inputs: &[Floats], slopes: &[Floats]) {
    // Rows of the gradient that are kept in registers together.
    match S::ROWS {
        12.. => add_outer_by::<S, 8>(simd, gradient, inputs, slopes),
        2.. => add_outer_by::<S, 2>(simd, gradient, inputs, slopes),
        _ => add_outer_by::<S, 1>(simd, gradient, inputs, slopes),
    }
}

#[inline(always)]
fn add_outer_by<S: Simd, const TOGETHER: usize>(
    simd: S,
    gradient: &mut Matrix,
    inputs: &[Floats],
    slopes: &[Floats],
) {
    for (block, rows) in gradient.as_chunks_mut::<TOGETHER>().0.iter_mut().enumerate() {
        let mut sums = [rows[0].halves(simd); TOGETHER];
        for (sum, row) in sums.iter_mut().zip(rows.iter()) {
            *sum = row.halves(simd);
        }
        for (input, slope) in inputs.iter().zip(slopes) {
            for (i, sum) in sums.iter_mut().enumerate() {
                *sum = plus_times(simd, *sum, input.0[block * TOGETHER + i], slope);
            }
        }
        for (row, sum) in rows.iter_mut().zip(sums) {
            *row = Floats::of(simd, sum);
        }
    }
}

/// How many chains go through a matrix together: each has two sums for each unit.
#[inline(always)]
const fn together<S: Simd>() -> usize {
    if S::ROWS < 4 { 1 } else { 4 }
}

/// Chains of cells with the same weights, of lengths of their own: the state of a cell is made of the state
/// before and an input. Where there are registers for it, four chains go through a step together, so that a
/// row of weights is read once for all of them.
#[derive(Clone, Debug)]
pub struct Chains<const CHAINS: usize, const LENGTH: usize> {
    /// Inputs, that the states take the place of; or slopes.
    cells: [[Floats; LENGTH]; CHAINS],
    lengths: [usize; CHAINS],
}

impl<const CHAINS: usize, const LENGTH: usize> Chains<CHAINS, LENGTH> {
    /// No cells.
    pub const fn none() -> Self {
        Self { cells: [[Floats::ZERO; LENGTH]; CHAINS], lengths: [0; CHAINS] }
    }

    /// Begins a chain anew, with this input or slope for each of these.
    #[inline(always)]
    pub fn begin<T: Copy>(
        &mut self,
        chain: usize,
        cells: impl ExactSizeIterator<Item = T>,
        made: impl Fn(T) -> Floats,
    ) {
        self.lengths[chain] = cells.len();
        // Rows are made here and not by the iterator, which would copy each twice.
        for (cell, of) in self.cells[chain].iter_mut().zip(cells) {
            *cell = made(of);
        }
    }

    /// The states of a chain.
    #[inline(always)]
    pub fn states(&self, chain: usize) -> &[Floats] {
        &self.cells[chain][..self.lengths[chain]]
    }

    /// The last state of a chain; zeros if it has none.
    #[inline(always)]
    pub fn last(&self, chain: usize) -> Floats {
        self.states(chain).last().copied().unwrap_or(Floats::ZERO)
    }

    /// Adds to the slope by the last state, if there is one.
    #[inline(always)]
    pub fn add_to_last<S: Simd>(&mut self, simd: S, chain: usize, slope: &Floats) {
        if let Some(last) = self.lengths[chain].checked_sub(1) {
            self.cells[chain][last].add(simd, slope);
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
    pub fn run<S: Simd>(&mut self, simd: S, matrix: &Matrix) {
        let order = self.order();
        for at in 0..self.lengths[order[0]] {
            let active = order.iter().take_while(|&&chain| self.lengths[chain] > at).count();
            let mut first = 0;
            while first < active {
                first += match (active - first).min(together::<S>()) {
                    1 => self.step::<S, 1>(simd, matrix, at, &order[first..]),
                    2 => self.step::<S, 2>(simd, matrix, at, &order[first..]),
                    3 => self.step::<S, 3>(simd, matrix, at, &order[first..]),
                    _ => self.step::<S, 4>(simd, matrix, at, &order[first..]),
                };
            }
        }
    }

    #[inline(always)]
    fn step<S: Simd, const N: usize>(
        &mut self,
        simd: S,
        matrix: &Matrix,
        at: usize,
        chains: &[usize],
    ) -> usize {
        let mut sums: [Floats; N] = array::from_fn(|n| self.cells[chains[n]][at]);
        if at > 0 {
            add_products(simd, &mut sums, matrix, array::from_fn(|n| &self.cells[chains[n]][at - 1]));
        }
        for n in 0..N {
            self.cells[chains[n]][at] = sums[n].bent(simd);
        }
        N
    }

    /// From slopes by the states, in `slopes`, to slopes by the inputs; `back` is the matrix transposed.
    #[inline(always)]
    pub fn run_back<S: Simd>(&self, simd: S, slopes: &mut Self, back: &Matrix, gradient: &mut Matrix) {
        self.slope_back(simd, slopes, back);
        for chain in 0..CHAINS {
            if let Some((_, before)) = self.states(chain).split_last() {
                add_outer(simd, gradient, before, &slopes.states(chain)[1..]);
            }
        }
    }

    #[inline(always)]
    fn slope_back<S: Simd>(&self, simd: S, slopes: &mut Self, back: &Matrix) {
        let order = self.order();
        for at in (0..self.lengths[order[0]]).rev() {
            let active = order.iter().take_while(|&&chain| self.lengths[chain] > at).count();
            let mut first = 0;
            while first < active {
                first += match (active - first).min(together::<S>()) {
                    1 => self.step_back::<S, 1>(simd, slopes, back, at, &order[first..]),
                    2 => self.step_back::<S, 2>(simd, slopes, back, at, &order[first..]),
                    3 => self.step_back::<S, 3>(simd, slopes, back, at, &order[first..]),
                    _ => self.step_back::<S, 4>(simd, slopes, back, at, &order[first..]),
                };
            }
        }
    }

    #[inline(always)]
    fn step_back<S: Simd, const N: usize>(
        &self,
        simd: S,
        slopes: &mut Self,
        back: &Matrix,
        at: usize,
        chains: &[usize],
    ) -> usize {
        let mut inputs = [Floats::ZERO; N];
        for n in 0..N {
            inputs[n] = slopes.cells[chains[n]][at].unbent(simd, &self.cells[chains[n]][at]);
        }
        for n in 0..N {
            slopes.cells[chains[n]][at] = inputs[n];
        }
        if at > 0 {
            let inputs: [&Floats; N] = array::from_fn(|n| &inputs[n]);
            let mut before: [Floats; N] = array::from_fn(|n| slopes.cells[chains[n]][at - 1]);
            add_products(simd, &mut before, back, inputs);
            for n in 0..N {
                slopes.cells[chains[n]][at - 1] = before[n];
            }
        }
        N
    }
}
