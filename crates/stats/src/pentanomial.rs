//! Matches in pairs of games: the score with its error, Elo, and a test that ends the match as soon as it is
//! clear.
//!
//! The unit is the pair, because its two games are not independent: they share the opening. From the five
//! results that a pair can have (0 to 2 points) follow mean and variance, from those the error of the score,
//! and Elo by the logistic curve at both ends. The sequential test is the generalised one for such scores
//! with the variance as measured: the ratio of the likelihoods of two means, as a normal distribution has it.

use crate::{Verdict, Z95, score_interval};
use std::cmp::Ordering;

/// What a game is worth to engine A.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameScore {
    /// A loss.
    Zero,
    /// A draw.
    Half,
    /// A win.
    One,
}

impl GameScore {
    /// What a game is worth that ends with so much more, as much, or less than the other has.
    pub const fn of(compared: Ordering) -> Self {
        match compared {
            Ordering::Less => Self::Zero,
            Ordering::Equal => Self::Half,
            Ordering::Greater => Self::One,
        }
    }

    /// Points, from 0 to 1.
    pub const fn points(self) -> f64 {
        match self {
            Self::Zero => 0.0,
            Self::Half => 0.5,
            Self::One => 1.0,
        }
    }
}

/// The results of a match so far, in pairs of games with the same opening (fishtest's pentanomial).
#[derive(Clone, Copy, Debug, Default)]
pub struct Pentanomial {
    /// Games that engine A won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games that engine A lost.
    pub losses: u32,
    /// Pairs by the half points of engine A.
    pairs: [u32; 5],
}

impl Pentanomial {
    /// Counts a pair.
    pub fn pair(&mut self, scores: [GameScore; 2]) {
        let half_points = |score| (2.0 * GameScore::points(score)) as usize;
        self.pairs[half_points(scores[0]) + half_points(scores[1])] += 1;
        for score in scores {
            match score {
                GameScore::Zero => self.losses += 1,
                GameScore::Half => self.draws += 1,
                GameScore::One => self.wins += 1,
            }
        }
    }

    /// Pairs played.
    pub fn pairs(&self) -> u32 {
        self.pairs.iter().sum()
    }

    /// Pairs by the half points of engine A, from 0 to 4.
    pub const fn counts(&self) -> [u32; 5] {
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

    /// The variance of a pair's mean score.
    pub fn variance(&self) -> f64 {
        self.moments().1
    }

    /// The score of a game, and the [score interval](score_interval()) that holds it in 95% of all matches;
    /// of no games a half, and all scores.
    pub fn score(&self) -> (f64, f64, f64) {
        let games = f64::from(self.wins + self.draws + self.losses);
        let points = f64::from(self.wins) + 0.5 * f64::from(self.draws);
        let score = if games > 0.0 { points / games } else { 0.5 };
        let (low, high) = score_interval(&self.pairs.map(u64::from), &[0.0, 0.25, 0.5, 0.75, 1.0], Z95);
        (score, low, high)
    }

    /// Elo, and the interval that holds it in 95% of all matches; of scores of nothing and of all 1,200 less
    /// and more, where there is no end.
    pub fn elo(&self) -> (f64, f64, f64) {
        let (score, low, high) = self.score();
        (elo(score), elo(low), elo(high))
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
pub struct EloTest {
    /// The lower hypothesis, in Elo.
    pub low: f64,
    /// The higher hypothesis, in Elo.
    pub high: f64,
}

impl EloTest {
    /// The logarithm of how much likelier the results are at `high`.
    pub fn ratio(self, tally: &Pentanomial) -> f64 {
        let (mean, variance) = tally.moments();
        let (low, high) = (expected(self.low), expected(self.high));
        f64::from(tally.pairs()) * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)
    }

    /// What the results say.
    pub fn verdict(self, tally: &Pentanomial) -> Verdict {
        Verdict::of(self.ratio(tally))
    }

    /// The verdict as a sentence.
    pub fn tell(self, tally: &Pentanomial) -> String {
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
    use GameScore::{Half, One, Zero};

    fn tally(pairs: &[([GameScore; 2], u32)]) -> Pentanomial {
        let mut tally = Pentanomial::default();
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
        let width = |pairs: &[([GameScore; 2], u32)]| {
            let (_, low, high) = tally(pairs).score();
            high - low
        };
        let paired = width(&[([One, Zero], 96), ([One, One], 2), ([Zero, Zero], 2)]);
        let free = width(&[([One, One], 50), ([Zero, Zero], 50)]);
        assert!(paired < 0.3 * free, "{paired} {free}");
        // 100 pairs of all or nothing: a standard error of a half over ten.
        assert!((free - 2.0 * Z95 * 0.05).abs() < 0.005);
    }

    #[test]
    fn where_all_is_won_the_lower_end_says_how_sure_that_is() {
        // Of n pairs all won the lower end of the score is n / (n + 1.96^2).
        for (pairs, least) in [(5, 45.8), (100, 566.2)] {
            let (elo, low, high) = tally(&[([One, One], pairs)]).elo();
            assert!((low - least).abs() < 0.1 && high >= 1199.0 && elo >= 1199.0, "{pairs}: {low} {high}");
        }
        assert_eq!(Pentanomial::default().score(), (0.5, 0.0, 1.0));
    }

    #[test]
    fn the_test_ends_on_the_right_side() {
        let sprt = EloTest { low: 0.0, high: 50.0 };
        assert_eq!(sprt.verdict(&Pentanomial::default()), Verdict::Open);
        assert_eq!(sprt.verdict(&tally(&[([One, Zero], 5), ([Half, Half], 5)])), Verdict::Open);
        assert_eq!(sprt.verdict(&tally(&[([One, One], 60), ([One, Zero], 40)])), Verdict::High);
        assert_eq!(sprt.verdict(&tally(&[([One, Zero], 300), ([Half, Half], 100)])), Verdict::Low);
        assert!(sprt.tell(&tally(&[([One, One], 90)])).contains("stronger by more than 0 Elo"));
    }
}
