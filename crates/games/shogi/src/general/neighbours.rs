//! The nodes of a position's neighbours, from what a move changes.
//!
//! In a neighbour, forward or back, the other side is to move. So the position is seen by the other side
//! once, in each of two mirror images if it is asked for; what a move takes off squares and puts on others is
//! changed in the sets of the kinds as they are ranked. No neighbour is made a position, nor is any asked
//! whether the game is over there: which moves leave the king to be taken is found for all together.
//!
//! Cost: about 40 instructions a kind (callgrind, shogi-3x3). To play each move, ask the rules and number the
//! result from nothing was the way before: to expand a position took 1.6 to 1.8 times as long with it, to
//! take it back 2.3 times, with what finds the moves. Inlined where it is asked for it is 4% faster than as
//! one routine. What follows from the kinds before the one that moves is not kept for all moves: with two
//! kinds that is as much work as it saves (`docs/notes/general_index.md`).

use super::GeneralGraph;
use super::cursor::Cursor;
use super::index::{Difference, Placement, View};
use crate::{Bits, Kind, SmallBoard, Square, movegen::Group, unmove::TakenBack};
use yomikiri_core::Side;

/// A piece that is put on a square: its kind's number, and sets of all squares or none for whether it is an
/// enemy's, as the other side sees it, and whether it is promoted.
#[derive(Clone, Copy)]
struct Put {
    kind: usize,
    enemies: SmallBoard,
    promoted: SmallBoard,
}

impl Put {
    /// No piece, or a king, which is not among the kinds.
    const NOTHING: Self = Self { kind: usize::MAX, enemies: SmallBoard::EMPTY, promoted: SmallBoard::EMPTY };
}

/// What a move, or a move back, changes: what stands on two squares, which may be one.
#[derive(Clone, Copy)]
struct Change {
    squares: [Square; 2],
    put: [Put; 2],
    /// The number of the sharing, as the other side sees it.
    sharing: u64,
}

/// How the kings of a neighbour stand.
#[derive(Clone, Copy)]
struct Kings {
    pair: usize,
    /// Whether the mirror image of what the other side sees has the pair.
    mirrored: bool,
    symmetric: bool,
    /// The king of the other side, which is to move there, and the enemy's, on the board.
    squares: [Square; 2],
}

/// A position, of which neighbours are found.
pub(super) struct Neighbours<'a, 'g> {
    graph: &'g GeneralGraph,
    cursor: &'a Cursor<'g>,
    /// What the other side sees, and its mirror image.
    seen: [Option<Placement>; 2],
    /// The kings where neither moves.
    kings: Kings,
}

impl<'a, 'g> Neighbours<'a, 'g> {
    #[inline]
    pub fn new(graph: &'g GeneralGraph, cursor: &'a Cursor<'g>) -> Self {
        let [mover, enemy] = cursor.kings;
        let kings = Kings::of(graph, [enemy, mover]);
        Self { graph, cursor, seen: [None, None], kings }
    }

    /// Gives where some moves lead: a pair of kings, and the number of a placement.
    #[inline]
    pub fn ahead(&mut self, group: Group<SmallBoard>, mut give: impl FnMut(usize, u64)) {
        let (kings, sharing) = (self.kings, self.cursor.other_sharing);
        match group {
            Group::Drops { kind, to } => {
                let sharing = sharing - self.graph.held(kind);
                let put = [Put::NOTHING, self.put(kind, Side::First)];
                for to in to.squares() {
                    give(kings.pair, self.rank(&kings, &Change { squares: [to; 2], put, sharing }));
                }
            }
            Group::Board { from, kind: Kind::ROYAL, promoting, plain } => {
                for to in (promoting | plain).squares() {
                    let kings = Kings::of(self.graph, [kings.squares[0], to]);
                    let sharing = self.sharing_after(to);
                    let change = Change { squares: [from, to], put: [Put::NOTHING; 2], sharing };
                    give(kings.pair, self.rank(&kings, &change));
                }
            }
            Group::Board { from, kind, promoting, plain } => {
                for (kind, set) in [(kind.turned(), promoting), (kind, plain)] {
                    let put = [Put::NOTHING, self.put(kind, Side::First)];
                    for to in set.squares() {
                        let sharing = self.sharing_after(to);
                        let change = Change { squares: [from, to], put, sharing };
                        give(kings.pair, self.rank(&kings, &change));
                    }
                }
            }
        }
    }

