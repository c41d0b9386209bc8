//! A player that looks a few plies ahead and trusts the evaluation there.
//!
//! Plain alpha-beta to a fixed depth, without anything that may overlook a move: what it plays is what the
//! evaluation is worth. Moves are tried in the order of the evaluation one ply ahead. A position that the
//! game has seen before counts as a draw.
//!
//! Why not the engine's alpha-beta with all techniques switched off: it makes the same move in all of 1,200
//! positions of random games at one and two plies, but in 1,175 to 1,189 of them at three to five. It counts
//! the distance of wins otherwise, and its scores end at 29,000 steps, which some positions exceed.

use super::{Evaluation, Features};
use yomikiri_core::{Game, TwoPlayer, Value};
use yomikiri_shogi::{Move, Position, SmallBoard, SmallShogi};

/// More than any score; a win in so many plies is less by as many.
const WON: i32 = 1 << 24;

/// The player.
#[derive(Clone, Copy)]
pub struct FixedDepthPlayer<'a> {
    /// The rules.
    pub game: &'a SmallShogi,
    /// Whom it trusts.
    pub evaluation: &'a Evaluation,
    /// How many plies it looks ahead, at least one.
    pub plies: u32,
}

/// What a player thinks of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The move that it would make.
    pub best: Move,
    /// The share of a win that it expects.
    pub probability: f64,
}

impl FixedDepthPlayer<'_> {
    /// The best move, the first among equals; `None` where the game is over. `past` are the positions before
    /// this one.
    pub fn think(&self, pos: &Position<SmallBoard>, past: &[Position<SmallBoard>]) -> Option<Choice> {
        if self.game.result(pos).is_some() {
            return None;
        }
        let (mut best, mut score) = (None, -2 * WON);
        for (mv, next) in self.successors(pos) {
            let worth =
                if past.contains(&next) { 0 } else { -self.search(&next, self.plies - 1, -2 * WON, -score) };
            if worth > score {
                (best, score) = (Some(mv), worth);
            }
        }
        let probability = match score {
            won if won > WON / 2 => 1.0,
            lost if lost < -WON / 2 => 0.0,
            score => self.evaluation.share(score),
        };
        best.map(|best| Choice { best, probability })
    }

    /// The moves with what they lead to, the most promising first.
    fn successors(&self, pos: &Position<SmallBoard>) -> Vec<(Move, Position<SmallBoard>)> {
        let mut moves = Vec::with_capacity(40);
        self.game.moves(pos, &mut moves);
        let mut all: Vec<_> = moves
            .into_iter()
            .map(|mv| {
                let next = self.game.play(pos, mv);
                (self.standing(&next), mv, next)
            })
            .collect();
        all.sort_by_key(|(score, ..)| *score);
        all.into_iter().map(|(_, mv, next)| (mv, next)).collect()
    }

    /// The score without looking ahead.
    fn standing(&self, pos: &Position<SmallBoard>) -> i32 {
        match self.game.result(pos) {
            Some(Value::Win(plies)) => WON - i32::from(plies),
            Some(Value::Loss(plies)) => i32::from(plies) - WON,
            Some(Value::Draw) => 0,
            None => self.evaluation.score(&Features::of(pos)),
        }
    }

    fn search(&self, pos: &Position<SmallBoard>, plies: u32, mut low: i32, high: i32) -> i32 {
        if plies == 0 || self.game.result(pos).is_some() {
            return self.standing(pos);
        }
        let mut best = -WON;
        for (_, next) in self.successors(pos) {
            // A win is worth less the farther it is.
            let worth = later(-self.search(&next, plies - 1, -high - 1, -low));
            best = best.max(worth);
            low = low.max(worth);
            if low >= high {
                break;
            }
        }
        best
    }
}

/// A ply later.
const fn later(score: i32) -> i32 {
    if score > WON / 2 {
        score - 1
    } else if score < -WON / 2 {
        score + 1
    } else {
        score
    }
}
