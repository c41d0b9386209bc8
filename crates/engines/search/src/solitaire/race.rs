//! Which of a few alternatives is best, under the same chances for all.
//!
//! Every round gives each alternative one sample under the chances of that round: what is luck is the same for all, so that the
//! differences say more than the values. What was thought of the alternatives before counts as some samples more: a few noisy
//! rounds do not overturn it. After the first rounds, an alternative whose difference to the leader exceeds some standard errors of
//! that difference is dropped (a race, after Maron and Moore 1994, with paired differences), and so is one that can hardly be better
//! by more than is worth the time. Ends when one is left or the rounds are used up.

/// What came of a race.
#[derive(Clone, Debug, PartialEq)]
pub struct Race {
    /// The winner.
    pub best: usize,
    /// The mean of each alternative's samples.
    pub means: Vec<f64>,
    /// How many samples were taken.
    pub samples: u64,
}

/// By what an alternative is judged.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// How many samples the value that an alternative is given before counts for.
    pub weight: f64,
    /// How many standard errors an alternative may be behind.
    pub errors: f64,
    /// An alternative that is better by no more than this is not looked for.
    pub indifference: f64,
}

/// Rounds before anyone is dropped, and between two looks.
const HEAT: u64 = 16;

/// Races alternatives with these values at first sight, as long as `more` says before a round, by its number, that there is time
/// for it; `sample` gives what an alternative is worth under the chances of a round.
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
    Race { best, means: results.iter().map(|results| mean(results)).collect(), samples }
}

fn mean(results: &[f64]) -> f64 {
    if results.is_empty() { 0.0 } else { results.iter().sum::<f64>() / results.len() as f64 }
}

/// The best of those that are running, the first of equals: those that were dropped do not win, whatever their mean was.
fn leader(running: &[usize], results: &[Vec<f64>], priors: &[f64], weight: f64) -> usize {
    let score = |one: usize| results[one].iter().sum::<f64>() + weight * priors[one];
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
        let variance = (squares / n - (sum / n).powi(2)).max(0.0) * n / (n - 1.0);
        let all = n + terms.weight;
        let behind = (sum + terms.weight * (priors[leader] - priors[one])) / all;
        let doubt = terms.errors * (variance / all).sqrt();
        one == leader || behind <= doubt && doubt - behind > terms.indifference
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solitaire::toy::generator;

    const TERMS: Terms = Terms { weight: 0.0, errors: 2.0, indifference: 0.001 };

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
        assert_eq!(race(&[0.5], &TERMS, |_| true, |_, _| 0.5).samples, 0);
    }

    #[test]
    fn equals_are_not_told_apart_for_ever() {
        let result = race(&[0.5; 3], &TERMS, |_| true, |_, _| 0.5);
        assert_eq!((result.best, result.samples), (0, 3 * HEAT));
    }

    #[test]
    fn a_few_samples_do_not_overturn_what_was_thought() {
        let outsider = |one: usize, _| if one == 1 { 0.6 } else { 0.5 };
        let winner = |weight, rounds| {
            race(&[0.9, 0.1], &Terms { weight, ..TERMS }, |round| round < rounds, outsider).best
        };
        assert_eq!((winner(0.0, 1), winner(8.0, 1), winner(8.0, 15), winner(1.0, 15)), (1, 0, 0, 1));
    }
}
