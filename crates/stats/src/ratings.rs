//! Ratings: the strengths of several players that say best what their games with each other came to.
//!
//! The model is that of Elo and of Bradley and Terry (1952): the score that is expected of a game is the
//! logistic curve of the difference of strength, and a draw is half a win. The strengths are those at which
//! the games are likeliest (as Ordo has them), with a drawn game or so between all who have met as a prior
//! (as `BayesElo` has it), so that whoever has won all games is strong and not infinitely so. The likelihood
//! is concave: Newton's steps find its top.
//!
//! The errors are those of the sandwich estimator (Huber 1967): how much the strengths follow the scores, and
//! how much the scores vary as measured. So games that share an opening count for what they are worth.

use crate::{Pentanomial, Z95};

/// Two players who have met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// The numbers of both.
    pub players: [usize; 2],
    /// Games.
    pub games: f64,
    /// Points of the first.
    pub score: f64,
    /// The variance of these points: that of the sum.
    pub variance: f64,
}

impl Meeting {
    /// A match in pairs.
    pub fn of(players: [usize; 2], results: &Pentanomial) -> Self {
        let games = f64::from(results.wins + results.draws + results.losses);
        let score = f64::from(results.wins) + 0.5 * f64::from(results.draws);
        // The score of a pair is twice the mean of its games.
        let variance = 4.0 * results.variance() * f64::from(results.pairs());
        Self { players, games, score, variance }
    }
}

/// A player's strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Elo, the anchor's being 0.
    pub elo: f64,
    /// Half the width of the 95% interval of the difference from the anchor.
    pub error: f64,
}

/// Points of Elo for a difference that changes the odds by a factor of e.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// Newton's steps; some ten are enough from anywhere.
const STEPS: usize = 100;

/// A step is no longer than this, in logarithms of odds: far from the top the curve is flat, and a full step
/// would leap over it.
const LONGEST_STEP: f64 = 2.0;

/// The ratings of so many players, of whom the first is the anchor. `prior` drawn games are added to each
/// meeting.
///
/// None where some player has met nobody who is connected with the anchor, or has won or lost everything and
/// there is no prior.
pub fn ratings(players: usize, meetings: &[Meeting], prior: f64) -> Option<Vec<Rating>> {
    let mut strengths = vec![0.0; players];
    for _ in 0..STEPS {
        let (mut slope, information) = derivatives(&strengths, meetings, prior);
        if !solve(information, &mut slope) {
            return None;
        }
        let longest = slope.iter().fold(0.0_f64, |most, step| most.max(step.abs()));
        let share = (LONGEST_STEP / longest).min(1.0);
        for (strength, step) in strengths[1..].iter_mut().zip(&slope) {
            *strength += share * step;
        }
        if longest < 1e-12 {
            break;
        }
    }
    if strengths.iter().any(|strength| !strength.is_finite() || strength.abs() > 50.0) {
        return None;
    }
    let errors = errors(&strengths, meetings, prior)?;
    let rating = |(strength, error): (f64, f64)| Rating { elo: SCALE * strength, error: SCALE * error };
    Some(strengths.into_iter().zip(errors).map(rating).collect())
}

/// The score that is expected at a difference of strength, in logarithms of odds.
fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// The slope of the log likelihood in the strengths of all but the anchor, and its curvature, negated.
fn derivatives(strengths: &[f64], meetings: &[Meeting], prior: f64) -> (Vec<f64>, Vec<Vec<f64>>) {
    let others = strengths.len().saturating_sub(1);
    let (mut slope, mut information) = (vec![0.0; others], vec![vec![0.0; others]; others]);
    for meeting in meetings {
        let [a, b] = meeting.players;
        let expected = expected(strengths[a] - strengths[b]);
        let games = meeting.games + prior;
        add(&mut slope, meeting.players, meeting.score + prior / 2.0 - games * expected);
        spread(&mut information, meeting.players, games * expected * (1.0 - expected));
    }
    (slope, information)
}

/// Adds what a meeting says to the first, and takes it from the second.
fn add(to: &mut [f64], players: [usize; 2], much: f64) {
    for (player, sign) in players.into_iter().zip([1.0, -1.0]) {
        if let Some(at) = player.checked_sub(1) {
            to[at] += sign * much;
        }
    }
}

/// The same of what has two ends.
fn spread(to: &mut [Vec<f64>], players: [usize; 2], much: f64) {
    for (row, sign) in players.into_iter().zip([1.0, -1.0]) {
        if let Some(at) = row.checked_sub(1) {
            add(&mut to[at], players, sign * much);
        }
    }
}

