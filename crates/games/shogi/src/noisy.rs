//! Moves that change the material: captures and promotions.
//!
//! What a search that has reached its depth still looks at. The squares are bounded before moves are written
//! down, as in [`checks`](Shogi::checks).

use crate::{Bits, Kind, Move, Piece, Position, Shogi, movegen::Group};
use yomikiri_core::Game;

impl<B: Bits> Shogi<B> {
    /// Appends the moves of a game to the mate that take a piece, or promote one where none turns back, in
    /// the order of [`moves`](Game::moves). The side to move must not be able to take the enemy's royal
    /// piece.
    pub fn noisy_moves(&self, pos: &Position<B>, out: &mut Vec<Move>) {
        let enemy = pos.of(pos.side.other());
        let safety = self.safety(pos, pos.side);
        for from in self.movers(pos, &safety).squares() {
            let piece = Piece { kind: pos.kind(from), side: pos.side };
            let promotion = self.promotion(pos, piece, from);
            let noisy = if self.promotes_noisily() { enemy | promotion } else { enemy };
            let to = self.safe_reach(pos, &safety, piece, from, noisy);
            let promoting = to & promotion;
            let plain = to & enemy & !self.tables.barred(piece, promoting);
            Group::Board { from, kind: piece.kind, promoting, plain }.each(|mv| out.push(mv));
        }
    }

    /// Whether a promotion alone is noisy: not where pieces turn back, since turning over may be without end.
    const fn promotes_noisily(&self) -> bool {
        !self.variant().demotion
    }

    /// Whether a legal move is one of [`noisy_moves`](Self::noisy_moves).
    #[inline]
    pub fn is_noisy(&self, pos: &Position<B>, mv: Move) -> bool {
        match mv {
            Move::Board { to, promote, .. } => {
                promote && self.promotes_noisily() || pos.of(pos.side.other()).has(to)
            }
            Move::Drop { .. } => false,
        }
    }

    /// Whether a legal move gives check, by the moved piece or by one that it uncovers.
    #[inline]
    pub fn gives_check(&self, pos: &Position<B>, mv: Move) -> bool {
        let Some(royal) = pos.royal(pos.side.other()) else { return false };
        let reaches = |kind: Kind, occupied: B| {
            self.tables.sources(Piece { kind, side: pos.side }, royal, occupied).has(mv.to())
        };
        let Move::Board { from, promote, .. } = mv else {
            let Move::Drop { kind, .. } = mv else { return false };
            return reaches(kind, pos.occupied());
        };
        let kind = pos.kind(from);
        let left = pos.occupied() & !B::one(from);
        let others = pos.of(pos.side) & self.ranging(pos) & left;
        reaches(if promote { kind.turned() } else { kind }, left)
            || (!others.is_empty()
                && self.tables.rays.through(royal, from).is_some_and(|ray| !(ray & others).is_empty())
                && self.can_take_royal(&self.play(pos, mv), pos.side))
    }
}
