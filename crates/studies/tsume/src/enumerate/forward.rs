//! The attacker's moves forwards: is it mate within a few plies, without a look-up.

use super::{
    attacks::AttackMaps,
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
    /// Gives every piece of the attacker that can check, whether it is dropped, and the places to which it
    /// may go if nothing is in its way, as long as the answer is yes; whether it always was.
    #[inline]
    pub fn all_movers(
        &self,
        set_pos: &SetPosition<N>,
        mut more: impl FnMut(usize, bool, &[u16]) -> bool,
    ) -> bool {
        for piece in 0..N {
            let at = set_pos.at[piece];
            let drop = at == BLACK_HAND;
            let again =
                piece > 0 && self.group[piece - 1] == self.group[piece] && set_pos.at[piece - 1] == at;
            if place::is_black(at) || drop && !again {
                let places = self.sets[self.group[piece] as usize].checking.of(set_pos.king, at);
                if !places.is_empty() && !more(piece, drop, places) {
                    return false;
                }
            }
        }
        true
    }

    /// Gives every move that checks, as long as the answer is yes; whether it always was.
    #[inline]
    pub fn all_checks(&self, set_pos: &SetPosition<N>, mut more: impl FnMut(Check<N>) -> bool) -> bool {
        self.all_movers(set_pos, |piece, drop, places| {
            for &to in places {
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
            true
        })
    }

    /// The piece on a square.
    #[inline]
    pub fn piece_on(set_pos: &SetPosition<N>, square: u8) -> Option<usize> {
        set_pos.at.iter().position(|&at| place::bit(at) >> square & 1 == 1)
    }

    /// Whether the attacker mates in `plies` or less.
    pub fn mates_within(&self, set_pos: &SetPosition<N>, plies: u8) -> bool {
        if plies == 1 {
            return self.mates_at_once(set_pos);
        }
        !self.all_checks(set_pos, |check| !self.wins(&check, plies))
    }

    /// Whether the attacker mates in one.
    fn mates_at_once(&self, set_pos: &SetPosition<N>) -> bool {
        let mut maps = None;
        !self.all_movers(set_pos, |piece, drop, places| {
            if drop && self.man(piece).is_pawn {
                return true;
            }
            let maps = maps.get_or_insert_with(|| AttackMaps::new(self, set_pos));
            let others = maps.others(piece);
            // Most moves leave a square to the king whatever they take.
            let left = maps.escapes(self, set_pos, others);
            let mates = |&&to: &&u16| {
                left & !self.attacks(piece, to) == 0
                    && !(drop && maps.takes(to))
                    && maps.escapes_after(self, set_pos, (piece, to), others) == Some(0)
            };
            places.iter().find(mates).is_none()
        })
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
