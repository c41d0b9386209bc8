//! A position: who has covered what, with which pieces, and who is to move.

use crate::{Board, Hand, Move, Piece, SHAPES, Square, local_board::LocalBoard};
use yomikiri_core::Side;

/// The squares where the players begin, the first player's first.
pub const STARTS: [Square; 2] = [Square::new(4, 4), Square::new(9, 9)];

/// A position. Equal positions have the same future, by whatever moves they were reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The squares that each player has covered.
    pub covered: [Board; 2],
    /// The pieces that each player has still to place.
    pub hands: [Hand; 2],
    /// The side to move.
    pub side: Side,
    /// Whether each player's last piece was the monomino; only under a scoring that asks for it.
    pub monomino_last: [bool; 2],
}

impl Position {
    /// The empty board.
    pub const START: Self = Self {
        covered: [Board::EMPTY; 2],
        hands: [Hand::ALL; 2],
        side: Side::First,
        monomino_last: [false; 2],
    };

    /// The squares that a player may not cover: those covered, and those that share an edge with one of its
    /// own.
    #[inline]
    pub fn closed(&self, side: Side) -> Board {
        self.covered[0] | self.covered[1] | self.covered[side.index()].edges()
    }

    /// The squares of which a player's next piece must cover one: at the corners of its own, before its first
    /// piece its start.
    #[inline]
    pub fn corners(&self, side: Side) -> Board {
        let own = self.covered[side.index()];
        let corners = if own.is_empty() { Board::one(STARTS[side.index()]) } else { own.diagonals() };
        corners & !self.closed(side)
    }

    /// Appends every placement of a piece of `hand` that is legal for a player, each once.
    #[inline]
    pub fn placements(&self, side: Side, hand: Hand, out: &mut Vec<Move>) {
        let mut around = LocalBoard::new(self.closed(side), hand);
        for corner in self.corners(side).squares() {
            around.collect(corner, out);
            around.forbid(corner);
        }
    }

    /// Whether a player can place a piece.
    #[inline]
    pub fn can_place(&self, side: Side) -> bool {
        let around = LocalBoard::new(self.closed(side), self.hands[side.index()]);
        self.corners(side).squares().any(|corner| around.any(corner))
    }

    /// The position after a legal move.
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        let mut next = *self;
        let own = self.side.index();
        if let Some((shape, square)) = mv.placement() {
            let shape = SHAPES.get(shape);
            next.covered[own] |= shape.at(square).expect("a legal move stays on the board");
            next.hands[own] = self.hands[own].without(shape.piece);
        }
        next.side = self.side.other();
        next
    }

    /// Whether this move places the monomino as the last piece.
    #[inline]
    pub fn ends_with_monomino(&self, mv: Move) -> bool {
        mv.piece() == Some(Piece::MONOMINO)
            && self.hands[self.side.index()].without(Piece::MONOMINO).is_empty()
    }

    /// The number of squares that a player has covered.
    #[inline]
    pub fn squares(&self, side: Side) -> u32 {
        self.covered[side.index()].count()
    }
}
