//! What a number of wins says about the chance of winning.

/// The quantile of the normal distribution that leaves 2.5% on either side.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The interval of Wilson (1927) for a proportion: as right for 5 wins in ten million as for 999 in a
/// thousand, where the usual one, the rate plus or minus two standard errors, is not.
///
/// 0 to 1 if there were no games.
pub fn wilson(wins: u64, games: u64, z: f64) -> (f64, f64) {
    if games == 0 {
        return (0.0, 1.0);
    }
    let (n, p) = (games as f64, wins as f64 / games as f64);
    let scale = 1.0 + z * z / n;
    let centre = (p + z * z / (2.0 * n)) / scale;
    let half = z / scale * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    // At the ends the interval closes exactly, which rounding must not spoil.
    let low = if wins == 0 { 0.0 } else { (centre - half).max(0.0) };
    let high = if wins == games { 1.0 } else { (centre + half).min(1.0) };
    (low, high)
}

/// A sequential probability ratio test (Wald 1945): games are played until it is clear enough whether a
/// success has a rate of `low` or of `high`, with errors of 5% either way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    low: f64,
    high: f64,
    ratio: f64,
}

/// What a test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The rate is the lower one, or less.
    Low,
    /// The rate is the higher one, or more.
    High,
}

impl Sprt {
    /// A test; the rates lie strictly between 0 and 1, the lower one first.
    pub fn new(low: f64, high: f64) -> Option<Self> {
        (0.0 < low && low < high && high < 1.0).then_some(Self { low, high, ratio: 0.0 })
    }

    /// The logarithm of the ratio of the likelihoods.
    pub const fn ratio(&self) -> f64 {
        self.ratio
    }

    /// Counts a game in; what is clear after it, if anything.
    pub fn add(&mut self, success: bool) -> Option<Verdict> {
        self.ratio +=
            if success { (self.high / self.low).ln() } else { ((1.0 - self.high) / (1.0 - self.low)).ln() };
        let bound = (0.95f64 / 0.05).ln();
        match self.ratio {
            ratio if ratio >= bound => Some(Verdict::High),
            ratio if ratio <= -bound => Some(Verdict::Low),
            _ => None,
        }
    }
}

/// Two players on the same deals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paired {
    /// Deals in all.
    pub games: u64,
    /// Deals that only the first player won.
    pub first: u64,
    /// Deals that only the second player won.
    pub second: u64,
}

impl Paired {
    /// Counts a deal in.
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

    /// How likely so uneven a split of the deals that only one has won would be between equals: the exact
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

    /// The bounds are the rates at which the observed one is exactly `z` standard errors away.
    #[test]
    fn the_bounds_solve_their_equation() {
        for (wins, games) in [(5, 10_000_000), (533, 1_000_000_000), (1, 10), (985, 1000), (9, 10)] {
            let (low, high) = wilson(wins, games, Z95);
            let rate = wins as f64 / games as f64;
            assert!(low < rate && rate < high);
            for bound in [low, high] {
                let errors = (rate - bound).abs() / (bound * (1.0 - bound) / games as f64).sqrt();
                assert!((errors - Z95).abs() < 1e-6, "{wins} of {games}: {errors}");
            }
        }
    }

    #[test]
    fn nothing_and_everything_have_bounds_too() {
        assert_eq!(wilson(0, 0, Z95), (0.0, 1.0));
        let (low, high) = wilson(0, 100, Z95);
        assert!(low <= 0.0 && (high - 0.0370).abs() < 1e-4);
        let (low, high) = wilson(100, 100, Z95);
        assert!(high >= 1.0 && (low - 0.9630).abs() < 1e-4);
    }

    #[test]
    fn a_sequential_test_errs_as_rarely_as_it_says() {
        use yomikiri_calculation::{Purpose, Stream};
        assert!(Sprt::new(0.5, 0.5).is_none() && Sprt::new(0.0, 0.5).is_none());
        let mut wrong = 0;
        for run in 0..2000 {
            let mut stream = Stream::new(1, run, Purpose::Search);
            let mut test = Sprt::new(0.5, 0.6).unwrap();
            let verdict = loop {
                if let Some(verdict) = test.add(stream.unit() < 0.5) {
                    break verdict;
                }
            };
            wrong += u32::from(verdict == Verdict::High);
        }
        // 100 expected at most, and less because the last game overshoots the bound.
        assert!((20..130).contains(&wrong), "{wrong}");
    }

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
