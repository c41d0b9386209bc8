//! The order in which moves are tried: the remembered move, winning exchanges, killers and the counter-move,
//! quiet moves by experience, losing exchanges.
//!
//! Only the next move is looked for, since most nodes end after one or two; and whether an exchange loses is
//! asked only when its turn has come.

use super::{position::SearchPosition, technique::Technique, worker::Worker};
use std::ops::Range;

/// A noisy move whose exchange has not been looked at, or does not lose.
const NOISY: i32 = 1 << 22;
const KILLER: i32 = 1 << 20;
/// A noisy move whose exchange loses.
const LOSING: i32 = -NOISY;

/// The moves of a node within those of the line.
pub struct Picker {
    base: usize,
    at: usize,
    /// Quiet moves are no longer wanted.
    only_noisy: bool,
}

impl<P: SearchPosition> Worker<'_, P> {
    /// The moves from `base` on, rated.
    pub fn picker(&mut self, pos: &P, base: usize, ply: usize, known: u16) -> Picker {
        let experienced = self.shared.techniques.has(Technique::Histories);
        let before = self.before(ply);
        let [first, second] = self.frames[ply].killers;
        let counter = self.history.counter(before[0]);
        self.ratings.truncate(base);
        for &mv in &self.moves[base..] {
            let code = P::code(mv);
            let rating = if code == known {
                i32::MAX
            } else if pos.is_noisy(mv) {
                let gain = pos.gain(mv) * 1537 / P::PAWN;
                NOISY + gain.clamp(-500_000, 500_000) + self.history.noisy(pos.slot(mv)) / 4
            } else if !experienced {
                pos.initial_rating(mv)
            } else if code == first {
                KILLER + 2
            } else if code == second {
                KILLER + 1
            } else if code == counter {
                KILLER
            } else {
                pos.initial_rating(mv) + self.history.quiet(pos.slot(mv), before)
            };
            self.ratings.push(rating);
        }
        Picker { base, at: base, only_noisy: false }
    }

    /// The next move and its rating.
    #[inline]
    pub fn pick(&mut self, pos: &P, picker: &mut Picker) -> Option<(P::Move, i32)> {
        loop {
            let (&first, rest) = self.ratings[picker.at..].split_first()?;
            let (mut best, mut rating) = (picker.at, first);
            for (at, &other) in rest.iter().enumerate() {
                if other > rating {
                    (best, rating) = (picker.at + 1 + at, other);
                }
            }
            let mv = self.moves[best];
            if (NOISY / 2..i32::MAX).contains(&rating) && !pos.see_ge(mv, 0) {
                self.ratings[best] = rating - NOISY + LOSING;
                continue;
            }
            self.moves.swap(best, picker.at);
            self.ratings.swap(best, picker.at);
            picker.at += 1;
            if picker.only_noisy && !pos.is_noisy(mv) {
                continue;
            }
            return Some((mv, rating));
        }
    }

    /// The node is done.
    pub fn drop_moves(&mut self, base: usize) {
        self.moves.truncate(base);
        self.ratings.truncate(base);
    }
}

impl Picker {
    /// Where the moves lie that have been tried before the current one.
    pub fn tried(&self) -> Range<usize> {
        self.base..self.at - 1
    }

    /// From now on only noisy moves are wanted.
    pub fn skip_quiet(&mut self) {
        self.only_noisy = true;
    }
}

/// Whether the exchange of a noisy move that was picked with a rating loses. Of all but the remembered move
/// the rating tells.
#[inline]
pub fn is_losing<P: SearchPosition>(pos: &P, mv: P::Move, rating: i32) -> bool {
    if rating == i32::MAX { !pos.see_ge(mv, 0) } else { rating < 0 }
}

/// Whether a rating is that of a move which is tried out of the order of quiet moves.
pub fn is_special(rating: i32) -> bool {
    rating >= KILLER
}
