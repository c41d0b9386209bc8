//! What the pieces of a position attack, gathered once for all the checks that are tried from there.

use super::{
    place,
    rules::{SetPosition, SetRules},
};

/// The squares that the pieces attack and stand on.
pub struct AttackMaps<const N: usize> {
    /// What each piece of the attacker on the board attacks.
    by_piece: [u128; N],
    /// Where the attacker's pieces stand.
    black: u128,
    /// Where the defender's pieces stand, the king aside.
    white: u128,
    /// What they attack.
    guarded: u128,
}

impl<const N: usize> AttackMaps<N> {
    /// The maps of a position.
    #[inline]
    pub fn new(rules: &SetRules<N>, set_pos: &SetPosition<N>) -> Self {
        let mut maps = Self { by_piece: [0; N], black: 0, white: 0, guarded: 0 };
        for (i, &at) in set_pos.at.iter().enumerate() {
            if place::is_black(at) {
                maps.by_piece[i] = rules.attacks(i, at);
                maps.black |= place::bit(at);
            } else if place::is_white(at) {
                maps.white |= place::bit(at);
                maps.guarded |= rules.attacks(i, at);
            }
        }
        maps
    }

    /// What the attacker's pieces but this one attack.
    #[inline]
    pub fn others(&self, piece: usize) -> u128 {
        let mut others = 0;
        for (i, attacks) in self.by_piece.iter().enumerate() {
            others |= if i == piece { 0 } else { *attacks };
        }
        others
    }

    /// Whether a piece of the defender stands on the square of a place.
    #[inline]
    pub fn takes(&self, to: u16) -> bool {
        self.white & place::bit(to) != 0
    }

    /// The squares to which the king can go where the attacker's pieces attack no more than this.
    #[inline]
    pub fn escapes(&self, rules: &SetRules<N>, set_pos: &SetPosition<N>, attacks: u128) -> u128 {
        rules.around[set_pos.king as usize] & !self.white & !attacks
    }

    /// The squares to which the king can go after a piece has moved to `to` and checks; none if it cannot
    /// move there or is taken. `others` is what the attacker's other pieces attack.
    #[inline]
    pub fn escapes_after(
        &self,
        rules: &SetRules<N>,
        set_pos: &SetPosition<N>,
        (piece, to): (usize, u16),
        others: u128,
    ) -> Option<u128> {
        let square = place::bit(to);
        let guarded = if self.takes(to) { guarded_without(rules, set_pos, square) } else { self.guarded };
        if (self.black | guarded) & square != 0 {
            return None;
        }
        let own = self.white & !square;
        Some(rules.around[set_pos.king as usize] & !own & !others & !rules.attacks(piece, to))
    }
}

/// What the defender's pieces attack but for the one on this square.
fn guarded_without<const N: usize>(rules: &SetRules<N>, set_pos: &SetPosition<N>, square: u128) -> u128 {
    let mut guarded = 0;
    for (i, &at) in set_pos.at.iter().enumerate() {
        if place::is_white(at) && place::bit(at) != square {
            guarded |= rules.attacks(i, at);
        }
    }
    guarded
}
