//! Adam: gradient descent at a rate of its own for each weight (Kingma and Ba 2015).
//!
//! Method: steps follow the mean of the last gradients, divided by the root of the mean of their squares. So
//! weights that are met everywhere and weights that are met seldom learn at the same pace. Cost: two numbers
//! for each weight; 138,000 weights take 30 microseconds a step on two threads, by whole rows.

use super::parameters::Parameters;
use rayon::prelude::*;
use yomikiri_simd::{Floats, WIDTH, by_level};

/// Rows that are a thread's work at least.
const ROWS: usize = 1100;

/// How far back the mean of the gradients reaches, and that of their squares.
const KEEP: [f32; 2] = [0.9, 0.999];

/// In which order a step does its operations. By the formula all are the same; the last bits are not, and
/// what a training gives for a seed depends on those.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperationOrder {
    /// Means go a part of the way to what is new; their corrections are factors. The quickest.
    Factors,
    /// The same, divided by the corrections.
    Divisions,
    /// Means are weighted sums of the old and the new, divided by the corrections.
    WeightedSums,
}

/// What is remembered of the gradients.
#[derive(Clone, Debug, PartialEq)]
pub struct Adam {
    /// Their mean.
    pub mean: Parameters,
    /// The mean of their squares.
    pub square: Parameters,
    /// Steps taken.
    pub steps: i32,
    order: OperationOrder,
}

/// The numbers of a step.
#[derive(Clone, Copy)]
struct Numbers {
    scale: f32,
    rate: f32,
    /// Both means begin at zero, and are too small by these at first.
    warm: [f32; 2],
    order: OperationOrder,
}

impl Adam {
    /// For so many rows of weights.
    pub fn new(rows: usize, order: OperationOrder) -> Self {
        Self { mean: Parameters::zero(rows), square: Parameters::zero(rows), steps: 0, order }
    }

    /// Goes on with what was remembered after so many steps.
    pub const fn resume(mean: Parameters, square: Parameters, steps: i32, order: OperationOrder) -> Self {
        Self { mean, square, steps, order }
    }

    /// Takes a step up the sum of some gradients times `scale`: less than 0 to go down.
    pub fn step(&mut self, weights: &mut Parameters, gradients: &[&Parameters], scale: f32, rate: f32) {
        self.steps += 1;
        let keep = match self.order {
            OperationOrder::Factors => NEW.map(|new| 1.0 - new),
            _ => KEEP,
        };
        let warm = keep.map(|keep| 1.0 - keep.powi(self.steps));
        let numbers = Numbers { scale, rate, warm, order: self.order };
        let rows = [weights, &mut self.mean, &mut self.square].map(|all| all[..].par_chunks_mut(ROWS));
        let [weights, means, squares] = rows;
        (weights, means, squares).into_par_iter().enumerate().for_each(|(at, (weights, means, squares))| {
            let rows = at * ROWS..at * ROWS + weights.len();
            let parts: Vec<&[Floats]> = gradients.iter().map(|part| &part[rows.clone()]).collect();
            step(weights, &parts, [means, squares], numbers);
        });
    }
}

/// How much of a gradient goes into the mean, and of its square into the mean of the squares.
const NEW: [f32; 2] = [0.1, 0.001];

/// Keeps steps finite where gradients are zero.
const EPSILON: f32 = 1e-6;

/// The same for weighted sums.
const SMALL_EPSILON: f32 = 1e-8;

by_level! {
    fn step(simd, weights: &mut [Floats], parts: &[&[Floats]], remembered: [&mut [Floats]; 2], numbers: Numbers) {
        let ([means, squares], Numbers { scale, rate, warm, order }) = (remembered, numbers);
        let full = [rate * (1.0 / warm[0]), 1.0 / warm[1]];
        let remembered = means.iter_mut().zip(squares);
        for (row, (weight, (mean, square))) in weights.iter_mut().zip(remembered).enumerate() {
            let mut slopes = parts[0][row];
            for part in &parts[1..] {
                slopes.add(simd, &part[row]);
            }
            match order {
                OperationOrder::Factors => {
                    for i in 0..WIDTH {
                        let slope = slopes.0[i] * scale;
                        mean.0[i] += NEW[0] * (slope - mean.0[i]);
                        square.0[i] += NEW[1] * (slope * slope - square.0[i]);
                        weight.0[i] += full[0] * mean.0[i] / ((square.0[i] * full[1]).sqrt() + EPSILON);
                    }
                }
                OperationOrder::Divisions => {
                    for i in 0..WIDTH {
                        let slope = slopes.0[i] * scale;
                        mean.0[i] += (1.0 - KEEP[0]) * (slope - mean.0[i]);
                        square.0[i] += (1.0 - KEEP[1]) * (slope * slope - square.0[i]);
                        weight.0[i] += rate * (mean.0[i] / warm[0]) / ((square.0[i] / warm[1]).sqrt() + EPSILON);
                    }
                }
                OperationOrder::WeightedSums => {
                    for i in 0..WIDTH {
                        let slope = slopes.0[i] * scale;
                        mean.0[i] = KEEP[0] * mean.0[i] + (1.0 - KEEP[0]) * slope;
                        square.0[i] = KEEP[1] * square.0[i] + (1.0 - KEEP[1]) * slope * slope;
                        weight.0[i] += rate * (mean.0[i] / warm[0]) / ((square.0[i] / warm[1]).sqrt() + SMALL_EPSILON);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The highest point of a narrow ridge, whose slopes differ a thousandfold, is found; what has no slope
    /// stays.
    #[test]
    fn slopes_of_any_scale_are_climbed() {
        for order in [OperationOrder::Factors, OperationOrder::Divisions, OperationOrder::WeightedSums] {
            let (mut weights, mut adam) = (Parameters::zero(9), Adam::new(9, order));
            let [mut gradient, mut other] = [(); 2].map(|()| Parameters::zero(9));
            (weights[7].0[3], weights[7].0[30]) = (5.0, -3.0);
            for step in 0..4000 {
                let at = &weights[7].0;
                let slopes = [-(at[3] - 1.0), -1000.0 * (at[30] - 2.0)];
                (gradient[7].0[3], gradient[7].0[30]) = (2.0 * slopes[0], slopes[1]);
                other[7].0[30] = slopes[1];
                let rate = 0.01 * (1.0 - step as f32 / 4000.0);
                adam.step(&mut weights, &[&gradient, &other], 0.5, rate);
            }
            let at = &weights[7].0;
            assert!((at[3] - 1.0).abs() < 1e-3 && (at[30] - 2.0).abs() < 1e-3, "{order:?} {at:?}");
            assert_eq!(weights[8], Floats::ZERO);
        }
    }
}
