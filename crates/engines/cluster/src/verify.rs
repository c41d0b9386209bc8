//! Verification by all workers: each recomputes the values of its own nodes from those of their successors,
//! about which it asks whoever has them ([`crate::walk`]).
//!
//! As in `yomikiri_solve::verify`, successors are shared with the enumeration, but neither the predecessors
//! nor the counters nor the levels. An answer is the rank of what a move to the node is worth
//! (`yomikiri_solve::rank`), so that the greatest of a node's answers is what its best move is worth, which
//! must be its own value. A successor that was never reached has an answer above all values.

use crate::{
    ClusterError,
    walk::{Desk, Ground, Visitor, answers},
    worker::{MORE, Worker, sum},
};
use std::ops::Range;
use yomikiri_core::{Contexts, Node, Value};
use yomikiri_solve::{
    LevelPart,
    rank::{MISSING, NONE, rank},
};

/// What a move to each node is worth, as ranks: of interior nodes by their cells.
pub fn move_answers() -> [u8; 256] {
    answers(|value| value.map_or(MISSING, |value| rank(value.before())))
}

impl<G: Contexts> Worker<'_, G> {
    /// How many nodes, of all workers, have another value than their successors make it. `stuck` is what a
    /// node without a successor is worth, `reached` how many there are.
    pub fn verify(
        &mut self,
        parts: &[LevelPart<'_>],
        stuck: Value,
        reached: u64,
    ) -> Result<u64, ClusterError> {
        let graph = self.task.graph;
        self.task.progress.phase("verify", reached / self.task.owners.processes as u64);
        let mut verify = Verify {
            ends: Ends::of(graph),
            ranks: answers(|value| value.map_or(NONE, rank)),
            stuck: rank(stuck),
            mismatches: 0,
        };
        let cells = parts.iter().map(LevelPart::known).collect();
        self.walk(&Ground { graph, cells, answers: move_answers() }, &mut verify)?;
        let all = self.tell(&[verify.mismatches])?;
        Ok(sum(&all, MORE))
    }
}

/// The ends of a game, with the ranks of moves to them.
pub struct Ends {
    interior: u64,
    ranks: Vec<(Range<u64>, u8)>,
}

impl Ends {
    /// Those of a graph.
    pub fn of(graph: &impl Contexts) -> Self {
        let rank = |(range, value): (Range<u64>, Value)| (range, rank(value.before()));
        Self { interior: graph.interior(), ranks: graph.ends().into_iter().map(rank).collect() }
    }

    /// Asks what a move to each successor is worth, or tells it of one where the game is over.
    pub fn ask<N: Node>(&self, edges: &[N], desk: &mut Desk<'_>) {
        for &edge in edges {
            let number = edge.number();
            if number < self.interior {
                desk.ask(edge);
            } else {
                let end = self.ranks.iter().find(|(range, _)| range.contains(&number));
                desk.tell(end.map_or(MISSING, |&(_, rank)| rank));
            }
        }
    }
}

/// Nodes compared with what their successors make them.
struct Verify {
    ends: Ends,
    /// Ranks of values, by cell.
    ranks: [u8; 256],
    /// The rank of the value of a node without a successor.
    stuck: u8,
    mismatches: u64,
}

impl<N: Node> Visitor<N> for Verify {
    fn wants(&self, _: N, _: u8) -> bool {
        true
    }

    fn visit(&mut self, _: N, _: u8, edges: &[N], desk: &mut Desk<'_>) {
        self.ends.ask(edges, desk);
    }

    fn conclude(&mut self, _: N, cell: u8, best: u8) {
        let best = if best == NONE { self.stuck } else { best };
        self.mismatches += u64::from(self.ranks[usize::from(cell)] != best);
    }
}