/// The errors of the strengths, the anchor's being 0.
fn errors(strengths: &[f64], meetings: &[Meeting], prior: f64) -> Option<Vec<f64>> {
    let (_, information) = derivatives(strengths, meetings, prior);
    let mut errors = vec![0.0];
    for player in 0..strengths.len().saturating_sub(1) {
        // A column of the inverse: how much the strength follows each slope.
        let mut follows = vec![0.0; information.len()];
        follows[player] = 1.0;
        if !solve(information.clone(), &mut follows) {
            return None;
        }
        let of = |player: usize| player.checked_sub(1).map_or(0.0, |at| follows[at]);
        let variance: f64 = meetings
            .iter()
            .map(|meeting| {
                let [a, b] = meeting.players;
                (of(a) - of(b)).powi(2) * meeting.variance
            })
            .sum();
        errors.push(Z95 * variance.sqrt());
    }
    Some(errors)
}

/// Solves a positive definite system in place by Gauss's elimination; whether it has a solution.
fn solve(mut matrix: Vec<Vec<f64>>, right: &mut [f64]) -> bool {
    for at in 0..right.len() {
        if matrix[at][at] < 1e-12 {
            return false;
        }
        let pivot = matrix[at].clone();
        for below in at + 1..right.len() {
            let share = matrix[below][at] / pivot[at];
            for (cell, above) in matrix[below].iter_mut().zip(&pivot).skip(at) {
                *cell -= share * above;
            }
            right[below] -= share * right[at];
        }
    }
    for at in (0..right.len()).rev() {
        let known: f64 = (at + 1..right.len()).map(|other| matrix[at][other] * right[other]).sum();
        right[at] = (right[at] - known) / matrix[at][at];
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameScore::{Half, One, Zero};
    use yomikiri_core::Random;

    /// Games that have nothing to do with each other, all won or lost.
    fn independent(players: [usize; 2], games: f64, score: f64) -> Meeting {
        let share = score / games;
        Meeting { players, games, score, variance: games * share * (1.0 - share) }
    }

    #[test]
    fn two_players_differ_by_the_elo_of_their_match() {
        let mut results = Pentanomial::default();
        for (scores, count) in [([One, One], 30), ([One, Zero], 50), ([Half, One], 11), ([Zero, Zero], 9)] {
            (0..count).for_each(|_| results.pair(scores));
        }
        let found = ratings(2, &[Meeting::of([1, 0], &results)], 0.0).unwrap();
        let (elo, low, high) = results.elo();
        assert!((found[1].elo - elo).abs() < 1e-6, "{found:?} {elo}");
        assert!((found[1].error - (high - low) / 2.0).abs() < 1.0, "{found:?} {low} {high}");
        assert_eq!((found[0].elo, found[0].error), (0.0, 0.0));
    }

    /// The American League East of 1987, a textbook's example (Agresti, Categorical Data Analysis): the
    /// abilities and standard errors that R's `BradleyTerry2` prints for it, Baltimore being 0.
    #[test]
    fn a_known_league_has_its_known_ratings() {
        // Baltimore, Cleveland, Boston, New York, Toronto, Detroit, Milwaukee: games won of 13.
        const WON: [[f64; 7]; 7] = [
            [0.0, 7.0, 1.0, 3.0, 1.0, 4.0, 2.0],
            [6.0, 0.0, 6.0, 6.0, 5.0, 4.0, 4.0],
            [12.0, 7.0, 0.0, 7.0, 6.0, 2.0, 6.0],
            [10.0, 7.0, 6.0, 0.0, 6.0, 8.0, 6.0],
            [12.0, 8.0, 7.0, 7.0, 0.0, 6.0, 4.0],
            [9.0, 9.0, 11.0, 5.0, 7.0, 0.0, 6.0],
            [11.0, 9.0, 7.0, 7.0, 9.0, 7.0, 0.0],
        ];
        const KNOWN: [(f64, f64); 7] = [
            (0.0, 0.0),
            (0.6839, 0.3319),
            (1.1077, 0.3339),
            (1.2476, 0.3359),
            (1.2945, 0.3367),
            (1.4364, 0.3396),
            (1.5814, 0.3432),
        ];
        let mut meetings = Vec::new();
        for (a, won) in WON.iter().enumerate() {
            for (b, &score) in won.iter().enumerate().take(a) {
                assert!((score + WON[b][a] - 13.0).abs() < 1e-9);
                meetings.push(Meeting { players: [a, b], games: 13.0, score, variance: 0.0 });
            }
        }
        let first = ratings(7, &meetings, 0.0).unwrap();
        // The model's own variance, as R has it.
        for meeting in &mut meetings {
            let [a, b] = meeting.players.map(|player| first[player].elo / SCALE);
            let share = expected(a - b);
            meeting.variance = 13.0 * share * (1.0 - share);
        }
        for (found, (ability, error)) in ratings(7, &meetings, 0.0).unwrap().iter().zip(KNOWN) {
            assert!((found.elo / SCALE - ability).abs() < 1e-4, "{found:?} {ability}");
            assert!((found.error / SCALE / Z95 - error).abs() < 1e-4, "{found:?} {error}");
        }
    }

    /// The slow and obvious way: each strength in turn is moved a little, as long as that makes the games
    /// likelier.
    fn climb(players: usize, meetings: &[Meeting], prior: f64) -> Vec<f64> {
        let likelihood = |elo: &[f64]| -> f64 {
            let of = |meeting: &Meeting| {
                let [a, b] = meeting.players;
                let expected = 1.0 / (1.0 + 10_f64.powf((elo[b] - elo[a]) / 400.0));
                let (score, games) = (meeting.score + prior / 2.0, meeting.games + prior);
                score * expected.ln() + (games - score) * (1.0 - expected).ln()
            };
            meetings.iter().map(of).sum()
        };
        let (mut elo, mut step) = (vec![0.0; players], 256.0);
        while step > 1e-4 {
            let mut moved = false;
            for player in 1..players {
                for change in [step, -step] {
                    let before = likelihood(&elo);
                    elo[player] += change;
                    if likelihood(&elo) > before {
                        moved = true;
                    } else {
                        elo[player] -= change;
                    }
                }
            }
            if !moved {
                step /= 2.0;
            }
        }
        elo
    }

    #[test]
    fn the_likeliest_ratings_are_found() {
        let mut random = Random::new(11);
        for round in 0..20 {
            let players = 2 + round % 5;
            let mut meetings = Vec::new();
            for a in 0..players {
                for b in 0..a {
                    let games = 1 + random.below(30);
                    let score = random.below(2 * games + 1) as f64 / 2.0;
                    meetings.push(independent([a, b], games as f64, score));
                }
            }
            let (found, slow) = (ratings(players, &meetings, 1.0).unwrap(), climb(players, &meetings, 1.0));
            for (found, slow) in found.iter().zip(slow) {
                assert!((found.elo - slow).abs() < 0.01, "{found:?} {slow}");
            }
        }
    }

    /// Leagues of players of known strength: the interval holds it as often as it says, also where the two
    /// games of a pair tell the same.
    #[test]
    fn the_intervals_hold() {
        const STRENGTHS: [f64; 4] = [0.0, 80.0, 200.0, 350.0];
        let (mut random, mut held, mut all) = (Random::new(3), 0, 0);
        for _ in 0..300 {
            let mut meetings = Vec::new();
            for (a, strength) in STRENGTHS.iter().enumerate() {
                for (b, other) in STRENGTHS.iter().enumerate().take(a) {
                    let share = 1.0 / (1.0 + 10_f64.powf((other - strength) / 400.0));
                    let mut results = Pentanomial::default();
                    for _ in 0..60 {
                        let score = if f64::from(random.unit()) < share { One } else { Zero };
                        results.pair([score, score]);
                    }
                    meetings.push(Meeting::of([a, b], &results));
                }
            }
            for (found, strength) in ratings(4, &meetings, 0.0).unwrap().iter().zip(STRENGTHS).skip(1) {
                held += usize::from((found.elo - strength).abs() < found.error);
                all += 1;
            }
        }
        let share = f64::from(held as u32) / f64::from(all);
        assert!((0.92..0.98).contains(&share), "{share}");
    }

    #[test]
    fn who_has_met_nobody_has_no_rating() {
        let met = independent([0, 1], 10.0, 4.0);
        assert_eq!(ratings(3, &[met], 1.0), None);
        assert!(ratings(2, &[met], 0.0).is_some());
        // A win in all games is infinitely strong, but for the prior.
        let all = Meeting { players: [1, 0], games: 10.0, score: 10.0, variance: 0.0 };
        assert_eq!(ratings(2, &[all], 0.0), None);
        let found = ratings(2, &[all], 1.0).unwrap();
        assert!((400.0..700.0).contains(&found[1].elo), "{found:?}");
    }
}
