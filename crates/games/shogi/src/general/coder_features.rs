//! The features by which a compact table, or one of results, is coded, for any variant: what the sets for
//! Dobutsu Shogi's own index are made of, of whatever pieces there are (`dense/coder_features.rs`).
//!
//! Numbers go kind by kind, so that positions in a row differ by where the pieces of the last kind are: its
//! placement is the lane, and two of its pieces are the halves.

use super::GeneralGraph;
use super::contexts::Seen;
use crate::{Bits, Kind, Position, SmallBoard};
use yomikiri_core::{Features, Side, splitmix};

/// What both sides attack.
struct Attacked {
    /// Squares beside the king of the side to move and of the other one.
    near: [SmallBoard; 2],
    /// All squares that a side attacks.
    by: [SmallBoard; 2],
}

impl GeneralGraph {
    fn attacked(&self, pos: &Position<SmallBoard>) -> Attacked {
        let (mut near, mut by) = ([0; 2], [0; 2]);
        for (at, side) in [pos.side(), pos.side().other()].into_iter().enumerate() {
            for square in pos.of(side).squares() {
                let piece = pos.piece(square).expect("a side's piece stands there");
                let attacks = self.game.tables.attacks(piece, square, pos.occupied());
                by[at] |= attacks;
                if piece.kind == Kind::ROYAL {
                    near[at] = attacks;
                }
            }
        }
        Attacked { near, by }
    }

    /// Where the pieces of a kind are, as a number.
    fn placement(pos: &Position<SmallBoard>, kind: Kind) -> u64 {
        let all = pos.of_both_faces(kind);
        let own = all & pos.of(pos.side());
        let held = u64::from(pos.hand(pos.side(), kind));
        let board = all.rotate_left(32) ^ own;
        splitmix::mix(splitmix::mix(board) ^ (all & pos.promoted()).rotate_left(8) ^ held)
    }

    /// A number below [`Features::HALVES`] for each of two pieces of a kind: where it is and whose.
    fn halves(pos: &Position<SmallBoard>, kind: Kind) -> [u8; 2] {
        const HELD: u8 = Features::HALVES as u8 - 2;
        let own = pos.of(pos.side());
        let on_board = pos.of_both_faces(kind).squares();
        let on_board = on_board.map(|square| (square.0 * 2 + own.bit(square)) % HELD);
        let held = |side: Side| usize::from(pos.hand(side, kind));
        let in_hands = [pos.side(), pos.side().other()].into_iter().zip(HELD..);
        let in_hands = in_hands.flat_map(|(side, state)| std::iter::repeat_n(state, held(side)));
        let mut states = on_board.chain(in_hands);
        [(); 2].map(|()| states.next().unwrap_or(HELD + 1))
    }

    /// The features of a position of which the rest has been seen.
    pub(super) fn coder_features(&self, node: u64, pos: &Position<SmallBoard>, seen: &Seen) -> Features {
        let Attacked { near: [near, enemy_near], by: [defended, attacked] } = self.attacked(pos);
        let (own, enemy) = (pos.of(pos.side()), pos.of(pos.side().other()));
        let (escapes, enemy_escapes) = (near & !own & !attacked, enemy_near & !enemy & !defended);
        let (hanging, enemy_hanging) = (own & attacked & !defended, enemy & defended & !attacked);
        let count = |set: SmallBoard| u64::from(set.count());
        let (block, few) = (node / self.stride, seen.open.min(7));
        let kinds = self.index.kinds();
        let placement = |back: usize| {
            let at = kinds.len().checked_sub(back);
            at.map_or(0, |at| Self::placement(pos, kinds[at].kind))
        };
        let (last, second) = (placement(1), placement(2));
        let Seen { open, hands, placed: [own_count, enemy_count], .. } = *seen;
        let sets: [&[u64]; Features::SETS] = [
            &[open, hands, count(escapes)],
            &[open, own_count, enemy_count, block],
            &[open],
            &[block, second, few],
            &[block, last, few],
            &[second, last],
            &[open, hands, count(escapes), count(enemy_escapes), count(hanging), count(enemy_hanging)],
            &[block, hanging, enemy_hanging, count(escapes), count(enemy_escapes)],
            &[block, escapes, enemy_escapes, hands],
        ];
        let halves = kinds.last().map_or([0; 2], |kind| Self::halves(pos, kind.kind));
        let mut hashes = [0; Features::SETS];
        for (number, (hash, parts)) in (0..).zip(hashes.iter_mut().zip(sets)) {
            *hash = parts
                .iter()
                .fold(seen.hash(&[number]), |hash, &part| splitmix::mix(u64::from(hash) ^ part) as u32);
        }
        Features { node, decided: seen.decided, lane: last as u8, halves, sets: hashes }
    }
}
