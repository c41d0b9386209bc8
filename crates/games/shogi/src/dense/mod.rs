//! Dobutsu Shogi as a graph of dense indices.
//!
//! A position, seen by the side to move and folded by the mirror, is a block (how the lions stand, `lions`)
//! and an index in it (where the other pieces are, `layout` over `pairs`). Successors (`expand`) and
//! predecessors (`retract`) go from index to index by look-ups, never through a board.
//!
//! Nodes come in three regions of whole blocks: 21 where the game goes on; 72 where the side to move can take
//! the lion; and one for each way of the lions in which a try has been completed safely.

mod buffer;
mod code_set;
mod coder_contexts;
mod coder_features;
mod expand;
mod expand_rows;
mod layout;
mod lion_tables;
mod lions;
mod numbering;
mod outer_unmoves;
mod pairs;
mod rankings;
mod retract;
mod retract_rows;
mod rows;
mod single;

use crate::{Ending, Kind, Position, SmallBoard, SmallShogi};
use code_set::CodeSet;
use lion_tables::{LionPairTables, Placed, Steps, StillCodes, TWIN, Tables};
use lions::{LION_PAIRS, ViewChange};
pub use numbering::DenseNumbering;
use numbering::{KINDS, steps};
use rankings::Rankings;
pub use rows::{Nest, NodeRow};
use std::ops::Range;
use yomikiri_core::{EdgeSink, ExpandSink, Graph, Numbered, Value};

/// A row in another block, before the code of the inner kind is known.
#[derive(Clone, Copy, Debug)]
struct Target {
    first: u32,
    taken: u32,
    view: u16,
    /// The target block and the row are their own mirror images: the inner kind decides which of two nodes is
    /// meant.
    both: bool,
}

/// Dobutsu Shogi, or what is left of it with some pieces missing, as a graph.
#[derive(Debug)]
pub struct DenseGraph {
    numbering: DenseNumbering,
    rankings: Rankings,
    tables: Tables,
    steps: Steps,
    ending: Ending,
    far_drops: bool,
}

/// Where a node is.
struct Located<'a> {
    lions: &'a LionPairTables,
    outer: u16,
    middle: u16,
    /// First node of the row.
    first: u32,
    /// One past the last node of the row.
    end: u32,
    taken: u32,
    /// The row is its own mirror image (not necessarily its positions).
    self_mirrored: bool,
}

impl DenseGraph {
    /// The graph of all positions with the pieces of the game's start position, fewer than the set holds or
    /// not.
    ///
    /// # Panics
    /// As of [`DenseNumbering::of`].
    pub fn of(game: &SmallShogi) -> Self {
        let numbering = DenseNumbering::of(game);
        let kinds = KINDS.map(|kind| [steps(game, kind), steps(game, kind.promoted())]);
        let steps = Steps::new(steps(game, Kind::LION), kinds);
        let far_drops = game.variant().dead_drops;
        let tables = Tables::new(&steps, &numbering.layout, &numbering.lions, far_drops);
        let rankings = Rankings::new(&numbering.layout.kinds[2]);
        Self { numbering, rankings, tables, steps, ending: game.ending(), far_drops }
    }

