//! Keys of positions: a random number for each piece on each square and each piece in hand, xored together.

use yomikiri_core::{Side, splitmix};
use yomikiri_shogi::{Kind, Piece, Position, Square};

/// Squares of the board.
const SQUARES: usize = 25;

/// The set holds two of each piece.
const IN_HAND: usize = 3;

/// The numbers.
#[derive(Clone, Debug)]
pub struct Zobrist {
    board: [[[u64; SQUARES]; Kind::ALL]; 2],
    hand: [[[u64; IN_HAND]; Kind::UNPROMOTED]; 2],
    /// The second player is to move.
    pub turn: u64,
}

impl Default for Zobrist {
    /// The same numbers every time: `bench` counts on it.
    fn default() -> Self {
        let mut state = 0x6d69_6e69_5f35_7835;
        let mut next = || splitmix::next(&mut state);
        let board = std::array::from_fn(|_| std::array::from_fn(|_| std::array::from_fn(|_| next())));
        let hand = std::array::from_fn(|_| std::array::from_fn(|_| std::array::from_fn(|_| next())));
        Self { board, hand, turn: next() }
    }
}

impl Zobrist {
    /// The number of a piece on a square.
    #[inline]
    pub fn piece(&self, piece: Piece, square: Square) -> u64 {
        self.board[piece.side.index()][piece.kind.index()][square.index()]
    }

    /// The number of so many pieces in a hand.
    #[inline]
    pub fn hand(&self, side: Side, kind: Kind, count: u8) -> u64 {
        self.hand[side.index()][kind.place()][count as usize]
    }

    /// The key of a position, from nothing.
    pub fn key(&self, pos: &Position<u32>) -> u64 {
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
}
