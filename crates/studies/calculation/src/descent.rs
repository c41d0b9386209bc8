//! How the weights follow their gradients: Adam (Kingma and Ba 2015), as in [`yomikiri_learn::Adam`], by
//! whole rows.
//!
//! Steps follow the mean of the last gradients, divided by the root of the mean of their squares: rows of
//! tables that are met seldom learn at the pace of matrices that are met everywhere. 138,000 weights take 30
//! microseconds a step, a twentieth of what they take one by one.

use crate::network::Network;
use rayon::{prelude::*, slice::ChunksMut};
use yomikiri_simd::{Floats, WIDTH, by_level};

/// How much of a gradient goes into the mean, and of its square into the mean of the squares.
const NEW: [f32; 2] = [0.1, 0.001];

/// How many gradients a step sums up: those of the parts of a batch, which are learnt side by side.
pub const PARTS: usize = 2;

/// How many rows of weights are a thread's work at least.
const ROWS: usize = 1100;

/// Keeps steps finite where gradients are zero.
const FLOOR: f32 = 1e-6;

/// What is remembered of the gradients.
#[derive(Clone, Debug, PartialEq)]
pub struct Descent {
    /// Their mean.
    pub mean: Network,
    /// The mean of their squares.
    pub square: Network,
    /// Steps taken.
    pub steps: i32,
}

impl Descent {
    /// Nothing yet.
    pub fn new() -> Self {
        Self { mean: Network::zero(), square: Network::zero(), steps: 0 }
    }

    /// Takes a step along the sum of gradients times `scale`; they are zero after.
    pub fn step(&mut self, network: &mut Network, gradients: [&mut Network; PARTS], scale: f32, rate: f32) {
        self.steps += 1;
        // Both means begin at zero, and are too small by this at first.
        let [full, long] = NEW.map(|new| 1.0 / (1.0 - (1.0 - new).powi(self.steps)));
        let [weights, means, squares] = [network, &mut self.mean, &mut self.square].map(chunks);
        let [one, other] = gradients.map(chunks);
        (weights, one, other, means, squares).into_par_iter().for_each(
            |(weights, one, other, means, squares)| {
                step(weights, [one, other], [means, squares], scale, [rate * full, long]);
            },
        );
    }
}

/// What a thread takes a step with.
fn chunks(network: &mut Network) -> ChunksMut<'_, Floats> {
    network.0.par_chunks_mut(ROWS)
}

by_level! {
    fn step(
        _simd,
        weights: &mut [Floats],
        gradients: [&mut [Floats]; PARTS],
        remembered: [&mut [Floats]; 2],
        scale: f32,
        rates: [f32; 2],
    ) {
        let ([one, other], [means, squares], [rate, long]) = (gradients, remembered, rates);
        let remembered = means.iter_mut().zip(squares);
        let gradients = one.iter_mut().zip(other);
        for ((weight, (one, other)), (mean, square)) in weights.iter_mut().zip(gradients).zip(remembered) {
            for i in 0..WIDTH {
                let slope = (one.0[i] + other.0[i]) * scale;
                mean.0[i] += NEW[0] * (slope - mean.0[i]);
                square.0[i] += NEW[1] * (slope * slope - square.0[i]);
                weight.0[i] += rate * mean.0[i] / ((square.0[i] * long).sqrt() + FLOOR);
            }
            (*one, *other) = (Floats::ZERO, Floats::ZERO);
        }
    }
}

impl Default for Descent {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The highest point of a narrow ridge, whose slopes differ a thousandfold, is found.
    #[test]
    fn slopes_of_any_scale_are_climbed() {
        let (mut network, mut descent) = (Network::zero(), Descent::new());
        let [mut gradient, mut other] = [(); 2].map(|()| Network::zero());
        for step in 0..2000 {
            let at = &network.0[7].0;
            let slopes = [-(at[3] - 1.0), -1000.0 * (at[30] - 2.0)];
            (gradient.0[7].0[3], gradient.0[7].0[30]) = (2.0 * slopes[0], slopes[1]);
            other.0[7].0[30] = slopes[1];
            descent.step(&mut network, [&mut gradient, &mut other], 0.5, 0.01 * (1.0 - step as f32 / 2000.0));
        }
        let at = &network.0[7].0;
        assert!((at[3] - 1.0).abs() < 1e-3 && (at[30] - 2.0).abs() < 1e-3, "{at:?}");
        assert_eq!(network.0[8], Floats::ZERO);
    }
}