    #[inline]
    fn locate(&self, node: u32) -> Located<'_> {
        let block = node / self.numbering.stride;
        let lions = &self.tables.open[block as usize];
        let (outer, middle, end) = self.numbering.layout.find(node % self.numbering.stride);
        let row = self.numbering.layout.row(outer, middle);
        let first = block * self.numbering.stride;
        let self_mirrored = lions
            .mirror
            .as_ref()
            .is_some_and(|mirror| mirror[0][outer as usize] == outer && mirror[1][middle as usize] == middle);
        Located {
            lions,
            outer,
            middle,
            first: first + row.first,
            end: first + end,
            taken: row.taken,
            self_mirrored,
        }
    }

    /// The row of the first of some ascending nodes, and those of them that lie in it, which are taken off.
    #[inline(always)]
    fn take_row<'n>(&self, rest: &mut &'n [u32]) -> Option<(Located<'_>, &'n [u32])> {
        let at = self.locate(*rest.first()?);
        let count = rest.iter().position(|&node| node >= at.end).unwrap_or(rest.len());
        let (here, others) = rest.split_at(count);
        *rest = others;
        Some((at, here))
    }

    /// Whether the game goes on until the lion is taken.
    #[inline]
    fn counts_captures(&self) -> bool {
        self.ending == Ending::Capture
    }

    /// The row that a view leads to, for codes of the outer and middle kinds before the change of view.
    #[inline]
    fn target(&self, view: u16, outer: u16, middle: u16) -> Target {
        self.target_with(view, |view| view.outer_codes([outer, middle]))
    }

    /// The row that a view leads to, for codes that `codes` finds for the view or its twin.
    #[inline]
    fn target_with(&self, number: u16, codes: impl Fn(&ViewChange) -> [u16; 2]) -> Target {
        self.target_seen(number, |twin| codes(&self.tables.views[usize::from(number) + twin]))
    }

    /// The same for codes that `codes` finds for the number of the view or, with 1, its twin.
    #[inline(always)]
    fn target_seen(&self, number: u16, codes: impl Fn(usize) -> [u16; 2]) -> Target {
        let view = &self.tables.views[number as usize];
        let plain = codes(0);
        let (way_number, chosen, both) = if view.has_twin {
            let twin = codes(1);
            if twin < plain { (number + 1, twin, false) } else { (number, plain, twin == plain) }
        } else {
            (number, plain, false)
        };
        let row = self.numbering.layout.row(chosen[0], chosen[1]);
        Target {
            first: view.to as u32 * self.numbering.stride + row.first,
            taken: row.taken,
            view: way_number,
            both,
        }
    }

    /// The node in a target row for a code of the inner kind before the change of view.
    #[inline(always)]
    fn node(&self, target: Target, inner: u16) -> u32 {
        self.node_with(target, |view| self.tables.inner_code(view, inner))
    }

    /// The node in a target row, reached without a step of a lion, for a code of the inner kind before.
    #[inline(always)]
    fn still_node(&self, codes: &StillCodes, target: Target, entry: u16, inner: u16) -> u32 {
        let rank = |entry| self.numbering.layout.rank(target.taken, u16::from(codes.get(entry, inner)));
        let rank = if target.both { rank(entry).min(rank(entry | TWIN)) } else { rank(entry) };
        target.first + rank
    }

    /// The node in a target row with a piece of the inner kind put back on a square, out of the (new) mover's
    /// hand.
    fn node_restored(&self, target: Target, inner: u16, square: u8) -> u32 {
        self.node_with(target, |view| self.code_restored(view, inner, square))
    }

    /// The code of the inner kind after a change of view, with a piece put back on a square out of the (new)
    /// mover's hand.
    fn code_restored(&self, view: u16, inner: u16, square: u8) -> u16 {
        let view = &self.tables.views[view as usize];
        let (code, label) = (view.codes[2][inner as usize], view.labels[square as usize]);
        self.numbering.layout.kinds[2].restored(pairs::Owner::Mover, false, code, label)
    }

    /// Codes of the inner kind after a change of view.
    #[inline(always)]
    fn turned(&self, view: u16, codes: CodeSet) -> CodeSet {
        let mut turned = CodeSet::default();
        codes.for_each(|inner| turned.insert(self.tables.inner_code(view, inner)));
        turned
    }

    /// Sends the nodes with these codes, after the change of view, in a target row, or so much further on.
    #[inline(always)]
    fn send(&self, codes: CodeSet, target: Target, offset: u32, sink: &mut impl EdgeSink<u32>) {
        if codes.is_empty() {
            return;
        }
        let first = target.first.wrapping_add(offset);
        let start = u64::from(first / 64 * 64);
        self.rankings.ranks(target.taken, codes, first, |ranks| sink.edge_sets(start, ranks));
    }

    /// Sends the nodes for codes before the change of view.
    #[inline(always)]
    fn send_turned(&self, codes: CodeSet, target: Target, sink: &mut impl EdgeSink<u32>) {
        if target.both {
            codes.for_each(|inner| sink.edges(&[self.node(target, inner)]));
        } else {
            self.send(self.turned(target.view, codes), target, 0, sink);
        }
    }

    /// The node in a target row for a code that `code` finds for the number of the view or its twin.
    #[inline(always)]
    fn node_with(&self, target: Target, code: impl Fn(u16) -> u16) -> u32 {
        let rank = |view| self.numbering.layout.rank(target.taken, code(view));
        let rank = if target.both { rank(target.view).min(rank(target.view + 1)) } else { rank(target.view) };
        target.first + rank
    }

    /// What to add to an interior node of the target to get that of the completed try.
    fn try_offset(&self, target: Target) -> u32 {
        let view = &self.tables.views[target.view as usize];
        self.numbering.try_block[view.to] - view.to as u32 * self.numbering.stride
    }
}

