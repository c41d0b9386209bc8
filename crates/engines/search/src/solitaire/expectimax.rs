//! Exact values: the best of all moves, the mean of all chances.
//!
//! Every class of positions is visited once and remembered. The cost is the number of classes that can be
//! reached: all of a deck of four or five ranks, the last few cards of a larger one.

use super::distinct_moves;
use rustc_hash::FxHashMap;
use std::{error::Error, fmt};
use yomikiri_core::{Keyed, Solitaire};

/// There are more positions than may be remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany {
    /// How many may be.
    pub limit: usize,
}

impl fmt::Display for TooMany {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "more than {} positions can be reached: too many for an exact value", self.limit)
    }
}

impl Error for TooMany {}

/// Exact values of a game's positions.
pub struct Expectimax<G: Solitaire + Keyed> {
    game: G,
    limit: usize,
    values: FxHashMap<G::Key, f64>,
}

impl<G: Solitaire + Keyed> Expectimax<G> {
    /// Values that remember at most `limit` positions.
    pub fn new(game: G, limit: usize) -> Self {
        Self { game, limit, values: FxHashMap::default() }
    }

    /// How many positions are remembered.
    pub fn positions(&self) -> usize {
        self.values.len()
    }

    /// Forgets all positions.
    pub fn clear(&mut self) {
        self.values.clear();
    }

    /// The value of a position under best play.
    ///
    /// # Errors
    /// More positions than may be remembered; those found so far stay known.
    pub fn value(&mut self, pos: &G::Pos) -> Result<f64, TooMany> {
        let key = self.game.key(pos);
        if let Some(&value) = self.values.get(&key) {
            return Ok(value);
        }
        let value = self.expand(pos)?;
        if self.values.len() >= self.limit {
            return Err(TooMany { limit: self.limit });
        }
        self.values.insert(key, value);
        Ok(value)
    }

    fn expand(&mut self, pos: &G::Pos) -> Result<f64, TooMany> {
        if let Some(payoff) = self.game.payoff(pos) {
            return Ok(payoff);
        }
        let mut chances = Vec::new();
        self.game.chances(pos, &mut chances);
        if let Some((_, first)) = chances.first() {
            let of = f64::from(first.of);
            let mut sum = 0.0;
            for (next, odds) in &chances {
                sum += f64::from(odds.ways) * self.value(next)?;
            }
            // Divided once, so that what is certain stays exactly 1.
            return Ok(sum / of);
        }
        let mut best = 0.0f64;
        for (_, next) in distinct_moves(&self.game, pos) {
            best = best.max(self.value(&next)?);
        }
        Ok(best)
    }

    /// A best move with its value: the first of equals; `None` where the player is not to move.
    ///
    /// # Errors
    /// As for [`value`](Self::value).
    pub fn best(&mut self, pos: &G::Pos) -> Result<Option<(G::Move, f64)>, TooMany> {
        let mut best: Option<(G::Move, f64)> = None;
        for (mv, next) in distinct_moves(&self.game, pos) {
            let value = self.value(&next)?;
            if best.is_none_or(|(_, known)| value > known) {
                best = Some((mv, value));
            }
        }
        Ok(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solitaire::toy::Dice;
    use yomikiri_core::Game;

    #[test]
    fn values_are_those_of_all_play() {
        fn slow(game: &Dice, pos: (u8, u8)) -> f64 {
            if let Some(payoff) = game.payoff(&pos) {
                return payoff;
            }
            let (mut chances, mut moves) = (Vec::new(), Vec::new());
            game.chances(&pos, &mut chances);
            game.moves(&pos, &mut moves);
            let mean: f64 = chances.iter().map(|&(next, odds)| odds.probability() * slow(game, next)).sum();
            moves.iter().map(|&mv| slow(game, game.play(&pos, mv))).fold(mean, f64::max)
        }
        let game = Dice;
        let mut exact = Expectimax::new(Dice, 1000);
        let value = exact.value(&game.start()).unwrap();
        assert!((value - slow(&game, game.start())).abs() < 1e-12);
        assert!((0.1..1.0).contains(&value), "{value}");
        let (_, best) = exact.best(&(5, 2)).unwrap().unwrap();
        assert!((best - 1.0).abs() < 1e-12, "{best}");
        assert_eq!(exact.best(&game.start()), Ok(None));
        exact.clear();
        assert_eq!(exact.positions(), 0);
        assert_eq!(exact.value(&game.start()), Ok(value));
    }

    #[test]
    fn too_many_positions_are_refused() {
        assert_eq!(Expectimax::new(Dice, 5).value(&Dice.start()), Err(TooMany { limit: 5 }));
    }
}
