//! Wins by continuous check, by length.
//!
//! A position is won in length 1 if a move gives check and leads to a loss in two plies: every reply loses at
//! once, because the lion can then be taken or a safe try be made. It is won in length n + 2, if in no
//! smaller one, when a check leads to a position where every reply leaves the lion to be taken or is won in
//! length n at most. A safe try that stands open makes no such win by itself: a position counts only if it
//! has the checks.
//!
//! Method: level by level. The predecessors of positions lost under check are won; those of the positions won
//! last are candidates for being lost, each examined with all its moves. Every position is won once, so its
//! predecessors are found once.
//!
//! The published table speaks of a continuous check or try threat and gives 17,213,997 wins, 11,520,862 of
//! them of length 1 and the longest of length 23. About forty readings were computed for the full game: which
//! positions end a chain, what counts as a threat within it, whether an open safe try is a win of length 1.
//! Some, with all wins and those of length 1:
//!
//! | first lost positions | later ones | safe try counts | wins | length 1 |
//! |---|---|---|---|---|
//! | in check, lost in 2 | in check | no | 17,213,997 | 11,520,862 |
//! | in check, lost in 2 | in check, or a safe try threatens | no | 18,354,041 | 11,520,862 |
//! | in check, or a safe try threatens; lost in 2 | the same | no | 20,298,048 | 14,143,567 |
//! | in check, lion lost after any move | in check | no | 15,502,360 | 9,073,550 |
//! | in check, lion lost after any move | in check, or a safe try threatens | yes | 26,146,520 | 17,066,465 |
//! | in check, or a safe try threatens; lost in 2 | the same | yes | 26,200,342 | 19,360,266 |
//! | in check, or a safe try threatens; lost in 2 | in check | yes | 25,150,889 | 19,360,266 |
//!
//! The first is the only one that agrees, and it does in each of the twelve lengths; it was chosen for that.
//! The try is in it as what every reply to the last check may allow.

use crate::first_try;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use yomikiri_core::play::Progress;
use yomikiri_core::{Graph, Wdl};
use yomikiri_shogi::DenseGraph;
use yomikiri_solve::{Solution, SolveError, Successors, run};

/// What the mover's edges say of whether a position is lost under check: every one of them must lose.
#[derive(Clone, Copy)]
pub(crate) struct LostUnderCheck<'a> {
    graph: &'a DenseGraph,
    interior: u32,
    /// Nodes from here on are completed tries; those before that are not interior have a lion that can be
    /// taken.
    tries: u32,
}

impl<'a> LostUnderCheck<'a> {
    pub(crate) fn of(graph: &'a DenseGraph) -> Self {
        Self { graph, interior: graph.interior() as u32, tries: first_try(graph) }
    }

    /// Whether the mover loses to an edge where the game is over; none where it goes on: then he does if that
    /// is won by continuous check.
    pub(crate) fn at_end(self, edge: u32) -> Option<bool> {
        (edge >= self.interior).then_some(edge < self.tries)
    }

    /// Whether a position is lost under check of which every edge loses or none does not.
    pub(crate) fn holds(self, node: u32, every_edge_loses: bool) -> bool {
        every_edge_loses && self.graph.passed(node).is_none()
    }
}

/// Nodes worked on at a time.
const BATCH: usize = 1 << 12;

/// Wins by continuous check by length (1, 3, 5, ...), given the positions in check where every move loses at
/// once.
pub(crate) fn wins(
    graph: &DenseGraph,
    solution: &Solution,
    mut lost: Vec<u32>,
    threads: usize,
    progress: &dyn Progress,
) -> Result<Vec<u64>, SolveError> {
    progress.phase("continuous check", 0);
    let bits = || Bits((0..graph.interior().div_ceil(64)).map(|_| AtomicU64::new(0)).collect());
    let hunt = Hunt { graph, solution, threads, won: bits(), pending: bits() };
    let mut lengths = Vec::new();
    lost.sort_unstable();
    loop {
        let mut fresh = hunt.winners(&lost)?;
        if fresh.is_empty() {
            return Ok(lengths);
        }
        fresh.sort_unstable();
        lengths.push(fresh.len() as u64);
        progress.advance(fresh.len() as u64);
        lost = hunt.losers(&fresh)?;
    }
}

