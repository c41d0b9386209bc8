//! Successors of a row's positions together, as sets of nodes.
//!
//! [`Row::expand`] asks of each position and each move whether it is possible and safe, and ranks its target.
//! Here a move's positions are a [`CodeSet`]. No piece slides, so a move of an outer or middle piece takes
//! all of them to one row, each to its own code seen from the other side: that set is turned once a row, and
//! a move only ranks it in its target's row ([`Ranking`](super::code_set::Ranking)), which also leaves out
//! the positions with a piece in the way. What captures a piece of the inner kind, steps of the lion, and
//! captures by the inner kind go by code. The moves of the inner kind that capture no other one lead to one
//! row too: what a code leads to is one set (`inner_next`). Safe moves are counted for all positions at once
//! ([`Tally`]). Measured: `docs/notes/solve.md`.

use super::buffer::Buffer;
use super::code_set::{CodeSet, Tally};
use super::expand::{Row, RowLionStep, RowMove, RowMoves, safe_squares};
use super::lion_tables::{ALL, TWIN, is_single, joined, squares};
use super::{DenseGraph, Target};
use yomikiri_core::{ExpandSink, Expansion};

/// Positions of a row under expansion, and what is found of them.
struct Together<'r, 'a> {
    row: &'r Row<'a>,
    codes: CodeSet,
    /// The codes in the other side's view, no lion having moved, and in the mirrored one if there is a
    /// second; apart by whether no piece of the inner kind gives check.
    turned: [Apart; 2],
    /// By square, the codes with which another piece than the lion may go there.
    safe_to: [CodeSet; 12],
    /// Safe moves that do not end the game, those of the inner kind left out.
    open: Tally,
    /// A step of the lion completes a try.
    won: CodeSet,
    /// Edges, those by moves of the inner kind left out.
    edges: u32,
}

/// Codes before or after a move: where it leaves the lion safe, and where the lion can be taken.
#[derive(Clone, Copy, Default)]
struct Apart {
    safe: CodeSet,
    exposed: CodeSet,
}

impl DenseGraph {
    pub(super) fn expand_rows(&self, nodes: &[u32], sink: &mut impl ExpandSink<u32>) {
        let mut moves = RowMoves::default();
        let mut rest = nodes;
        while let Some((at, here)) = self.take_row(&mut rest) {
            let row = Row::new(self, &at);
            moves.find(&row);
            let inner = |node: u32| self.numbering.layout.inner(at.taken, node - at.first);
            let codes = here.iter().map(|&node| inner(node)).collect();
            let mut together = Together::new(&row, codes);
            moves.pieces.iter().for_each(|mv| together.move_piece(mv, sink));
            moves.lion.iter().for_each(|step| together.step_lion(step, sink));
            together.move_inner(sink);
            for &node in here {
                let inner = inner(node);
                let [possible, safe] = row.count_inner(inner);
                let open = if row.is_mirror_image(inner) {
                    row.distinct_open(&moves, inner)
                } else {
                    together.open.get(inner) + safe
                };
                let edges = if self.counts_captures() { possible } else { safe };
                let expansion = row.expansion(together.won.contains(inner), open);
                sink.node(node, expansion, edges + std::mem::take(&mut together.edges));
            }
        }
    }
}

impl<'r, 'a> Together<'r, 'a> {
    fn new(row: &'r Row<'a>, codes: CodeSet) -> Self {
        let (lions, graph) = (row.lions, row.graph);
        let turned = |twin: u16, codes: CodeSet| graph.turned(lions.still + twin, codes);
        let unchecked = lions.inner_sets.unchecked;
        let view = |twin: u16| Apart {
            safe: turned(twin, codes & unchecked),
            exposed: turned(twin, codes & !unchecked),
        };
        let has_twin = graph.tables.views[usize::from(lions.still)].has_twin;
        Self {
            row,
            codes,
            turned: [view(0), if has_twin { view(1) } else { Apart::default() }],
            safe_to: lions.inner_sets.safe_to(row.placed.checkers),
            open: Tally::default(),
            won: CodeSet::default(),
            edges: 0,
        }
    }

