//! What the optimisers share: a point, and a step from it down a direction that is halved until it pays.

use super::objective::{Objective, Optimum, Step, add_scaled, dot, norm};

/// The function must fall by this share of what the gradient promises.
const ENOUGH: f64 = 1e-4;
/// How often a step is halved before it is given up: the function falls no more than it is exact.
const HALVINGS: u32 = 30;

/// Some weights, with the function and its gradient there.
pub struct Point {
    pub weights: Vec<f64>,
    pub gradient: Vec<f64>,
    pub loss: f64,
}

/// A way down.
pub struct LineSearch {
    /// Where it is.
    pub point: Point,
    /// How far it has come.
    pub last: Step,
    /// The gradient's norm at zero weights.
    whole: f64,
}

impl LineSearch {
    /// Begins at some weights.
    pub fn new(objective: &mut impl Objective, weights: Vec<f64>) -> Self {
        let mut gradient = vec![0.0; weights.len()];
        objective.evaluate(&vec![0.0; weights.len()], &mut gradient);
        let whole = norm(&gradient).max(f64::MIN_POSITIVE);
        let loss = objective.evaluate(&weights, &mut gradient);
        let last = Step { evaluations: 2, products: 0, loss, gradient: norm(&gradient) / whole };
        Self { point: Point { weights, gradient, loss }, last, whole }
    }

    /// Goes in a direction, by a step that is halved until the function falls enough or `accepts` says so;
    /// the point left behind, or none if no step leads down.
    pub fn go(
        &mut self,
        objective: &mut impl Objective,
        direction: &[f64],
        accepts: impl Fn(&Point, &Point) -> bool,
    ) -> Option<Point> {
        let here = &self.point;
        let slope = dot(&here.gradient, direction);
        let mut length = 1.0;
        let mut next =
            Point { weights: here.weights.clone(), gradient: vec![0.0; direction.len()], loss: here.loss };
        for _ in 0..HALVINGS {
            next.weights.copy_from_slice(&here.weights);
            add_scaled(&mut next.weights, length, direction);
            self.last.evaluations += 1;
            next.loss = objective.evaluate(&next.weights, &mut next.gradient);
            if next.loss <= here.loss + ENOUGH * length * slope || accepts(here, &next) {
                self.last.loss = next.loss;
                self.last.gradient = norm(&next.gradient) / self.whole;
                return Some(std::mem::replace(&mut self.point, next));
            }
            length *= 0.5;
        }
        None
    }

    /// Where it has come to.
    pub fn end(self) -> Optimum {
        Optimum { weights: self.point.weights, last: self.last }
    }
}
