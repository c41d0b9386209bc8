//! The attacker's moves forwards: is it mate within a few plies, without a look-up.

use super::{
    place::{self, BLACK_HAND, LINES},
    places::LocationSet,
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
            let sets = &self.sets[self.group[piece] as usize];
            let moves = place::is_black(at) && sets.checked[at as usize] >> set_pos.king & 1 == 1;
            if !(moves || drop && !again) {
                continue;
            }
            let targets = if drop { self.drops(set_pos, piece) } else { sets.targets[at as usize] };
            for to in (targets & sets.attackers[set_pos.king as usize]).iter() {
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

    /// Where a piece of the attacker's hand can be dropped if the square is free.
    pub fn drops(&self, set_pos: &SetPosition<N>, piece: usize) -> LocationSet {
        let Some(files) = &self.sets[self.group[piece] as usize].files else { return self.ground.plain };
        let plain_pawn = |i: usize| {
            self.man(i).is_pawn && place::is_black(set_pos.at[i]) && !place::is_promoted(set_pos.at[i])
        };
        let taken = (0..N).filter(|&i| plain_pawn(i)).fold(LocationSet::NONE, |taken, i| {
            taken | files[0][(place::square(set_pos.at[i]) % LINES) as usize]
        });
        self.ground.plain & !taken
    }

    /// Whether the attacker mates in `plies` or less.
    pub fn mates_within(&self, set_pos: &SetPosition<N>, plies: u8) -> bool {
        !self.all_checks(set_pos, |check| !self.wins(&check, plies))
    }

    /// Whether a check is mate, or leads to mate, in `plies` or less, itself included.
    fn wins(&self, check: &Check<N>, plies: u8) -> bool {
        if plies == 1 {
            return !check.pawn_drop && self.is_mated(&check.after, check.checker);
        }
        let lost = self.lost_within(&check.after, check.checker, plies - 1);
        lost.is_some_and(|answered| answered || !check.pawn_drop)
    }

    /// Whether the defender, in check by one piece, has no answer.
    #[inline]
    fn is_mated(&self, set_pos: &SetPosition<N>, checker: usize) -> bool {
        self.flights(set_pos, self.attacked(set_pos)) == 0
            && !self.is_taken(set_pos, place::square(set_pos.at[checker]))
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
