//! How the weights follow their gradients: Adam (Kingma and Ba 2015), as in [`yomikiri_learn::Adam`], by whole rows.
//!
//! Steps follow the mean of the last gradients, divided by the root of the mean of their squares: rows of tables that are met seldom learn at the
//! pace of matrices that are met everywhere. 138,000 weights take 30 microseconds a step, a twentieth of what they take one by one.

use crate::{
    network::Network,
    row::{Row, WIDTH},
};
use multiversion::multiversion;

/// How much of a gradient goes into the mean, and of its square into the mean of the squares.
const NEW: [f32; 2] = [0.1, 0.001];

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

    /// Takes a step along a gradient times `scale`; it is zero after.
    pub fn step(&mut self, network: &mut Network, gradient: &mut Network, scale: f32, rate: f32) {
        self.steps += 1;
        // Both means begin at zero, and are too small by this at first.
        let [full, long] = NEW.map(|new| 1.0 / (1.0 - (1.0 - new).powi(self.steps)));
        let remembered = [&mut self.mean.0[..], &mut self.square.0];
        step(&mut network.0, &mut gradient.0, remembered, scale, [rate * full, long]);
    }
}

#[multiversion(targets("x86_64+avx512f", "x86_64+avx2+fma"))]
fn step(
    weights: &mut [Row],
    gradient: &mut [Row],
    [means, squares]: [&mut [Row]; 2],
    scale: f32,
    [rate, long]: [f32; 2],
) {
    let remembered = means.iter_mut().zip(squares);
    for ((weight, slope), (mean, square)) in weights.iter_mut().zip(gradient).zip(remembered) {
        for i in 0..WIDTH {
            let slope = slope.0[i] * scale;
            mean.0[i] += NEW[0] * (slope - mean.0[i]);
            square.0[i] += NEW[1] * (slope * slope - square.0[i]);
            weight.0[i] += rate * mean.0[i] / ((square.0[i] * long).sqrt() + FLOOR);
        }
        *slope = Row::ZERO;
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
        let (mut network, mut gradient, mut descent) = (Network::zero(), Network::zero(), Descent::new());
        for step in 0..2000 {
            let at = &network.0[7].0;
            let slopes = [-(at[3] - 1.0), -1000.0 * (at[30] - 2.0)];
            (gradient.0[7].0[3], gradient.0[7].0[30]) = (2.0 * slopes[0], 2.0 * slopes[1]);
            descent.step(&mut network, &mut gradient, 0.5, 0.01 * (1.0 - step as f32 / 2000.0));
        }
        let at = &network.0[7].0;
        assert!((at[3] - 1.0).abs() < 1e-3 && (at[30] - 2.0).abs() < 1e-3, "{at:?}");
        assert_eq!(network.0[8], Row::ZERO);
    }
}
