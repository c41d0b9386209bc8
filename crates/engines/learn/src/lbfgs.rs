//! Limited-memory BFGS (Nocedal 1980): the second opinion.
//!
//! It sees the function and its gradient only, and learns the curvature from how the gradient changes on the way. The first guess
//! at it is the problem's preconditioner at the beginning: without it, features that differ in frequency by eight powers of ten would
//! cost thousands of passes. A convex function needs no more of a line search than that it falls enough.
//!
//! Libraries were weighed for this: `argmin` has the method (the tests compare with it), but asks for value and gradient
//! apart, takes no first guess at the curvature, and stops by a norm of its own; `liblinear` and its bindings hold every
//! sample as a list of features, 80 GB of them here; the crates for neural networks bring a framework and no second derivatives.

use crate::convex::{Objective, Optimum, Precondition, Step, Until, add_scaled, dot, norm};
use std::collections::VecDeque;

/// How many steps are remembered.
const MEMORY: usize = 20;
/// The function must fall by this share of what the gradient promises.
const ENOUGH: f64 = 1e-4;
/// How often a step is halved before it is given up.
const HALVINGS: u32 = 30;

/// A step taken, and how the gradient changed over it.
struct Pair {
    step: Vec<f64>,
    change: Vec<f64>,
    /// One over their product.
    scale: f64,
}

/// Goes from some weights to the optimum; `report` hears of every step.
pub fn lbfgs(
    objective: &mut impl Objective,
    start: Vec<f64>,
    until: Until,
    report: &mut dyn FnMut(&Step),
) -> Optimum {
    let count = objective.weights();
    let mut weights = start;
    let mut gradient = vec![0.0; count];
    objective.evaluate(&vec![0.0; count], &mut gradient);
    let whole = norm(&gradient).max(f64::MIN_POSITIVE);
    let mut loss = objective.evaluate(&weights, &mut gradient);
    let preconditioner = objective.preconditioner(0.0);
    let mut pairs: VecDeque<Pair> = VecDeque::with_capacity(MEMORY);
    let mut last = Step { evaluations: 2, products: 0, loss, gradient: norm(&gradient) / whole };
    loop {
        report(&last);
        if last.gradient <= until.gradient || last.evaluations >= until.passes {
            return Optimum { weights, last };
        }
        let direction = direction(&gradient, &*preconditioner, &pairs);
        let slope = dot(&gradient, &direction);
        let (mut length, mut halvings) = (1.0, 0);
        let mut next_gradient = vec![0.0; count];
        let next = loop {
            let mut next = weights.clone();
            add_scaled(&mut next, length, &direction);
            last.evaluations += 1;
            last.loss = objective.evaluate(&next, &mut next_gradient);
            if last.loss <= loss + ENOUGH * length * slope {
                break next;
            }
            halvings += 1;
            if halvings == HALVINGS {
                // The function falls no more than it is exact.
                last.loss = loss;
                return Optimum { weights, last };
            }
            length *= 0.5;
        };
        let step: Vec<f64> = next.iter().zip(&weights).map(|(next, old)| next - old).collect();
        let change: Vec<f64> = next_gradient.iter().zip(&gradient).map(|(next, old)| next - old).collect();
        let product = dot(&step, &change);
        if product > 0.0 {
            if pairs.len() == MEMORY {
                pairs.pop_front();
            }
            pairs.push_back(Pair { step, change, scale: product.recip() });
        }
        (weights, gradient, loss) = (next, next_gradient, last.loss);
        last.gradient = norm(&gradient) / whole;
    }
}

/// Where to go: the gradient, bent by the curvature that the remembered steps have seen.
fn direction(gradient: &[f64], preconditioner: &dyn Precondition, pairs: &VecDeque<Pair>) -> Vec<f64> {
    let mut direction: Vec<f64> = gradient.iter().map(|g| -g).collect();
    let shares: Vec<f64> = pairs
        .iter()
        .rev()
        .map(|pair| {
            let share = pair.scale * dot(&pair.step, &direction);
            add_scaled(&mut direction, -share, &pair.change);
            share
        })
        .collect();
    let mut direction = preconditioner.apply(&direction);
    for (pair, share) in pairs.iter().zip(shares.into_iter().rev()) {
        let other = pair.scale * dot(&pair.change, &direction);
        add_scaled(&mut direction, share - other, &pair.step);
    }
    direction
}
