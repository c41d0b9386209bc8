//! Who attacks a square and what a check leaves to the king, asked piece by piece.

use yomikiri_core::Side;
use yomikiri_shogi::{Bits, Kind, Move, Piece, Position, Shogi, Square, attacks::Tables};

/// The pieces of a side that go to a square, each asked for all its squares.
fn attackers<B: Bits>(
    tables: &Tables<B>,
    pos: &Position<B>,
    side: Side,
    to: Square,
    occupied: B,
) -> Vec<Square> {
    let reaches =
        |&from: &Square| tables.attacks(Piece { kind: pos.kind(from), side }, from, occupied).has(to);
    pos.of(side).squares().filter(reaches).collect()
}

/// Attackers of every square, and what checks are seen to leave to the enemy's royal piece.
pub fn check<B: Bits>(game: &Shogi<B>, tables: &Tables<B>, pos: &Position<B>, checks: &[Move], told: &str) {
    for to in pos.board().squares() {
        let mut found = [Vec::new(), Vec::new()];
        game.each_attacker(pos, game.ranging(pos), to, |piece| found[piece.side.index()].push(piece.kind));
        for side in [Side::First, Side::Second] {
            let slow = attackers(tables, pos, side, to, pos.occupied());
            let fast: Vec<_> = game.attackers(pos, side, to).squares().collect();
            assert_eq!(fast, slow, "attackers of {to:?}: {told}");
            let kinds: Vec<_> = slow.into_iter().map(|from| pos.kind(from)).collect();
            assert_eq!(found[side.index()], kinds, "kinds that attack {to:?}: {told}");
        }
    }
    let (side, enemy) = (pos.side(), pos.side().other());
    let (Some(royal), Some(escapes)) = (pos.royal(enemy), game.escapes(pos)) else {
        assert_eq!(game.escapes(pos).is_some(), pos.royal(enemy).is_some(), "{told}");
        return;
    };
    let seen_through = pos.occupied() & !B::one(royal);
    let steps = tables.steps(Piece { kind: Kind::ROYAL, side: enemy }, royal) & !pos.of(enemy);
    let is_free = |&to: &Square| attackers(tables, pos, side, to, seen_through).is_empty();
    let free = steps.squares().filter(is_free).fold(B::EMPTY, |set, to| set | B::one(to));
    for &mv in checks {
        let (kind, occupied, uncovers) = match mv {
            Move::Drop { kind, .. } => (kind, seen_through, false),
            Move::Board { from, promote, .. } => {
                let slides = |at| tables.slides(Piece { kind: pos.kind(at), side });
                let slid = |at| tables.rays.slides(slides(at), at, pos.occupied()).has(from);
                let kind = if promote { pos.kind(from).turned() } else { pos.kind(from) };
                (kind, seen_through & !B::one(from), pos.of(side).squares().any(slid))
            }
        };
        let covered = tables.attacks(Piece { kind, side }, mv.to(), occupied);
        let slow = if uncovers { B::EMPTY } else { free & !covered };
        assert_eq!(game.escapes_left(pos, &escapes, mv), slow, "{mv:?} in {told}");
    }
}
