//! Predecessors by index, a row at a time.
//!
//! The same static test on moves taken back: in the predecessor the enemy was to move and could not take the
//! mover's lion. With two enemy pieces that attack it now there is no predecessor; with one, only that piece
//! can have moved, from a square where it did not attack (or out of the hand). A piece that steps back may
//! leave behind what it captured, out of the enemy's hand.

use super::buffer::Buffer;
use super::code_set::CodeSet;
use super::lion_tables::{LionPairTables, NO_CODE, NOWHERE, Placed, entry, is_single};
use super::pairs::Owner;
use super::{DenseGraph, Located, Target, is_self_mirrored};

/// A move of an enemy piece of the outer or middle kind taken back.
pub(super) struct RowUnmove {
    /// Square that it comes from; 0 for a drop.
    pub from: u16,
    /// Where a captured piece of the inner kind can be put back, before the change of view, and the view.
    pub entry: u16,
    pub target: Target,
}

/// A step of the enemy's lion taken back.
pub(super) struct RowLionUnmove {
    /// Square that it comes from.
    pub from: u16,
    /// A captured piece of the inner kind can be put back where the lion stood, which has a label only after
    /// it.
    pub restores: bool,
    pub target: Target,
}

/// All moves taken back that do not depend on the inner kind.
#[derive(Default)]
pub(super) struct RowUnmoves {
    pub pieces: Vec<RowUnmove>,
    pub lion: Vec<RowLionUnmove>,
}

/// A row whose positions are taken back.
pub(super) struct Row<'a> {
    pub graph: &'a DenseGraph,
    pub lions: &'a LionPairTables,
    outer: u16,
    middle: u16,
    placed: Placed,
    pub still: Target,
    /// How many pieces of the outer kinds give check.
    pub checked: u32,
    /// The outer kinds of which the enemy holds pieces, which it may have captured.
    pub restores: [bool; 2],
    pub self_mirrored: bool,
}

impl DenseGraph {
    /// Position by position.
    pub(super) fn retract_nodes(&self, nodes: &[u32], sink: &mut impl FnMut(&[u32])) {
        let mut buffer = Buffer::new();
        self.each_row(nodes, |row, unmoves, codes| row.retract_each(unmoves, codes, &mut buffer, sink));
        buffer.drain(sink);
    }

    /// Hands out each row that has predecessors, with the moves taken back that its positions have in common,
    /// and the codes of the nodes.
    #[inline(always)]
    pub(super) fn each_row(&self, nodes: &[u32], mut visit: impl FnMut(&Row<'_>, &RowUnmoves, CodeSet)) {
        let mut unmoves = RowUnmoves::default();
        let mut rest = nodes;
        while let Some((at, here)) = self.take_row(&mut rest) {
            let row = Row::new(self, &at);
            if row.checked > 1 {
                continue;
            }
            let codes: CodeSet =
                here.iter().map(|&node| self.numbering.layout.inner(at.taken, node - at.first)).collect();
            // Where the inner kind gives check, none of these moves can have been the last.
            if !(codes & row.lions.inner_sets.unchecked).is_empty() {
                // Of a single position, what its own pieces are in the way of need not be looked for.
                let in_the_way = if let [node] = here {
                    let inner = self.numbering.layout.inner(at.taken, node - at.first);
                    let placed = &row.lions.placed[2][usize::from(inner)];
                    placed.own | placed.enemy
                } else {
                    0
                };
                row.find(in_the_way, &mut unmoves);
            }
            visit(&row, &unmoves, codes);
        }
    }
}

impl<'a> Row<'a> {
    fn new(graph: &'a DenseGraph, at: &Located<'a>) -> Self {
        let placed = at.row_placed();
        let (outer, middle) = (at.outer, at.middle);
        let kinds = &graph.numbering.layout.kinds;
        Self {
            graph,
            lions: at.lions,
            outer,
            middle,
            placed,
            still: graph.target(at.lions.still, outer, middle),
            checked: placed.checkers.count_ones(),
            restores: [kinds[0].holds(Owner::Enemy, outer), kinds[1].holds(Owner::Enemy, middle)],
            self_mirrored: at.self_mirrored,
        }
    }

