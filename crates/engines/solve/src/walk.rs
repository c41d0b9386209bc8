//! Every reached node once more, with its successors: for verification and the census.

use crate::exchange::{PART, first_of};
use crate::workers;
use crate::{Solution, SolveError};
use std::sync::atomic::{AtomicUsize, Ordering};
use yomikiri_core::play::Progress;
use yomikiri_core::{EdgeSink, ExpandSink, Expansion, Graph, Node, Value};

/// Nodes expanded at a time.
pub(crate) const BATCH: usize = 1 << 12;

/// A node with its value, and its successors: all moves, in no particular order.
pub struct Visit<'a, N = u32> {
    /// The node.
    pub node: N,
    /// Its value.
    pub value: Value,
    /// Where its moves lead, interior or not. One entry a move, so a node may repeat by symmetry.
    pub edges: &'a [N],
}

/// Visits every reached node in parallel. Each worker gathers into a `T` of its own; all are returned.
///
/// # Errors
/// [`SolveError::Threads`].
pub fn walk<G: Graph, T: Send + Default>(
    graph: &G,
    solution: &Solution<G::Node>,
    threads: usize,
    progress: &dyn Progress,
    visit: impl Fn(&mut T, Visit<'_, G::Node>) + Sync,
) -> Result<Vec<T>, SolveError> {
    walk_where(graph, solution, threads, progress, |_, _| true, visit)
}

/// Visits those reached nodes that are wanted, like [`walk`]; the others are not expanded.
///
/// # Errors
/// [`SolveError::Threads`].
pub fn walk_where<G: Graph, T: Send + Default>(
    graph: &G,
    solution: &Solution<G::Node>,
    threads: usize,
    progress: &dyn Progress,
    wanted: impl Fn(G::Node, Value) -> bool + Sync,
    visit: impl Fn(&mut T, Visit<'_, G::Node>) + Sync,
) -> Result<Vec<T>, SolveError> {
    let value_of = |node| solution.value(node).expect("only reached nodes are visited");
    let next = AtomicUsize::new(0);
    workers::run(threads, |_| {
        let mut gathered = T::default();
        let mut successors = Successors::<G::Node>::default();
        let mut nodes = Vec::with_capacity(PART);
        loop {
            let part = next.fetch_add(1, Ordering::Relaxed);
            if part >= solution.parts() {
                return gathered;
            }
            nodes.clear();
            let mut seen = 0;
            let reached = solution.part(part).inspect(|_| seen += 1);
            nodes.extend(reached.filter(|&node| wanted(node, value_of(node))));
            for batch in nodes.chunks(BATCH) {
                successors.find(graph, batch);
                successors.each(|node, edges| {
                    visit(&mut gathered, Visit { node, value: value_of(node), edges });
                });
                solution.settle();
            }
            progress.advance(seen);
        }
    })
}

/// The successors of a batch of nodes.
pub struct Successors<N = u32> {
    edges: Vec<N>,
    nodes: Vec<(N, u32)>,
}

impl<N> Default for Successors<N> {
    fn default() -> Self {
        Self { edges: Vec::new(), nodes: Vec::new() }
    }
}

impl<N: Node> Successors<N> {
    /// Finds the successors of ascending nodes.
    pub fn find(&mut self, graph: &impl Graph<Node = N>, nodes: &[N]) {
        self.edges.clear();
        self.nodes.clear();
        graph.expand(nodes, self);
    }

    /// Hands out each node with its successors.
    pub fn each(&self, mut visit: impl FnMut(N, &[N])) {
        let mut rest = self.edges.as_slice();
        for &(node, count) in &self.nodes {
            let (edges, others) = rest.split_at(count as usize);
            visit(node, edges);
            rest = others;
        }
    }
}

impl<N: Node> EdgeSink<N> for Successors<N> {
    fn edges(&mut self, targets: &[N]) {
        self.edges.extend_from_slice(targets);
    }
}

impl<N: Node> ExpandSink<N> for Successors<N> {
    fn node(&mut self, node: N, _: Expansion, edges: u32) {
        self.nodes.push((node, edges));
    }
}

impl<N: Node> Solution<N> {
    /// How many parts there are.
    pub(crate) fn parts(&self) -> usize {
        self.cells.count()
    }

    /// The reached nodes of a part, ascending.
    pub(crate) fn part(&self, part: usize) -> impl Iterator<Item = N> {
        reached(self.cells.part(part), part)
    }
}

/// The nodes of a part that are reached by its cells, ascending.
pub(crate) fn reached<N: Node>(cells: &[u8], part: usize) -> impl Iterator<Item = N> {
    let cells = cells.iter().zip(first_of(part)..);
    cells.filter(|&(&cell, _)| cell != crate::cell::UNREACHED).map(|(_, node)| N::of(node))
}
