//! Squares of the board.

/// Columns and rows of the board.
pub const SIZE: u8 = 14;

/// A square of the board, by the bit it has in a [`Board`](crate::Board): sixteen times its row, and its
/// column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square in a column and a row, both counted from 0 at the top left.
    #[inline]
    pub const fn new(x: u8, y: u8) -> Self {
        debug_assert!(x < SIZE && y < SIZE);
        Self(y << 4 | x)
    }

    /// The square in a column and a row, if the board has it.
    #[inline]
    pub fn checked(x: i8, y: i8) -> Option<Self> {
        let on_board = |at: i8| (0..SIZE as i8).contains(&at);
        (on_board(x) && on_board(y)).then(|| Self::new(x as u8, y as u8))
    }

    /// The square of a bit.
    #[inline]
    pub(crate) const fn from_index(index: u8) -> Self {
        Self(index)
    }

    /// The square's bit.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The column, from 0.
    #[inline]
    pub const fn x(self) -> u8 {
        self.0 & 15
    }

    /// The row, from 0.
    #[inline]
    pub const fn y(self) -> u8 {
        self.0 >> 4
    }

    /// The square with column and row exchanged.
    #[must_use]
    #[inline]
    pub const fn mirrored(self) -> Self {
        Self(self.0.rotate_left(4))
    }
}
