//! Successors by index, a row at a time.
//!
//! No piece slides, so attacks do not depend on other pieces and check is static: without a checker every
//! move of another piece than the lion is safe, with one only its capture, with two none; a lion is safe off
//! the enemy's attack map. In a row only the inner kind varies. The moves of all other pieces, with the rows
//! that they lead to, are found once a row ([`RowMoves`]); a position then costs a test and three look-ups a
//! move.

#![expect(clippy::needless_bitwise_bool, reason = "a branch that cannot be predicted costs more than a test")]

use super::buffer::Buffer;
use super::lion_tables::{ALL, FAR_RANK, InnerMove, LionPairTables, NOWHERE, Placed, entry, slots, squares};
use super::pairs::{NONE, Owner, Place};
use super::{DenseGraph, Located, Target, is_self_mirrored};
use crate::Ending;
use yomikiri_core::{Expansion, Value, graph::ExpandSink};

/// A move of a piece of the outer or middle kind.
pub(super) struct RowMove {
    pub to: u8,
    /// A piece of the inner kind must not stand there, whosever it is.
    pub is_drop: bool,
    /// Where a piece of the inner kind may be captured, and the change of view.
    pub entry: u16,
    pub target: Target,
}

/// A step of the lion.
pub(super) struct RowLionStep {
    pub to: u8,
    /// The step goes beside the enemy's lion.
    pub beside_lion: bool,
    pub label: u8,
    /// The step ends the game if it is safe.
    pub completes_try: bool,
    /// What a safe step adds to the interior node.
    pub safe_offset: u32,
    pub target: Target,
}

/// All moves of a row that do not depend on the inner kind.
#[derive(Default)]
pub(super) struct RowMoves {
    pub pieces: Vec<RowMove>,
    pub lion: Vec<RowLionStep>,
}

/// A row under expansion.
pub(super) struct Row<'a> {
    pub graph: &'a DenseGraph,
    pub lions: &'a LionPairTables,
    outer: u16,
    middle: u16,
    pub placed: Placed,
    /// Where moves of the inner kind that capture nothing lead.
    pub still: Target,
    self_mirrored: bool,
}

impl DenseGraph {
    pub(super) fn expand_nodes(&self, nodes: &[u32], sink: &mut impl ExpandSink<u32>) {
        let mut moves = RowMoves::default();
        let mut buffer = Buffer::new();
        let mut rest = nodes;
        while let Some((at, here)) = self.take_row(&mut rest) {
            let row = Row::new(self, &at);
            moves.find(&row);
            for &node in here {
                let inner = self.numbering.layout.inner(at.taken, node - at.first);
                buffer.make_room(&mut |found| sink.edges(found));
                let before = buffer.len();
                let expansion = row.expand(&moves, inner, &mut buffer);
                sink.node(node, expansion, (buffer.len() - before) as u32);
            }
        }
        buffer.drain(&mut |found| sink.edges(found));
    }
}

impl RowMoves {
    pub(super) fn find(&mut self, row: &Row) {
        self.pieces.clear();
        self.lion.clear();
        for kind in [0, 1] {
            let code = [row.outer, row.middle][kind];
            for (piece, other) in slots(&row.graph.numbering.layout.kinds[kind], code) {
                match piece {
                    Place::Board { promoted, owner: Owner::Mover, label } => {
                        self.find_steps(row, kind, promoted, label, other);
                    }
                    Place::Hand(Owner::Mover) => self.find_drops(row, kind, other),
                    _ => {}
                }
            }
        }
        self.find_lion_steps(row);
    }

    fn find_steps(&mut self, row: &Row, kind: usize, promoted: bool, label: u8, other: Place) {
        let (graph, pair) = (row.graph, &row.lions.pair);
        let pairs = &graph.numbering.layout.kinds[kind];
        let own = row.placed.own | 1 << pair.mover;
        let reach = graph.steps.attacks(kind, promoted, Owner::Mover, pair.squares[label as usize]);
        for to in squares(reach & !own) {
            let label = pair.labels[to as usize];
            let promoted = promoted || pairs.promotes() && FAR_RANK >> to & 1 == 1;
            let piece = Place::Board { promoted, owner: Owner::Mover, label };
            let captured = row.captured(label);
            let mut codes = captured.unwrap_or([row.outer, row.middle]);
            let same_kind = captured.is_some() && codes[kind] != [row.outer, row.middle][kind];
            let other = if same_kind { Place::Hand(Owner::Mover) } else { other };
            codes[kind] = pairs.code(piece, other);
            let target = graph.target(row.lions.still, codes[0], codes[1]);
            let entry = entry(row.lions.still, target.view, label);
            self.pieces.push(RowMove { to, is_drop: false, entry, target });
        }
    }

