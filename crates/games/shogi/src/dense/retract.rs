//! Predecessors by index, a row at a time.
//!
//! The same static test on moves taken back: in the predecessor the enemy was to move and could not take the
//! mover's lion. With two enemy pieces that attack it now there is no predecessor; with one, only that piece
//! can have moved, from a square where it did not attack (or out of the hand). A piece that steps back may
//! leave behind what it captured, out of the enemy's hand.

use super::buffer::Buffer;
use super::lion_tables::{LionPairTables, NO_CODE, NOWHERE, Placed, entry, is_single, slots, squares};
use super::pairs::{Owner, Place};
use super::{DenseGraph, Target, is_self_mirrored};
use std::array;

/// A move of an enemy piece of the outer or middle kind taken back.
struct RowUnmove {
    /// Square that it comes from; 0 for a drop.
    from: u16,
    /// Where a captured piece of the inner kind can be put back, before the change of view, and the view.
    entry: u16,
    target: Target,
}

/// A step of the enemy's lion taken back.
struct RowLionUnmove {
    /// Square that it comes from.
    from: u16,
    /// A captured piece of the inner kind can be put back where the lion stood, which has a label only after
    /// it.
    restores: bool,
    target: Target,
}

/// All moves taken back that do not depend on the inner kind.
#[derive(Default)]
struct RowUnmoves {
    pieces: Vec<RowUnmove>,
    lion: Vec<RowLionUnmove>,
}

/// A row whose positions are taken back.
struct Row<'a> {
    graph: &'a DenseGraph,
    lions: &'a LionPairTables,
    outer: u16,
    middle: u16,
    placed: Placed,
    still: Target,
    checked: u32,
    /// The outer kinds of which the enemy holds pieces, which it may have captured.
    restores: [bool; 2],
}

impl DenseGraph {
    pub(super) fn retract_nodes(&self, nodes: &[u32], sink: &mut impl FnMut(&[u32])) {
        let mut unmoves = RowUnmoves::default();
        let mut buffer = Buffer::new();
        let mut rest = nodes;
        while let Some(&node) = rest.first() {
            let at = self.locate(node);
            let placed = at.row_placed();
            let checked = placed.checkers.count_ones();
            let still = self.target(at.lions.still, at.outer, at.middle);
            let (outer, middle) = (at.outer, at.middle);
            let codes = [outer, middle];
            let restores = array::from_fn(|kind| self.layout.kinds[kind].holds(Owner::Enemy, codes[kind]));
            let row = Row { graph: self, lions: at.lions, outer, middle, placed, still, checked, restores };
            let count = rest.iter().position(|&n| n >= at.end).unwrap_or(rest.len());
            if checked <= 1 {
                let inner = |node: u32| self.layout.inner(at.taken, node - at.first);
                let sets = &at.lions.inner_sets;
                // Where the inner kind gives check, none of these moves can have been the last.
                if rest[..count].iter().any(|&node| sets.unchecked.contains(inner(node))) {
                    row.find(&mut unmoves);
                }
                for &node in &rest[..count] {
                    let inner = inner(node);
                    buffer.make_room(sink);
                    let before = buffer.len();
                    row.retract(&unmoves, inner, &mut buffer);
                    if at.self_mirrored && is_self_mirrored(at.lions, inner) {
                        buffer.make_distinct(before);
                    }
                }
            }
            rest = &rest[count..];
        }
        buffer.drain(sink);
    }
}