/// Bytes that counting takes beside the values, expected of so many numbers of interior nodes.
///
/// Two sets of a bit a number, and lists of nodes of four bytes: the longest are those that are lost at once
/// and those that are won in length 1, one number in twenty, each twice when threads put theirs together.
pub(crate) const fn counting_bytes(numbers: u64) -> u64 {
    numbers / 4 + numbers / 20 * 4 * 3
}

/// A set of interior nodes that threads can add to.
struct Bits(Vec<AtomicU64>);

impl Bits {
    fn has(&self, node: u32) -> bool {
        self.0[node as usize / 64].load(Ordering::Relaxed) >> (node % 64) & 1 == 1
    }

    /// Adds a node; whether it is new.
    fn set(&self, node: u32) -> bool {
        self.0[node as usize / 64].fetch_or(1 << (node % 64), Ordering::Relaxed) >> (node % 64) & 1 == 0
    }

    fn clear(&self, node: u32) {
        self.0[node as usize / 64].fetch_and(!(1 << (node % 64)), Ordering::Relaxed);
    }
}

struct Hunt<'a> {
    graph: &'a DenseGraph,
    solution: &'a Solution,
    threads: usize,
    /// Positions won by continuous check, as far as found.
    won: Bits,
    /// Positions to be examined, each once.
    pending: Bits,
}

impl Hunt<'_> {
    /// Positions with a move to one of these, not found before.
    fn winners(&self, lost: &[u32]) -> Result<Vec<u32>, SolveError> {
        self.in_batches(lost, |batch, out| {
            self.graph.retract(batch, &mut |found| {
                let reached = found.iter().filter(|&&node| self.solution.value(node).is_some());
                out.extend(reached.filter(|&&node| self.won.set(node)));
            });
        })
    }

    /// Positions in check in which every move leaves the lion to be taken or leads to a position found won,
    /// one of the last found among them.
    fn losers(&self, fresh: &[u32]) -> Result<Vec<u32>, SolveError> {
        let mut candidates = self.in_batches(fresh, |batch, out| {
            self.graph.retract(batch, &mut |found| {
                let lost = |node| self.solution.value(node).is_some_and(|value| value.wdl() == Wdl::Loss);
                out.extend(found.iter().filter(|&&node| lost(node) && self.pending.set(node)));
            });
        })?;
        for &node in &candidates {
            self.pending.clear(node);
        }
        candidates.sort_unstable();
        let lost = LostUnderCheck::of(self.graph);
        let loses = |edge| lost.at_end(edge).unwrap_or_else(|| self.won.has(edge));
        let mut found = self.in_batches(&candidates, |batch, out| {
            let mut successors = Successors::default();
            successors.find(self.graph, batch);
            successors.each(|node, edges| {
                if lost.holds(node, edges.iter().all(|&edge| loses(edge))) {
                    out.push(node);
                }
            });
        })?;
        found.sort_unstable();
        Ok(found)
    }

    /// Works through ascending nodes in parallel.
    fn in_batches(
        &self,
        nodes: &[u32],
        work: impl Fn(&[u32], &mut Vec<u32>) + Sync,
    ) -> Result<Vec<u32>, SolveError> {
        let next = AtomicUsize::new(0);
        let found = run(self.threads, |_| {
            let mut out = Vec::new();
            while let Some(batch) = nodes.chunks(BATCH).nth(next.fetch_add(1, Ordering::Relaxed)) {
                work(batch, &mut out);
                self.solution.settle();
            }
            out
        })?;
        Ok(found.concat())
    }
}
