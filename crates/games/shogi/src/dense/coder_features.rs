//! The features by which a table of results is coded: more of them than a context has room for, since their
//! weights are added up.
//!
//! The sets were chosen by the size of the coded flags (see `docs/notes/table.md`).

use super::coder_contexts::{RowFeatures, mixed};
use super::lion_tables::{FAR_RANK, HOME_RANK, Placed};
use super::pairs::Pairs;
use super::{DenseGraph, Located};
use yomikiri_core::{Context, Features};

/// What the features of all positions of a row have in common.
pub struct RowSets<'a> {
    kinds: [&'a Placed; 2],
    /// The kind whose codes are the lanes.
    inner: &'a Pairs,
    middle: u16,
    /// Squares beside the mover's and beside the enemy's lion.
    near: [u16; 2],
    enemy_lion: u16,
    mover_lion: u16,
    /// What the mover's pieces of the outer kinds attack.
    defended: u16,
}

impl<'a> RowSets<'a> {
    pub fn new(graph: &'a DenseGraph, at: &Located<'a>) -> Self {
        let lions = at.lions;
        let (pair, [outer, middle, _]) = (&lions.pair, &lions.placed);
        let kinds = [&outer[at.outer as usize], &middle[at.middle as usize]];
        let near = [pair.mover, pair.enemy].map(|lion| graph.steps.lion[lion as usize]);
        Self {
            kinds,
            inner: &graph.numbering.layout.kinds[2],
            middle: at.middle,
            near,
            enemy_lion: 1 << pair.enemy,
            mover_lion: 1 << pair.mover,
            defended: near[0] | kinds.iter().fold(0, |all, kind| all | kind.reach[0] | kind.reach[1]),
        }
    }

    /// The features of a position out of its context.
    #[inline]
    pub fn features(&self, row: &RowFeatures, context: &Context, placed: &Placed, own: &Placed) -> Features {
        let [mover_near, enemy_near] = self.near;
        let defended = self.defended | own.reach[0] | own.reach[1];
        let attacked = placed.attacked | enemy_near;
        let escapes = mover_near & !placed.own & !attacked & !self.enemy_lion;
        let enemy_escapes = enemy_near & !placed.enemy & !defended & !self.mover_lion;
        let hanging = placed.own & attacked & !defended;
        let enemy_hanging = placed.enemy & defended & !attacked;
        let hands = self.kinds.into_iter().chain([own]).flat_map(|kind| kind.hands);
        let hands = hands.fold(0, |all, count| all * 3 + u32::from(count));
        let open = row.open(placed, own);
        let check = u32::from(placed.checkers != 0);
        let by_promoted = u32::from(placed.checkers & placed.enemy_promoted != 0);
        let counts = [escapes.count_ones(), enemy_escapes.count_ones()];
        let tries = (enemy_escapes & HOME_RANK).count_ones();
        let hangs = [hanging.count_ones(), enemy_hanging.count_ones()];
        let (block, few) = (row.block, open.min(7) * 2 + check);
        let (middle, inner) = (u32::from(self.middle), u32::from(context.lane));
        let sets = [
            context.fine,
            context.coarse,
            mixed(&[open, check]),
            mixed(&[block, middle, few]),
            mixed(&[block, 1 << 8 | inner, few]),
            mixed(&[middle, inner, check]),
            mixed(&[open, check, by_promoted, counts[0], counts[1], tries, hangs[0], hangs[1], hands]),
            mixed(&[block, u32::from(hanging), u32::from(enemy_hanging), counts[0], counts[1]]),
            mixed(&[block, u32::from(escapes & !FAR_RANK), u32::from(enemy_escapes), hands, check]),
        ];
        let halves = self.inner.halves(context.lane.into());
        Features { node: context.node, decided: context.decided, lane: context.lane, halves, sets }
    }
}