    fn find_drops(&mut self, row: &Row, kind: usize, other: Place) {
        let (graph, pair) = (row.graph, &row.lions.pair);
        let pairs = &graph.numbering.layout.kinds[kind];
        let taken = row.placed.own | row.placed.enemy | 1 << pair.mover | 1 << pair.enemy;
        let barred = if pairs.promotes() && !graph.far_drops { FAR_RANK } else { 0 };
        for to in squares(ALL & !taken & !barred) {
            let label = pair.labels[to as usize];
            let mut codes = [row.outer, row.middle];
            codes[kind] = pairs.code(Place::Board { promoted: false, owner: Owner::Mover, label }, other);
            let target = graph.target(row.lions.still, codes[0], codes[1]);
            let entry = entry(row.lions.still, target.view, NOWHERE);
            self.pieces.push(RowMove { to, is_drop: true, entry, target });
        }
    }

    fn find_lion_steps(&mut self, row: &Row) {
        let (graph, pair) = (row.graph, &row.lions.pair);
        for step in row.lions.steps.iter().filter(|step| row.placed.own >> step.to & 1 == 0) {
            let label = pair.labels[step.to as usize];
            let [outer, middle] = row.captured(label).unwrap_or([row.outer, row.middle]);
            let target = graph.target(step.view, outer, middle);
            let beside_lion = graph.steps.lion[pair.enemy as usize] >> step.to & 1 == 1;
            let completes_try = !beside_lion && FAR_RANK >> step.to & 1 == 1;
            self.lion.push(RowLionStep {
                to: step.to,
                beside_lion,
                label,
                completes_try,
                safe_offset: if completes_try { graph.try_offset(target) } else { 0 },
                target,
            });
        }
    }
}

/// The value where no move is safe: the lion is taken after the next, or the game ends before it.
pub(super) const fn stuck(ending: Ending) -> Value {
    match ending {
        Ending::Capture => Value::Loss(2),
        Ending::Mate => Value::Loss(0),
    }
}

/// Where other pieces than the lion may go without leaving it to be taken.
#[inline]
pub(super) fn safe_squares(checkers: u16) -> u16 {
    match checkers {
        0 => u16::MAX,
        one if one.is_power_of_two() => one,
        _ => 0,
    }
}

impl<'a> Row<'a> {
    pub(super) fn new(graph: &'a DenseGraph, at: &Located<'a>) -> Self {
        Self {
            graph,
            lions: at.lions,
            outer: at.outer,
            middle: at.middle,
            placed: at.row_placed(),
            still: graph.target(at.lions.still, at.outer, at.middle),
            self_mirrored: at.self_mirrored,
        }
    }

    /// The outer and middle codes after the mover captured such a piece on a label, if one stands there.
    fn captured(&self, label: u8) -> Option<[u16; 2]> {
        let kinds = &self.graph.numbering.layout.kinds;
        let outer = kinds[0].captured(self.outer, label);
        let middle = kinds[1].captured(self.middle, label);
        match (outer, middle) {
            (NONE, NONE) => None,
            (NONE, middle) => Some([self.outer, middle]),
            (outer, _) => Some([outer, self.middle]),
        }
    }

    /// Finds all successors of a position.
    #[inline]
    pub(super) fn expand(&self, moves: &RowMoves, inner: u16, out: &mut Buffer) -> Expansion {
        let before = out.len();
        let placed = self.lions.placed[2][inner as usize];
        let mut open = self.visit_pieces(moves, inner, placed, out);
        open += self.visit_inner(inner, placed, out);
        let (won, more) = self.visit_lion(moves, inner, placed, out);
        open += more;
        if self.is_mirror_image(inner) {
            open = self.distinct(out.since(before));
        }
        self.expansion(won, open)
    }

    /// Whether the position is its own mirror image.
    #[inline]
    pub(super) fn is_mirror_image(&self, inner: u16) -> bool {
        self.self_mirrored && is_self_mirrored(self.lions, inner)
    }

