//! Symmetry: the board turned and the board mirrored.
//!
//! A position and its turned twin (180 degrees, sides exchanged) are the same for the side to move, so a
//! position is told as the side to move sees it: normalised, that side is always the first. Where left and
//! right play no part in the rules ([`Variant::is_symmetric`](crate::Variant::is_symmetric)), the smaller of
//! a position and its mirror image stands for both.

use crate::{Bits, BoardSize, Position, Shogi};
use yomikiri_core::{Canonical, Side};

/// Reflects a set of squares, left and right exchanged. One shift a file.
fn mirrored<B: Bits>(set: B, board: BoardSize, left: B) -> B {
    (0..board.files).fold(B::EMPTY, |all, file| all | (set.down(file) & left).up(board.files - 1 - file))
}

impl<B: Bits> Position<B> {
    fn map_sets(&self, map: impl Fn(B) -> B) -> Self {
        Self { sides: self.sides.map(&map), kinds: self.kinds.map(&map), ..*self }
    }

    /// The board turned by 180 degrees with the sides exchanged: the same position, told by the other player.
    #[must_use]
    pub fn flipped(&self) -> Self {
        let mut pos = self.map_sets(|set| set.turned(self.board.len()));
        pos.sides.swap(0, 1);
        pos.hands.swap(0, 1);
        pos.side = self.side.other();
        pos
    }

    /// The mirror image: left and right exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let left = (0..self.board.ranks).fold(B::EMPTY, |set, rank| {
            set | B::one(self.board.square(0, rank as i8).expect("the left file is on the board"))
        });
        self.map_sets(|set| mirrored(set, self.board, left))
    }

    /// The position as the side to move sees it: flipped if the second player is to move.
    #[must_use]
    pub fn normalised(&self) -> Self {
        if self.side == Side::First { self.clone() } else { self.flipped() }
    }

    /// The representative of a position's class of up to four: normalised, and the smaller (in the order of
    /// [`Position`]) of it and its mirror image.
    #[must_use]
    pub fn canonical(&self) -> Self {
        let pos = self.normalised();
        let image = pos.mirrored();
        pos.min(image)
    }
}

impl<B: Bits> Canonical for Shogi<B> {
    fn canonical(&self, pos: &Position<B>) -> Position<B> {
        if self.tables.is_symmetric { pos.canonical() } else { pos.normalised() }
    }
}
