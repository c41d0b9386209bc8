//! The attacker's moves forwards: is it mate within a few plies, without a look-up.

use super::{
    attacks::AttackMaps,
    checking::CheckingPlaces,
    place::{self, BLACK_HAND},
    rules::{SetPosition, SetRules},
};

/// A move that gives check.
pub struct Check<const N: usize> {
    /// The position behind it, the defender to move.
    pub after: SetPosition<N>,
    /// The piece that gives check.
    pub checker: usize,
    /// The square to which it went.
    pub to: u8,
    /// Whether it was dropped.
    pub drop: bool,
    /// Whether it is a pawn that was dropped, which must not mate.
    pub pawn_drop: bool,
}

impl<const N: usize> SetRules<N> {
    /// Gives every move that checks, as long as the answer is yes; whether it always was.
    #[inline]
    pub fn all_checks(&self, set_pos: &SetPosition<N>, mut more: impl FnMut(Check<N>) -> bool) -> bool {
        for piece in 0..N {
            let at = set_pos.at[piece];
            let drop = at == BLACK_HAND;
            let again =
                piece > 0 && self.group[piece - 1] == self.group[piece] && set_pos.at[piece - 1] == at;
            if !place::is_black(at) && !drop || drop && again {
                continue;
            }
            for &to in self.checking(piece).of(set_pos.king, at) {
                if drop && self.crowds(set_pos, piece, to) {
                    continue;
                }
                let mut after = *set_pos;
                after.at[piece] = to;
                if let Some(there) = Self::piece_on(set_pos, place::square(to)) {
                    if drop || place::is_black(set_pos.at[there]) {
                        continue;
                    }
                    after.at[there] = BLACK_HAND;
                }
                self.sort(&mut after.at);
                let checker = Self::piece_on(&after, place::square(to)).expect("it has just moved there");
                let pawn_drop = drop && self.man(piece).is_pawn;
                if !more(Check { after, checker, to: place::square(to), drop, pawn_drop }) {
                    return false;
                }
            }
        }
        true
    }

    /// The piece on a square.
    #[inline]
    pub fn piece_on(set_pos: &SetPosition<N>, square: u8) -> Option<usize> {
        set_pos.at.iter().position(|&at| place::bit(at) >> square & 1 == 1)
    }

    #[inline]
    fn checking(&self, piece: usize) -> &CheckingPlaces {
        &self.sets[self.group[piece] as usize].checking
    }

    /// Gives every move that checks, as piece and place, but for drops of pawns, which must not mate, as long
    /// as the answer is yes. With it come the squares to which the king can then go.
    #[inline]
    pub fn all_mating_moves(
        &self,
        set_pos: &SetPosition<N>,
        maps: &AttackMaps<N>,
        mut more: impl FnMut(u16, bool, u128) -> bool,
    ) -> bool {
        for piece in 0..N {
            let at = set_pos.at[piece];
            let drop = at == BLACK_HAND;
            let again =
                piece > 0 && self.group[piece - 1] == self.group[piece] && set_pos.at[piece - 1] == at;
            if !place::is_black(at) && !drop || drop && (again || self.man(piece).is_pawn) {
                continue;
            }
            let others = maps.others(piece);
            for &to in self.checking(piece).of(set_pos.king, at) {
                if drop && maps.takes(to) {
                    continue;
                }
                if let Some(escapes) = maps.escapes(self, set_pos, (piece, to), others)
                    && !more(to, drop, escapes)
                {
                    return false;
                }
            }
        }
        true
    }

    /// Whether the attacker mates in `plies` or less.
    pub fn mates_within(&self, set_pos: &SetPosition<N>, plies: u8) -> bool {
        if plies == 1 {
            let maps = AttackMaps::new(self, set_pos);
            return !self.all_mating_moves(set_pos, &maps, |_, _, escapes| escapes != 0);
        }
        !self.all_checks(set_pos, |check| !self.wins(&check, plies))
    }

    /// Whether a check is mate, or leads to mate, in `plies` or less, itself included; more than one.
    fn wins(&self, check: &Check<N>, plies: u8) -> bool {
        let lost = self.lost_within(&check.after, check.checker, plies - 1);
        lost.is_some_and(|answered| answered || !check.pawn_drop)
    }

    /// Of a position with the defender in check by one piece that is lost in `plies` or less: whether he has
    /// an answer.
    pub fn lost_within(&self, set_pos: &SetPosition<N>, checker: usize, plies: u8) -> Option<bool> {
        let mut answered = false;
        let is_lost = self.all_replies(set_pos, checker, |reply| {
            answered = true;
            plies > 0 && self.mates_within(&reply, plies - 1)
        });
        is_lost.then_some(answered)
    }
}
