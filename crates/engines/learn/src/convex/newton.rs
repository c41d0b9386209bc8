//! Newton's method with the linear system solved only as well as it pays (truncated; Dembo and Steihaug
//! 1983).
//!
//! Method: at each point the step that would lead to the optimum of the quadratic there is sought by
//! conjugate gradients, preconditioned with whatever the problem knows to be near the inverse Hessian (by
//! itself the diagonal), until the residual is a share of the gradient; it is freed of flat directions, and
//! halved until the function falls enough.
//!
//! Why this one: features are as rare as one position in a million and as common as all of them, so
//! curvatures differ by eight powers of ten. The preconditioner takes most of that away, and a product with
//! the Hessian costs less than an evaluation, since nothing is exponentiated. Beside it stands
//! [`lbfgs`](crate::lbfgs()), which knows nothing of second derivatives: where both end at the same weights
//! neither has a wrong gradient to thank for it.
//!
//! Cost: an evaluation a step, a product for each round of conjugate gradients, seven vectors of the weights'
//! length.

use super::{
    line_search::{LineSearch, Point},
    objective::{Objective, Optimum, Step, Until, add_scaled, dot, norm},
};

/// A step is solved until its residual is this share of the gradient, both in the norm of the preconditioner.
/// Measured on 99 million positions: with 0.45 a gradient of 1e-6 takes 192 passes, with 0.2 about 215;
/// shares that shrink with the gradient (Eisenstat and Walker 1996) took three times as many, because the
/// weights of what is only ever seen in wins grow by one a step, however exact it is.
const ROUGHLY: f64 = 0.45;
/// The same for a quadratic, at the least: freed of flat directions a step is then taken anew.
const PRECISELY: f64 = 0.03;

/// Goes from some weights to the optimum; `report` hears of every step.
pub fn newton(
    objective: &mut impl Objective,
    start: Vec<f64>,
    until: Until,
    report: &mut dyn FnMut(&Step),
) -> Optimum {
    let mut search = LineSearch::new(objective, start);
    let mut direction = vec![0.0; objective.weights()];
    loop {
        let last = search.last;
        report(&last);
        let passes = last.evaluations + last.products;
        if last.gradient <= until.gradient || passes >= until.passes {
            return search.end();
        }
        let share = if objective.is_quadratic() {
            (0.9 * until.gradient / last.gradient).max(PRECISELY)
        } else {
            ROUGHLY
        };
        let most = until.passes - passes;
        search.last.products += solve(objective, &search.point.gradient, share, most, &mut direction);
        objective.straighten(&mut direction);
        // Near the optimum the function's last digits decide nothing any more, but the gradient's do.
        let near = |here: &Point, next: &Point| {
            norm(&next.gradient) < 0.5 * norm(&here.gradient) && next.loss <= here.loss * (1.0 + 1e-12)
        };
        if search.go(objective, &direction, near).is_none() {
            return search.end();
        }
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
    let mut ahead = preconditioner.apply(&residual);
    let mut along = ahead.clone();
    let mut worth = dot(&residual, &ahead);
    // In the preconditioner's norm: flat directions, which a step is freed of later, count for little there.
    let enough = share * share * worth;
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
        ahead = preconditioner.apply(&residual);
        let next = dot(&residual, &ahead);
        if next <= enough {
            break;
        }
        let turn = next / worth;
        worth = next;
        along.iter_mut().zip(&ahead).for_each(|(along, ahead)| *along = ahead + turn * *along);
    }
    products
}
