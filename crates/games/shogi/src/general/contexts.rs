//! What can be told of a position without its value: the contexts in which a table codes it. For any variant:
//! checks, the number of moves, the hands.

use super::{GeneralGraph, Scratch, cursor::Cursor};
use crate::{Bits, Position, SmallBoard};
use std::ops::Range;
use yomikiri_core::{Context, Contexts, Expansion, Features, Side, Value, splitmix};

/// Most moves that are told apart.
const MOST_OPEN: u64 = 31;

/// What is seen of a position.
pub(super) struct Seen {
    pub decided: Option<Value>,
    pub in_check: bool,
    pub open: u64,
    /// What both sides hold, as a number of its own for each pair of hands.
    pub hands: u64,
    /// How many pieces either side has on the board.
    pub placed: [u64; 2],
}

impl Seen {
    /// A hash of some of what is seen.
    pub fn hash(&self, parts: &[u64]) -> u32 {
        let decided = u64::from(self.decided.is_some());
        let check = u64::from(self.in_check);
        parts.iter().fold(splitmix::mix(decided * 2 + check + 1), |hash, &part| splitmix::mix(hash ^ part))
            as u32
    }
}

impl GeneralGraph {
    /// Visits the nodes of a range that may be reached.
    fn each_plausible(&self, range: Range<u64>, mut visit: impl FnMut(u64, &Position<SmallBoard>, &Seen)) {
        let (mut scratch, mut cursor) = (Scratch::default(), Cursor::new(self));
        let (mut hands, mut hands_of) = (0, usize::MAX);
        let mut node = range.start;
        while node < range.end {
            cursor.seek(node);
            // Most of what cannot be reached is told soonest by a king that can be taken.
            if let Some(end) = cursor.taken_until() {
                node = end;
                continue;
            }
            let is_own_image = self.kings.pairs[cursor.pair].symmetric;
            if !cursor.is_over() && (!is_own_image || self.open_node(&cursor.pos) == Some(node)) {
                if hands_of != cursor.sharing {
                    (hands, hands_of) = (Self::hands(&cursor.pos), cursor.sharing);
                }
                visit(node, &cursor.pos, &self.see(&cursor, hands, &mut scratch));
            }
            node += 1;
        }
    }

    /// What both sides hold, as a number of its own for each pair of hands.
    fn hands(pos: &Position<SmallBoard>) -> u64 {
        let hand = |sum: u64, &count: &u8| sum.wrapping_mul(19).wrapping_add(u64::from(count));
        pos.hands.iter().flatten().fold(0, |sum, count| splitmix::mix(hand(sum, count)))
    }

    #[inline]
    fn see(&self, cursor: &Cursor<'_>, hands: u64, scratch: &mut Scratch) -> Seen {
        let pos = &cursor.pos;
        let safety = self.game.safety(pos, pos.side());
        let (expansion, open) = self.count_successors(cursor, &safety, scratch);
        let decided = match expansion {
            Expansion::Decided(value) => Some(value),
            Expansion::Open(_) => None,
        };
        let placed = [Side::First, Side::Second].map(|side| u64::from(pos.of(side).count()));
        let in_check = !safety.checkers.is_empty();
        Seen { decided, in_check, open: (open as u64).min(MOST_OPEN), hands, placed }
    }
}

impl Contexts for GeneralGraph {
    fn each_context(&self, range: Range<u64>, mut visit: impl FnMut(Context)) {
        self.each_plausible(range, |node, _, seen| {
            let fine = seen.hash(&[seen.open, seen.hands]);
            let coarse = seen.hash(&[seen.open.min(7), seen.placed[0], seen.placed[1]]);
            visit(Context { node, decided: seen.decided, fine, coarse, lane: 0 });
        });
    }

    fn features(&self, range: Range<u64>, out: &mut Vec<Features>) {
        self.each_plausible(range, |node, pos, seen| out.push(self.coder_features(node, pos, seen)));
    }
}
