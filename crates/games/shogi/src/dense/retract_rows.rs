//! Predecessors of a row's positions together, as sets of nodes.
//!
//! The counterpart of [`expand_rows`](super::expand_rows): a move taken back takes all positions of a row to
//! one other row, each to its own code seen from the other side. That set is turned once a row, and a move
//! taken back only ranks it in its target's row, which leaves out the positions with a piece on the square
//! that the move came from. It pays where several positions of a row are taken back at once, as in the first
//! levels of a solve; for few, [`Row::retract`] asks each position for each move. Measured:
//! `docs/notes/solve.md`.

use super::buffer::Buffer;
use super::code_set::CodeSet;
use super::lion_tables::{NOWHERE, label_of};
use super::pairs::LABELS;
use super::retract::{Row, RowLionUnmove, RowUnmove, RowUnmoves};
use super::{DenseGraph, Target};
use yomikiri_core::EdgeSink;

/// From so many positions of a row on they are taken back together.
const TOGETHER: u32 = 6;

/// The most moves of the inner kind by which a position leads to those of one row: drops on every square and
/// the steps of one piece, or the steps of two.
const LAYERS: usize = LABELS + 4;

/// Positions of a row that are taken back, and what is known of them.
struct Together<'r, 'a> {
    row: &'r Row<'a>,
    codes: CodeSet,
    /// Those in which the inner kind gives no check.
    unchecked: CodeSet,
    /// Those of them in which the enemy holds a piece of the inner kind, which it may have captured.
    holding: CodeSet,
    /// Those without check in the other side's view, no lion having moved, and in the mirrored one if there
    /// is a second.
    turned: [CodeSet; 2],
    counted: bool,
}

impl DenseGraph {
    /// Row by row where that is faster.
    pub(super) fn retract_rows(&self, nodes: &[u32], counted: bool, sink: &mut impl EdgeSink<u32>) {
        let mut buffer = Buffer::new();
        self.each_row(nodes, |row, unmoves, codes| {
            if codes.len() < TOGETHER || row.self_mirrored {
                row.retract_each(unmoves, codes, &mut buffer, &mut |found: &[u32]| sink.edges(found));
            } else {
                Together::new(row, codes, counted).retract(unmoves, sink);
            }
        });
        buffer.drain(&mut |found: &[u32]| sink.edges(found));
    }
}

impl<'r, 'a> Together<'r, 'a> {
    /// Codes of a row that is not its own mirror image.
    fn new(row: &'r Row<'a>, codes: CodeSet, counted: bool) -> Self {
        let (lions, sets) = (row.lions, &row.lions.inner_sets);
        let unchecked = codes & sets.unchecked;
        let has_twin = row.graph.tables.views[usize::from(lions.still)].has_twin;
        let turned = |twin: u16| row.graph.turned(lions.still + twin, unchecked);
        let turned = [turned(0), if has_twin { turned(1) } else { CodeSet::default() }];
        Self { row, codes, unchecked, holding: unchecked & sets.enemy_holds, turned, counted }
    }

    /// Finds all predecessors.
    fn retract(&self, unmoves: &RowUnmoves, sink: &mut impl EdgeSink<u32>) {
        if !self.unchecked.is_empty() {
            self.pieces(&unmoves.pieces, sink);
            self.lion(&unmoves.lion, sink);
        }
        match &self.row {
            Row { checked: 0, still: Target { both: true, .. }, .. } => self.inner_folded(sink),
            Row { checked: 0, restores, .. } => {
                self.inner(sink);
                if *restores != [false; 2] {
                    self.behind_inner(sink);
                }
            }
            _ => {}
        }
    }

    /// Takes back the moves of the outer kinds.
    #[inline(always)]
    fn pieces(&self, unmoves: &[RowUnmove], sink: &mut impl EdgeSink<u32>) {
        let (row, codes) = (self.row, &self.row.lions.still_restored);
        // Moves back from one square leave the same behind.
        let (mut last, mut restored) = (NOWHERE.into(), CodeSet::default());
        for unmove in unmoves {
            if unmove.target.both {
                self.piece_folded(unmove, sink);
                continue;
            }
            let mut before = self.turned[usize::from(unmove.target.view - row.lions.still)];
            if label_of(unmove.entry) != NOWHERE {
                if unmove.entry != last {
                    (last, restored) = (unmove.entry, CodeSet::default());
                    self.holding.for_each(|inner| restored.insert(codes.get(last, inner).into()));
                }
                before = before | restored;
            }
            row.graph.send(before, unmove.target, 0, sink);
        }
    }

