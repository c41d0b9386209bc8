//! The try: in a variant with a far zone, a royal piece that arrives there and cannot be taken has won.

use crate::{Bits, Kind, Move, Piece, Position, Shogi};

impl<B: Bits> Shogi<B> {
    /// A move of the royal piece into the far zone of a variant that has one, to where it cannot be taken.
    /// The game must not be over.
    pub fn winning_try(&self, pos: &Position<B>) -> Option<Move> {
        let side = pos.side;
        let from = pos.royal(side)?;
        let near = self.tables.steps(Piece { kind: Kind::ROYAL, side }, from) & !pos.of(side);
        let goal = near & self.tables.goal(side);
        if goal.is_empty() {
            return None;
        }
        let to = (goal & !self.danger(pos, self.ranging(pos), side, from)).first()?;
        Some(Move::Board { from, to, promote: false })
    }
}
