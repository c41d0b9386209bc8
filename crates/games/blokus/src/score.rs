//! What a player's pieces count.

use crate::{Hand, Position};
use yomikiri_core::Side;

/// How points are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scoring {
    /// One for each square covered, as in programming contests.
    #[default]
    Squares,
    /// One less for each square not covered, 15 more if all pieces are placed and another 5 if the monomino
    /// was the last of them, as in the rules that come with the game.
    Official,
}

/// The squares of a player's pieces.
const SQUARES: i32 = 89;

/// For placing all pieces.
const ALL_PLACED: i32 = 15;

/// For placing the monomino as the last of all.
const MONOMINO_LAST: i32 = 5;

impl Scoring {
    /// A player's points, at the end of the game or before.
    #[inline]
    pub fn of(self, pos: &Position, side: Side) -> i32 {
        self.points(pos.hands[side.index()], pos.monomino_last[side.index()])
    }

    /// The points of a player who has these pieces left.
    pub(crate) fn points(self, hand: Hand, monomino_last: bool) -> i32 {
        let left = hand.squares() as i32;
        match self {
            Self::Squares => SQUARES - left,
            Self::Official => {
                let all = if hand.is_empty() { ALL_PLACED } else { 0 };
                let last = if monomino_last { MONOMINO_LAST } else { 0 };
                all + last - left
            }
        }
    }
}
