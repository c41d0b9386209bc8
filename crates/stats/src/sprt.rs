//! The sequential probability ratio test (Wald 1945): games are played until one of two hypotheses is likely
//! enough.

/// Either error is made in one of twenty experiments.
const ERROR: f64 = 0.05;

/// What a test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// More games are needed.
    Open,
    /// Rather the lower hypothesis.
    Low,
    /// Rather the higher hypothesis.
    High,
}

impl Verdict {
    /// What the logarithm of the ratio of the likelihoods, the higher hypothesis over the lower, says.
    pub(crate) fn of(ratio: f64) -> Self {
        let bound = ((1.0 - ERROR) / ERROR).ln();
        match ratio {
            ratio if ratio >= bound => Self::High,
            ratio if ratio <= -bound => Self::Low,
            _ => Self::Open,
        }
    }
}

/// Whether a success has a rate of `low` or of `high`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RateTest {
    low: f64,
    high: f64,
    ratio: f64,
}

impl RateTest {
    /// A test; the rates lie strictly between 0 and 1, the lower one first.
    pub fn new(low: f64, high: f64) -> Option<Self> {
        (0.0 < low && low < high && high < 1.0).then_some(Self { low, high, ratio: 0.0 })
    }

    /// The logarithm of the ratio of the likelihoods.
    pub const fn ratio(&self) -> f64 {
        self.ratio
    }

    /// Counts a game in; what is clear after it.
    pub fn add(&mut self, success: bool) -> Verdict {
        self.ratio +=
            if success { (self.high / self.low).ln() } else { ((1.0 - self.high) / (1.0 - self.low)).ln() };
        Verdict::of(self.ratio)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_core::Random;

    #[test]
    fn a_sequential_test_errs_as_rarely_as_it_says() {
        assert!(RateTest::new(0.5, 0.5).is_none() && RateTest::new(0.0, 0.5).is_none());
        let mut random = Random::new(1);
        let mut wrong = 0;
        for _ in 0..2000 {
            let mut test = RateTest::new(0.5, 0.6).unwrap();
            let verdict = loop {
                match test.add(random.unit() < 0.5) {
                    Verdict::Open => {}
                    verdict => break verdict,
                }
            };
            wrong += u32::from(verdict == Verdict::High);
        }
        // 100 expected at most, and less because the last game overshoots the bound.
        assert!((20..130).contains(&wrong), "{wrong}");
    }
}
