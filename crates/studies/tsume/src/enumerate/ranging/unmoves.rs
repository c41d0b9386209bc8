//! Moves back.

use super::{Check, SlidingMoves};
use crate::enumerate::{
    place::{self, BLACK_HAND, WHITE_HAND},
    rules::{SetPosition, squares},
};
use yomikiri_shogi::Side;

impl<const N: usize> SlidingMoves<N> {
    /// Gives every position from which a move of the attacker leads here, once for each move.
    pub(super) fn unmoves_of_attacker(
        &self,
        set_pos: &SetPosition<N>,
        check: Check,
        mate: bool,
        out: &mut dyn FnMut(SetPosition<N>),
    ) {
        for piece in (0..N).filter(|&i| place::is_black(set_pos.at[i])) {
            // What checks and has not moved was uncovered: the moved piece came from before it.
            let others = check.without(piece);
            let uncovered = match others.only() {
                None if others.is_none() => !0,
                Some(other) => self.between(place::square(set_pos.at[other]), set_pos.king),
                None => continue,
            };
            if others.is_none() && !place::is_promoted(set_pos.at[piece]) {
                let before = self.rules.with(set_pos, piece, BLACK_HAND);
                let barred = mate && self.rules.man(piece).is_pawn;
                if !barred && !self.is_attacked(&before.at, set_pos.king, before.occupied()) {
                    out(before);
                }
            }
            self.unstep(set_pos, piece, uncovered, out);
        }
    }

    /// Gives every position from which a move of this piece of the attacker, from one of these squares, leads
    /// here.
    fn unstep(
        &self,
        set_pos: &SetPosition<N>,
        piece: usize,
        sources: u128,
        out: &mut dyn FnMut(SetPosition<N>),
    ) {
        let to = set_pos.at[piece];
        let occupied = set_pos.occupied();
        for &from in &self.rules.man(piece).sources[to as usize] {
            let square = place::square(from);
            let way = self.between(square, place::square(to)) | 1 << square;
            if way & occupied != 0
                || sources >> square & 1 == 0
                || (place::is_promoted(to) && self.rules.crowds(set_pos, piece, from))
            {
                continue;
            }
            let mut before = *set_pos;
            before.at[piece] = from;
            let with_capture = occupied | 1 << square;
            if self.is_attacked(&before.at, set_pos.king, with_capture) {
                continue;
            }
            for taken in self.rules.first_of_each(set_pos, BLACK_HAND) {
                for promoted in [false, true] {
                    let stood = place::place(Side::Second, promoted, place::square(to));
                    if self.rules.man(taken).valid[stood as usize]
                        && !self.rules.crowds(set_pos, taken, stood)
                    {
                        out(self.rules.with(&before, taken, stood));
                    }
                }
            }
            if !self.is_attacked(&before.at, set_pos.king, with_capture & !place::bit(to)) {
                self.rules.sort(&mut before.at);
                out(before);
            }
        }
    }

    /// Gives every position in check from which a move of the defender on the board leads here.
    pub(super) fn unmoves_of_defender(
        &self,
        set_pos: &SetPosition<N>,
        out: &mut dyn FnMut(SetPosition<N>, Check),
    ) {
        let occupied = set_pos.occupied();
        let free = !occupied & self.rules.around[set_pos.king as usize];
        for from in squares(free) {
            self.keep_if_checked(SetPosition { king: from, ..*set_pos }, out);
        }
        for taken in self.rules.first_of_each(set_pos, WHITE_HAND) {
            for promoted in [false, true] {
                let stood = place::place(Side::First, promoted, set_pos.king);
                if self.rules.man(taken).valid[stood as usize] && !self.rules.crowds(set_pos, taken, stood) {
                    let before = self.rules.with(set_pos, taken, stood);
                    for from in squares(free) {
                        self.keep_if_checked(SetPosition { king: from, ..before }, out);
                    }
                }
            }
        }
        for piece in (0..N).filter(|&i| place::is_white(set_pos.at[i])) {
            self.undefend(set_pos, piece, out);
        }
    }

    #[inline]
    fn keep_if_checked(&self, before: SetPosition<N>, out: &mut dyn FnMut(SetPosition<N>, Check)) {
        let check = self.checkers(&before);
        if check.is_possible() {
            out(before, check);
        }
    }

    /// This piece of the defender has gone between or has taken the checking piece.
    fn undefend(&self, set_pos: &SetPosition<N>, piece: usize, out: &mut dyn FnMut(SetPosition<N>, Check)) {
        let to = set_pos.at[piece];
        let occupied = set_pos.occupied();
        let shields = self.is_attacked(&set_pos.at, set_pos.king, occupied & !place::bit(to));
        for &from in &self.rules.man(piece).sources[to as usize] {
            let square = place::square(from);
            let way = self.between(square, place::square(to)) | 1 << square;
            if way & occupied != 0 || (place::is_promoted(to) && self.rules.crowds(set_pos, piece, from)) {
                continue;
            }
            let mut before = *set_pos;
            before.at[piece] = from;
            for taken in self.rules.first_of_each(set_pos, WHITE_HAND) {
                for promoted in [false, true] {
                    let stood = place::place(Side::First, promoted, place::square(to));
                    if self.sees(taken, stood, set_pos.king, occupied | 1 << square)
                        && self.rules.man(taken).valid[stood as usize]
                        && !self.rules.crowds(set_pos, taken, stood)
                    {
                        self.keep_if_checked(self.rules.with(&before, taken, stood), out);
                    }
                }
            }
            if shields {
                self.rules.sort(&mut before.at);
                self.keep_if_checked(before, out);
            }
        }
    }

    /// Gives every position in which the only checking piece stands farther away on its line, and from which
    /// it may go to where it stands here.
    pub(super) fn moved_back(
        &self,
        set_pos: &SetPosition<N>,
        check: Check,
        out: &mut dyn FnMut(SetPosition<N>, Check),
    ) {
        let Some(checker) = check.only() else { return };
        let to = set_pos.at[checker];
        for &from in &self.rules.man(checker).sources[to as usize] {
            let line = self.between(place::square(from), set_pos.king);
            let single = |before: &SetPosition<N>| self.checkers(before);
            if line & place::bit(to) != 0 && set_pos.occupied() & place::bit(from) == 0 {
                let before = self.rules.with(set_pos, checker, from);
                let check = single(&before);
                if check.only().is_some() {
                    out(before, check);
                }
            }
        }
    }
}
