//! Moves that give check, found from the enemy's royal piece outward.
//!
//! A piece checks from a square that it would be reached from, so one look-up a kind gives the squares to
//! arrive on; a piece that alone covers a slide checks by leaving its line. Only pieces that could do either
//! are looked at.
//!
//! Cost: 115 ns a random mating problem with 15 checks among 430 moves, 270 ns in the middle of a game; to
//! make every legal move and look took 23,000 and 5,800 ns on the same machine.

use crate::{Bits, Move, Piece, Position, Shogi, Square, movegen::Group, safety::Safety};

/// The enemy's royal piece, as the side to move aims at it.
struct Aim<B> {
    royal: Square,
    /// The own pieces that uncover a slide by leaving its line.
    uncovering: B,
}

impl<B: Bits> Shogi<B> {
    /// Appends the moves of a game to the mate that give check, by the moved piece or by one that it
    /// uncovers, in the order of [`moves`](yomikiri_core::Game::moves). The side to move must not be able to
    /// take the enemy's royal piece.
    pub fn checks(&self, pos: &Position<B>, out: &mut Vec<Move>) {
        self.each_check(pos, |mv| out.push(mv));
    }

    /// Gives the moves of [`checks`](Self::checks).
    pub(crate) fn each_check(&self, pos: &Position<B>, mut out: impl FnMut(Move)) {
        let Some(royal) = pos.royal(pos.side.other()) else { return };
        let own = pos.of(pos.side);
        let safety = self.safety(pos, pos.side);
        let aim = Aim { royal, uncovering: self.lines(pos, safety.ranging, royal, pos.side).blockers & own };
        let able = self.tables.two_steps_from(pos.side, royal) | safety.ranging | aim.uncovering;
        for from in (able & self.movers(pos, &safety)).squares() {
            self.checking_steps(pos, &safety, &aim, from).each(&mut out);
        }
        let open = safety.targets & pos.empty();
        if open.is_empty() {
            return;
        }
        for kind in self.held(pos) {
            let squares = open & self.checking(pos, Piece { kind, side: pos.side });
            Group::Drops { kind, to: self.drops(pos, kind, squares) }.each(&mut out);
        }
    }

    /// The safe moves of the piece on a square that give check.
    fn checking_steps(&self, pos: &Position<B>, safety: &Safety<B>, aim: &Aim<B>, from: Square) -> Group<B> {
        let piece = Piece { kind: pos.kind(from), side: pos.side };
        let promoted = Piece { kind: piece.kind.turned(), ..piece };
        // That the piece itself has left its square matters only to a slide that it gains by promotion: any
        // other through it would be a check already.
        let attack = |piece, occupied| self.tables.sources(piece, aim.royal, occupied);
        let uncovers =
            if aim.uncovering.has(from) { !self.line(aim.royal, from, pos.occupied()) } else { B::EMPTY };
        let to = self.safe_reach(pos, safety, piece, from, !B::EMPTY);
        if to.is_empty() {
            return Group::Board { from, kind: piece.kind, promoting: to, plain: to };
        }
        let may_promote = to & self.promotion(pos, piece, from);
        let promoting = if may_promote.is_empty() {
            B::EMPTY
        } else {
            may_promote & (attack(promoted, pos.occupied() & !B::one(from)) | uncovers)
        };
        let plain = to & !self.tables.barred(piece, may_promote) & (attack(piece, pos.occupied()) | uncovers);
        Group::Board { from, kind: piece.kind, promoting, plain }
    }
}
