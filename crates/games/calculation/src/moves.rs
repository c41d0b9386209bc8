//! Moves.

/// What a player can do. Piles and bases are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// The card turned up goes to a base.
    ToBase(u8),
    /// The card turned up goes onto a waste pile.
    ToPile(u8),
    /// The top card of a waste pile goes to a base.
    FromPile {
        /// The waste pile.
        pile: u8,
        /// The base.
        base: u8,
    },
}

impl Move {
    /// The base that takes a card, if one does.
    pub const fn base(self) -> Option<u8> {
        match self {
            Self::ToBase(base) | Self::FromPile { base, .. } => Some(base),
            Self::ToPile(_) => None,
        }
    }
}
