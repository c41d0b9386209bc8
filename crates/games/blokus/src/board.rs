//! Sets of squares of the 14x14 board.
//!
//! A row takes 16 bits, so that four rows fill a word and a step to any side is a shift of the whole board.
//! The two bits to the right of a row and the two rows below the last are always empty: they catch what is
//! shifted out.

use crate::{Square, square::SIZE};
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

/// A set of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board([u64; 4]);

/// The columns of the board in the four rows of a word.
const COLUMNS: u64 = 0x3fff_3fff_3fff_3fff;

impl Board {
    /// No square.
    pub const EMPTY: Self = Self([0; 4]);

    /// All squares. The last word has two rows.
    pub const ALL: Self = Self([COLUMNS, COLUMNS, COLUMNS, COLUMNS & 0xffff_ffff]);

    /// The set of one square.
    #[must_use]
    #[inline]
    pub const fn one(square: Square) -> Self {
        let mut words = [0; 4];
        words[square.index() / 64] = 1 << (square.index() % 64);
        Self(words)
    }

    /// A pattern of rows of 16 bits, its first bit on the square. Nothing of it may leave the board.
    #[must_use]
    pub const fn pattern(rows: u128, square: Square) -> Self {
        let (word, bit) = (square.index() / 64, square.index() % 64);
        let (low, high) = (rows as u64, (rows >> 64) as u64);
        // Two shifts: one by 64 is none.
        let parts = [low << bit, low >> 1 >> (63 - bit) | high << bit, high >> 1 >> (63 - bit)];
        let mut words = [0; 4];
        let mut i = 0;
        while i < 3 && word + i < 4 {
            words[word + i] = parts[i];
            i += 1;
        }
        Self(words)
    }

    /// The columns of a row as bits; rows beyond the board are empty.
    #[inline]
    pub const fn row(self, y: usize) -> u16 {
        (self.0[y / 4] >> (16 * (y % 4))) as u16
    }

    /// The set of which these are the rows, a column a bit.
    #[inline]
    pub(crate) fn from_rows(rows: [u16; SIZE as usize]) -> Self {
        let row = |y: usize| u64::from(*rows.get(y).unwrap_or(&0)) << (16 * (y % 4));
        Self(std::array::from_fn(|word| (4 * word..4 * word + 4).map(row).sum()))
    }

    /// The set as bits, four rows a word.
    #[inline]
    pub const fn words(self) -> [u64; 4] {
        self.0
    }

    /// Whether no square is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    /// Whether the square is in the set.
    #[inline]
    pub const fn has(self, square: Square) -> bool {
        self.0[square.index() / 64] >> (square.index() % 64) & 1 == 1
    }

    /// The number of squares in the set.
    #[inline]
    pub fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The first and the last row that has a square of the set, which is not empty.
    #[inline]
    pub fn span(self) -> (usize, usize) {
        let first = self.0.iter().position(|&word| word != 0).unwrap_or(0);
        let last = self.0.iter().rposition(|&word| word != 0).unwrap_or(3);
        let (low, high) = (self.0[first].trailing_zeros(), 63 - self.0[last].leading_zeros().min(63));
        (4 * first + (low / 16) as usize, 4 * last + (high / 16) as usize)
    }

    /// The square of the set that so many others come before.
    #[inline]
    pub(crate) fn nth(self, mut number: u32) -> Square {
        for (word, mut bits) in (0..).zip(self.0) {
            let count = bits.count_ones();
            if number < count {
                for _ in 0..number {
                    bits &= bits - 1;
                }
                return Square::from_index(word * 64 + bits.trailing_zeros() as u8);
            }
            number -= count;
        }
        unreachable!("the set has more squares")
    }

    /// The squares that share an edge with one of the set.
    #[must_use]
    #[inline]
    pub fn edges(self) -> Self {
        self.columns() | self.rows()
    }

    /// The squares that touch one of the set at a corner. Some may also share an edge with another.
    #[must_use]
    #[inline]
    pub fn diagonals(self) -> Self {
        self.rows().columns()
    }

    /// The squares to the left and to the right of one of the set.
    #[inline]
    fn columns(self) -> Self {
        Self(self.0.map(|word| (word << 1 | word >> 1) & COLUMNS))
    }

    /// The squares above and below one of the set.
    #[inline]
    fn rows(self) -> Self {
        let [a, b, c, d] = self.0;
        let down = Self([a << 16, b << 16 | a >> 48, c << 16 | b >> 48, d << 16 | c >> 48]);
        let up = Self([a >> 16 | b << 48, b >> 16 | c << 48, c >> 16 | d << 48, d >> 16]);
        (down | up) & Self::ALL
    }

    /// The board seen in the mirror that exchanges columns and rows.
    #[must_use]
    #[inline]
    pub fn mirrored(self) -> Self {
        self.squares().fold(Self::EMPTY, |set, square| set | Self::one(square.mirrored()))
    }

    /// The squares in ascending order: row by row, each from the left.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        let mut words = self.0;
        let mut word = 0;
        std::iter::from_fn(move || {
            while word < 4 {
                let bits = words[word];
                if bits != 0 {
                    words[word] = bits & (bits - 1);
                    return Some(Square::from_index(word as u8 * 64 + bits.trailing_zeros() as u8));
                }
                word += 1;
            }
            None
        })
    }
}

impl BitAnd for Board {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl BitOr for Board {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl BitOrAssign for Board {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl Not for Board {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word)) & Self::ALL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(squares: &[(u8, u8)]) -> Board {
        squares.iter().fold(Board::EMPTY, |set, &(x, y)| set | Board::one(Square::new(x, y)))
    }

    #[test]
    fn neighbours_stay_on_the_board() {
        assert_eq!(set(&[(0, 0)]).edges(), set(&[(1, 0), (0, 1)]));
        assert_eq!(set(&[(13, 13)]).edges(), set(&[(12, 13), (13, 12)]));
        assert_eq!(set(&[(13, 0)]).diagonals(), set(&[(12, 1)]));
        assert_eq!(set(&[(5, 3)]).edges(), set(&[(4, 3), (6, 3), (5, 2), (5, 4)]));
        assert_eq!(set(&[(5, 4)]).diagonals(), set(&[(4, 3), (6, 3), (4, 5), (6, 5)]));
        assert_eq!((Board::ALL.count(), (!Board::EMPTY).count(), Board::ALL.edges()), (196, 196, Board::ALL));
    }

    #[test]
    fn patterns_cross_words() {
        // A column of five, and a row of five, wherever they fit.
        for y in 0..=9 {
            let squares: Vec<_> = (y..y + 5).map(|y| (13, y)).collect();
            assert_eq!(Board::pattern(0x0001_0001_0001_0001_0001, Square::new(13, y)), set(&squares));
        }
        assert_eq!(
            Board::pattern(0x1f, Square::new(9, 13)),
            set(&[(9, 13), (10, 13), (11, 13), (12, 13), (13, 13)])
        );
    }

    #[test]
    fn the_mirror_exchanges_columns_and_rows() {
        assert_eq!(set(&[(2, 9), (4, 4)]).mirrored(), set(&[(9, 2), (4, 4)]));
        assert_eq!(Board::ALL.squares().count(), 196);
        assert!(Board::ALL.squares().is_sorted());
    }
}
