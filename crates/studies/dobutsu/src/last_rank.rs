//! Chicks dropped on the last rank, where they are dead: when nothing else will do, and the game without such
//! drops.

use yomikiri_core::play::Progress;
use yomikiri_core::{Graph, Value, Wdl};
use yomikiri_shogi::DenseGraph;
use yomikiri_solve::{Plan, Reached, Solution, SolveError, Visit, retrograde, walk_where};

/// Positions that need a chick dropped on the last rank: every move that keeps the value is such a drop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needed {
    /// Won, and only such drops win.
    pub to_win: u64,
    /// Drawn, and only such drops draw.
    pub to_draw: u64,
}

impl Needed {
    /// Counts, given the graph without such drops: what keeps the value must be missing from it.
    pub(crate) fn count(
        without: &DenseGraph,
        solution: &Solution,
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<Self, SolveError> {
        progress.phase("last-rank drops", solution.len());
        let ends = without.ends();
        let value_of = |node: u32| {
            let end = || ends.iter().find(|(range, _)| range.contains(&u64::from(node)));
            solution.value(node).unwrap_or_else(|| end().expect("a successor is reached or an end").1)
        };
        let wanted = |node, value: Value| value.wdl() != Wdl::Loss && without.has_dead_drop(node);
        let visit = |needed: &mut Self, visit: Visit| {
            let wdl = visit.value.wdl();
            if visit.edges.iter().all(|&edge| value_of(edge).before().wdl() != wdl) {
                *(if wdl == Wdl::Win { &mut needed.to_win } else { &mut needed.to_draw }) += 1;
            }
        };
        let counts = walk_where(without, solution, threads, progress, wanted, visit)?;
        Ok(counts.into_iter().fold(Self::default(), |sum, count| Self {
            to_win: sum.to_win + count.to_win,
            to_draw: sum.to_draw + count.to_draw,
        }))
    }
}

/// The same positions solved without such drops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Without {
    /// Positions by what they are worth with and, second, without such drops, in the order of [`Wdl`].
    pub positions: [[u64; 3]; 3],
    /// The value of the start.
    pub start: Option<Value>,
}

impl Without {
    /// Solves and compares.
    pub(crate) fn solve(
        without: &DenseGraph,
        start: Option<u32>,
        solution: &Solution,
        plan: &Plan,
        progress: &dyn Progress,
    ) -> Result<Self, SolveError> {
        let reached = Reached::reexpand(without, solution, plan, progress)?;
        let other = retrograde(without, reached, plan, progress)?;
        let mut positions = [[0; 3]; 3];
        for ((_, value), (_, changed)) in solution.iter().zip(other.iter()) {
            positions[value.wdl() as usize][changed.wdl() as usize] += 1;
        }
        Ok(Self { positions, start: start.and_then(|node| other.value(node)) })
    }

    /// Positions whose worth changes.
    pub fn changed(&self) -> u64 {
        let all: u64 = self.positions.iter().flatten().sum();
        let same: u64 = (0..3).map(|wdl| self.positions[wdl][wdl]).sum();
        all - same
    }
}