    /// Counts the edges of a move; whether the game goes on after a safe one.
    #[inline(always)]
    fn count(&mut self, from: Apart, goes_on: bool) {
        self.edges += from.safe.len() + from.exposed.only_if(self.row.graph.counts_captures()).len();
        if goes_on {
            self.open.add(from.safe);
        } else {
            self.won = self.won | from.safe;
        }
    }

    /// Moves a piece of the outer or middle kind in all positions where it can.
    #[inline(always)]
    fn move_piece(&mut self, mv: &RowMove, sink: &mut impl ExpandSink<u32>) {
        let (row, to, target) = (self.row, usize::from(mv.to), mv.target);
        let (lions, sets) = (row.lions, &row.lions.inner_sets);
        let possible = self.codes & !(if mv.is_drop { sets.taken[to] } else { sets.own[to] });
        let from = Apart { safe: possible & self.safe_to[to], exposed: possible & !self.safe_to[to] };
        self.count(from, true);
        let code = |entry, inner| u16::from(lions.still_after.get(entry, inner));
        if target.both {
            let codes = |inner| [code(mv.entry, inner), code(mv.entry | TWIN, inner)];
            return row.send_folded(from, target, 0, codes, sink);
        }
        let turned = self.turned[usize::from(target.view - lions.still)];
        let mut after = if row.placed.checkers & !(1 << to) == 0 {
            turned
        } else {
            Apart { safe: CodeSet::default(), exposed: turned.safe | turned.exposed }
        };
        if !mv.is_drop {
            (from.safe & sets.taken[to]).for_each(|inner| after.safe.insert(code(mv.entry, inner)));
            (from.exposed & sets.taken[to]).for_each(|inner| after.exposed.insert(code(mv.entry, inner)));
        }
        row.send(after, target, 0, sink);
    }

    /// Steps with the lion in all positions where it can.
    #[inline(always)]
    fn step_lion(&mut self, step: &RowLionStep, sink: &mut impl ExpandSink<u32>) {
        let (row, to, target) = (self.row, usize::from(step.to), step.target);
        let (tables, sets) = (&row.graph.tables, &row.lions.inner_sets);
        let possible = self.codes & !sets.own[to];
        let attacked = step.beside_lion || row.placed.attacked >> step.to & 1 == 1;
        let safe = possible & (!sets.attacked[to]).only_if(!attacked);
        let from = Apart { safe, exposed: possible & !safe };
        self.count(from, !step.completes_try);
        let code = |view, inner| tables.inner_code(view, tables.inner_after(inner, step.label));
        if target.both {
            let codes = |inner| [code(target.view, inner), code(target.view + 1, inner)];
            return row.send_folded(from, target, step.safe_offset, codes, sink);
        }
        let mut after = Apart::default();
        from.safe.for_each(|inner| after.safe.insert(code(target.view, inner)));
        if row.graph.counts_captures() {
            from.exposed.for_each(|inner| after.exposed.insert(code(target.view, inner)));
        }
        row.send(after, target, step.safe_offset, sink);
    }

    /// Moves the pieces of the inner kind.
    fn move_inner(&self, sink: &mut impl ExpandSink<u32>) {
        let (row, target) = (self.row, self.row.still);
        if target.both {
            let mut buffer = Buffer::new();
            return self.codes.for_each(|inner| {
                row.visit_inner(inner, row.lions.placed[2][usize::from(inner)], &mut buffer);
                buffer.drain(&mut |found| sink.edges(found));
            });
        }
        let next = &row.lions.inner_next[usize::from(target.view - row.lions.still)];
        let next = |inner: u16| next[usize::from(inner)];
        let unchecked = self.codes & row.lions.inner_sets.unchecked.only_if(row.placed.checkers == 0);
        let mut after = Apart::default();
        unchecked.for_each(|inner| after.safe = after.safe | next(inner));
        (self.codes & !unchecked).for_each(|inner| {
            let capture = self.capture_of_checker(inner);
            after.safe = after.safe | capture;
            after.exposed = after.exposed | next(inner) & !capture;
        });
        row.send(after, target, 0, sink);
        squares(row.placed.enemy).for_each(|square| self.capture_with_inner(square, sink));
    }

