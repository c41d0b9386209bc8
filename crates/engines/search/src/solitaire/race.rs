//! Which of a few alternatives is best, under the same chances for all.
//!
//! Every round gives each alternative one sample under the chances of that round: what is luck is the same for all, so that the
//! differences say more than the values. After the first rounds, an alternative whose difference to the leader exceeds some
//! standard errors of that difference is dropped (a race, after Maron and Moore 1994, with paired differences). Ends when
//! one is left or the rounds are used up.

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

/// Rounds before anyone is dropped, and between two looks.
const HEAT: u64 = 16;

/// Races `count` alternatives, as long as `more` says before a round, by its number, that there is time for it; `sample` gives
/// what an alternative is worth under the chances of a round.
///
/// # Panics
/// If there is nothing to race.
pub fn race(
    count: usize,
    errors: f64,
    mut more: impl FnMut(u64) -> bool,
    mut sample: impl FnMut(usize, u64) -> f64,
) -> Race {
    assert!(count > 0, "a race needs alternatives");
    let mut running: Vec<usize> = (0..count).collect();
    let mut results: Vec<Vec<f64>> = vec![Vec::new(); count];
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
            drop_slow(&mut running, &results, errors);
        }
    }
    let means: Vec<f64> = results.iter().map(|results| mean(results)).collect();
    // Those that were dropped do not win, whatever their mean was; the first of equals does.
    let best = running.iter().copied().reduce(|a, b| if means[b] > means[a] { b } else { a }).unwrap_or(0);
    Race { best, means, samples }
}

fn mean(results: &[f64]) -> f64 {
    if results.is_empty() { 0.0 } else { results.iter().sum::<f64>() / results.len() as f64 }
}

fn drop_slow(running: &mut Vec<usize>, results: &[Vec<f64>], errors: f64) {
    let leader = running.iter().copied().max_by(|&a, &b| mean(&results[a]).total_cmp(&mean(&results[b])));
    let Some(leader) = leader else { return };
    running.retain(|&one| {
        let differences = results[leader].iter().zip(&results[one]).map(|(a, b)| a - b);
        let (mut sum, mut squares, n) = (0.0, 0.0, results[one].len() as f64);
        for difference in differences {
            sum += difference;
            squares += difference * difference;
        }
        let mean = sum / n;
        let error = ((squares / n - mean * mean).max(0.0) / (n - 1.0)).sqrt();
        one == leader || mean <= errors * error || mean <= f64::EPSILON
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solitaire::toy::generator;

    #[test]
    fn the_best_wins_and_the_worst_are_dropped_early() {
        let mut pick = generator(1);
        let luck: Vec<f64> = (0..1000).map(|_| f64::from(pick(1000)) / 1000.0).collect();
        let rates = [0.2, 0.5, 0.9, 0.88];
        let result = race(
            4,
            2.0,
            |round| round < 1000,
            |one, round| f64::from(u8::from(luck[round as usize] < rates[one])),
        );
        assert_eq!(result.best, 2);
        assert!(result.samples < 2000, "{}", result.samples);
    }

    #[test]
    fn equals_are_kept_and_the_first_is_chosen() {
        let result = race(3, 2.0, |round| round < 100, |_, _| 0.5);
        assert_eq!((result.best, result.samples), (0, 300));
        assert_eq!(race(1, 2.0, |_| true, |_, _| 0.5).samples, 0);
    }
}
