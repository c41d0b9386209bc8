//! How fast each feature is taught.
//!
//! Method: a feature that holds in one position of ten thousand is taught a thousandth as often as one that
//! holds in every tenth; with one rate for both, it has hardly moved when the rate has fallen. So the rate of
//! a feature is divided by the root of the squared errors it has seen, as in Adagrad (Duchi, Hazan and Singer
//! 2011), but relative to all errors seen: a factor between 1 and [`MOST`], while the rate itself follows the
//! plan. Cost: an addition a feature; the roots are taken once in a while.

use crate::network::{Network, Row};

/// The highest factor.
const MOST: f32 = 20.0;
/// A feature that has seen this share of all squared errors, or more, is taught at the plain rate.
const COMMON: f64 = 0.05;
/// Keeps features that were never seen from a division by zero.
const LEAST: f32 = 1e-9;

/// What is known of a feature.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Heard {
    /// The sum of the squared errors where it held.
    pub errors: f32,
    /// By how much faster it is taught than at the plain rate.
    pub factor: f32,
}

/// The rates of all features.
#[derive(Clone, Debug, PartialEq)]
pub struct Pace {
    pub(crate) features: Vec<Heard>,
    /// The sum of all squared errors.
    pub(crate) errors: f64,
}

impl Pace {
    /// The plain rate for all of so many features.
    pub fn new(features: usize) -> Self {
        Self { features: vec![Heard { errors: 0.0, factor: 1.0 }; features], errors: 0.0 }
    }

    /// Moves the value of a set of features towards a target, and gives what it was before.
    pub fn learn(&mut self, network: &mut Network, features: &[u32], target: f32, rate: f32) -> f32 {
        let heard = &mut self.features;
        let value = network.learn_each(features, target, rate, |feature, error| {
            let heard = &mut heard[feature as usize];
            heard.errors += error * error;
            heard.factor
        });
        self.errors += f64::from((target - value) * (target - value));
        value
    }

    /// The network without what it began with: features that were never taught say nothing.
    #[must_use]
    pub fn pruned(&self, network: &Network) -> Network {
        let mut pruned = network.clone();
        for (row, heard) in pruned.rows.iter_mut().zip(&self.features) {
            if heard.errors == 0.0 {
                *row = Row::ZERO;
            }
        }
        pruned
    }

    /// Takes the factors anew from the errors seen.
    pub fn refresh(&mut self) {
        let common = (self.errors * COMMON) as f32;
        for heard in &mut self.features {
            heard.factor = (common / (heard.errors + LEAST)).sqrt().clamp(1.0, MOST);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_features_are_taught_faster() {
        let (mut network, mut pace) = (Network::new(3, 1), Pace::new(3));
        for lesson in 0..1000 {
            let feature = u32::from(lesson % 100 == 0);
            pace.learn(&mut network, &[feature], (lesson % 2) as f32, 0.01);
        }
        pace.refresh();
        let factors: Vec<f32> = pace.features.iter().map(|heard| heard.factor).collect();
        // One is common; one has a hundredth of the errors, a fifth of what counts as common; one was never
        // taught.
        for (factor, expected) in factors.iter().zip([1.0, 5f32.sqrt(), MOST]) {
            assert!((factor - expected).abs() < 0.3, "{factors:?}");
        }
        let pruned = pace.pruned(&network);
        assert_eq!(pruned.rows, [network.rows[0], network.rows[1], Row::ZERO]);
    }
}