    /// All moves taken back that do not depend on the inner kind, if it does not attack the lion; those from
    /// squares of `in_the_way` are left out.
    fn find(&self, in_the_way: u16, out: &mut RowUnmoves) {
        out.pieces.clear();
        out.lion.clear();
        self.find_moves::<0>(in_the_way, &mut out.pieces);
        self.find_moves::<1>(in_the_way, &mut out.pieces);
        if self.checked == 0 {
            self.find_lion_steps(in_the_way, &mut out.lion);
        }
    }

    /// The moves of an outer kind taken back.
    #[inline(always)]
    fn find_moves<const KIND: usize>(&self, in_the_way: u16, out: &mut Vec<RowUnmove>) {
        let (graph, still, taken) = (self.graph, self.lions.still, self.taken() | in_the_way);
        let (code, other) = if KIND == 0 { (self.outer, self.middle) } else { (self.middle, self.outer) };
        let views = &graph.tables.views[usize::from(still)..];
        let others = |twin: usize, code: u16| views[twin].codes[1 - KIND][usize::from(code)];
        let kinds = |own: u16, other: u16| if KIND == 0 { [own, other] } else { [other, own] };
        let twin = usize::from(views[0].has_twin);
        let seen = [others(0, other), others(twin, other)];
        let pairs = &graph.numbering.layout.kinds[1 - KIND];
        for unmove in self.lions.outer_unmoves[KIND].of(code) {
            // With a piece that gives check only that one can have moved.
            if unmove.from & taken != 0 || self.placed.checkers & !unmove.at != 0 {
                continue;
            }
            let target = graph.target_seen(still, |twin| kinds(unmove.seen[twin], seen[twin]));
            let (from, label) = (unmove.from, unmove.label);
            out.push(RowUnmove { from, entry: entry(still, target.view, label), target });
            if label == NOWHERE || !self.restores[1 - KIND] {
                continue;
            }
            for promoted in [false, true].into_iter().take(1 + usize::from(pairs.promotes())) {
                let restored = pairs.restored(Owner::Enemy, promoted, other, label);
                let target =
                    graph.target_seen(still, |twin| kinds(unmove.seen[twin], others(twin, restored)));
                out.push(RowUnmove { from, entry: entry(still, target.view, NOWHERE), target });
            }
        }
    }

    fn find_lion_steps(&self, in_the_way: u16, out: &mut Vec<RowLionUnmove>) {
        let (graph, pair) = (self.graph, &self.lions.pair);
        let taken = self.placed.own | self.placed.enemy | in_the_way;
        for step in self.lions.back_steps.iter().filter(|step| taken >> step.to & 1 == 0) {
            let from = 1 << step.to;
            let target = graph.target(step.view, self.outer, self.middle);
            out.push(RowLionUnmove { from, restores: true, target });
            for kind in [0, 1].into_iter().filter(|&kind| self.restores[kind]) {
                let pairs = &graph.numbering.layout.kinds[kind];
                for promoted in [false, true].into_iter().take(1 + usize::from(pairs.promotes())) {
                    let target = graph.target_with(step.view, |view| {
                        let mut codes = view.outer_codes([self.outer, self.middle]);
                        let label = view.labels[pair.enemy as usize];
                        codes[kind] = pairs.restored(Owner::Mover, promoted, codes[kind], label);
                        codes
                    });
                    out.push(RowLionUnmove { from, restores: false, target });
                }
            }
        }
    }

    /// Finds all predecessors of positions.
    #[inline(always)]
    pub fn retract_each(
        &self,
        unmoves: &RowUnmoves,
        codes: CodeSet,
        buffer: &mut Buffer,
        sink: &mut impl FnMut(&[u32]),
    ) {
        codes.for_each(|inner| {
            buffer.make_room(sink);
            let before = buffer.len();
            self.retract(unmoves, inner, buffer);
            if self.self_mirrored && is_self_mirrored(self.lions, inner) {
                buffer.make_distinct(before);
            }
        });
    }

