//! Interpositions: what a drop between is worth.

use super::{Check, SlidingMoves};
use crate::enumerate::{
    moves::{AfterInterposition, SetMoves},
    place::{self, KindTables, LINES},
    rules::SetPosition,
};
use yomikiri_shogi::Side;

/// In how many plies a position with the checking piece on a square is lost, not promoted and promoted.
type Worth = [Option<u8>; 2];

/// The most squares between a checking piece and the king.
const BETWEEN: usize = LINES as usize - 2;

impl<const N: usize> SlidingMoves<N> {
    /// In how many plies a position in check is lost. Gives the longest answer on the board, and what is left
    /// after each drop between, nearest to the king first; all of them if the position is lost.
    pub(super) fn worth(
        &self,
        set_pos: &SetPosition<N>,
        check: Check,
        known: &dyn Fn(&SetPosition<N>) -> Option<u8>,
        out: &mut dyn FnMut(u8, AfterInterposition<N>),
    ) -> Option<u8> {
        let answered = self.answered(set_pos, check, known)?;
        let Some(checker) = check.only() else { return Some(answered) };
        let from = set_pos.at[checker];
        let mut line = self.between(place::square(from), set_pos.king);
        let man = self.rules.man(checker);
        let (mut path, mut worths) = ([0; BETWEEN], [[None; 2]; BETWEEN]);
        let mut plies = answered;
        for k in 0..line.count_ones() as usize {
            path[k] = nearest(line, place::square(from) < set_pos.king);
            line &= !(1 << path[k]);
            for promoted in [false, true] {
                let at = place::place(Side::First, promoted, path[k]);
                if man.reaches(from, at) && man.attacks[at as usize] >> set_pos.king & 1 == 1 {
                    let drawn = self.rules.with(set_pos, checker, at);
                    let answered = self.answered(&drawn, self.checkers(&drawn), known);
                    worths[k][usize::from(promoted)] =
                        answered.and_then(|answered| total(man, at, answered, &path[..k], &worths));
                }
            }
            let (left, promoted) = best(man, from, path[k], worths[k])?;
            plies = plies.max(if left > answered { left + 2 } else { 0 });
            let at = place::place(Side::First, promoted, path[k]);
            let choice = worths[k].iter().all(Option::is_some);
            out(
                answered,
                AfterInterposition { set_pos: self.rules.with(set_pos, checker, at), plies: left, choice },
            );
        }
        Some(plies)
    }
}

/// The last square of a line if indices grow towards the king, else the first.
fn nearest(line: u128, grow: bool) -> u8 {
    (if grow { line.ilog2() } else { line.trailing_zeros() }) as u8
}

/// The shortest way to mate after taking on a square, and whether it promotes.
fn best(man: &KindTables, from: u16, square: u8, worth: Worth) -> Option<(u8, bool)> {
    let left = |promoted: bool| {
        let reached = man.reaches(from, place::place(Side::First, promoted, square));
        worth[usize::from(promoted)].filter(|_| reached).map(|left| (left, promoted))
    };
    [false, true].into_iter().filter_map(left).min()
}

/// In how many plies a position is lost, from the longest answer on the board and the squares between.
fn total(man: &KindTables, from: u16, answered: u8, path: &[u8], worths: &[Worth]) -> Option<u8> {
    path.iter().zip(worths).try_fold(answered, |plies, (&square, &worth)| {
        let (left, _) = best(man, from, square, worth)?;
        Some(plies.max(if left > answered { left + 2 } else { 0 }))
    })
}
