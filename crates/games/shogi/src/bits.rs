//! Sets of squares as the bits of an integer, which is chosen to fit the board.

use crate::Square;
use std::{
    fmt::Debug,
    hash::Hash,
    ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not},
};

/// An unsigned integer that serves as a set of squares: bit `i` is the square of index `i`.
pub trait Bits:
    Copy
    + Debug
    + Default
    + Eq
    + Ord
    + Hash
    + Send
    + Sync
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + 'static
{
    /// How many squares there is room for.
    const SIZE: usize;

    /// No square.
    const EMPTY: Self;

    /// The set of one square.
    fn one(square: Square) -> Self;

    /// The first `squares` squares: a whole board.
    fn all(squares: usize) -> Self;

    /// The number of squares in the set.
    fn count(self) -> u32;

    /// The square of lowest index, if there is one.
    fn first(self) -> Option<Square>;

    /// The set without its first square.
    #[must_use]
    fn without_first(self) -> Self;

    /// All squares up to the first of the set, that one included; every square if the set is empty.
    #[must_use]
    fn through_first(self) -> Self;

    /// All squares from the last of the set on, that one included; every square if the set is empty.
    #[must_use]
    fn last_on(self) -> Self;

    /// Square `i` becomes square `squares - 1 - i`: a board turned by 180 degrees.
    #[must_use]
    fn turned(self, squares: usize) -> Self;

    /// Every square of the set moves up by `by` indices.
    #[must_use]
    fn up(self, by: u8) -> Self;

    /// Every square of the set moves down by `by` indices.
    #[must_use]
    fn down(self, by: u8) -> Self;

    /// 1 if the square is in the set, otherwise 0.
    fn bit(self, square: Square) -> u8;

    /// The first 64 squares as a word: a whole small board.
    fn word(self) -> u64;

    /// What becomes of a value as it meets the squares in ascending order.
    fn fold<T>(self, value: T, next: impl FnMut(T, Square) -> T) -> T;

    /// Whether no square is in the set.
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether the square is in the set.
    fn has(self, square: Square) -> bool {
        self.bit(square) != 0
    }

    /// The squares in ascending order.
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }
}

/// Bitboards of boards of up to 64 squares. There are no narrower ones: each width is the rules, their
/// notations and whatever plays by them once more, for the compiler and in the program, and no faster
/// (docs/notes/build.md).
pub type SmallBoard = u64;

/// The squares of a set in ascending order.
#[derive(Clone, Debug)]
pub struct Squares<B>(B);

impl<B: Bits> Iterator for Squares<B> {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0 = self.0.without_first();
        Some(square)
    }

    #[inline]
    fn fold<T, F: FnMut(T, Square) -> T>(self, value: T, next: F) -> T {
        self.0.fold(value, next)
    }
}

macro_rules! bits {
    ($int:ty) => {
        impl Bits for $int {
            const SIZE: usize = <$int>::BITS as usize;
            const EMPTY: Self = 0;

            #[inline]
            fn one(square: Square) -> Self {
                1 << square.index()
            }

            fn all(squares: usize) -> Self {
                <$int>::MAX >> (Self::SIZE - squares)
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn first(self) -> Option<Square> {
                (self != 0).then(|| Square(self.trailing_zeros() as u8))
            }

            #[inline]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn through_first(self) -> Self {
                self ^ self.wrapping_sub(1)
            }

            #[inline]
            fn last_on(self) -> Self {
                let above = (Self::SIZE as u32 - 1) - (self | 1).leading_zeros();
                <$int>::MAX << above
            }

            // From the word in which it lies: a shift of a wide integer is several instructions.
            #[inline]
            fn bit(self, square: Square) -> u8 {
                let word = if square.0 < 64 { self as u64 } else { self.checked_shr(64).unwrap_or(0) as u64 };
                (word >> (square.0 % 64)) as u8 & 1
            }

            #[inline]
            fn word(self) -> u64 {
                self as u64
            }

            // Word by word: a wide integer takes several instructions for each step that a word takes one
            // for.
            #[inline]
            fn fold<T>(self, mut value: T, mut next: impl FnMut(T, Square) -> T) -> T {
                for shift in (0..Self::SIZE as u32).step_by(u64::BITS as usize) {
                    let mut word = (self >> shift) as u64;
                    while word != 0 {
                        value = next(value, Square((shift + word.trailing_zeros()) as u8));
                        word &= word - 1;
                    }
                }
                value
            }

            #[inline]
            fn turned(self, squares: usize) -> Self {
                self.reverse_bits() >> (Self::SIZE - squares)
            }

            #[inline]
            fn up(self, by: u8) -> Self {
                self << by
            }

            #[inline]
            fn down(self, by: u8) -> Self {
                self >> by
            }
        }
    };
}

bits!(u64);
bits!(u128);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_gives_its_squares_in_order_and_turns() {
        let set = u64::one(Square(0)) | u64::one(Square(4));
        assert_eq!(set.squares().collect::<Vec<_>>(), [Square(0), Square(4)]);
        assert_eq!(set.turned(12).squares().collect::<Vec<_>>(), [Square(7), Square(11)]);
        assert_eq!(u64::all(12).count(), 12);
    }

    #[test]
    fn a_set_is_cut_off_at_its_first_and_at_its_last_square() {
        let set = u128::one(Square(3)) | u128::one(Square(70));
        assert_eq!(set.through_first(), u128::all(4));
        assert_eq!(set.last_on(), !u128::all(70));
        assert_eq!((u64::EMPTY.through_first(), u64::EMPTY.last_on()), (u64::MAX, u64::MAX));
    }
}
