//! Which of a few alternatives is best, under the same chances for all.
//!
//! Every round gives each alternative one sample under the chances of that round: what is luck is the same
//! for all, so that the differences say more than the values. What was thought of the alternatives before
//! counts as some samples more: a few noisy rounds do not overturn it. Every few rounds an alternative is
//! dropped from which too little is to be hoped (a race, after Maron and Moore 1994, with paired
//! differences): the improvement that is expected of it, were its difference to the leader known, for a
//! normal distribution with the mean and the error of what is known so far (Jones, Schonlau and Welch 1998).
//! That weighs how unlikely an alternative is against how much it would be worth, where a bound in standard
//! errors stops as early for much as for little. How far samples scatter is guessed before they tell: four
//! that agree by chance do not end a race. Ends when one is left or the rounds are used up.

use std::f64::consts::{FRAC_1_SQRT_2, PI};

/// What came of a race.
#[derive(Clone, Debug, PartialEq)]
pub struct Race {
    /// The winner.
    pub best: usize,
    /// The mean of each alternative's samples and of what was thought of it before.
    pub means: Vec<f64>,
    /// How many samples were taken.
    pub samples: u64,
}

/// By what an alternative is judged.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// How many samples the value that an alternative is given before counts for.
    pub weight: f64,
    /// What the standard deviation of the difference of two samples is thought to be, which counts for as
    /// many samples as are taken before anyone is dropped.
    pub spread: f64,
    /// An alternative of which no more improvement than this is expected is dropped.
    pub indifference: f64,
}

/// Rounds before anyone is dropped, and between two looks.
const HEAT: u64 = 4;

/// Races alternatives with these values at first sight, as long as `more` says before a round, by its number,
/// that there is time for it; `sample` gives what an alternative is worth under the chances of a round.
///
/// # Panics
/// If there is nothing to race.
pub fn race(
    priors: &[f64],
    terms: &Terms,
    mut more: impl FnMut(u64) -> bool,
    mut sample: impl FnMut(usize, u64) -> f64,
) -> Race {
    assert!(!priors.is_empty(), "a race needs alternatives");
    let mut running: Vec<usize> = (0..priors.len()).collect();
    let mut results: Vec<Vec<f64>> = vec![Vec::new(); priors.len()];
    let mut samples = 0;
    for round in 0.. {
        if running.len() == 1 || !more(round) {
            break;
        }
        for &one in &running {
            results[one].push(sample(one, round));
            samples += 1;
        }
        if (round + 1) % HEAT == 0 {
            drop_slow(&mut running, &results, priors, terms);
        }
    }
    let best = leader(&running, &results, priors, terms.weight);
    let mean = |(results, prior): (&Vec<f64>, f64)| {
        let all = results.len() as f64 + terms.weight;
        if all > 0.0 { sum(results, prior, terms.weight) / all } else { prior }
    };
    let means = results.iter().zip(priors.iter().copied()).map(mean).collect();
    Race { best, means, samples }
}

/// The samples of an alternative, added up with what was thought of it before.
fn sum(results: &[f64], prior: f64, weight: f64) -> f64 {
    results.iter().sum::<f64>() + weight * prior
}

/// The best of those that are running, the first of equals: those that were dropped do not win, whatever
/// their mean was.
fn leader(running: &[usize], results: &[Vec<f64>], priors: &[f64], weight: f64) -> usize {
    let score = |one: usize| sum(&results[one], priors[one], weight);
    running.iter().copied().reduce(|a, b| if score(b) > score(a) { b } else { a }).unwrap_or(0)
}

