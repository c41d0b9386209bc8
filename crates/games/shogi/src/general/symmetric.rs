//! The nodes that are their own mirror image.

use super::{GeneralGraph, View};
use crate::{Bits, Kind, Piece, Position, SmallBoard, Square};
use yomikiri_core::Side;

impl GeneralGraph {
    /// All nodes that are their own mirror image, ascending; they are few.
    pub(super) fn symmetric_nodes(&self) -> Vec<u64> {
        let mut nodes = Vec::new();
        let firsts = (0..self.nodes).step_by(self.stride.max(1) as usize);
        for first in firsts.filter(|&first| self.kings.pairs[self.pair_of(first)].symmetric) {
            let mut pos = self.unchecked(first);
            let kings = [Side::First, Side::Second].map(|side| pos.royal(side).expect("both kings stand"));
            let others = pos.occupied() & !(SmallBoard::one(kings[0]) | SmallBoard::one(kings[1]));
            others.squares().for_each(|square| pos.take(square));
            pos.hands = Default::default();
            let before = nodes.len();
            self.place_symmetric(&pos, 0, &mut |pos| {
                let rank = self.index.rank(pos, View { mirrored: false, turned: false }, kings);
                nodes.push(first + rank.expect("all pieces are placed"));
            });
            nodes[before..].sort_unstable();
        }
        nodes
    }

    /// Gives all placements of the kinds from one on that are their own mirror image.
    fn place_symmetric(
        &self,
        pos: &Position<SmallBoard>,
        from: usize,
        give: &mut impl FnMut(&Position<SmallBoard>),
    ) {
        let Some(kind) = self.index.kinds().get(from) else { return give(pos) };
        for board in 0..=kind.count {
            let promotes = kind.bits > 1;
            stand(pos, (kind.kind, promotes), board, 0, &mut |placed| {
                for mover in 0..=kind.count - board {
                    let mut placed = placed.clone();
                    placed.hands[0][kind.kind.place()] = mover;
                    placed.hands[1][kind.kind.place()] = kind.count - board - mover;
                    self.place_symmetric(&placed, from + 1, give);
                }
            });
        }
    }
}

/// Gives all symmetric ways in which so many pieces of a kind stand on squares from one on.
fn stand(
    pos: &Position<SmallBoard>,
    (kind, promotes): (Kind, bool),
    left: u8,
    from: u8,
    give: &mut dyn FnMut(&Position<SmallBoard>),
) {
    if left == 0 {
        return give(pos);
    }
    let board = pos.board();
    for square in from..board.len() as u8 {
        let image = Square(square).mirrored(board.files).0;
        let needed = 1 + u8::from(image != square);
        let free = pos.empty();
        if image < square || needed > left || !free.has(Square(square)) {
            continue;
        }
        let faces = [Some(kind), Some(kind.promoted()).filter(|_| promotes)];
        for (face, side) in
            faces.into_iter().flatten().flat_map(|face| [(face, Side::First), (face, Side::Second)])
        {
            let mut next = pos.clone();
            next.put(Square(square), Piece { kind: face, side });
            if image != square {
                next.put(Square(image), Piece { kind: face, side });
            }
            stand(&next, (kind, promotes), left - needed, square + 1, give);
        }
    }
}
