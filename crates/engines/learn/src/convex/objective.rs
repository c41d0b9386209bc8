//! Convex problems: what an optimiser asks of one, and how it reports.
//!
//! A problem is a sum over samples plus a ridge. The ridge makes the optimum unique: features that always
//! hold together leave the loss flat in some directions, and one that was only ever seen in wins would want
//! an infinite weight.

use std::sync::Arc;

/// A twice differentiable convex function of some weights.
pub trait Objective {
    /// How many weights there are.
    fn weights(&self) -> usize;

    /// The function at some weights, and its gradient. [`curve`](Self::curve) and
    /// [`diagonal`](Self::diagonal) speak of this point.
    fn evaluate(&mut self, weights: &[f64], gradient: &mut [f64]) -> f64;

    /// The second derivative in a direction: the Hessian at the last point evaluated, times it.
    fn curve(&mut self, direction: &[f64], product: &mut [f64]);

    /// The diagonal of that Hessian, or what comes near.
    fn diagonal(&mut self, diagonal: &mut [f64]);

    /// Something that is near the inverse of that Hessian with a ridge of some strength added, and cheap to
    /// apply: it only makes the search quicker. By itself the diagonal.
    fn preconditioner(&mut self, ridge: f64) -> Box<dyn Precondition> {
        let mut diagonal = vec![0.0; self.weights()];
        self.diagonal(&mut diagonal);
        Box::new(Diagonal::new(diagonal, ridge))
    }

    /// Takes out of a step what changes no sample's score, as far as that is known.
    fn straighten(&mut self, _step: &mut [f64]) {}

    /// Whether the Hessian is the same everywhere.
    fn is_quadratic(&self) -> bool;
}

/// A symmetric positive definite matrix, applied.
pub trait Precondition {
    /// The matrix times a vector.
    fn apply(&self, vector: &[f64]) -> Vec<f64>;
}

impl<P: Precondition> Precondition for Arc<P> {
    fn apply(&self, vector: &[f64]) -> Vec<f64> {
        self.as_ref().apply(vector)
    }
}

/// The inverse of a diagonal matrix.
#[derive(Debug)]
pub struct Diagonal(Vec<f64>);

impl Diagonal {
    /// The inverse of a diagonal with a ridge added; entries of 0 are taken for 1.
    pub fn new(mut diagonal: Vec<f64>, ridge: f64) -> Self {
        for entry in &mut diagonal {
            let sum = *entry + ridge;
            *entry = if sum > 0.0 { sum.recip() } else { 1.0 };
        }
        Self(diagonal)
    }
}

impl Precondition for Diagonal {
    fn apply(&self, vector: &[f64]) -> Vec<f64> {
        vector.iter().zip(&self.0).map(|(entry, inverse)| entry * inverse).collect()
    }
}

/// A function with half the sum of the squared weights added, times a strength.
#[derive(Debug)]
pub struct Ridge<O> {
    /// The function.
    pub inner: O,
    /// The strength.
    pub strength: f64,
}

impl<O: Objective> Objective for Ridge<O> {
    fn weights(&self) -> usize {
        self.inner.weights()
    }

    fn evaluate(&mut self, weights: &[f64], gradient: &mut [f64]) -> f64 {
        let loss = self.inner.evaluate(weights, gradient);
        add_scaled(gradient, self.strength, weights);
        loss + 0.5 * self.strength * dot(weights, weights)
    }

    fn curve(&mut self, direction: &[f64], product: &mut [f64]) {
        self.inner.curve(direction, product);
        add_scaled(product, self.strength, direction);
    }

    fn diagonal(&mut self, diagonal: &mut [f64]) {
        self.inner.diagonal(diagonal);
        for entry in diagonal {
            *entry += self.strength;
        }
    }

    fn preconditioner(&mut self, ridge: f64) -> Box<dyn Precondition> {
        self.inner.preconditioner(ridge + self.strength)
    }

    fn straighten(&mut self, step: &mut [f64]) {
        self.inner.straighten(step);
    }

    fn is_quadratic(&self) -> bool {
        self.inner.is_quadratic()
    }
}

/// How far an optimiser has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// How often the function was evaluated so far.
    pub evaluations: u64,
    /// How often the Hessian was applied so far.
    pub products: u64,
    /// The function.
    pub loss: f64,
    /// The norm of the gradient as a share of that at the beginning of a fit from nothing.
    pub gradient: f64,
}

/// When to stop.
#[derive(Clone, Copy, Debug)]
pub struct Until {
    /// At this share of the gradient's norm at zero weights.
    pub gradient: f64,
    /// After so many evaluations and products in any case.
    pub passes: u64,
}

/// An optimum, or how near it was come to.
#[derive(Clone, Debug)]
pub struct Optimum {
    /// The weights.
    pub weights: Vec<f64>,
    /// The last step.
    pub last: Step,
}

/// The inner product, summed up in an order that does not depend on the machine.
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    let (eights, rest) = a.as_chunks::<8>();
    let (others, others_rest) = b.as_chunks::<8>();
    let mut sums = [0.0; 8];
    for (a, b) in eights.iter().zip(others) {
        for i in 0..8 {
            sums[i] += a[i] * b[i];
        }
    }
    sums.iter().sum::<f64>() + rest.iter().zip(others_rest).map(|(a, b)| a * b).sum::<f64>()
}

/// The Euclidean norm.
pub fn norm(a: &[f64]) -> f64 {
    dot(a, a).sqrt()
}

/// Adds a multiple.
pub fn add_scaled(sum: &mut [f64], scale: f64, other: &[f64]) {
    sum.iter_mut().zip(other).for_each(|(sum, other)| *sum += scale * other);
}
