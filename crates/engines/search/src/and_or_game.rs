//! Games in which an attacker forces an end and a defender escapes it.

use std::{fmt::Debug, hash::Hash};

/// Who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// One good move is enough: an OR node.
    Attacker,
    /// Every move must fail: an AND node.
    Defender,
}

impl Role {
    /// The other side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Attacker => Self::Defender,
            Self::Defender => Self::Attacker,
        }
    }
}

/// What the attacker holds and never minds having more of, such as pieces in hand: a lattice.
pub trait Stock: Copy + Eq + Hash + Debug + Send {
    /// Whether there is at least as much of everything.
    fn covers(self, other: Self) -> bool;

    /// The least that covers both.
    #[must_use]
    fn join(self, other: Self) -> Self;

    /// The most that both cover.
    #[must_use]
    fn meet(self, other: Self) -> Self;

    /// The stock as a number, for the table.
    fn bits(self) -> u32;

    /// The stock of [`bits`](Self::bits).
    fn from_bits(bits: u32) -> Self;
}

/// Nothing: for games in which the attacker holds nothing that matters.
impl Stock for () {
    fn covers(self, (): Self) -> bool {
        true
    }

    fn join(self, (): Self) -> Self {}

    fn meet(self, (): Self) -> Self {}

    fn bits(self) -> u32 {
        0
    }

    fn from_bits(_: u32) -> Self {}
}

/// A game of one attacker, who must reach the end by force, and one defender, who has lost when no defence is
/// left.
///
/// An attacker without an attack, or who can only repeat positions for ever, has failed.
///
/// # Laws
/// Of two positions that differ only in the attacker's [stock](AndOrGame::stock), the one with more is at
/// least as good for the attacker. What the attacker lacks the defender may hold: whoever makes a stock
/// smaller may give the defender moves, which is what [`exclusive`](AndOrGame::exclusive) is about.
pub trait AndOrGame: Sync {
    /// A position, the stock included.
    type Pos: Clone + Send;
    /// A move of either side.
    type Move: Copy + Eq + Debug + Send;
    /// What the attacker holds.
    type Stock: Stock;
    /// What has been found out of the position whose moves are looked at, and serves more than one of them.
    type Scratch: Default + Send;

    /// The attacker's moves, in the order in which they should be tried.
    fn attacks(&self, pos: &Self::Pos, out: &mut Vec<Self::Move>);

    /// The defender's moves, in the order in which they should be tried; none means that the attacker has
    /// won.
    fn defences(&self, pos: &Self::Pos, out: &mut Vec<Self::Move>);

    /// One of a position's attacks after which there is no defence, where that is seen at a glance.
    fn decisive(
        &self,
        pos: &Self::Pos,
        attacks: &[Self::Move],
        scratch: &mut Self::Scratch,
    ) -> Option<Self::Move>;

    /// The position after a move.
    fn play(&self, pos: &Self::Pos, mv: Self::Move) -> Self::Pos;

    /// A hash of all but the stock; the side to move counts.
    fn key(&self, pos: &Self::Pos) -> u64;

    /// The key of the position after a move, from the key before it.
    fn key_after(&self, pos: &Self::Pos, key: u64, mv: Self::Move) -> u64;

    /// What the attacker holds.
    fn stock(&self, pos: &Self::Pos) -> Self::Stock;

    /// What the attacker holds after a move of either side, from what it holds before it.
    fn stock_after(&self, pos: &Self::Pos, stock: Self::Stock, mv: Self::Move) -> Self::Stock;

    /// From which stock a move leads to `after`. For the attacker's move the least that leaves as much; for
    /// the defender's `after` itself, cut down where with so much the defender would not have the move.
    fn stock_before(&self, pos: &Self::Pos, mv: Self::Move, after: Self::Stock) -> Self::Stock;

    /// With the defender to move: the part of the stock without which the defender would have further moves.
    fn exclusive(&self, pos: &Self::Pos) -> Self::Stock;

    /// With the attacker to move: the largest stock that gives no attack beside those there are.
    fn unavailing(&self, pos: &Self::Pos) -> Self::Stock;

    /// Begins with another position: what `scratch` holds of the last one is nothing to the next.
    fn begin(&self, scratch: &mut Self::Scratch);

    /// Proof and disproof numbers to begin with for the position after a move, which comes with its place in
    /// the list of the position's moves; both at least 1.
    fn estimate(
        &self,
        pos: &Self::Pos,
        placed: (usize, Self::Move),
        role: Role,
        scratch: &mut Self::Scratch,
    ) -> (u32, u32);

    /// The queue in which a move stands, if in any. Of the moves of a queue only the first counts until
    /// nothing is to be hoped for from it: they are so alike that they mostly have the same value.
    fn queue(&self, pos: &Self::Pos, mv: Self::Move, role: Role, scratch: &mut Self::Scratch) -> Option<u16>;

    /// Whether all attacks like this one in a position are so alike that together they count as one.
    fn is_alike(&self, attack: Self::Move) -> bool;
}