    /// Finds all predecessors of a position.
    #[inline]
    fn retract(&self, unmoves: &RowUnmoves, inner: u16, out: &mut Buffer) {
        let placed = self.lions.placed[2][inner as usize];
        let checkers = placed.checkers;
        if !is_single(checkers) || self.checked > 0 && checkers != 0 {
            return;
        }
        if checkers == 0 {
            self.retract_row(unmoves, inner, placed, out);
        }
        if self.checked == 0 {
            self.retract_inner(inner, out);
        }
    }

    /// Takes back the moves of all pieces that are not of the inner kind.
    #[inline(always)]
    fn retract_row(&self, unmoves: &RowUnmoves, inner: u16, placed: Placed, out: &mut Buffer) {
        let (graph, lions) = (self.graph, self.lions);
        let taken = placed.own | placed.enemy;
        let in_hand = graph.numbering.layout.kinds[2].holds(Owner::Enemy, inner);
        let still = lions.still;
        // What follows the last change of view is none where that has no twin: it is not asked for.
        let turned = [still, still + 1].map(|view| graph.tables.inner_code(view, inner));
        for unmove in &unmoves.pieces {
            let possible = unmove.from & taken == 0;
            let node = graph.node_with(unmove.target, |view| turned[usize::from(view - still) & 1]);
            out.push_if(possible, node);
            if in_hand {
                self.push_if_restored(possible, unmove.target, unmove.entry, inner, out);
            }
        }
        for unmove in &unmoves.lion {
            let possible = unmove.from & taken == 0;
            out.push_if(possible, graph.node(unmove.target, inner));
            if in_hand && unmove.restores && possible {
                out.push_if(true, graph.node_restored(unmove.target, inner, lions.pair.enemy));
            }
        }
    }

    /// Adds the node with a captured piece of the inner kind put back, if there is one.
    #[inline(always)]
    fn push_if_restored(&self, possible: bool, target: Target, entry: u16, inner: u16, out: &mut Buffer) {
        let codes = &self.lions.still_restored;
        let restores = codes.get(entry, inner) != NO_CODE;
        out.push_if(possible & restores, self.graph.still_node(codes, target, entry, inner));
    }

    /// Takes back the moves of the inner kind.
    #[inline(always)]
    pub fn retract_inner(&self, inner: u16, out: &mut Buffer) {
        let graph = self.graph;
        let (taken, checkers) = (self.taken(), self.lions.placed[2][inner as usize].checkers);
        for unmove in &self.lions.inner_unmoves[inner as usize] {
            let possible = unmove.to & taken == 0 && (checkers == 0 || checkers == unmove.at);
            out.push_if(possible, graph.node(self.still, unmove.code));
            let label = if unmove.to == 0 { NOWHERE } else { unmove.label };
            let restored = entry(self.lions.still, self.still.view, label);
            self.push_if_restored(possible, self.still, restored, unmove.code, out);
            if self.restores != [false; 2] && unmove.to != 0 && possible {
                self.behind(label, |target| out.push_if(true, graph.node(target, unmove.code)));
            }
        }
    }

    /// Hands out the rows with a captured piece of the other kinds put back on a label, behind a piece of the
    /// inner kind that has stepped back.
    #[inline]
    pub fn behind(&self, label: u8, mut visit: impl FnMut(Target)) {
        let graph = self.graph;
        for kind in [0, 1].into_iter().filter(|&kind| self.restores[kind]) {
            let pairs = &graph.numbering.layout.kinds[kind];
            for promoted in [false, true].into_iter().take(1 + usize::from(pairs.promotes())) {
                let mut codes = [self.outer, self.middle];
                codes[kind] = pairs.restored(Owner::Enemy, promoted, codes[kind], label);
                visit(graph.target(self.lions.still, codes[0], codes[1]));
            }
        }
    }

    /// The squares on which the row has something, lions included.
    #[inline]
    pub const fn taken(&self) -> u16 {
        self.placed.own | self.placed.enemy | 1 << self.lions.pair.mover | 1 << self.lions.pair.enemy
    }
}
