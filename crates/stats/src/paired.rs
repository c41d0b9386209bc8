//! Two players on the same games.

use crate::Z95;

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

    /// By how much the first player's rate is higher, with its 95% interval.
    pub fn difference(&self) -> (f64, f64, f64) {
        let (n, a, b) = (self.games.max(1) as f64, self.first as f64, self.second as f64);
        let difference = (a - b) / n;
        let error = ((a + b - (a - b) * (a - b) / n) / n / n).max(0.0).sqrt();
        (difference, difference - Z95 * error, difference + Z95 * error)
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
}
