//! What can be told of a position without its value: the contexts in which a table codes it.
//!
//! All of it is static: attacks and safe moves, hands, the lion pair. Of 249,442,767 indices 104,639,940 are
//! plausible, 99,485,568 of which are reached. The features were chosen by the size of the conditional
//! entropy (see `docs/notes/table.md`).

use super::code_set::CodeSet;
use super::coder_features::RowSets;
use super::expand::{safe_squares, stuck};
use super::lion_tables::{ALL, FAR_RANK, Placed, is_single, joined};
use super::{DenseGraph, Located};
use std::ops::Range;
use yomikiri_core::{Context, Contexts, Features, Value};

/// Most open successors told apart.
const MOST_OPEN: u32 = 15;

impl Contexts for DenseGraph {
    #[inline]
    fn each_context(&self, range: Range<u64>, mut visit: impl FnMut(Context)) {
        self.each_plausible(narrow(range), |_| (), |(), _, context, _, _| visit(context));
    }

    fn features(&self, range: Range<u64>, out: &mut Vec<Features>) {
        self.each_plausible(
            narrow(range),
            |at| RowSets::new(self, at),
            |sets, row, context, placed, own| out.push(sets.features(row, &context, placed, own)),
        );
    }
}

/// A range of the graph's nodes.
const fn narrow(range: Range<u64>) -> Range<u32> {
    range.start as u32..range.end as u32
}

impl DenseGraph {
    /// Visits the plausible nodes of a range, with what all of their row have in common, their context, and
    /// what stands on the board: of all kinds, and of the inner one.
    #[inline(always)]
    fn each_plausible<'a, R>(
        &'a self,
        range: Range<u32>,
        more_of_row: impl Fn(&Located<'a>) -> R,
        mut visit: impl FnMut(&R, &RowFeatures, Context, &Placed, &Placed),
    ) {
        let mut node = range.start;
        while node < range.end {
            let at = self.locate(node);
            let (end, by_row) = (at.end.min(range.end), at.row_placed());
            if at.is_plausible(&by_row) {
                let (more, features) = (more_of_row(&at), RowFeatures::new(self, &at, node));
                // Ranks ascend with the codes.
                let inner = |node| self.numbering.layout.inner(at.taken, node - at.first);
                let within = CodeSet::between(inner(node), inner(end - 1));
                let fitting = self.rankings.ranking(at.taken).fitting() & within;
                (at.plausible_codes(&by_row) & fitting).for_each(|inner| {
                    let found = at.first + self.numbering.layout.rank(at.taken, inner);
                    let own = &at.lions.placed[2][inner as usize];
                    let placed = by_row.with(*own);
                    visit(&more, &features, features.context(found, inner, &placed, own), &placed, own);
                });
            }
            node = end;
        }
    }
}

/// What all positions of a row have in common.
pub(super) struct RowFeatures {
    /// What is decided where a safe move is left, where none is, and twice where a try is: a look-up, for
    /// what a branch predictor cannot guess.
    decided: [Option<Value>; 4],
    /// Steps of the mover's pieces of the outer kinds, 16 bits each.
    reach: u64,
    /// Squares for drops, for each of the outer kinds in hand, in the upper half.
    drops: u64,
    /// Squares beside the mover's lion and out of reach of the enemy's.
    apart: u16,
    lions: u16,
    pub(super) block: u32,
}

impl Located<'_> {
    /// Whether the mover cannot take the lion, at most one piece attacks its own (a move cannot uncover a
    /// second, as nothing slides), and the row is not a mirror image whose original counts.
    fn is_plausible(&self, placed: &Placed) -> bool {
        let mirrored = self.mirrored();
        placed.threats == 0 && is_single(placed.checkers) && mirrored >= [self.outer, self.middle]
    }

    fn mirrored(&self) -> [u16; 2] {
        self.lions.mirror.as_ref().map_or([self.outer, self.middle], |mirror| {
            [mirror[0][self.outer as usize], mirror[1][self.middle as usize]]
        })
    }

    /// The codes in a plausible row for which that holds of the position.
    fn plausible_codes(&self, placed: &Placed) -> CodeSet {
        let sets = &self.lions.inner_sets;
        let checked = if placed.checkers == 0 { sets.checked_once } else { sets.unchecked };
        let plausible = sets.harmless & checked;
        match &self.lions.mirror {
            Some([.., inner]) if self.self_mirrored => {
                plausible
                    & (0..)
                        .zip(inner)
                        .filter(|(code, mirrored)| *mirrored >= code)
                        .map(|(code, _)| code)
                        .collect()
            }
            _ => plausible,
        }
    }
}