    /// Where a move came from: a pair of kings, and the number of a placement.
    #[inline]
    pub fn back(&mut self, taken_back: TakenBack) -> (usize, u64) {
        let TakenBack { piece, from, to, captured } = taken_back;
        let (hands, graph) = (self.cursor.pos.hands[Side::Second.index()], self.graph);
        let (mut kings, mut put) = (self.kings, [Put::NOTHING; 2]);
        let mut sharing = self.cursor.other_sharing;
        match from {
            None => sharing += graph.moved_to_hand(piece.kind, hands[piece.kind.place()]),
            Some(from) if piece.kind == Kind::ROYAL => kings = Kings::of(graph, [from, kings.squares[1]]),
            Some(_) => put[1] = self.put(piece.kind, Side::Second),
        }
        if let Some(kind) = captured {
            sharing -= graph.moved_to_hand(kind, hands[kind.place()] - 1);
            put[0] = self.put(kind, Side::First);
        }
        let change = Change { squares: [to, from.unwrap_or(to)], put, sharing };
        (kings.pair, self.rank(&kings, &change))
    }

    #[inline]
    fn put(&self, kind: Kind, side: Side) -> Put {
        let all_if = |yes: bool| u64::from(yes).wrapping_neg();
        Put {
            kind: self.graph.places[kind.place()],
            enemies: all_if(side == Side::First),
            promoted: all_if(kind.is_promoted()),
        }
    }

    /// The number of the sharing after a piece has arrived on a square from another.
    #[inline]
    fn sharing_after(&self, to: Square) -> u64 {
        let (pos, sharing) = (&self.cursor.pos, self.cursor.other_sharing);
        if pos.of(Side::Second).has(to) { sharing + self.graph.held(pos.kind(to)) } else { sharing }
    }

    /// The number of a neighbour's placement.
    #[inline(always)]
    fn rank(&mut self, kings: &Kings, change: &Change) -> u64 {
        let rank = self.rank_in_view(kings, change, kings.mirrored);
        if kings.symmetric { rank.min(self.rank_of_image(kings, change)) } else { rank }
    }

    /// The same of the mirror image of one whose kings are their own.
    #[inline(never)]
    fn rank_of_image(&mut self, kings: &Kings, change: &Change) -> u64 {
        self.rank_in_view(kings, change, !kings.mirrored)
    }

    #[inline(always)]
    fn rank_in_view(&mut self, kings: &Kings, change: &Change, mirrored: bool) -> u64 {
        let (index, cursor) = (&self.graph.index, self.cursor);
        let view = View { mirrored, turned: true };
        let seen = self.seen[usize::from(mirrored)].get_or_insert_with(|| cursor.seen(view));
        let set = change.squares.map(|square| 1 << index.seen(square, view).0);
        let [first, second] = &change.put;
        let difference = Difference {
            off: set[0] | set[1],
            put: [(first.kind, set[0]), (second.kind, set[1])],
            enemies: set[0] & first.enemies | set[1] & second.enemies,
            promoted: set[0] & first.promoted | set[1] & second.promoted,
            sharing: change.sharing,
        };
        index.rank_other(seen, &difference, index.free(kings.squares.map(|king| index.seen(king, view))))
    }
}

impl Kings {
    #[inline]
    fn of(graph: &GeneralGraph, squares: [Square; 2]) -> Self {
        let seen = squares.map(|king| graph.index.seen(king, View { mirrored: false, turned: true }));
        let (pair, mirrored) = graph.kings.find(seen[0], seen[1]);
        Self { pair, mirrored, symmetric: graph.kings.pairs[pair].symmetric, squares }
    }
}
