//! The interval of a mean of values of which there are few.

/// How often intervals are halved: until numbers have no more digits.
const HALVINGS: usize = 100;

/// The score interval of a mean, from how often each of some values was seen: all means from which the
/// observed one is at most `z` standard errors away, where the error is that of the likeliest distribution
/// over the values with the mean in question. The values ascend.
///
/// Of two values this is the interval of Wilson (1927), of -1, 0 and 1 that of Tango (*Statistics in
/// Medicine* 17, 1998) for the difference of paired rates. It holds what it should for few games and near the
/// ends, where a mean plus or minus two standard errors does not.
///
/// From the least to the greatest value if nothing was seen.
pub fn score_interval(counts: &[u64], values: &[f64], z: f64) -> (f64, f64) {
    let (least, most) = (values[0], values[values.len() - 1]);
    let all = counts.iter().sum::<u64>() as f64;
    if all == 0.0 {
        return (least, most);
    }
    let mean = counts.iter().zip(values).map(|(&count, value)| count as f64 * value).sum::<f64>() / all;
    let bound = |end| {
        let (mut inside, mut outside) = (mean, end);
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(inside, outside);
            let away = (mean - middle).abs();
            if away * away * all <= z * z * variance(counts, values, middle) {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        inside
    };
    (bound(least), bound(most))
}

/// The variance of the likeliest distribution with a mean between the least and the greatest value: that of a
/// value seen `c` of `n` times is `c / (n + slope * (value - mean))`; what is left falls to the end that was
/// not seen.
fn variance(counts: &[u64], values: &[f64], mean: f64) -> f64 {
    let all = counts.iter().sum::<u64>() as f64;
    let (below, above) = (mean - values[0], values[values.len() - 1] - mean);
    if below <= 0.0 || above <= 0.0 {
        return 0.0;
    }
    let seen = || counts.iter().zip(values).filter(|(count, _)| **count > 0);
    let shares = |slope: f64| {
        seen().map(move |(&count, value)| (count as f64 / (all + slope * (value - mean)), value - mean))
    };
    let (mut low, mut high) = (-all / above, all / below);
    for _ in 0..HALVINGS {
        let slope = f64::midpoint(low, high);
        // How far the distribution's mean is off falls as the slope grows.
        if shares(slope).map(|(share, off)| share * off).sum::<f64>() > 0.0 {
            low = slope;
        } else {
            high = slope;
        }
    }
    let slope = f64::midpoint(low, high);
    let left = 1.0 - shares(slope).map(|(share, _)| share).sum::<f64>();
    let end = if slope < 0.0 { above } else { below };
    shares(slope).map(|(share, off)| share * off * off).sum::<f64>() + left.max(0.0) * end * end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Z95, wilson};
    use yomikiri_core::Random;

    #[test]
    fn of_two_values_it_is_wilsons() {
        for (wins, games) in [(1, 10), (5, 1000), (985, 1000), (9, 10), (0, 7), (7, 7), (3, 1_000_000)] {
            let (low, high) = score_interval(&[games - wins, wins], &[0.0, 1.0], Z95);
            let expected = wilson(wins, games, Z95);
            assert!((low - expected.0).abs() < 1e-9 && (high - expected.1).abs() < 1e-9, "{wins} of {games}");
        }
        assert_eq!(score_interval(&[0; 3], &[-1.0, 0.0, 1.0], Z95), (-1.0, 1.0));
    }

    /// The likeliest distribution with a mean is also found by looking at very many.
    #[test]
    fn the_error_is_that_of_the_likeliest_distribution() {
        let values = [0.0, 0.25, 0.5, 0.75, 1.0];
        for (counts, mean) in [
            ([3, 1, 9, 2, 5], 0.4),
            ([3, 1, 9, 2, 5], 0.7),
            ([0, 0, 1, 0, 9], 0.8),
            ([0, 2, 0, 8, 0], 0.9),
            ([0, 2, 0, 8, 0], 0.1),
        ] {
            let likelihood = |shares: &[f64; 5]| -> f64 {
                let term = |(&count, share): (&u64, &f64)| {
                    if count > 0 { count as f64 * share.ln() } else { 0.0 }
                };
                counts.iter().zip(shares).map(term).sum()
            };
            let variance_of = |shares: &[f64; 5]| -> f64 {
                shares.iter().zip(values).map(|(share, value)| share * (value - mean) * (value - mean)).sum()
            };
            // Two values around the mean, mixed with what is likelier step by step.
            let mut random = Random::new(5);
            let mut best = [1.0 - mean, 0.0, 0.0, 0.0, mean].map(|share| share * 0.996);
            best[1] += 0.004 * (1.0 - mean) / 2.0;
            let mut best = mixed(best, values, mean);
            for step in 0..400_000 {
                let size = 0.1 * 0.5_f64.powi(step / 20_000);
                // Moves shares among three values such that sum and mean stay.
                let at: [usize; 3] = std::array::from_fn(|_| random.below(5));
                if at[0] >= at[1] || at[1] >= at[2] {
                    continue;
                }
                let by = size * (random.below(2001) as f64 / 1000.0 - 1.0);
                let right = (values[at[1]] - values[at[0]]) / (values[at[2]] - values[at[0]]);
                let mut next = best;
                next[at[1]] -= by;
                next[at[2]] += by * right;
                next[at[0]] += by * (1.0 - right);
                if next.iter().all(|share| *share >= 0.0) && likelihood(&next) >= likelihood(&best) {
                    best = next;
                }
            }
            let found = variance(&counts, &values, mean);
            assert!((found - variance_of(&best)).abs() < 2e-4, "{counts:?} {mean}: {found} {best:?}");
        }
    }

    /// Shares with a sum of one and the mean, each above nothing.
    fn mixed(shares: [f64; 5], values: [f64; 5], mean: f64) -> [f64; 5] {
        let mut shares = shares.map(|share| share.max(1e-3));
        let sum: f64 = shares[1..4].iter().sum();
        let rest: f64 = shares[1..4].iter().zip(&values[1..4]).map(|(share, value)| share * value).sum();
        shares[4] = mean - rest;
        shares[0] = 1.0 - sum - shares[4];
        shares
    }

    /// Of matches between players of known strength the intervals of about 95% hold it, near the ends too.
    #[test]
    fn it_holds_what_it_should() {
        let values = [0.0, 0.25, 0.5, 0.75, 1.0];
        let mut random = Random::new(6);
        for (pairs, shares) in [
            (20, [5, 0, 0, 0, 95]),
            (100, [1, 0, 1, 0, 98]),
            (50, [20, 10, 40, 10, 20]),
            (400, [0, 0, 1, 0, 99]),
        ] {
            let mean = shares.iter().zip(values).map(|(&share, value)| f64::from(share) * value).sum::<f64>()
                / 100.0;
            let mut held = 0;
            for _ in 0..1000 {
                let mut counts = [0; 5];
                for _ in 0..pairs {
                    let mut drawn = random.below(100) as i32;
                    let at = shares.iter().position(|&share| {
                        drawn -= share;
                        drawn < 0
                    });
                    counts[at.unwrap()] += 1;
                }
                let (low, high) = score_interval(&counts, &values, Z95);
                held += u32::from(low <= mean && mean <= high);
            }
            assert!((915..=985).contains(&held), "{pairs} pairs of {shares:?}: {held} of 1000");
        }
    }
}
