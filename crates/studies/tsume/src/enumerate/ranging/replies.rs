//! The defender's moves on the board.

use super::{Check, SlidingMoves};
use crate::enumerate::{
    place::{self, WHITE_HAND},
    rules::{SetPosition, squares},
};
use yomikiri_shogi::Side;

impl<const N: usize> SlidingMoves<N> {
    /// Tries the moves out of check until one does not satisfy; whether all do.
    #[inline]
    pub(super) fn replies(
        &self,
        set_pos: &SetPosition<N>,
        check: Check,
        satisfies: &mut dyn FnMut(SetPosition<N>) -> bool,
    ) -> bool {
        let white = |i: usize| place::is_white(set_pos.at[i]);
        let own = (0..N).filter(|&i| white(i)).fold(0, |all, i| all | place::bit(set_pos.at[i]));
        self.flights(set_pos, own, satisfies)
            && check.only().is_none_or(|checker| {
                (0..N).filter(|&i| white(i)).all(|i| self.defences(set_pos, own, checker, i, satisfies))
            })
    }

    /// Tries the king's moves.
    #[inline]
    fn flights(
        &self,
        set_pos: &SetPosition<N>,
        own: u128,
        satisfies: &mut dyn FnMut(SetPosition<N>) -> bool,
    ) -> bool {
        let others = set_pos.occupied() & !(1 << set_pos.king);
        let safe = |&to: &u8| !self.is_attacked(&set_pos.at, to, others);
        squares(self.rules.around[set_pos.king as usize] & !own).filter(safe).all(|to| {
            let next = SetPosition { king: to, ..*set_pos };
            match (0..N).find(|&i| place::bit(set_pos.at[i]) == 1 << to) {
                Some(taken) => satisfies(self.rules.with(&next, taken, WHITE_HAND)),
                None => satisfies(next),
            }
        })
    }

    /// Tries the moves of a piece that take the checking piece or go between.
    fn defences(
        &self,
        set_pos: &SetPosition<N>,
        own: u128,
        checker: usize,
        piece: usize,
        satisfies: &mut dyn FnMut(SetPosition<N>) -> bool,
    ) -> bool {
        let (from, source) = (set_pos.at[piece], place::square(set_pos.at[checker]));
        let targets = self.between(source, set_pos.king) | 1 << source;
        let occupied = set_pos.occupied();
        squares(self.rules.attacks(piece, from) & targets & !own).all(|to| {
            if self.between(place::square(from), to) & occupied != 0 {
                return true;
            }
            let mut next = *set_pos;
            if to == source {
                next.at[checker] = WHITE_HAND;
            }
            if self.is_attacked(&next.at, set_pos.king, occupied & !place::bit(from) | 1 << to) {
                return true;
            }
            [false, true].into_iter().all(|promoted| {
                let at = place::place(Side::Second, promoted, to);
                !self.rules.man(piece).reaches(from, at) || satisfies(self.rules.with(&next, piece, at))
            })
        })
    }
}
