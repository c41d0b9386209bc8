//! What pieces attack past others.

use crate::enumerate::{
    place::{self, LINES, SQUARES},
    rules::{SetPosition, SetRules},
};

/// The moves of a set with ranging pieces.
#[derive(Clone, Debug)]
pub struct SlidingMoves<const N: usize> {
    pub(super) rules: SetRules<N>,
    /// The squares between two that lie on a line; none for others.
    between: Vec<[u128; SQUARES]>,
}

/// The pieces that give check, one a bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Check(pub(super) u8);

impl Check {
    /// Whether a move can give it: by the moved piece, by one that it uncovers, or by both.
    #[inline]
    pub(super) const fn is_possible(self) -> bool {
        matches!(self.0.count_ones(), 1 | 2)
    }

    /// The checking piece, if there is only one.
    #[inline]
    pub(super) const fn only(self) -> Option<usize> {
        if self.0.is_power_of_two() { Some(self.first()) } else { None }
    }

    /// The first of the checking pieces.
    #[inline]
    pub(super) const fn first(self) -> usize {
        self.0.trailing_zeros() as usize
    }

    /// The others when a piece is left aside.
    #[inline]
    pub(super) const fn without(self, piece: usize) -> Self {
        Self(self.0 & !(1 << piece))
    }

    /// Whether nothing gives check.
    #[inline]
    pub(super) const fn is_none(self) -> bool {
        self.0 == 0
    }
}

impl<const N: usize> SlidingMoves<N> {
    pub(super) fn of(rules: SetRules<N>) -> Self {
        let between = |from| std::array::from_fn(|to| between(from, to as u8));
        Self { rules, between: (0..SQUARES as u8).map(between).collect() }
    }

    /// The squares between two that lie on a line; none for others.
    #[inline]
    pub(super) fn between(&self, from: u8, to: u8) -> u128 {
        self.between[from as usize][to as usize]
    }

    /// Whether a piece on the board attacks a square.
    #[inline]
    pub(super) fn sees(&self, piece: usize, at: u16, square: u8, occupied: u128) -> bool {
        self.rules.attacks(piece, at) >> square & 1 == 1
            && self.between(place::square(at), square) & occupied == 0
    }

    /// The attacker's pieces that attack a square.
    #[inline]
    pub(super) fn attackers(&self, at: &[u16; N], square: u8, occupied: u128) -> Check {
        let sees = |i: usize| place::is_black(at[i]) && self.sees(i, at[i], square, occupied);
        Check((0..N).fold(0, |all, i| all | u8::from(sees(i)) << i))
    }

    /// Whether the attacker attacks a square.
    #[inline]
    pub(super) fn is_attacked(&self, at: &[u16; N], square: u8, occupied: u128) -> bool {
        (0..N).any(|i| place::is_black(at[i]) && self.sees(i, at[i], square, occupied))
    }

    /// The pieces that give check.
    #[inline]
    pub(super) fn checkers(&self, set_pos: &SetPosition<N>) -> Check {
        self.attackers(&set_pos.at, set_pos.king, set_pos.occupied())
    }
}

/// The squares between two that lie on a line of a rook or bishop.
fn between(from: u8, to: u8) -> u128 {
    let file = (to % LINES) as i8 - (from % LINES) as i8;
    let rank = (to / LINES) as i8 - (from / LINES) as i8;
    if file != 0 && rank != 0 && file.abs() != rank.abs() {
        return 0;
    }
    let step = rank.signum() * LINES as i8 + file.signum();
    let squares = (1..file.abs().max(rank.abs())).map(|i| from as i8 + i * step);
    squares.fold(0, |set, square| set | 1 << square)
}