fn drop_slow(running: &mut Vec<usize>, results: &[Vec<f64>], priors: &[f64], terms: &Terms) {
    let leader = leader(running, results, priors, terms.weight);
    running.retain(|&one| {
        let (mut sum, mut squares, n) = (0.0, 0.0, results[one].len() as f64);
        for difference in results[leader].iter().zip(&results[one]).map(|(a, b)| a - b) {
            sum += difference;
            squares += difference * difference;
        }
        let guessed = HEAT as f64;
        let variance =
            ((squares - sum * sum / n).max(0.0) + guessed * terms.spread.powi(2)) / (n - 1.0 + guessed);
        let all = n + terms.weight;
        let behind = (sum + terms.weight * (priors[leader] - priors[one])) / all;
        one == leader || improvement(behind, (variance / all).sqrt()) > terms.indifference
    });
}

/// The mean of what is above zero, of a normal distribution around `-behind`.
fn improvement(behind: f64, error: f64) -> f64 {
    if error == 0.0 {
        return (-behind).max(0.0);
    }
    let z = behind / error;
    let density = (-0.5 * z * z).exp() / (2.0 * PI).sqrt();
    error * (density - z * 0.5 * libm::erfc(z * FRAC_1_SQRT_2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solitaire::toy::generator;

    const TERMS: Terms = Terms { weight: 0.0, spread: 0.1, indifference: 0.001 };

    #[test]
    fn the_best_wins_and_the_worst_are_dropped_early() {
        let mut pick = generator(1);
        let luck: Vec<f64> = (0..1000).map(|_| f64::from(pick(1000)) / 1000.0).collect();
        let rates = [0.2, 0.5, 0.9, 0.88];
        let result = race(
            &[0.5; 4],
            &TERMS,
            |round| round < 1000,
            |one, round| f64::from(u8::from(luck[round as usize] < rates[one])),
        );
        assert_eq!(result.best, 2);
        assert!(result.samples < 2000, "{}", result.samples);
    }

    #[test]
    fn equals_are_kept_and_the_first_is_chosen() {
        let patient = Terms { indifference: -1.0, ..TERMS };
        let result = race(&[0.5; 3], &patient, |round| round < 100, |_, _| 0.5);
        assert_eq!((result.best, result.samples), (0, 300));
        let alone = race(&[0.25], &TERMS, |_| true, |_, _| 0.5);
        assert_eq!(alone, Race { best: 0, means: vec![0.25], samples: 0 });
    }

    #[test]
    fn equals_are_not_told_apart_for_ever() {
        let result = race(&[0.5; 3], &TERMS, |_| true, |_, _| 0.5);
        assert_eq!(result.best, 0);
        assert!(result.samples < 300, "{}", result.samples);
    }

    /// The mean of what is above zero, added up in small steps.
    #[test]
    fn the_improvement_expected_is_an_integral() {
        for (behind, error) in [(0.0, 0.1), (0.05, 0.1), (-0.2, 0.3), (0.4, 0.1), (0.01, 0.002)] {
            let step = error / 1000.0;
            let density =
                |x: f64| (-0.5 * ((x + behind) / error).powi(2)).exp() / (error * (2.0 * PI).sqrt());
            let sum: f64 =
                (0..20_000).map(|i| (f64::from(i) + 0.5) * step).map(|x| x * density(x) * step).sum();
            let found = improvement(behind, error);
            assert!((found - sum).abs() < 1e-6 * error, "{behind} {error}: {found} {sum}");
        }
        // What is certain.
        assert!(improvement(0.1, 0.0).abs() + (improvement(-0.1, 0.0) - 0.1).abs() < 1e-12);
    }

    #[test]
    fn a_few_samples_do_not_overturn_what_was_thought() {
        let outsider = |one: usize, _| if one == 1 { 0.6 } else { 0.5 };
        let winner = |weight, rounds| {
            let terms = Terms { weight, spread: 0.5, ..TERMS };
            race(&[0.9, 0.1], &terms, |round| round < rounds, outsider).best
        };
        assert_eq!((winner(0.0, 1), winner(8.0, 1), winner(8.0, 15), winner(1.0, 15)), (1, 0, 0, 1));
    }
}
