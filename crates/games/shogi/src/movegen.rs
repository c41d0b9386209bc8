//! Moves: one table lookup a piece, one a kind in hand.

use crate::{Bits, Move, Piece, Position, Shogi};
use yomikiri_core::Game;

impl<B: Bits> Shogi<B> {
    /// Gives every move of the side to move, whether or not it leaves the royal piece to be taken.
    pub(crate) fn steps_and_drops(&self, pos: &Position<B>, mut out: impl FnMut(Move)) {
        let side = pos.side;
        let own = pos.of(side);
        for from in own.squares() {
            let piece = pos.piece(from).expect("a square of the side's pieces");
            let promotion = self.tables.promotion(piece);
            for to in (self.tables.steps(piece, from) & !own).squares() {
                out(Move::Board { from, to, promote: promotion.has(to) });
            }
        }
        let empty = pos.empty();
        for &kind in &self.tables.hand_kinds {
            if pos.hand(side, kind) > 0 {
                let squares = empty & self.tables.drops(Piece { kind, side });
                squares.squares().for_each(|to| out(Move::Drop { kind, to }));
            }
        }
    }

    /// Whether the mover's royal piece cannot be taken after the move.
    pub(crate) fn is_safe(&self, pos: &Position<B>, mv: Move) -> bool {
        !self.can_take_royal(&self.play(pos, mv), pos.side.other())
    }

    /// Whether there is any move that does not leave the royal piece to be taken.
    pub(crate) fn has_safe_move(&self, pos: &Position<B>) -> bool {
        let mut found = false;
        self.steps_and_drops(pos, |mv| found = found || self.is_safe(pos, mv));
        found
    }
}
