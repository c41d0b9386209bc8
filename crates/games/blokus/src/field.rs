//! What a player sees of the board, kept from move to move: for play-outs, which make so many moves that
//! looking at the whole board again would be most of the work.
//!
//! Method: a player's [`Field`] holds the corner squares, the squares that may not be covered, and its hand.
//! A move changes a few rows of it. A play-out needs no list of moves, only one that is legal, drawn at
//! random among those of the largest pieces; so a corner square is drawn, and the ways around it are tried
//! from a random one on until one is legal. Around a corner square that stays a corner square, ways only ever
//! vanish: one that has been found without any of some size is *exhausted* for that size, and never looked at
//! again.
//!
//! Cost: a random game from the start, some 30 placements, in 10.5 microseconds (`whole_games_a_second` in
//! `tests/it/field.rs`). Moves are not drawn with equal chances: corner squares are, and ways after a gap are
//! likelier. Whether there is a move at all is exact (`tests/it/field.rs`).

use crate::{
    Board, Hand, Move, Piece, Position, Scoring,
    local_board::{LocalBoard, Reachable},
    piece::SIZES,
};
use yomikiri_core::Side;

/// What one player may still place: squares that are forbidden, corner squares, pieces in hand; updated move
/// by move.
#[derive(Clone)]
pub struct Field {
    around: LocalBoard,
    closed: Board,
    corners: Board,
    /// By size, counted from 1: the corner squares around which no piece of that size can be placed any more.
    exhausted: [Board; SIZES],
    hand: Hand,
    /// Whether the last of all pieces was the monomino.
    monomino_last: bool,
}

impl Field {
    /// What a player sees of a position.
    pub fn new(pos: &Position, side: Side) -> Self {
        let (closed, hand) = (pos.closed(side), pos.hands[side.index()]);
        let around = LocalBoard::new(closed, hand);
        Self {
            around,
            closed,
            corners: pos.corners(side),
            exhausted: [Board::EMPTY; SIZES],
            hand,
            monomino_last: pos.monomino_last[side.index()],
        }
    }

    /// All that the player's moves and points depend on from now on: closed squares, corner squares, the
    /// hand, and whether the monomino came last.
    #[inline]
    pub fn words(&self) -> [u64; 9] {
        let ([a, b, c, d], [e, f, g, h]) = (self.closed.words(), self.corners.words());
        let hand = u64::from(self.hand.bits()) << 1 | u64::from(self.monomino_last);
        [a, b, c, d, e, f, g, h, hand]
    }

    /// The squares of which the next piece must cover one.
    #[inline]
    pub fn corners(&self) -> Board {
        self.corners
    }

    /// The squares that may not be covered.
    #[inline]
    pub fn closed(&self) -> Board {
        self.closed
    }

    /// The pieces still to be placed.
    #[inline]
    pub fn hand(&self) -> Hand {
        self.hand
    }

    /// The player's points.
    #[inline]
    pub fn points(&self, scoring: Scoring) -> i32 {
        scoring.points(self.hand, self.monomino_last)
    }

    /// Appends every legal placement, each once.
    #[inline]
    pub fn placements(&self, out: &mut Vec<Move>) {
        let mut around = self.around.clone();
        for corner in self.corners.squares() {
            around.collect(corner, out);
            around.forbid(corner);
        }
    }

    /// What all legal placements cover together.
    #[inline]
    pub fn reachable(&self) -> Reachable {
        let mut reachable = Reachable::default();
        self.corners.squares().for_each(|corner| self.around.add_reachable(corner, &mut reachable));
        reachable
    }

    /// Whether the player can place a piece.
    #[inline]
    pub fn can_place(&self) -> bool {
        self.corners.squares().any(|corner| self.around.any(corner))
    }

    /// The player has covered squares with a piece.
    #[inline]
    pub fn place(&mut self, covers: Board, mv: Move) {
        let first = self.hand == Hand::ALL;
        if let Some(piece) = mv.piece() {
            self.hand = self.hand.without(piece);
            self.around.remove_piece(piece);
            self.monomino_last = piece == Piece::MONOMINO && self.hand.is_empty();
        }
        self.closed |= covers | covers.edges();
        let old = if first { Board::EMPTY } else { self.corners };
        self.corners = (old | covers.diagonals()) & !self.closed;
        self.around.forbid_all(self.closed, covers);
    }

    /// The opponent has covered squares.
    #[inline]
    pub fn opponent_placed(&mut self, covers: Board) {
        self.closed |= covers;
        self.corners = self.corners & !covers;
        self.around.forbid_all(self.closed, covers);
    }

    /// A legal placement of a piece of so many squares, if there is one. `random` gives evenly spread
    /// numbers.
    #[inline]
    pub fn random_placement(&mut self, size: usize, mut random: impl FnMut() -> u32) -> Option<Move> {
        let exhausted = &mut self.exhausted[size - 1];
        let mut live = self.corners & !*exhausted;
        let mut count = live.count();
        while count > 0 {
            let number = random();
            let corner = live.nth(((u64::from(number) * u64::from(count)) >> 32) as u32);
            if let Some(mv) = self.around.random_placement(corner, size, number) {
                return Some(mv);
            }
            let corner = Board::one(corner);
            *exhausted |= corner;
            live = live & !corner;
            count -= 1;
        }
        None
    }
}

/// A game in progress, as play-outs and the search move on it.
#[derive(Clone)]
pub struct PlayoutState {
    /// Each player's view, the first player's first.
    pub fields: [Field; 2],
    /// The side to move.
    pub side: Side,
}

impl PlayoutState {
    /// A game that goes on from a position.
    #[inline]
    pub fn new(pos: &Position) -> Self {
        Self { fields: [Side::First, Side::Second].map(|side| Field::new(pos, side)), side: pos.side }
    }

    /// A legal move of the side to move: nothing of smaller pieces while a larger one can be placed. `None`
    /// is a pass.
    #[inline]
    pub fn random_move(&mut self, mut random: impl FnMut() -> u32) -> Option<Move> {
        let field = &mut self.fields[self.side.index()];
        (1..=SIZES).rev().find_map(|size| field.random_placement(size, &mut random))
    }

    /// Makes a legal move.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        if mv == Move::PASS {
            self.side = self.side.other();
            return;
        }
        let covers = mv.covers();
        let other = self.side.other();
        self.fields[self.side.index()].place(covers, mv);
        self.fields[other.index()].opponent_placed(covers);
        self.side = other;
    }
}
