//! Moves: a piece placed, or a pass.

use crate::{Board, Piece, SHAPES, Square, shape::OrientedName};

/// A move, in sixteen bits: the square of the reference cell and the shape, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

/// How many bits the number of a shape takes.
const SHAPE_BITS: u32 = 7;

impl Move {
    /// Nothing can be placed.
    pub const PASS: Self = Self(u16::MAX);

    /// A shape with its reference cell on a square.
    #[inline]
    pub const fn place(shape: u8, square: Square) -> Self {
        Self((square.index() as u16) << SHAPE_BITS | shape as u16)
    }

    /// The same shape, its reference cell as far from `square` as it is now from the square of bit 0, where
    /// squares are counted around the board: a distance may be negative.
    #[inline]
    pub(crate) const fn from(self, square: Square) -> Self {
        Self(self.0.wrapping_add((square.index() as u16) << SHAPE_BITS))
    }

    /// A shape whose reference cell lies by so many bits behind the square of bit 0.
    #[inline]
    pub(crate) const fn relative(shape: u8, bits: i16) -> Self {
        Self((bits as u16).wrapping_shl(SHAPE_BITS).wrapping_add(shape as u16))
    }

    /// The shape's number and the square of its reference cell; `None` for a pass.
    #[inline]
    pub fn placement(self) -> Option<(u8, Square)> {
        let shape = self.0 as u8 & ((1 << SHAPE_BITS) - 1);
        (self != Self::PASS).then(|| (shape, Square::from_index((self.0 >> SHAPE_BITS) as u8)))
    }

    /// One more than the greatest number of a move.
    pub const NUMBERS: usize = 1 + ((14 * 16) << SHAPE_BITS);

    /// A small number for each move; the pass comes last.
    #[inline]
    pub fn number(self) -> u32 {
        u32::from(self.0).min(Self::NUMBERS as u32 - 1)
    }

    /// The move of such a number.
    #[inline]
    pub fn numbered(number: u32) -> Self {
        if number as usize == Self::NUMBERS - 1 { Self::PASS } else { Self(number as u16) }
    }

    /// The piece placed; `None` for a pass.
    #[inline]
    pub fn piece(self) -> Option<Piece> {
        self.placement().map(|(shape, _)| SHAPES.get(shape).piece)
    }

    /// The squares that the move covers.
    ///
    /// # Panics
    /// If the placement leaves the board, as no legal move does.
    #[inline]
    pub fn covers(self) -> Board {
        let covered = self.placement().map(|(shape, square)| SHAPES.get(shape).at(square));
        covered.map_or(Board::EMPTY, |covered| covered.expect("a move stays on the board"))
    }

    /// The move with columns and rows exchanged: its mirror image in the diagonal through both starts.
    #[must_use]
    pub fn mirrored(self) -> Self {
        let Some((shape, square)) = self.placement() else { return self };
        let OrientedName { shape, offset } = SHAPES.mirrored(shape);
        let square = square.mirrored();
        let square = Square::checked(square.x() as i8 + offset.0, square.y() as i8 + offset.1);
        Self::place(shape, square.expect("a reference cell is part of its piece"))
    }
}
