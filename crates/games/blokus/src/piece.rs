//! The 21 free polyominoes of one to five squares.

/// A kind of piece, 0..21: each player has one of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece(u8);

/// A cell of a piece: to the right and down from its reference cell.
pub type Cell = (i8, i8);

/// The number of sizes of pieces: 1 to 5 squares.
pub const SIZES: usize = 5;

/// The number of pieces of a player.
pub const PIECES: u8 = 21;

/// The cells of each piece as it lies in orientation 0, in the order of the letters `a` to `u`.
const CELLS: [&[Cell]; PIECES as usize] = [
    &[(0, 0)],
    &[(0, 0), (0, 1)],
    &[(0, -1), (0, 0), (0, 1)],
    &[(0, 0), (1, 0), (0, -1)],
    &[(0, -1), (0, 0), (0, 1), (0, 2)],
    &[(0, 0), (0, -1), (0, 1), (-1, 1)],
    &[(0, 0), (1, 0), (0, 1), (0, -1)],
    &[(0, 0), (1, 0), (0, 1), (1, 1)],
    &[(-1, 0), (0, 0), (0, 1), (1, 1)],
    &[(0, -2), (0, -1), (0, 0), (0, 1), (0, 2)],
    &[(0, 0), (0, 1), (0, -2), (0, -1), (-1, 1)],
    &[(0, -2), (0, -1), (0, 0), (-1, 0), (-1, 1)],
    &[(0, -1), (-1, 0), (0, 0), (-1, 1), (0, 1)],
    &[(0, 0), (0, 1), (-1, 1), (0, -1), (-1, -1)],
    &[(0, -1), (0, 0), (1, 0), (0, 1), (0, 2)],
    &[(0, 0), (0, -1), (0, 1), (-1, 1), (1, 1)],
    &[(0, 0), (1, 0), (2, 0), (0, -1), (0, -2)],
    &[(0, 0), (1, 0), (1, 1), (0, -1), (-1, -1)],
    &[(0, 0), (1, 0), (1, 1), (-1, 0), (-1, -1)],
    &[(-1, -1), (-1, 0), (0, 0), (1, 0), (0, 1)],
    &[(0, 0), (1, 0), (0, 1), (-1, 0), (0, -1)],
];

impl Piece {
    /// The piece of one square, whose place as the last one earns a bonus.
    pub const MONOMINO: Self = Self(0);

    /// The piece of a number.
    #[inline]
    pub(crate) const fn from_index(index: u8) -> Self {
        debug_assert!(index < PIECES);
        Self(index)
    }

    /// The piece of a letter.
    #[inline]
    pub fn from_letter(letter: char) -> Option<Self> {
        letter.is_ascii_lowercase().then(|| letter as u8 - b'a').filter(|&index| index < PIECES).map(Self)
    }

    /// The letter, `a` to `u`.
    #[inline]
    pub const fn letter(self) -> char {
        (b'a' + self.0) as char
    }

    /// 0..21.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All pieces, from the smallest on.
    #[inline]
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..PIECES).map(Self)
    }

    /// How many squares the piece covers.
    #[inline]
    pub const fn size(self) -> u32 {
        CELLS[self.index()].len() as u32
    }

    /// The cells in an orientation: turned clockwise half as many times as it says, then mirrored if it is
    /// odd.
    #[inline]
    pub fn cells(self, orientation: u8) -> impl Iterator<Item = Cell> {
        CELLS[self.index()].iter().map(move |&cell| {
            let (x, y) = (0..orientation / 2).fold(cell, |(x, y), _| (-y, x));
            if orientation % 2 == 1 { (-x, y) } else { (x, y) }
        })
    }
}
