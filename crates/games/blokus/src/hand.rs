//! The pieces that a player has not placed yet.

use crate::{Piece, piece::PIECES};

/// A set of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hand(u32);

/// The pieces of at least so many squares.
const AT_LEAST: [u32; 6] = {
    let mut sets = [0; 6];
    let mut size = 5;
    while size > 0 {
        let larger = if size < 5 { sets[size + 1] } else { 0 };
        sets[size] = larger | Hand::of_size(size as u32).0;
        size -= 1;
    }
    sets
};

impl Hand {
    /// All pieces: what a player begins with.
    pub const ALL: Self = Self((1 << PIECES) - 1);

    /// The pieces of so many squares.
    #[inline]
    pub const fn of_size(squares: u32) -> Self {
        let mut set = 0;
        let mut index = 0;
        while index < PIECES {
            set |= ((Piece::from_index(index).size() == squares) as u32) << index;
            index += 1;
        }
        Self(set)
    }

    /// The pieces of these bits, the reverse of [`bits`](Self::bits).
    #[inline]
    pub(crate) const fn from_bits(bits: u32) -> Self {
        debug_assert!(bits >> PIECES == 0);
        Self(bits)
    }

    /// One bit for each piece that is in the hand.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether the piece is still to be placed.
    #[inline]
    pub const fn has(self, piece: Piece) -> bool {
        self.0 >> piece.index() & 1 == 1
    }

    /// The hand without a piece.
    #[must_use]
    #[inline]
    pub const fn without(self, piece: Piece) -> Self {
        Self(self.0 & !(1 << piece.index()))
    }

    /// The pieces that are also in the other set.
    #[must_use]
    #[inline]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Whether all pieces are placed.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many pieces are in the hand.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// How many squares the pieces have together.
    #[inline]
    pub const fn squares(self) -> u32 {
        // Each size once more for every size that is not larger.
        let mut squares = 0;
        let mut size = 1;
        while size <= 5 {
            squares += (self.0 & AT_LEAST[size]).count_ones();
            size += 1;
        }
        squares
    }

    /// How many pieces are placed.
    #[inline]
    pub const fn placed(self) -> u32 {
        PIECES as u32 - self.count()
    }

    /// The pieces, from the smallest on.
    #[inline]
    pub fn pieces(self) -> impl Iterator<Item = Piece> {
        Piece::all().filter(move |&piece| self.has(piece))
    }
}