impl RowFeatures {
    fn new(graph: &DenseGraph, at: &Located, node: u32) -> Self {
        let pair = &at.lions.pair;
        let [outer, middle, _] = &at.lions.placed;
        let (outer, middle) = (&outer[at.outer as usize], &middle[at.middle as usize]);
        let fit = |kind: usize| {
            if graph.numbering.layout.kinds[kind].promotes() && !graph.far_drops { !FAR_RANK } else { ALL }
        };
        let held = |placed: &Placed, kind| if placed.hands[0] > 0 { fit(kind) } else { 0 };
        let near = graph.steps.lion[pair.mover as usize];
        Self {
            decided: [None, Some(stuck(graph.ending)), Some(Value::Win(1)), Some(Value::Win(1))],
            reach: joined([outer.reach[0], outer.reach[1], middle.reach[0], middle.reach[1]]),
            drops: joined([0, 0, held(outer, 0), held(middle, 1)]),
            apart: near & !graph.steps.lion[pair.enemy as usize],
            lions: 1 << pair.mover | 1 << pair.enemy,
            block: node / graph.numbering.stride,
        }
    }

    /// How many moves are safe, tries left out; the most that are told apart stand for more.
    #[inline]
    pub(super) fn open(&self, placed: &Placed, own: &Placed) -> u32 {
        let escapes = self.apart & !placed.own & !placed.attacked;
        (self.safe_moves(placed, own) + (escapes & !FAR_RANK).count_ones()).min(MOST_OPEN)
    }

    #[inline]
    fn context(&self, node: u32, inner: u16, placed: &Placed, own: &Placed) -> Context {
        let escapes = self.apart & !placed.own & !placed.attacked;
        let won = escapes & FAR_RANK != 0;
        let open = self.open(placed, own);
        let decided = self.decided[usize::from(won) * 2 + usize::from(open == 0)];
        let check = u32::from(placed.checkers != 0) + u32::from(placed.checkers & placed.enemy_promoted != 0);
        let no_plain = u32::from(placed.enemy & !placed.enemy_promoted == 0);
        let [own_hand, enemy_hand] = placed.hands.map(u32::from);
        let fine = mixed_three([open, escapes.count_ones(), check * 2 + no_plain]);
        let fine = mix(mix(fine, own_hand), enemy_hand);
        let coarse = mixed_three([open, placed.own.count_ones(), placed.enemy.count_ones()]);
        let coarse = mix(coarse, self.block);
        Context { node: node.into(), decided, fine, coarse, lane: inner as u8 }
    }

    /// How many moves of other pieces than the lion are safe: as many as the expansion finds.
    ///
    /// Four masks are counted at a time, in one register: wide registers that count are not everywhere.
    #[inline]
    fn safe_moves(&self, placed: &Placed, own: &Placed) -> u32 {
        let safe = safe_squares(placed.checkers) & ALL;
        let steps = safe & !placed.own & !self.lions;
        let drops = steps & !placed.enemy;
        let drop_inner = if own.hands[0] > 0 { drops } else { 0 };
        let by_outer = self.reach & joined([steps; 4]);
        let by_inner = joined([own.reach[0], own.reach[1], 0, 0]) | self.drops;
        let by_inner = by_inner & joined([steps, steps, drops, drops]);
        by_outer.count_ones() + by_inner.count_ones() + drop_inner.count_ones()
    }
}

/// The features as one number; which of them fall together matters little.
#[inline]
pub(super) fn mixed(features: &[u32]) -> u32 {
    features.iter().fold(0, |sum, &feature| mix(sum, feature))
}

/// One feature more.
#[inline(always)]
const fn mix(sum: u32, feature: u32) -> u32 {
    (sum ^ feature).wrapping_add(1).wrapping_mul(0x9e37_79b1).rotate_left(13)
}

/// The first three features, each below 16, as one number: see [`mixed`]. By look-up, since a processor has
/// one unit that multiplies, rotates and counts bits, and contexts ask for little else.
#[inline(always)]
fn mixed_three([a, b, c]: [u32; 3]) -> u32 {
    static MIXED: [u32; 1 << 12] = {
        let mut mixed = [0; 1 << 12];
        let mut at = 0;
        while at < mixed.len() {
            mixed[at] = mix(mix(mix(0, at as u32 >> 8), at as u32 >> 4 & 15), at as u32 & 15);
            at += 1;
        }
        mixed
    };
    debug_assert!(a < 16 && b < 16 && c < 16, "{a} {b} {c}");
    MIXED[(a << 8 | b << 4 | c) as usize & (MIXED.len() - 1)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_features_are_mixed_by_table_as_one_by_one() {
        for at in 0..1 << 12 {
            let three = [at >> 8, at >> 4 & 15, at & 15];
            assert_eq!(mixed_three(three), mixed(&three));
        }
    }
}
