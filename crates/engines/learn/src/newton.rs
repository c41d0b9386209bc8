//! Newton's method with the linear system solved only as well as it pays (truncated; Dembo and Steihaug 1983).
//!
//! Method: at each point the step that would lead to the optimum of the quadratic there is sought by conjugate gradients,
//! preconditioned with whatever the problem knows to be near the inverse Hessian (by itself the diagonal), until the residual is
//! a share of the gradient; the step is halved until the function falls enough. A quadratic takes one step.
//!
//! Why this one: features are as rare as one position in a million and as common as all of them, so curvatures differ by eight
//! powers of ten. The preconditioner takes most of that away, and a product with the Hessian costs less than an evaluation, since nothing
//! is exponentiated. Beside it stands [`lbfgs`](crate::lbfgs()), which knows nothing of second derivatives: where both end at the
//! same weights neither has a wrong gradient to thank for it.
//!
//! Cost: an evaluation a step, a product for each round of conjugate gradients, seven vectors of the weights' length.

use crate::convex::{Objective, Optimum, Step, Until, add_scaled, dot, norm};

/// The function must fall by this share of what the gradient promises.
const ENOUGH: f64 = 1e-4;
/// How often a step is halved before it is given up: the function falls no more than it is exact.
const HALVINGS: u32 = 30;
/// A step is solved until its residual is this share of the gradient. Measured on 99 million positions: shares that shrink with the
/// gradient (Eisenstat and Walker 1996) took three times as many products, because the weights of what is only ever seen in wins grow by one a
/// step, however exact it is.
const ROUGHLY: f64 = 0.2;

/// Goes from some weights to the optimum; `report` hears of every step.
pub fn newton(
    objective: &mut impl Objective,
    start: Vec<f64>,
    until: Until,
    report: &mut dyn FnMut(&Step),
) -> Optimum {
    let count = objective.weights();
    let zeros = || vec![0.0; count];
    let (mut weights, mut gradient) = (start, zeros());
    objective.evaluate(&zeros(), &mut gradient);
    let whole = norm(&gradient).max(f64::MIN_POSITIVE);
    let mut loss = objective.evaluate(&weights, &mut gradient);
    let mut last = Step { evaluations: 2, products: 0, loss, gradient: norm(&gradient) / whole };
    let (mut direction, mut tried, mut tried_gradient) = (zeros(), zeros(), zeros());
    loop {
        report(&last);
        if last.gradient <= until.gradient || last.evaluations + last.products >= until.passes {
            return Optimum { weights, last };
        }
        let share = if objective.is_quadratic() {
            // A little less than is asked for, so that rounding does not make a second step necessary.
            0.9 * until.gradient / last.gradient
        } else {
            ROUGHLY
        };
        let most = until.passes - last.evaluations - last.products;
        last.products += solve(objective, &gradient, share, most, &mut direction);
        let slope = dot(&gradient, &direction);
        let mut length = 1.0;
        let fell = (0..HALVINGS).any(|_| {
            tried.copy_from_slice(&weights);
            add_scaled(&mut tried, length, &direction);
            last.evaluations += 1;
            last.loss = objective.evaluate(&tried, &mut tried_gradient);
            // Near the optimum the function's last digits decide nothing any more, but the gradient's do.
            let fell = last.loss <= loss + ENOUGH * length * slope
                || norm(&tried_gradient) < 0.5 * norm(&gradient) && last.loss <= loss * (1.0 + 1e-12);
            length *= 0.5;
            fell
        });
        if !fell {
            last.loss = loss;
            return Optimum { weights, last };
        }
        std::mem::swap(&mut weights, &mut tried);
        std::mem::swap(&mut gradient, &mut tried_gradient);
        loss = last.loss;
        last.gradient = norm(&gradient) / whole;
    }
}

/// Conjugate gradients for the Newton step: how many products it took.
fn solve(
    objective: &mut impl Objective,
    gradient: &[f64],
    share: f64,
    most: u64,
    direction: &mut [f64],
) -> u64 {
    let count = gradient.len();
    let preconditioner = objective.preconditioner(0.0);
    direction.fill(0.0);
    let mut residual: Vec<f64> = gradient.iter().map(|g| -g).collect();
    let enough = share * norm(gradient);
    let mut ahead = preconditioner.apply(&residual);
    let mut along = ahead.clone();
    let mut worth = dot(&residual, &ahead);
    let mut product = vec![0.0; count];
    let mut products = 0;
    while products < most.max(1) {
        objective.curve(&along, &mut product);
        products += 1;
        let bend = dot(&along, &product);
        if bend <= 0.0 {
            break;
        }
        let length = worth / bend;
        add_scaled(direction, length, &along);
        add_scaled(&mut residual, -length, &product);
        if norm(&residual) <= enough {
            break;
        }
        ahead = preconditioner.apply(&residual);
        let next = dot(&residual, &ahead);
        let turn = next / worth;
        worth = next;
        along.iter_mut().zip(&ahead).for_each(|(along, ahead)| *along = ahead + turn * *along);
    }
    products
}