impl Row<'_> {
    /// All moves taken back that do not depend on the inner kind, if it does not attack the lion.
    fn find(&self, out: &mut RowUnmoves) {
        out.pieces.clear();
        out.lion.clear();
        for kind in [0, 1] {
            let code = [self.outer, self.middle][kind];
            for (piece, other) in slots(&self.graph.layout.kinds[kind], code) {
                if let Place::Board { promoted, owner: Owner::Enemy, label } = piece {
                    let at = 1 << self.lions.pair.squares[label as usize];
                    if self.checked == 0 || self.placed.checkers == at {
                        self.find_steps(kind, promoted, label, other, &mut out.pieces);
                        self.find_drop(kind, promoted, label, other, &mut out.pieces);
                    }
                }
            }
        }
        if self.checked == 0 {
            self.find_lion_steps(&mut out.lion);
        }
    }

    fn find_steps(&self, kind: usize, promoted: bool, label: u8, other: Place, out: &mut Vec<RowUnmove>) {
        let (graph, pair) = (self.graph, &self.lions.pair);
        let pairs = &graph.layout.kinds[kind];
        let at = pair.squares[label as usize];
        let far = pairs.promotes() && at >= 9;
        // On its far rank a piece that promotes stands promoted after a step, whatever it was before.
        let before: &[bool] = match (promoted, far) {
            (false, true) => &[],
            (true, true) => &[false, true],
            (true, false) => &[true],
            (false, false) => &[false],
        };
        let taken = self.placed.own | self.placed.enemy | 1 << pair.mover | 1 << pair.enemy;
        for &promoted in before {
            // Who attacks `at` from below attacks like the mover's piece on `at`, the other view round.
            for from in squares(graph.steps.attacks(kind, promoted, Owner::Mover, at) & !taken) {
                let reach = graph.steps.attacks(kind, promoted, Owner::Enemy, from);
                if reach >> pair.mover & 1 == 0 {
                    let label_from = pair.labels[from as usize];
                    let back = Place::Board { promoted, owner: Owner::Enemy, label: label_from };
                    let mut codes = [self.outer, self.middle];
                    codes[kind] = pairs.code(back, other);
                    self.push_restored(1 << from, label, codes, out);
                }
            }
        }
    }

    /// The step back to codes given, with and without a captured piece left behind.
    fn push_restored(&self, from: u16, label: u8, codes: [u16; 2], out: &mut Vec<RowUnmove>) {
        let graph = self.graph;
        let still = self.lions.still;
        let target = graph.target(still, codes[0], codes[1]);
        out.push(RowUnmove { from, entry: entry(still, target.view, label), target });
        for kind in [0, 1].into_iter().filter(|&kind| self.restores[kind]) {
            let pairs = &graph.layout.kinds[kind];
            for promoted in [false, true].into_iter().take(1 + usize::from(pairs.promotes())) {
                let mut codes = codes;
                codes[kind] = pairs.restored(Owner::Enemy, promoted, codes[kind], label);
                let target = graph.target(still, codes[0], codes[1]);
                out.push(RowUnmove { from, entry: entry(still, target.view, NOWHERE), target });
            }
        }
    }

    fn find_drop(&self, kind: usize, promoted: bool, label: u8, other: Place, out: &mut Vec<RowUnmove>) {
        let pairs = &self.graph.layout.kinds[kind];
        let far = pairs.promotes() && self.lions.pair.squares[label as usize] >= 9;
        if !promoted && (self.graph.far_drops || !far) {
            let mut codes = [self.outer, self.middle];
            codes[kind] = pairs.code(Place::Hand(Owner::Enemy), other);
            let target = self.graph.target(self.lions.still, codes[0], codes[1]);
            let entry = entry(self.lions.still, target.view, NOWHERE);
            out.push(RowUnmove { from: 0, entry, target });
        }
    }

    fn find_lion_steps(&self, out: &mut Vec<RowLionUnmove>) {
        let (graph, pair) = (self.graph, &self.lions.pair);
        let taken = self.placed.own | self.placed.enemy;
        for step in self.lions.back_steps.iter().filter(|step| taken >> step.to & 1 == 0) {
            let from = 1 << step.to;
            let target = graph.target(step.view, self.outer, self.middle);
            out.push(RowLionUnmove { from, restores: true, target });
            for kind in [0, 1].into_iter().filter(|&kind| self.restores[kind]) {
                let pairs = &graph.layout.kinds[kind];
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
            self.retract_inner(inner, checkers, out);
        }
    }

    /// Takes back the moves of all pieces that are not of the inner kind.
    #[inline(always)]
    fn retract_row(&self, unmoves: &RowUnmoves, inner: u16, placed: Placed, out: &mut Buffer) {
        let (graph, lions) = (self.graph, self.lions);
        let taken = placed.own | placed.enemy;
        let in_hand = graph.layout.kinds[2].holds(Owner::Enemy, inner);
        for unmove in &unmoves.pieces {
            let possible = unmove.from & taken == 0;
            out.push_if(possible, graph.node(unmove.target, inner));
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
    fn retract_inner(&self, inner: u16, checkers: u16, out: &mut Buffer) {
        let graph = self.graph;
        let lions = 1 << self.lions.pair.mover | 1 << self.lions.pair.enemy;
        let taken = self.placed.own | self.placed.enemy | lions;
        for unmove in &self.lions.inner_unmoves[inner as usize] {
            let possible = unmove.to & taken == 0 && (checkers == 0 || checkers == unmove.at);
            out.push_if(possible, graph.node(self.still, unmove.code));
            let label = if unmove.to == 0 { NOWHERE } else { unmove.label };
            let restored = entry(self.lions.still, self.still.view, label);
            self.push_if_restored(possible, self.still, restored, unmove.code, out);
            if self.restores != [false; 2] && unmove.to != 0 && possible {
                self.restore_behind_inner(label, unmove.code, out);
            }
        }
    }

    /// Puts captured pieces of the other kinds back behind a piece of the inner kind that has stepped back.
    #[inline]
    fn restore_behind_inner(&self, label: u8, code: u16, out: &mut Buffer) {
        let graph = self.graph;
        for kind in [0, 1].into_iter().filter(|&kind| self.restores[kind]) {
            let pairs = &graph.layout.kinds[kind];
            for promoted in [false, true].into_iter().take(1 + usize::from(pairs.promotes())) {
                let mut codes = [self.outer, self.middle];
                codes[kind] = pairs.restored(Owner::Enemy, promoted, codes[kind], label);
                let target = graph.target(self.lions.still, codes[0], codes[1]);
                out.push_if(true, graph.node(target, code));
            }
        }
    }
}
