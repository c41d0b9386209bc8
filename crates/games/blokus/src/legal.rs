//! Why a move is not legal.

use crate::{Blokus, Board, Move, Position, SHAPES, code, position::STARTS, words};
use yomikiri_core::{ParseError, Phrase};

impl Blokus {
    /// Refuses a move that the rules do not allow, with the reason.
    ///
    /// # Errors
    /// What is wrong with it, as a sentence.
    pub fn check(&self, pos: &Position, mv: Move) -> Result<(), ParseError> {
        let illegal = |why: &'static Phrase| Err(ParseError::new(why.with(code::write(mv))));
        let Some((shape, square)) = mv.placement() else {
            return match (pos.can_place(pos.side), pos.can_place(pos.side.other())) {
                (true, _) => illegal(words::MUST_PLACE),
                (false, false) => illegal(words::GAME_IS_OVER),
                (false, true) => Ok(()),
            };
        };
        let piece = SHAPES.get(shape).piece;
        if !pos.hands[pos.side.index()].has(piece) {
            return Err(ParseError::new(words::PLACED_ALREADY.with(code::write(mv)).and(piece.letter())));
        }
        let Some(covers) = SHAPES.get(shape).at(square) else {
            return illegal(words::LEAVES_BOARD);
        };
        if !(covers & (pos.covered[0] | pos.covered[1])).is_empty() {
            return illegal(words::COVERED_ALREADY);
        }
        let own = pos.covered[pos.side.index()];
        if !(covers & own.edges()).is_empty() {
            return illegal(words::TOUCHES_EDGE);
        }
        let start = Board::one(STARTS[pos.side.index()]);
        if own.is_empty() && (covers & start).is_empty() {
            return illegal(words::BEGINS_ELSEWHERE);
        }
        if !own.is_empty() && (covers & own.diagonals()).is_empty() {
            return illegal(words::NO_CORNER);
        }
        Ok(())
    }
}
