//! Moves.

use crate::{Kind, Square};

/// A move of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A piece on the board goes to another square and takes what is there.
    Board {
        /// Where the piece stood.
        from: Square,
        /// Where it goes.
        to: Square,
        /// Whether it promotes or, in a variant with demotion, turns back.
        promote: bool,
    },
    /// A piece in hand is put on an empty square.
    Drop {
        /// Which piece.
        kind: Kind,
        /// Where it goes.
        to: Square,
    },
}

impl Move {
    /// Where the piece arrives.
    pub const fn to(self) -> Square {
        match self {
            Self::Board { to, .. } | Self::Drop { to, .. } => to,
        }
    }

    /// A number, never 0, that differs from those of all other moves on a board of at most 32 squares.
    pub const fn code(self) -> u16 {
        match self {
            Self::Board { from, to, promote } => {
                1 << 12 | (promote as u16) << 10 | (from.0 as u16) << 5 | to.0 as u16
            }
            Self::Drop { kind, to } => 1 << 11 | (kind.index() as u16) << 5 | to.0 as u16,
        }
    }

    /// The same on a board of at most 128 squares.
    pub const fn wide_code(self) -> u16 {
        match self {
            // Never 0, as no move ends where it begins.
            Self::Board { from, to, promote } => (promote as u16) << 14 | (from.0 as u16) << 7 | to.0 as u16,
            Self::Drop { kind, to } => 1 << 15 | (kind.index() as u16) << 7 | to.0 as u16,
        }
    }
}
