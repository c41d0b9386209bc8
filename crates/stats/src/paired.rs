//! Two players on the same games.

use crate::{Z95, score_interval};

/// What two players won of the same games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paired {
    /// Games in all.
    pub games: u64,
    /// Games that only the first player won.
    pub first: u64,
    /// Games that only the second player won.
    pub second: u64,
}

impl Paired {
    /// Counts a game in.
    pub fn add(&mut self, first: bool, second: bool) {
        self.games += 1;
        self.first += u64::from(first && !second);
        self.second += u64::from(second && !first);
    }

    /// By how much the first player's rate is higher, with its 95% [score interval](score_interval()).
    pub fn difference(&self) -> (f64, f64, f64) {
        let (games, first, second) = (self.games, self.first, self.second);
        let (low, high) = score_interval(&[second, games - first - second, first], &[-1.0, 0.0, 1.0], Z95);
        ((first as f64 - second as f64) / games.max(1) as f64, low, high)
    }

    /// How likely so uneven a split of the games that only one has won would be between equals: the exact
    /// test of `McNemar`, two-sided.
    pub fn p_value(&self) -> f64 {
        let (less, all) = (self.first.min(self.second), self.first + self.second);
        if 2 * less >= all {
            return 1.0;
        }
        // Sum of the binomial tail, term by term in logarithms.
        let mut term = -(all as f64) * std::f64::consts::LN_2;
        let mut tail = term.exp();
        for k in 0..less {
            term += ((all - k) as f64 / (k + 1) as f64).ln();
            tail += term.exp();
        }
        (2.0 * tail).min(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_compared_exactly() {
        let mut paired = Paired::default();
        for (first, second, times) in
            [(true, true, 50), (true, false, 9), (false, true, 1), (false, false, 40)]
        {
            (0..times).for_each(|_| paired.add(first, second));
        }
        assert_eq!(paired, Paired { games: 100, first: 9, second: 1 });
        // 2 (1 + 10) / 1024.
        assert!((paired.p_value() - 22.0 / 1024.0).abs() < 1e-12);
        let (difference, low, high) = paired.difference();
        assert!((difference - 0.08).abs() < 1e-12 && low > 0.0 && high < 0.16);
        assert!((Paired::default().p_value() - 1.0).abs() < 1e-12);
    }

    /// Fagerland, Lydersen and Laake, *Statistics in Medicine* 33 (2014), of 21 children's airways.
    #[test]
    fn the_interval_is_the_published_one() {
        let (difference, low, high) = Paired { games: 21, first: 1, second: 7 }.difference();
        assert!((difference + 6.0 / 21.0).abs() < 1e-12);
        assert!((low + 0.517).abs() < 0.0005 && (high + 0.026).abs() < 0.0005, "{low} {high}");
    }

    #[test]
    fn few_games_have_a_wide_interval() {
        assert_eq!(Paired::default().difference(), (0.0, -1.0, 1.0));
        let (_, low, high) = Paired { games: 5, first: 0, second: 0 }.difference();
        assert!(low < -0.4 && (low + high).abs() < 1e-9, "{low} {high}");
        let (difference, low, high) = Paired { games: 3, first: 3, second: 0 }.difference();
        assert!((difference - 1.0).abs() < 1e-12 && low < 0.5 && (high - 1.0).abs() < 1e-12);
    }
}
