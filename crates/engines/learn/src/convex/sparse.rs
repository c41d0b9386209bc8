//! Samples as lists of the binary features that hold, and the loss of a linear model over them.
//!
//! The general and obvious form, for any game, and what faster forms are tested against: a pass costs an
//! addition for each feature that holds, forwards and backwards, in one thread. Games whose features have a
//! structure do better (Dobutsu Shogi by a factor of twenty: `yomikiri_dobutsu::learn`).

use super::{loss::Loss, objective::Objective};

/// Samples: which features hold, and what the result was.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    features: Vec<u32>,
    /// Where each sample's features end.
    ends: Vec<usize>,
    targets: Vec<f64>,
}

impl Samples {
    /// Adds a sample; a feature may be there more than once. The target is a share of a win.
    pub fn push(&mut self, features: &[u32], target: f64) {
        self.features.extend_from_slice(features);
        self.ends.push(self.features.len());
        self.targets.push(target);
    }

    /// Number of samples.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// What the result of each was, as a share of a win.
    pub fn targets(&self) -> &[f64] {
        &self.targets
    }

    /// The features of each sample.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        let starts = std::iter::once(&0).chain(&self.ends);
        starts.zip(&self.ends).map(|(&start, &end)| &self.features[start..end])
    }

    /// The score of each sample.
    pub fn scores(&self, weights: &[f64]) -> Vec<f64> {
        let score = |features: &[u32]| features.iter().map(|&feature| weights[feature as usize]).sum();
        self.iter().map(score).collect()
    }
}

/// The loss of a linear model over samples.
#[derive(Debug)]
pub struct SparseObjective<'a> {
    samples: &'a Samples,
    weights: usize,
    loss: Loss,
    curvatures: Vec<f32>,
}

impl<'a> SparseObjective<'a> {
    /// The loss of so many weights over the samples.
    pub fn new(samples: &'a Samples, weights: usize, loss: Loss) -> Self {
        Self { samples, weights, loss, curvatures: vec![0.0; samples.len()] }
    }

    /// Adds each sample's number to the entries of its features.
    fn scatter(&self, numbers: &[f64], out: &mut [f64]) {
        out.fill(0.0);
        for (features, number) in self.samples.iter().zip(numbers) {
            for &feature in features {
                out[feature as usize] += number;
            }
        }
    }
}

impl Objective for SparseObjective<'_> {
    fn weights(&self) -> usize {
        self.weights
    }

    fn evaluate(&mut self, weights: &[f64], gradient: &mut [f64]) -> f64 {
        let mut scores = self.samples.scores(weights);
        let loss = self.loss.slopes(&mut scores, &self.samples.targets, Some(&mut self.curvatures));
        self.scatter(&scores, gradient);
        loss
    }

    fn curve(&mut self, direction: &[f64], product: &mut [f64]) {
        let mut scores = self.samples.scores(direction);
        scores.iter_mut().zip(&self.curvatures).for_each(|(score, curve)| *score *= f64::from(*curve));
        self.scatter(&scores, product);
    }

    fn diagonal(&mut self, diagonal: &mut [f64]) {
        let curves: Vec<f64> = self.curvatures.iter().copied().map(f64::from).collect();
        self.scatter(&curves, diagonal);
    }

    fn is_quadratic(&self) -> bool {
        self.loss == Loss::Squares
    }
}