    /// The same to a row that is its own mirror image.
    #[cold]
    fn piece_folded(&self, unmove: &RowUnmove, sink: &mut impl EdgeSink<u32>) {
        let (row, target) = (self.row, unmove.target);
        let (graph, codes) = (row.graph, &row.lions.still_restored);
        let possible = self.unchecked & !self.taken(unmove.from);
        possible.for_each(|inner| sink.edges(&[graph.node(target, inner)]));
        if label_of(unmove.entry) != NOWHERE {
            let restores = possible & self.holding;
            restores.for_each(|inner| sink.edges(&[graph.still_node(codes, target, unmove.entry, inner)]));
        }
    }

    /// Takes back the steps of the enemy's lion.
    #[inline(always)]
    fn lion(&self, unmoves: &[RowLionUnmove], sink: &mut impl EdgeSink<u32>) {
        let (row, graph) = (self.row, self.row.graph);
        let square = row.lions.pair.enemy;
        // Steps back to one square with and without a piece left behind are the same for the inner kind.
        let (mut last, mut turned) = (u16::MAX, CodeSet::default());
        for unmove in unmoves {
            let target = unmove.target;
            let possible = self.unchecked & !self.taken(unmove.from);
            let restores = if unmove.restores { possible & self.holding } else { CodeSet::default() };
            if target.both {
                possible.for_each(|inner| sink.edges(&[graph.node(target, inner)]));
                restores.for_each(|inner| sink.edges(&[graph.node_restored(target, inner, square)]));
                continue;
            }
            if target.view != last {
                (last, turned) = (target.view, graph.turned(target.view, possible));
            }
            let mut before = turned;
            restores.for_each(|inner| before.insert(graph.code_restored(target.view, inner, square)));
            graph.send(before, target, 0, sink);
        }
    }

    /// Takes back the moves of the inner kind, those that captured another kind left out.
    #[inline(always)]
    fn inner(&self, sink: &mut impl EdgeSink<u32>) {
        let (row, target) = (self.row, self.row.still);
        let before = &row.lions.inner_before[usize::from(target.view - row.lions.still)];
        if !self.counted {
            let mut all = CodeSet::default();
            self.codes.for_each(|inner| all = all | before[usize::from(inner)]);
            return row.graph.send(all, target, 0, sink);
        }
        // Which codes lead here at least once, twice, and so on.
        let mut layers = [CodeSet::default(); LAYERS];
        let mut used = 0;
        self.codes.for_each(|inner| {
            let mut more = before[usize::from(inner)];
            let mut at = 0;
            while !more.is_empty() {
                (layers[at], more) = (layers[at] | more, layers[at] & more);
                at += 1;
            }
            used = used.max(at);
        });
        layers[..used].iter().for_each(|&layer| row.graph.send(layer, target, 0, sink));
    }

    /// Takes back all moves of the inner kind, where most lead to a row that is its own mirror image.
    #[cold]
    fn inner_folded(&self, sink: &mut impl EdgeSink<u32>) {
        let mut buffer = Buffer::new();
        self.codes.for_each(|inner| {
            self.row.retract_inner(inner, &mut buffer);
            buffer.drain(&mut |found| sink.edges(found));
        });
    }

    /// Puts captured pieces of the other kinds back behind pieces of the inner kind that have stepped back.
    #[inline(always)]
    fn behind_inner(&self, sink: &mut impl EdgeSink<u32>) {
        let row = self.row;
        let taken = row.taken();
        // By label of the captured piece, the codes before: two pieces may have stepped to one label.
        let mut before = [[CodeSet::default(); 2]; LABELS];
        self.codes.for_each(|inner| {
            let checkers = row.lions.placed[2][usize::from(inner)].checkers;
            for unmove in row.lions.inner_unmoves[usize::from(inner)].iter().filter(|unmove| unmove.to != 0) {
                if unmove.to & taken == 0 && (checkers == 0 || checkers == unmove.at) {
                    let [once, twice] = &mut before[usize::from(unmove.label)];
                    if once.contains(unmove.code) { twice } else { once }.insert(unmove.code);
                }
            }
        });
        for (label, codes) in (0..).zip(before) {
            if codes[0].is_empty() {
                continue;
            }
            row.behind(label, |target| {
                for codes in codes.into_iter().filter(|codes| !codes.is_empty()) {
                    row.graph.send_turned(codes, target, sink);
                }
            });
        }
    }

    /// The codes with a piece on a square, told as its bit; none for no square.
    #[inline(always)]
    fn taken(&self, square: u16) -> CodeSet {
        self.row.lions.inner_sets.taken.get(square.trailing_zeros() as usize).copied().unwrap_or_default()
    }
}
