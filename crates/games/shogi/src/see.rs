//! Static exchange evaluation (SEE): what the captures on one square come to.
//!
//! Method: both sides take back with the piece of the least value, as long as it pays; what slides through a
//! piece that has taken is found anew after each capture. Pins and promotions on the way are left out of
//! account. A royal piece takes only what nobody can take back.

use crate::{Bits, Kind, Move, Piece, Position, Shogi, Square};
use yomikiri_core::Side;

/// The value of each kind where it is taken: lost by one side and in the hand of the other.
pub type SeeValues = [i32; Kind::ALL];

impl<B: Bits> Shogi<B> {
    /// What a move gains at once: the piece taken, and `promotion` of the piece that promotes.
    #[inline]
    pub fn material_gain(
        &self,
        pos: &Position<B>,
        mv: Move,
        values: &SeeValues,
        promotions: &SeeValues,
    ) -> i32 {
        let Move::Board { from, to, promote } = mv else { return 0 };
        let taken = if pos.of(pos.side.other()).has(to) { values[pos.kind(to).index()] } else { 0 };
        let promoted = if promote { promotions[pos.kind(from).index()] } else { 0 };
        taken + promoted
    }

    /// Whether a move that gains `gain` at once leaves its side at least `threshold` ahead after all
    /// exchanges on the square of arrival.
    pub fn see_ge(&self, pos: &Position<B>, mv: Move, gain: i32, threshold: i32, values: &SeeValues) -> bool {
        let (to, mut occupied, at_risk) = match mv {
            Move::Board { from, to, promote } => {
                let kind = pos.kind(from);
                (to, pos.occupied() & !B::one(from), if promote { kind.turned() } else { kind })
            }
            Move::Drop { kind, to } => (to, pos.occupied(), kind),
        };
        occupied |= B::one(to);
        // What the side that has just taken is ahead of its aim: the mover's is `threshold`, the other side's
        // more than that the mover reaches it.
        let mut ahead = gain - threshold;
        if ahead < 0 {
            return false;
        }
        ahead = values[at_risk.index()] - ahead;
        if ahead <= 0 {
            return true;
        }
        let (mut side, mut holds) = (pos.side, true);
        loop {
            side = side.other();
            let Some(from) = self.cheapest_attacker(pos, side, to, occupied, values) else { return holds };
            occupied &= !B::one(from);
            let kind = pos.kind(from);
            if kind == Kind::ROYAL {
                let answered = self.cheapest_attacker(pos, side.other(), to, occupied, values).is_some();
                return holds == answered;
            }
            holds = !holds;
            ahead = values[kind.index()] - ahead;
            if ahead < i32::from(holds) {
                return holds;
            }
        }
    }

    /// The piece of a side of the least value among those that reach a square through these occupied ones.
    fn cheapest_attacker(
        &self,
        pos: &Position<B>,
        side: Side,
        to: Square,
        occupied: B,
        values: &SeeValues,
    ) -> Option<Square> {
        let near = self.tables.a_step_from(side, to) | self.ranging(pos);
        let candidates = pos.of(side) & occupied & near & !B::one(to);
        let mut best: Option<(i32, Square)> = None;
        for from in candidates.squares() {
            let piece = Piece { kind: pos.kind(from), side };
            let value = if piece.kind == Kind::ROYAL { i32::MAX } else { values[piece.kind.index()] };
            if best.is_none_or(|(least, _)| value < least) && self.reaches(piece, from, to, occupied) {
                best = Some((value, from));
            }
        }
        best.map(|(_, from)| from)
    }
}