    /// Where the inner kind leads by capturing the only piece that gives check, if that is of the inner kind.
    fn capture_of_checker(&self, inner: u16) -> CodeSet {
        let row = self.row;
        let checkers = row.lions.placed[2][usize::from(inner)].checkers;
        let is_only = row.placed.checkers == 0 && is_single(checkers);
        let steps = row.lions.inner_moves[usize::from(inner)].0.iter();
        let captures = steps.filter(|mv| is_only && mv.to == checkers);
        captures.map(|mv| row.graph.tables.inner_code(row.still.view, mv.code)).collect()
    }

    /// Captures what stands on a square, of the outer kinds, with pieces of the inner kind.
    fn capture_with_inner(&self, square: u8, sink: &mut impl ExpandSink<u32>) {
        let (row, lions) = (self.row, self.row.lions);
        let from = self.codes & lions.inner_sets.reached[usize::from(square)];
        if from.is_empty() {
            return;
        }
        let target = row.captured_at(square);
        let safe = self.safe_to[usize::from(square)];
        let from = Apart { safe: from & safe, exposed: from & !safe };
        if target.both {
            return self.capture_folded(square, from, target, sink);
        }
        let after = |codes| lions.stepped_onto(square, target.view != lions.still, codes);
        row.send(Apart { safe: after(from.safe), exposed: after(from.exposed) }, target, 0, sink);
    }

    /// The same to a row that is its own mirror image.
    #[cold]
    fn capture_folded(&self, square: u8, from: Apart, target: Target, sink: &mut impl ExpandSink<u32>) {
        let row = self.row;
        let mut send = |from: CodeSet, offset| {
            from.for_each(|inner| {
                let steps = row.lions.inner_moves[usize::from(inner)].0.iter();
                for mv in steps.filter(|mv| mv.to == 1 << square) {
                    sink.edges(&[row.graph.node(target, mv.code) + offset]);
                }
            });
        };
        send(from.safe, 0);
        if row.graph.counts_captures() {
            send(from.exposed, row.graph.numbering.interior_len);
        }
    }
}

impl Row<'_> {
    /// Sends the nodes with these codes in a target row, of which those by safe moves are so much further on.
    #[inline(always)]
    fn send(&self, after: Apart, target: Target, offset: u32, sink: &mut impl ExpandSink<u32>) {
        self.graph.send(after.safe, target, offset, sink);
        if self.graph.counts_captures() {
            self.graph.send(after.exposed, target, self.graph.numbering.interior_len, sink);
        }
    }

    /// The same in a row that is its own mirror image, where `codes` gives the code after the move and its
    /// twin.
    #[cold]
    fn send_folded(
        &self,
        from: Apart,
        target: Target,
        offset: u32,
        codes: impl Fn(u16) -> [u16; 2],
        sink: &mut impl ExpandSink<u32>,
    ) {
        let mut send = |from: CodeSet, offset| {
            let first = target.first.wrapping_add(offset);
            from.for_each(|inner| {
                let [plain, twin] =
                    codes(inner).map(|code| self.graph.numbering.layout.rank(target.taken, code));
                sink.edges(&[first + plain.min(twin)]);
            });
        };
        send(from.safe, offset);
        if self.graph.counts_captures() {
            send(from.exposed, self.graph.numbering.interior_len);
        }
    }

    /// How many moves of the inner kind are possible, and how many are safe too.
    #[inline(always)]
    fn count_inner(&self, inner: u16) -> [u32; 2] {
        let (by_row, pair) = (&self.placed, &self.lions.pair);
        let placed = &self.lions.placed[2][usize::from(inner)];
        let steps = ALL & !(by_row.own | placed.own | 1 << pair.mover | 1 << pair.enemy);
        let drops = if placed.hands[0] > 0 { steps & !(by_row.enemy | placed.enemy) } else { 0 };
        let possible = joined([placed.reach[0] & steps, placed.reach[1] & steps, drops, 0]);
        let safe = joined([safe_squares(by_row.checkers | placed.checkers); 4]);
        [possible.count_ones(), (possible & safe).count_ones()]
    }

    /// How many interior nodes a position that is its own mirror image leads to: it reaches some twice.
    fn distinct_open(&self, moves: &RowMoves, inner: u16) -> u32 {
        let mut alone = Buffer::new();
        match self.expand(moves, inner, &mut alone) {
            Expansion::Open(open) => open.into(),
            Expansion::Decided(_) => 0,
        }
    }
}
