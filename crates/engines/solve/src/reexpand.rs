//! The nodes of one graph expanded with another: a variant of a game solved over the same positions.
//!
//! Parts are independent, so there is nothing to exchange.

use crate::cell;
use crate::cells::Cells;
use crate::exchange::place_of;
use crate::plan::Plan;
use crate::walk::{BATCH, reached};
use crate::workers;
use crate::{Count, Reached, Solution, SolveError};
use std::sync::Mutex;
use yomikiri_core::play::Progress;
use yomikiri_core::{EdgeSink, ExpandSink, Expansion, Graph, Node};

impl Reached {
    /// Takes the nodes of a solution for those reached and expands them with another graph of the same
    /// numbering.
    ///
    /// The other graph's successors of these nodes must be among them: it has fewer moves. Its ends are not
    /// counted.
    ///
    /// # Errors
    /// [`SolveError::Threads`], and those of memory and disk.
    pub fn reexpand<G: Graph>(
        graph: &G,
        solution: &Solution<G::Node>,
        plan: &Plan,
        progress: &dyn Progress,
    ) -> Result<Self, SolveError> {
        progress.phase("expand", solution.len());
        let mut cells = Cells::new(solution.parts(), &plan.backing)?;
        cells.reached.clone_from(&solution.cells.reached);
        let parts = Mutex::new(cells.parts_mut().enumerate());
        let next = || parts.lock().expect("no worker panics with the parts locked").next();
        let edges = workers::run(plan.threads, |_| {
            let mut edges = 0;
            while let Some((part, cells)) = next() {
                edges += reexpand_part(graph, part, solution.cells.part(part), cells, progress);
                plan.backing.settle();
            }
            edges
        })?;
        drop(parts);
        let fixed = graph.fixed().into_iter();
        let fixed = fixed.filter(|&node| node.number() < graph.interior() && solution.value(node).is_some());
        let nodes = solution.len();
        let mut interior = Count::of(graph, nodes);
        interior.unfolded -= fixed.count() as u64;
        Ok(Self { cells, interior, ends: Vec::new(), edges: edges.iter().sum() })
    }
}

/// Expands the nodes of one part that are reached by its cells `known`, which may be none, with another graph
/// of the same numbering; fills in `cells`, which are 0. The number of edges.
pub fn reexpand_part<G: Graph>(
    graph: &G,
    number: usize,
    known: &[u8],
    cells: &mut [u8],
    progress: &dyn Progress,
) -> u64 {
    let nodes: Vec<G::Node> = reached(known, number).collect();
    let mut sink = Expanded { cells, edges: 0 };
    for batch in nodes.chunks(BATCH) {
        graph.expand_unordered(batch, &mut sink);
        progress.advance(batch.len() as u64);
    }
    sink.edges
}

/// Fills in the cells of a part.
struct Expanded<'a> {
    cells: &'a mut [u8],
    edges: u64,
}

impl<N: Node> EdgeSink<N> for Expanded<'_> {
    fn edges(&mut self, _: &[N]) {}

    fn edge_sets(&mut self, _: u64, _: &[u64]) {}
}

impl<N: Node> ExpandSink<N> for Expanded<'_> {
    fn node(&mut self, node: N, expansion: Expansion, edges: u32) {
        self.edges += u64::from(edges);
        self.cells[place_of(node.number())] = cell::expanded(expansion);
    }
}
