//! The nodes of one graph expanded with another: a variant of a game solved over the same positions.
//!
//! Parts are independent, so there is nothing to exchange.

use crate::cell;
use crate::exchange::{PART, place_of};
use crate::walk::BATCH;
use crate::workers;
use crate::{Count, Reached, Solution, SolveError};
use std::sync::atomic::{AtomicUsize, Ordering};
use yomikiri_core::play::Progress;
use yomikiri_core::{ExpandSink, Expansion, Graph, Node};

impl Reached {
    /// Takes the nodes of a solution for those reached and expands them with another graph of the same
    /// numbering.
    ///
    /// The other graph's successors of these nodes must be among them: it has fewer moves. Its ends are not
    /// counted.
    ///
    /// # Errors
    /// [`SolveError::Threads`].
    pub fn reexpand<G: Graph>(
        graph: &G,
        solution: &Solution<G::Node>,
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<Self, SolveError> {
        progress.phase("expand", solution.len());
        let next = AtomicUsize::new(0);
        let expanded = workers::run(threads, |_| {
            let (mut parts, mut edges) = (Vec::new(), 0);
            loop {
                let part = next.fetch_add(1, Ordering::Relaxed);
                if part >= solution.parts() {
                    return (parts, edges);
                }
                let mut sink = Cells { cells: Vec::new(), edges: 0 };
                let nodes: Vec<G::Node> = solution.part(part).collect();
                if !nodes.is_empty() {
                    sink.cells.resize(PART, cell::UNREACHED);
                }
                for batch in nodes.chunks(BATCH) {
                    graph.expand_unordered(batch, &mut sink);
                    progress.advance(batch.len() as u64);
                }
                edges += sink.edges;
                parts.push((part, sink.cells));
            }
        })?;
        let edges = expanded.iter().map(|(_, edges)| edges).sum();
        let mut parts: Vec<(usize, Vec<u8>)> = expanded.into_iter().flat_map(|(parts, _)| parts).collect();
        parts.sort_unstable_by_key(|&(part, _)| part);
        let fixed = graph.fixed().into_iter();
        let fixed = fixed.filter(|&node| node.number() < graph.interior() && solution.value(node).is_some());
        let nodes = solution.len();
        let interior = Count { nodes, unfolded: 2 * nodes - fixed.count() as u64 };
        let cells = parts.into_iter().map(|(_, cells)| cells).collect();
        Ok(Self { cells, interior, ends: Vec::new(), edges })
    }
}

/// Fills in the cells of a part.
struct Cells {
    cells: Vec<u8>,
    edges: u64,
}

impl<N: Node> ExpandSink<N> for Cells {
    fn edges(&mut self, targets: &[N]) {
        self.edges += targets.len() as u64;
    }

    fn node(&mut self, node: N, expansion: Expansion, _: u32) {
        self.cells[place_of(node.number())] = cell::expanded(expansion);
    }
}
