//! Adam over rows.
use crate::{network::Network, row::Row};
use multiversion::multiversion;

/// What is remembered of the gradients.
#[derive(Clone, Debug, PartialEq)]
pub struct Adam {
    pub mean: Network,
    pub square: Network,
    pub steps: i32,
}

impl Adam {
    pub fn new() -> Self {
        Self { mean: Network::zero(), square: Network::zero(), steps: 0 }
    }
    /// Takes a step along a gradient, which is zero after.
    pub fn step(&mut self, network: &mut Network, gradient: &mut Network, scale: f32, rate: f32) {
        self.steps += 1;
        let full = 1.0 / (1.0 - 0.9f32.powi(self.steps));
        let long = 1.0 / (1.0 - 0.999f32.powi(self.steps));
        step(&mut network.0, &mut gradient.0, &mut self.mean.0, &mut self.square.0, scale, rate * full, long);
    }
}

#[multiversion(targets("x86_64+avx512f", "x86_64+avx2+fma"))]
fn step(weights: &mut [Row], gradient: &mut [Row], means: &mut [Row], squares: &mut [Row], scale: f32, rate: f32, long: f32) {
    for (((weight, slope), mean), square) in weights.iter_mut().zip(gradient).zip(means).zip(squares) {
        for i in 0..32 {
            let g = slope.0[i] * scale;
            mean.0[i] += 0.1 * (g - mean.0[i]);
            square.0[i] += 0.001 * (g * g - square.0[i]);
            weight.0[i] += rate * mean.0[i] / ((square.0[i] * long).sqrt() + 1e-6);
        }
        *slope = Row::ZERO;
    }
}
