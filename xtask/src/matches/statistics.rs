//! What the games say: the score with its error, Elo, and a test that ends the match as soon as it is clear.
//!
//! The unit is the pair, because its two games are not independent: they share the opening. From the five
//! results that a pair can have (0 to 2 points) follow mean and variance, from those the error of the score,
//! and Elo by the logistic curve at both ends. The sequential test is the generalised one for such scores
//! with the variance as measured: the ratio of the likelihoods of two means, as a normal distribution has it.

/// What a game is worth to engine A.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    Zero,
    Half,
    One,
}

impl Score {
    pub const fn points(self) -> f64 {
        match self {
            Self::Zero => 0.0,
            Self::Half => 0.5,
            Self::One => 1.0,
        }
    }
}

/// The results so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
    /// Pairs by the half points of engine A.
    pairs: [u32; 5],
}

/// Standard errors that hold 95%.
const WIDTH: f64 = 1.96;

impl Tally {
    /// Counts a pair.
    pub fn pair(&mut self, scores: [Score; 2]) {
        let half_points = |score| (2.0 * Score::points(score)) as usize;
        self.pairs[half_points(scores[0]) + half_points(scores[1])] += 1;
        for score in scores {
            match score {
                Score::Zero => self.losses += 1,
                Score::Half => self.draws += 1,
                Score::One => self.wins += 1,
            }
        }
    }

    pub fn pairs(&self) -> u32 {
        self.pairs.iter().sum()
    }

    pub const fn pentanomial(&self) -> [u32; 5] {
        self.pairs
    }

    /// The mean score of a game, from 0 to 1, and the variance of a pair's mean score around it.
    ///
    /// Where all pairs have ended alike their variance says nothing; half a pair of each kind is added so
    /// that it never is 0, which for more than a few pairs does not matter.
    fn moments(&self) -> (f64, f64) {
        let counts = self.pairs.map(|count| f64::from(count) + PRIOR);
        let total: f64 = counts.iter().sum();
        let at = |i: usize| i as f64 / 4.0;
        let mean = counts.iter().enumerate().map(|(i, count)| at(i) * count).sum::<f64>() / total;
        let squares = counts.iter().enumerate().map(|(i, count)| (at(i) - mean).powi(2) * count);
        (mean, squares.sum::<f64>() / total)
    }

    /// The score of a game, and half the width of the interval that holds it in 95% of all matches.
    pub fn score(&self) -> (f64, f64) {
        let games = f64::from(self.wins + self.draws + self.losses).max(1.0);
        let score = (f64::from(self.wins) + 0.5 * f64::from(self.draws)) / games;
        let (_, variance) = self.moments();
        (score, WIDTH * (variance / f64::from(self.pairs().max(1))).sqrt())
    }

    /// Elo, and the interval that holds it in 95% of all matches.
    pub fn elo(&self) -> (f64, f64, f64) {
        let (score, error) = self.score();
        (elo(score), elo(score - error), elo(score + error))
    }
}

/// Pairs of each kind that are supposed to have been played before.
const PRIOR: f64 = 0.5;

/// The difference of strength at which such a score is expected; scores of nothing and of all are cut short.
fn elo(score: f64) -> f64 {
    let score = score.clamp(1e-3, 1.0 - 1e-3);
    400.0 * (score / (1.0 - score)).log10()
}

/// The score that is expected at a difference of strength.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// A sequential test whether A is stronger by `high` Elo rather than by `low`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    pub low: f64,
    pub high: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// More games are needed.
    Open,
    /// Rather `low`.
    Low,
    /// Rather `high`.
    High,
}

/// Either error is made in one of twenty matches.
const ERROR: f64 = 0.05;

impl Sprt {
    /// The logarithm of how much likelier the results are at `high`.
    pub fn ratio(self, tally: &Tally) -> f64 {
        let (mean, variance) = tally.moments();
        let (low, high) = (expected(self.low), expected(self.high));
        f64::from(tally.pairs()) * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)
    }

    pub fn verdict(self, tally: &Tally) -> Verdict {
        let bound = ((1.0 - ERROR) / ERROR).ln();
        match self.ratio(tally) {
            ratio if ratio >= bound => Verdict::High,
            ratio if ratio <= -bound => Verdict::Low,
            _ => Verdict::Open,
        }
    }

    pub fn tell(self, tally: &Tally) -> String {
        let says = match self.verdict(tally) {
            Verdict::Open => "not decided".into(),
            Verdict::Low => format!("not stronger by {} Elo", self.high),
            Verdict::High => format!("stronger by more than {} Elo", self.low),
        };
        format!("SPRT {},{}: {says} (log likelihood ratio {:.2})", self.low, self.high, self.ratio(tally))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Score::{Half, One, Zero};

    fn tally(pairs: &[([Score; 2], u32)]) -> Tally {
        let mut tally = Tally::default();
        for &(scores, count) in pairs {
            (0..count).for_each(|_| tally.pair(scores));
        }
        tally
    }

    #[test]
    fn elo_follows_the_logistic_curve() {
        assert!((elo(0.75) - 190.85).abs() < 0.01 && (expected(190.85) - 0.75).abs() < 1e-4);
        let even = tally(&[([One, Zero], 10), ([Zero, One], 10)]);
        assert_eq!((even.wins, even.losses, even.pairs()), (20, 20, 20));
        let (elo, low, high) = even.elo();
        assert!(elo.abs() < 1e-9 && low < 0.0 && high > 0.0);
    }

    /// Pairs that go one to one tell that the sides differ, not the engines: the error is far below that of
    /// 200 free games.
    #[test]
    fn pairs_have_less_error_than_games() {
        let (_, paired) = tally(&[([One, Zero], 96), ([One, One], 2), ([Zero, Zero], 2)]).score();
        let (_, free) = tally(&[([One, One], 50), ([Zero, Zero], 50)]).score();
        assert!(paired < 0.3 * free, "{paired} {free}");
        // 100 pairs of all or nothing: a standard error of a half over ten.
        assert!((free - WIDTH * 0.05).abs() < 0.002);
    }

    #[test]
    fn the_test_ends_on_the_right_side() {
        let sprt = Sprt { low: 0.0, high: 50.0 };
        assert_eq!(sprt.verdict(&Tally::default()), Verdict::Open);
        assert_eq!(sprt.verdict(&tally(&[([One, Zero], 5), ([Half, Half], 5)])), Verdict::Open);
        assert_eq!(sprt.verdict(&tally(&[([One, One], 60), ([One, Zero], 40)])), Verdict::High);
        assert_eq!(sprt.verdict(&tally(&[([One, Zero], 300), ([Half, Half], 100)])), Verdict::Low);
        assert!(sprt.tell(&tally(&[([One, One], 90)])).contains("stronger by more than 0 Elo"));
    }
}
