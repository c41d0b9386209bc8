//! The result checked by the definition alone: a value is one step from the best of the successors' values.
//!
//! It shares the successors with the enumeration, but neither the predecessors nor the counters nor the
//! levels.

use crate::walk::{Visit, walk};
use crate::{Solution, SolveError};
use yomikiri_core::play::Progress;
use yomikiri_core::{Graph, Node, Value};

/// Recomputes every value from its successors; the nodes that differ, the lowest first.
///
/// Distances are checked too, so a cycle cannot hold itself up: a win or a loss rests on one that is a ply
/// nearer to the end, down to the ends. What is called drawn must have a successor drawn and none lost.
///
/// # Errors
/// [`SolveError::Threads`].
pub fn verify<G: Graph>(
    graph: &G,
    solution: &Solution<G::Node>,
    stuck: Value,
    threads: usize,
    progress: &dyn Progress,
) -> Result<Vec<G::Node>, SolveError> {
    let ends = graph.ends();
    let interior = graph.interior();
    let value_of = |node: G::Node| {
        if node.number() < interior {
            return solution.value(node);
        }
        ends.iter().find(|(range, _)| range.contains(&node.number())).map(|&(_, value)| value)
    };
    progress.phase("verify", solution.len());
    let mut mismatches =
        walk(graph, solution, threads, progress, |wrong: &mut Vec<G::Node>, visit: Visit<'_, G::Node>| {
            let best = visit
                .edges
                .iter()
                .map(|&edge| value_of(edge).map(Value::before))
                .try_fold(None, |best, value| Some(best.max(Some(value?))));
            // `None` all through: a successor that was never reached.
            let right = best.is_some_and(|best| best.unwrap_or(stuck) == visit.value);
            if !right {
                wrong.push(visit.node);
            }
        })?
        .concat();
    mismatches.sort_unstable();
    Ok(mismatches)
}
