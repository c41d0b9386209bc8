//! A preconditioner of blocks: groups of weights that are told apart from each other exactly, and from other
//! groups' not at all.
//!
//! Each block is a dense symmetric matrix in single precision, scaled to a unit diagonal, with a little added
//! to it, and factorised (Cholesky, by panels of rows, so that a row that is read is used 32 times). It
//! steers conjugate gradients, nothing more: single precision, and matrices from samples, do not change where
//! they end.

use super::objective::{Diagonal, Precondition};
use rayon::prelude::*;

/// A symmetric matrix over some of the weights: the lower triangle in rows of full length.
#[derive(Debug)]
pub struct Block {
    /// Which weights.
    pub weights: Vec<u32>,
    /// Entries; those above the diagonal have no meaning.
    pub matrix: Vec<f32>,
}

/// Blocks over disjoint groups of weights, factorised.
#[derive(Debug)]
pub struct Blocks {
    blocks: Vec<Factor>,
    /// For weights in no block.
    rest: Diagonal,
}

#[derive(Debug)]
struct Factor {
    weights: Vec<u32>,
    /// One over the square root of the diagonal.
    scales: Vec<f32>,
    /// The lower triangular factor.
    lower: Vec<f32>,
}

/// What is added to a unit diagonal.
const FIRM: f32 = 1e-3;
/// Rows of a panel.
const PANEL: usize = 32;

impl Blocks {
    /// Factorises blocks whose diagonal is to be that of the whole matrix; it also serves the weights in no
    /// block.
    pub fn new(blocks: Vec<Block>, diagonal: &[f64]) -> Self {
        let rest = Diagonal::new(diagonal.to_vec(), 0.0);
        Self { blocks: blocks.into_par_iter().map(|block| Factor::new(block, diagonal)).collect(), rest }
    }
}

impl Factor {
    fn new(block: Block, diagonal: &[f64]) -> Self {
        let n = block.weights.len();
        let mut lower = block.matrix;
        // Entries from a sample do not fit an exact diagonal: they are scaled by their own, which is at least
        // as large.
        let own = |i: usize| lower[i * n + i].max(diagonal[block.weights[i] as usize] as f32);
        let scales: Vec<f32> = (0..n).map(|i| own(i).max(f32::MIN_POSITIVE).sqrt().recip()).collect();
        for i in 0..n {
            let row = &mut lower[i * n..][..=i];
            row.iter_mut().zip(&scales).for_each(|(entry, scale)| *entry *= scale * scales[i]);
            row[i] = 1.0 + FIRM;
        }
        factorise(&mut lower, n);
        Self { weights: block.weights, scales, lower }
    }

    /// The inverse of the block times its part of a vector.
    fn solve(&self, vector: &[f64]) -> Vec<f32> {
        let n = self.weights.len();
        let part = self.weights.iter().zip(&self.scales);
        let mut x: Vec<f32> = part.map(|(&weight, &scale)| vector[weight as usize] as f32 * scale).collect();
        for i in 0..n {
            let row = &self.lower[i * n..][..=i];
            x[i] = (x[i] - dot(&row[..i], &x[..i])) / row[i];
        }
        for i in (0..n).rev() {
            let row = &self.lower[i * n..][..=i];
            let value = x[i] / row[i];
            x[i] = value;
            x[..i].iter_mut().zip(row).for_each(|(entry, factor)| *entry -= value * factor);
        }
        x.iter_mut().zip(&self.scales).for_each(|(entry, scale)| *entry *= scale);
        x
    }
}

impl Precondition for Blocks {
    fn apply(&self, vector: &[f64]) -> Vec<f64> {
        // Single precision has a range that gradients may leave: the vector is brought to a norm of 1 first.
        let norm = super::objective::norm(vector).max(f64::MIN_POSITIVE);
        let unit: Vec<f64> = vector.iter().map(|entry| entry / norm).collect();
        let mut out = self.rest.apply(vector);
        let parts: Vec<Vec<f32>> = self.blocks.par_iter().map(|block| block.solve(&unit)).collect();
        for (block, part) in self.blocks.iter().zip(parts) {
            for (&weight, entry) in block.weights.iter().zip(part) {
                out[weight as usize] = f64::from(entry) * norm;
            }
        }
        out
    }
}

/// The Cholesky factor of a matrix, in its place.
fn factorise(matrix: &mut [f32], n: usize) {
    for first in (0..n).step_by(PANEL) {
        let (above, panel) = matrix.split_at_mut(first * n);
        let rows = PANEL.min(n - first);
        // Against the rows above the panel, each read once a panel.
        for (j, other) in above.chunks_exact(n).enumerate() {
            for row in panel.chunks_exact_mut(n).take(rows) {
                row[j] = (row[j] - dot(&row[..j], &other[..j])) / other[j];
            }
        }
        // Within the panel.
        for i in 0..rows {
            let (before, row) = panel.split_at_mut(i * n);
            for (k, other) in before.chunks_exact(n).enumerate() {
                let j = first + k;
                row[j] = (row[j] - dot(&row[..j], &other[..j])) / other[j];
            }
            let j = first + i;
            let pivot = row[j] - dot(&row[..j], &row[..j]);
            // Where rounding has eaten up what was added, the weight is left to its diagonal.
            row[j] = if pivot > 0.5 * FIRM { pivot.sqrt() } else { 1.0 };
        }
    }
}

/// The inner product.
fn dot(a: &[f32], b: &[f32]) -> f32 {
    const LANES: usize = 32;
    let (a, a_rest) = a.as_chunks::<LANES>();
    let (b, b_rest) = b.as_chunks::<LANES>();
    let mut sums = [0.0; LANES];
    for (a, b) in a.iter().zip(b) {
        for i in 0..LANES {
            sums[i] += a[i] * b[i];
        }
    }
    sums.iter().sum::<f32>() + a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum::<f32>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_core::splitmix;

    /// The inverse times the matrix is nearly nothing but a vector, for a matrix that takes several panels.
    #[test]
    fn a_block_is_inverted() {
        let n = 150;
        let mut state = 1;
        let mut random = || (splitmix::next(&mut state) >> 40) as f32 / (1u32 << 24) as f32 - 0.5;
        let factors: Vec<f32> = (0..n * 3).map(|_| random()).collect();
        let entry = |i: usize, j: usize| {
            let product: f32 = (0..3).map(|k| factors[3 * i + k] * factors[3 * j + k]).sum();
            product + if i == j { 2.0 } else { 0.0 }
        };
        let matrix = (0..n * n).map(|at| entry(at / n, at % n)).collect();
        let vector: Vec<f64> = (0..=n).map(|i| (i as f64).cos()).collect();
        let times = |i: usize| (0..n).map(|j| f64::from(entry(i, j)) * vector[j]).sum();
        let product: Vec<f64> = (0..n).map(times).chain([4.0 * vector[n]]).collect();
        let diagonal: Vec<f64> = (0..n).map(|i| f64::from(entry(i, i))).chain([4.0]).collect();
        let weights = (0..n as u32).collect();
        let solved = Blocks::new(vec![Block { weights, matrix }], &diagonal).apply(&product);
        for (found, known) in solved.iter().zip(&vector) {
            assert!((found - known).abs() < 0.01, "{found} {known}");
        }
    }
}
