//! The optimisers agree with each other, with a closed form, and with another's.

use yomikiri_core::splitmix;
use yomikiri_learn::{Loss, Objective, Ridge, Samples, SparseObjective, Until, lbfgs, newton};

const WEIGHTS: usize = 60;
const UNTIL: Until = Until { gradient: 1e-10, passes: 10_000 };

/// Samples whose features are rare and common, redundant, and twice the same.
fn samples() -> Samples {
    let mut state = 7;
    let mut draw = |bound: u64| splitmix::next(&mut state) % bound;
    let mut samples = Samples::default();
    for _ in 0..3000 {
        let first = draw(5) as u32;
        let mut features =
            vec![first, 5 + first, 10 + draw(20) as u32, 30 + (draw(30) * draw(30) / 30) as u32];
        if draw(10) == 0 {
            features.push(features[3]);
        }
        let odds = f64::from(first) - 2.0 + f64::from(features[3] % 4);
        let target =
            if draw(100) < 10 { 0.5 } else { f64::from(u8::from((draw(1000) as f64) < 250.0 * odds)) };
        samples.push(&features, target);
    }
    samples
}

fn problem(samples: &Samples, loss: Loss) -> Ridge<SparseObjective<'_>> {
    Ridge { inner: SparseObjective::new(samples, WEIGHTS, loss), strength: 1.0 }
}

fn farthest(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

#[test]
fn gradients_and_curvatures_are_slopes() {
    let samples = samples();
    for loss in [Loss::Logistic, Loss::Squares] {
        let mut problem = problem(&samples, loss);
        let weights: Vec<f64> = (0..WEIGHTS).map(|i| (i as f64 * 0.7).sin()).collect();
        let mut gradient = vec![0.0; WEIGHTS];
        problem.evaluate(&weights, &mut gradient);
        for i in [0, 7, 15, 33, 59] {
            let h = 1e-5;
            let mut at = |nudge: f64| {
                let (mut nudged, mut gradient) = (weights.clone(), vec![0.0; WEIGHTS]);
                nudged[i] += nudge;
                (problem.evaluate(&nudged, &mut gradient), gradient)
            };
            let ((high, high_gradient), (low, low_gradient)) = (at(h), at(-h));
            assert!(((high - low) / (2.0 * h) - gradient[i]).abs() < 1e-4, "{loss:?} {i}");
            let mut direction = vec![0.0; WEIGHTS];
            direction[i] = 1.0;
            let mut product = vec![0.0; WEIGHTS];
            problem.evaluate(&weights, &mut gradient);
            problem.curve(&direction, &mut product);
            for j in 0..WEIGHTS {
                let slope = (high_gradient[j] - low_gradient[j]) / (2.0 * h);
                assert!((slope - product[j]).abs() < 1e-3, "{loss:?} {i} {j}: {slope} {}", product[j]);
            }
        }
    }
}

/// The normal equations, by Gauss.
fn closed_form(samples: &Samples, targets: &[f64]) -> Vec<f64> {
    let mut rows = vec![vec![0.0; WEIGHTS + 1]; WEIGHTS];
    for (i, row) in rows.iter_mut().enumerate() {
        row[i] = 1.0;
    }
    for (features, target) in samples.iter().zip(targets) {
        for &a in features {
            for &b in features {
                rows[a as usize][b as usize] += 1.0;
            }
            rows[a as usize][WEIGHTS] += target;
        }
    }
    for i in 0..WEIGHTS {
        let pivot = rows[i].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(j, _)| *j != i) {
            let share = row[i] / pivot[i];
            row.iter_mut().zip(&pivot).for_each(|(entry, other)| *entry -= share * other);
        }
    }
    (0..WEIGHTS).map(|i| rows[i][WEIGHTS] / rows[i][i]).collect()
}

#[test]
fn least_squares_are_the_closed_form() {
    let samples = samples();
    let mut problem = problem(&samples, Loss::Squares);
    let by_newton = newton(&mut problem, vec![0.0; WEIGHTS], UNTIL, &mut |_| {});
    assert!(by_newton.last.gradient <= UNTIL.gradient);
    let known = closed_form(&samples, &samples.targets().iter().map(|t| 2.0 * t - 1.0).collect::<Vec<_>>());
    assert!(farthest(&by_newton.weights, &known) < 1e-8);
}

/// The logistic problem's weights by argmin 0.11.0: L-BFGS with ten steps remembered and the line search of
/// Moré and Thuente, until the gradient's norm is 1e-6. The figures instead of the crate, which depends on
/// one that nobody keeps any more.
#[rustfmt::skip]
const BY_ARGMIN: [f64; WEIGHTS] = [
    -1.122197, -0.533294, -0.086268, 0.545171, 1.022427, -1.122197, -0.533294, -0.086268, 0.545171, 1.022427,
    -0.239309, -0.302655, 0.356543, -0.026455, -0.100218, -0.021714, 0.077224, 0.262594, 0.089941, -0.097157,
    0.003730, 0.016944, -0.004567, -0.030171, -0.109617, -0.012632, 0.216801, -0.102606, -0.034630, -0.116208,
    -0.058831, 0.983986, -1.547939, -0.710846, 0.380638, 0.963906, -1.456979, -0.620280, 0.056866, 1.173874,
    -1.745963, -1.184131, -0.059212, 0.733142, -1.163642, -1.047599, -0.078948, 1.012612, -1.614896, -0.929660,
    0.079719, 0.362851, -1.106478, -0.818396, 0.232728, 0.844071, -1.244907, -0.509422, 0.227024, 0.000000,
];

#[test]
fn two_methods_and_another_library_end_at_the_same_weights() {
    let samples = samples();
    let mut problem = problem(&samples, Loss::Logistic);
    let by_newton = newton(&mut problem, vec![0.0; WEIGHTS], UNTIL, &mut |_| {});
    let by_lbfgs = lbfgs(&mut problem, vec![0.0; WEIGHTS], UNTIL, &mut |_| {});
    assert!(farthest(&by_newton.weights, &by_lbfgs.weights) < 1e-7);
    let difference = farthest(&by_newton.weights, &BY_ARGMIN);
    assert!(difference < 1e-4, "{difference}");
    // A fit goes on from where another stopped.
    let mut problem = self::problem(&samples, Loss::Logistic);
    let again = newton(&mut problem, by_newton.weights.clone(), UNTIL, &mut |_| {});
    assert_eq!(again.weights, by_newton.weights);
}
