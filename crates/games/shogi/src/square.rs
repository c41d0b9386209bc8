//! Squares.

/// A square: `rank * files + file`, where rank 0 is the top one (`a`, the second player's home) and file 0
/// the leftmost as the first player sees it.
///
/// Text counts files from the first player's right, so file 0 has the highest number; SFEN lists squares in
/// exactly this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(pub u8);

impl Square {
    /// The index as an array wants it.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The square in the left-right mirror of a board with so many files.
    #[inline]
    #[must_use]
    pub const fn mirrored(self, files: u8) -> Self {
        Self(self.0 / files * files + files - 1 - self.0 % files)
    }
}
