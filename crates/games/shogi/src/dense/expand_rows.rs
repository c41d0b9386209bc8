//! Successors of a row's positions move by move: what a move needs is asked of all of them at once.
//!
//! [`Row::expand`] asks of each position and each move whether it is possible and safe. Here a move's
//! positions are a [`CodeSet`], found by four operations on four words, and only edges that exist cost a
//! step: a look-up or two and a store. So the edges come by move and not by position. Only the moves of the
//! inner kind, whose list differs from code to code, are found position by position. Measured:
//! `docs/notes/solve.md`.

use super::buffer::Buffer;
use super::code_set::CodeSet;
use super::expand::{Row, RowLionStep, RowMove, RowMoves};
use super::lion_tables::TWIN;
use super::{DenseGraph, Target};
use yomikiri_core::{ExpandSink, Expansion};

/// One edge more.
const EDGE: u16 = 1 << 8;
/// One edge more, by a safe move that does not end the game.
const OPEN_EDGE: u16 = EDGE | 1;

/// What is found of the positions of a row, by code of the inner kind.
struct Found {
    /// Edges, and in the low byte those by safe moves that do not end the game.
    edges: [u16; 256],
    /// A step of the lion completes a try.
    won: CodeSet,
}

/// Where the edges of a move lead, and what they count for.
struct Edges {
    target: Target,
    /// What to add to the interior node.
    offset: u32,
    /// [`EDGE`] or [`OPEN_EDGE`].
    count: u16,
}

impl DenseGraph {
    pub(super) fn expand_rows(&self, nodes: &[u32], sink: &mut impl ExpandSink<u32>) {
        let mut moves = RowMoves::default();
        let mut found = Found { edges: [0; 256], won: CodeSet::default() };
        let mut buffer = Buffer::new();
        let mut rest = nodes;
        while let Some(&node) = rest.first() {
            let at = self.locate(node);
            let row = Row::new(self, &at);
            moves.find(&row);
            let count = rest.iter().position(|&n| n >= at.end).unwrap_or(rest.len());
            let inner = |node: u32| self.layout.inner(at.taken, node - at.first);
            let mut codes = CodeSet::default();
            for &node in &rest[..count] {
                codes.insert(inner(node));
            }
            row.expand_together(&moves, codes, &mut found, &mut |found| sink.edges(found), &mut buffer);
            for &node in &rest[..count] {
                let inner = inner(node);
                let edges = std::mem::take(&mut found.edges[usize::from(inner)]);
                let open = if row.is_mirror_image(inner) {
                    row.distinct_open(&moves, inner)
                } else {
                    u32::from(edges) % u32::from(EDGE)
                };
                let expansion = row.expansion(found.won.contains(inner), open);
                sink.node(node, expansion, u32::from(edges / EDGE));
            }
            rest = &rest[count..];
        }
        buffer.drain(&mut |found| sink.edges(found));
    }
}

impl Row<'_> {
    /// Finds the successors of the positions with these codes.
    fn expand_together(
        &self,
        moves: &RowMoves,
        codes: CodeSet,
        found: &mut Found,
        sink: &mut impl FnMut(&[u32]),
        out: &mut Buffer,
    ) {
        found.won = CodeSet::default();
        let safe_to = self.lions.inner_sets.safe_to(self.placed.checkers);
        for mv in &moves.pieces {
            out.make_room(sink);
            self.move_piece(mv, codes, safe_to[usize::from(mv.to)], found, out);
        }
        for step in &moves.lion {
            out.make_room(sink);
            self.step_lion(step, codes, found, out);
        }
        codes.for_each(|inner| {
            out.make_room(sink);
            let before = out.len();
            let open = self.visit_inner(inner, self.lions.placed[2][usize::from(inner)], out);
            let edges = (out.len() - before) as u16;
            found.edges[usize::from(inner)] += edges * EDGE + open as u16;
        });
    }

    /// Moves a piece of the outer or middle kind in all positions where it can.
    #[inline(always)]
    fn move_piece(&self, mv: &RowMove, codes: CodeSet, safe: CodeSet, found: &mut Found, out: &mut Buffer) {
        let (sets, to) = (&self.lions.inner_sets, usize::from(mv.to));
        let possible = codes & !(if mv.is_drop { sets.taken[to] } else { sets.own[to] });
        let after = |entry, inner| u16::from(self.lions.still_after.get(entry, inner));
        let code = |inner| after(mv.entry, inner);
        let twin = |inner| after(mv.entry | TWIN, inner);
        let edges = Edges { target: mv.target, offset: 0, count: OPEN_EDGE };
        self.add_edges(possible & safe, &edges, code, twin, found, out);
        if self.graph.counts_captures() {
            let edges = Edges { offset: self.graph.interior_len, count: EDGE, ..edges };
            self.add_edges(possible & !safe, &edges, code, twin, found, out);
        }
    }

    /// Steps with the lion in all positions where it can.
    #[inline(always)]
    fn step_lion(&self, step: &RowLionStep, codes: CodeSet, found: &mut Found, out: &mut Buffer) {
        let (graph, sets, to) = (self.graph, &self.lions.inner_sets, usize::from(step.to));
        let possible = codes & !sets.own[to];
        let attacked = step.beside_lion || self.placed.attacked >> step.to & 1 == 1;
        let safe = possible & (!sets.attacked[to]).only_if(!attacked);
        let after = |view, inner| graph.tables.inner_code(view, graph.tables.inner_after(inner, step.label));
        let code = |inner| after(step.target.view, inner);
        let twin = |inner| after(step.target.view + 1, inner);
        let count = if step.completes_try { EDGE } else { OPEN_EDGE };
        let edges = Edges { target: step.target, offset: step.safe_offset, count };
        self.add_edges(safe, &edges, code, twin, found, out);
        found.won = found.won | safe.only_if(step.completes_try);
        if graph.counts_captures() {
            let edges = Edges { offset: graph.interior_len, count: EDGE, ..edges };
            self.add_edges(possible & !safe, &edges, code, twin, found, out);
        }
    }

    /// Adds the edges of a move out of the positions with these codes; `code` (and `twin`, in the mirrored
    /// view) gives the code after it.
    #[inline(always)]
    fn add_edges(
        &self,
        codes: CodeSet,
        edges: &Edges,
        code: impl Fn(u16) -> u16,
        twin: impl Fn(u16) -> u16,
        found: &mut Found,
        out: &mut Buffer,
    ) {
        let Edges { target, offset, count } = *edges;
        let first = target.first.wrapping_add(offset);
        let rank = |code| self.graph.layout.rank(target.taken, code);
        if target.both {
            codes.for_each(|inner| {
                out.push_if(true, first + rank(code(inner)).min(rank(twin(inner))));
                found.edges[usize::from(inner) & 255] += count;
            });
        } else {
            codes.for_each(|inner| {
                out.push_if(true, first + rank(code(inner)));
                found.edges[usize::from(inner) & 255] += count;
            });
        }
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