    /// What a position is that has a step that completes a try, or not, and so many other safe moves.
    #[inline]
    pub(super) fn expansion(&self, won: bool, open: u32) -> Expansion {
        match (won, open, self.graph.ending) {
            (true, ..) => Expansion::Decided(Value::Win(1)),
            (false, 0, ending) => Expansion::Decided(stuck(ending)),
            (false, open, _) => Expansion::Open(open as u8),
        }
    }

    /// Adds the node of a move of another piece than the lion, if possible; whether the move is safe too.
    #[inline(always)]
    fn emit(&self, possible: bool, safe: bool, node: u32, out: &mut Buffer) -> u32 {
        let offset = u32::from(!safe).wrapping_neg() & self.graph.numbering.interior_len;
        out.push_if(possible & (safe | self.graph.counts_captures()), node + offset);
        u32::from(possible & safe)
    }

    /// Finds the moves of the outer and middle kinds; how many are safe.
    #[inline(always)]
    fn visit_pieces(&self, moves: &RowMoves, inner: u16, placed: Placed, out: &mut Buffer) -> u32 {
        let safe_to = safe_squares(self.placed.checkers | placed.checkers);
        let mut open = 0;
        for mv in &moves.pieces {
            let barred = if mv.is_drop { placed.own | placed.enemy } else { placed.own };
            let node = self.graph.still_node(&self.lions.still_after, mv.target, mv.entry, inner);
            open += self.emit(barred >> mv.to & 1 == 0, safe_to >> mv.to & 1 == 1, node, out);
        }
        open
    }

    /// Finds the moves of the inner kind; how many are safe.
    #[inline(always)]
    pub(super) fn visit_inner(&self, inner: u16, placed: Placed, out: &mut Buffer) -> u32 {
        let safe_to = safe_squares(self.placed.checkers | placed.checkers);
        let lions = 1 << self.lions.pair.mover | 1 << self.lions.pair.enemy;
        let taken = self.placed.own | self.placed.enemy | lions;
        let (steps, drops) = &self.lions.inner_moves[inner as usize];
        let mut open = 0;
        for mv in steps {
            let node = self.graph.node(self.inner_target(*mv), mv.code);
            open += self.emit(mv.to & self.placed.own == 0, mv.to & safe_to != 0, node, out);
        }
        for mv in drops {
            let node = self.graph.node(self.still, mv.code);
            open += self.emit(mv.to & taken == 0, mv.to & safe_to != 0, node, out);
        }
        open
    }

    /// Finds the steps of the lion; whether one completes a try, and how many others are safe.
    #[inline(always)]
    fn visit_lion(&self, moves: &RowMoves, inner: u16, placed: Placed, out: &mut Buffer) -> (bool, u32) {
        let graph = self.graph;
        let attacked = self.placed.attacked | placed.attacked;
        let (mut won, mut open) = (false, 0);
        for step in &moves.lion {
            let possible = placed.own >> step.to & 1 == 0;
            let safe = !step.beside_lion & (attacked >> step.to & 1 == 0);
            let node = graph.node(step.target, graph.tables.inner_after(inner, step.label));
            let offset = if safe { step.safe_offset } else { graph.numbering.interior_len };
            out.push_if(possible & (safe | graph.counts_captures()), node.wrapping_add(offset));
            won |= possible & safe & step.completes_try;
            open += u32::from(possible & safe & !step.completes_try);
        }
        (won, open)
    }

    /// How many interior nodes differ: a position that is its own mirror image reaches some twice.
    fn distinct(&self, found: &[u32]) -> u32 {
        let mut interior: Vec<u32> =
            found.iter().copied().filter(|&node| node < self.graph.numbering.interior_len).collect();
        interior.sort_unstable();
        interior.dedup();
        interior.len() as u32
    }

    /// Where a step of the inner kind leads, which may capture a piece of the other kinds.
    #[inline]
    fn inner_target(&self, mv: InnerMove) -> Target {
        if mv.to & self.placed.enemy == 0 {
            return self.still;
        }
        self.captured_at(mv.to.trailing_zeros() as u8)
    }

    /// The row after a piece of the outer kinds has been captured on a square.
    pub(super) fn captured_at(&self, square: u8) -> Target {
        let label = self.lions.pair.labels[usize::from(square)];
        let [outer, middle] = self.captured(label).expect("an enemy piece of the outer kinds stands there");
        self.graph.target(self.lions.still, outer, middle)
    }
}
