//! Keys of positions for a search: a random number for each piece on each square and each piece in hand,
//! xored together.

use crate::{Bits, Kind, Move, Piece, Position, Square};
use yomikiri_core::{Side, splitmix};

/// The numbers, for so many squares and fewer than so many of a kind in a hand. The arrays have the size of
/// the game: they are read at every move.
#[derive(Clone, Debug)]
pub struct Zobrist<const SQUARES: usize, const IN_HAND: usize> {
    board: [[[u64; SQUARES]; Kind::ALL]; 2],
    hand: [[[u64; IN_HAND]; Kind::UNPROMOTED]; 2],
    /// The second player is to move.
    pub turn: u64,
}

impl<const SQUARES: usize, const IN_HAND: usize> Default for Zobrist<SQUARES, IN_HAND> {
    /// The same numbers every time: the nodes of a fixed search depend on them.
    fn default() -> Self {
        let mut state = 0x6d69_6e69_5f35_7835;
        let mut next = || splitmix::next(&mut state);
        let board = std::array::from_fn(|_| std::array::from_fn(|_| std::array::from_fn(|_| next())));
        let hand = std::array::from_fn(|_| std::array::from_fn(|_| std::array::from_fn(|_| next())));
        Self { board, hand, turn: next() }
    }
}

impl<const SQUARES: usize, const IN_HAND: usize> Zobrist<SQUARES, IN_HAND> {
    #[inline]
    fn piece(&self, piece: Piece, square: Square) -> u64 {
        self.board[piece.side.index()][piece.kind.index()][square.index()]
    }

    /// The number of so many pieces in a hand.
    #[inline]
    fn hand(&self, side: Side, kind: Kind, count: u8) -> u64 {
        self.hand[side.index()][kind.place()][count as usize]
    }

    /// The key of a position, from nothing.
    pub fn key<B: Bits>(&self, pos: &Position<B>) -> u64 {
        let mut key = if pos.side() == Side::Second { self.turn } else { 0 };
        for square in pos.board().squares() {
            key ^= pos.piece(square).map_or(0, |piece| self.piece(piece, square));
        }
        for side in [Side::First, Side::Second] {
            for kind in (0..Kind::UNPROMOTED).map(Kind::new) {
                key ^= self.hand(side, kind, pos.hand(side, kind));
            }
        }
        key
    }

    /// What a legal move changes in the key of a position: the key after it is the exclusive or of the two.
    #[inline]
    pub fn change<B: Bits>(&self, pos: &Position<B>, mv: Move) -> u64 {
        let side = pos.side();
        let in_hand = |kind: Kind, change: i8| {
            let count = pos.hand(side, kind);
            self.hand(side, kind, count) ^ self.hand(side, kind, count.saturating_add_signed(change))
        };
        let changes = match mv {
            Move::Board { from, to, promote } => {
                let moved = Piece { kind: pos.kind(from), side };
                let kind = if promote { moved.kind.turned() } else { moved.kind };
                let moves = self.piece(moved, from) ^ self.piece(Piece { kind, side }, to);
                if !pos.of(side.other()).has(to) {
                    return self.turn ^ moves;
                }
                let taken = Piece { kind: pos.kind(to), side: side.other() };
                moves ^ self.piece(taken, to) ^ in_hand(taken.kind, 1)
            }
            Move::Drop { kind, to } => self.piece(Piece { kind, side }, to) ^ in_hand(kind, -1),
        };
        self.turn ^ changes
    }
}
