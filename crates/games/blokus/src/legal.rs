//! Why a move is not legal.

use crate::{Blokus, Board, Move, Position, SHAPES, code, position::STARTS};
use yomikiri_core::ParseError;

impl Blokus {
    /// Refuses a move that the rules do not allow, with the reason.
    ///
    /// # Errors
    /// What is wrong with it, as a sentence.
    pub fn check(&self, pos: &Position, mv: Move) -> Result<(), ParseError> {
        let illegal = |why: String| Err(ParseError::new(format!("{} {why}", code::write(mv))));
        let Some((shape, square)) = mv.placement() else {
            return match (pos.can_place(pos.side), pos.can_place(pos.side.other())) {
                (true, _) => illegal("is no legal move: who can place a piece must".into()),
                (false, false) => illegal("is no legal move: the game is over".into()),
                (false, true) => Ok(()),
            };
        };
        let piece = SHAPES.get(shape).piece;
        if !pos.hands[pos.side.index()].has(piece) {
            return illegal(format!("cannot be played: {} is placed already", piece.letter()));
        }
        let Some(covers) = SHAPES.get(shape).at(square) else {
            return illegal("leaves the board".into());
        };
        if !(covers & (pos.covered[0] | pos.covered[1])).is_empty() {
            return illegal("covers a square that is covered already".into());
        }
        let own = pos.covered[pos.side.index()];
        if !(covers & own.edges()).is_empty() {
            return illegal("touches an own piece along an edge".into());
        }
        let start = Board::one(STARTS[pos.side.index()]);
        if own.is_empty() && (covers & start).is_empty() {
            return illegal("does not cover the square where the player must begin".into());
        }
        if !own.is_empty() && (covers & own.diagonals()).is_empty() {
            return illegal("touches no own piece at a corner".into());
        }
        Ok(())
    }
}
