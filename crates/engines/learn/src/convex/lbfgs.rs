//! Limited-memory BFGS (Nocedal 1980): the second opinion.
//!
//! It sees the function and its gradient only, and learns the curvature from how the gradient changes on the
//! way. The first guess at it is the problem's preconditioner at the beginning: without it, features that
//! differ in frequency by eight powers of ten would cost thousands of passes. A convex function needs no more
//! of a line search than that it falls enough.
//!
//! Libraries were weighed for this: `argmin` has the method (the tests compare with its figures), but asks
//! for value and gradient apart, takes no first guess at the curvature, and stops by a norm of its own;
//! `liblinear` and its bindings hold every sample as a list of features, 80 GB of them here; the crates for
//! neural networks bring a framework and no second derivatives.

use super::{
    line_search::LineSearch,
    objective::{Objective, Optimum, Precondition, Step, Until, add_scaled, dot},
};
use std::collections::VecDeque;

/// How many steps are remembered.
const MEMORY: usize = 20;
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
    let mut search = LineSearch::new(objective, start);
    let preconditioner = objective.preconditioner(0.0);
    let mut pairs: VecDeque<Pair> = VecDeque::with_capacity(MEMORY);
    loop {
        let last = search.last;
        report(&last);
        if last.gradient <= until.gradient || last.evaluations >= until.passes {
            return search.end();
        }
        let mut direction = direction(&search.point.gradient, &*preconditioner, &pairs);
        objective.straighten(&mut direction);
        let Some(left) = search.go(objective, &direction, |_, _| false) else { return search.end() };
        let step = difference(&search.point.weights, &left.weights);
        let change = difference(&search.point.gradient, &left.gradient);
        let product = dot(&step, &change);
        if product > 0.0 {
            if pairs.len() == MEMORY {
                pairs.pop_front();
            }
            pairs.push_back(Pair { step, change, scale: product.recip() });
        }
    }
}

fn difference(new: &[f64], old: &[f64]) -> Vec<f64> {
    new.iter().zip(old).map(|(new, old)| new - old).collect()
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
