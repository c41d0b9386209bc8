//! The size of a board: which squares it has, and what they are called.

use crate::{Bits, Square};
use std::ops::Range;
use yomikiri_core::Side;

/// The size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoardSize {
    /// Number of files, at most 9.
    pub files: u8,
    /// Number of ranks, at most 9.
    pub ranks: u8,
}

impl BoardSize {
    /// Number of squares.
    #[inline]
    pub const fn len(self) -> usize {
        self.files as usize * self.ranks as usize
    }

    /// Whether the board has no squares.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The square at a file (from the left) and a rank (from the top), if it is on the board.
    pub fn square(self, file: i8, rank: i8) -> Option<Square> {
        let on = |at: i8, size: u8| (0..size as i8).contains(&at);
        (on(file, self.files) && on(rank, self.ranks)).then(|| Square(rank as u8 * self.files + file as u8))
    }

    /// The square so many files to the right and so many ranks down, if it is on the board.
    pub fn after(self, from: Square, (right, down): (i8, i8)) -> Option<Square> {
        self.square(self.file(from) as i8 + right, self.rank(from) as i8 + down)
    }

    /// The file of a square, from the left.
    pub const fn file(self, square: Square) -> u8 {
        square.0 % self.files
    }

    /// The rank of a square, from the top.
    pub const fn rank(self, square: Square) -> u8 {
        square.0 / self.files
    }

    /// The name of a square: file number from the right, rank letter from the top.
    pub fn name(self, square: Square) -> String {
        let (number, letter) = (self.files - self.file(square), (b'a' + self.rank(square)) as char);
        format!("{number}{letter}")
    }

    /// The square of a file number and a rank letter, if it is on the board.
    pub fn named(self, number: char, letter: char) -> Option<Square> {
        let number = number.to_digit(10)?;
        let rank = u32::from(letter).checked_sub(u32::from('a')).filter(|&rank| rank < self.ranks as u32)?;
        self.square(self.files as i8 - number as i8, rank as i8)
    }

    /// The ranks that lie farthest from a side's home, `depth` of them.
    pub fn far_ranks(self, side: Side, depth: u8) -> Range<u8> {
        match side {
            Side::First => 0..depth,
            Side::Second => self.ranks - depth..self.ranks,
        }
    }

    /// The squares of [`far_ranks`](Self::far_ranks).
    pub fn far<B: Bits>(self, side: Side, depth: u8) -> B {
        let ranks = self.far_ranks(side, depth);
        self.squares()
            .filter(|&square| ranks.contains(&self.rank(square)))
            .fold(B::EMPTY, |set, s| set | B::one(s))
    }

    /// All squares in ascending order.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (0..self.len() as u8).map(Square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_count_files_from_the_right() {
        let board = BoardSize { files: 3, ranks: 4 };
        assert_eq!(board.name(Square(0)), "3a");
        assert_eq!(board.name(Square(11)), "1d");
        for square in board.squares() {
            let name: Vec<char> = board.name(square).chars().collect();
            assert_eq!(board.named(name[0], name[1]), Some(square));
        }
        for (number, letter) in [('0', 'a'), ('4', 'a'), ('1', 'e'), ('x', 'a'), ('1', 'A')] {
            assert_eq!(board.named(number, letter), None);
        }
    }
}