impl Located<'_> {
    /// What the kinds that the row fixes have on the board.
    #[inline]
    fn row_placed(&self) -> Placed {
        let [outer, middle, _] = &self.lions.placed;
        outer[self.outer as usize].with(middle[self.middle as usize])
    }
}

/// In a row that is its own mirror image, whether a position is so too.
fn is_self_mirrored(lions: &LionPairTables, inner: u16) -> bool {
    lions.mirror.as_ref().is_some_and(|mirror| mirror[2][inner as usize] == inner)
}

impl Placed {
    /// Both, but for what belongs to one kind.
    #[inline]
    fn with(self, other: Self) -> Self {
        Self {
            own: self.own | other.own,
            enemy: self.enemy | other.enemy,
            attacked: self.attacked | other.attacked,
            checkers: self.checkers | other.checkers,
            threats: self.threats | other.threats,
            enemy_promoted: self.enemy_promoted | other.enemy_promoted,
            hands: [self.hands[0] + other.hands[0], self.hands[1] + other.hands[1]],
            reach: [0; 2],
        }
    }
}

impl Graph for DenseGraph {
    type Node = u32;

    fn nodes(&self) -> u64 {
        u64::from(self.numbering.nodes)
    }

    fn interior(&self) -> u64 {
        self.numbering.interior()
    }

    fn ends(&self) -> Vec<(Range<u64>, Value)> {
        let tries =
            u64::from(self.numbering.interior_len) + LION_PAIRS as u64 * u64::from(self.numbering.stride);
        vec![
            (u64::from(self.numbering.interior_len)..tries, Value::Win(1)),
            (tries..u64::from(self.numbering.nodes), Value::Loss(0)),
        ]
    }

    fn expand(&self, nodes: &[u32], sink: &mut impl ExpandSink<u32>) {
        self.expand_nodes(nodes, sink);
    }

    fn expand_unordered(&self, nodes: &[u32], sink: &mut impl ExpandSink<u32>) {
        self.expand_rows(nodes, sink);
    }

    fn retract(&self, nodes: &[u32], sink: &mut impl FnMut(&[u32])) {
        self.retract_nodes(nodes, sink);
    }

    fn retract_unordered(&self, nodes: &[u32], counted: bool, sink: &mut impl EdgeSink<u32>) {
        self.retract_rows(nodes, counted, sink);
    }

    fn fixed(&self) -> Vec<u32> {
        let mut fixed = Vec::new();
        for first in (0..self.numbering.nodes).step_by(self.numbering.stride as usize) {
            let pair = &self.numbering.lions.pairs[self.numbering.lion_pair(first)];
            if pair.symmetric {
                let codes: [Vec<u16>; 3] = std::array::from_fn(|kind| {
                    let pairs = &self.numbering.layout.kinds[kind];
                    let mirror = |code| pairs.mapped(code, |place| Some(lions::mirror_place(pair, place)));
                    (0..pairs.len() as u16).filter(|&code| mirror(code) == code).collect()
                });
                fixed.extend(self.numbering.layout.indices(&codes).map(|index| first + index));
            }
        }
        fixed
    }
}

impl Numbered<SmallShogi> for DenseGraph {
    fn node(&self, game: &SmallShogi, pos: &Position<SmallBoard>) -> Option<u32> {
        self.numbering.node(game, pos)
    }

    fn position(&self, game: &SmallShogi, node: u32) -> Option<Position<SmallBoard>> {
        self.numbering.position(game, node)
    }
}
