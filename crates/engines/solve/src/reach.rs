//! Which nodes can be reached, and in the same pass how many ways lead out of each.
//!
//! Not breadth first: a worker takes the part for which most indices wait, marks them, and expands those that
//! are new, in ascending order, so that what neighbours share is found once. The order in which parts are
//! taken varies from run to run; the set does not.

use crate::exchange::{self, Exchange, Inboxes, Outbox, PART};
use crate::reach_part::{self, ReachPart};
use crate::workers;
use crate::{Count, SolveError};
use std::sync::{
    Mutex,
    atomic::{AtomicUsize, Ordering},
};
use yomikiri_core::play::Progress;
use yomikiri_core::{Graph, Value};

/// The nodes that can be reached from the roots.
pub struct Reached {
    /// A cell for each interior node, by part.
    pub(crate) cells: Vec<Vec<u8>>,
    /// Interior nodes reached.
    pub interior: Count,
    /// Ends reached, by range of [`Graph::ends`].
    pub ends: Vec<(Value, Count)>,
    /// Edges out of interior nodes, to ends included.
    pub edges: u64,
}

/// Finds what can be reached from `roots`.
///
/// # Errors
/// [`SolveError::Threads`].
pub fn reach<G: Graph>(
    graph: &G,
    roots: &[G::Node],
    threads: usize,
    progress: &dyn Progress,
) -> Result<Reached, SolveError> {
    let count = graph.nodes().div_ceil(PART as u64) as usize;
    let parts: Vec<Mutex<ReachPart>> = (0..count).map(|_| Mutex::default()).collect();
    let inboxes = Inboxes::new(count);
    exchange::seed(&inboxes, count, roots);
    progress.phase("reach", 0);
    let idle = AtomicUsize::new(0);
    let edges = workers::run(threads, |_| {
        let mut worker = Worker {
            graph,
            parts: &parts,
            exchange: &inboxes,
            outbox: Outbox::new(&inboxes, count),
            edges: 0,
        };
        worker.run(&idle, threads, progress);
        worker.edges
    })?;
    let parts: Vec<ReachPart> =
        parts.into_iter().map(|part| part.into_inner().expect("no worker panicked")).collect();
    Ok(Reached::collect(graph, parts, edges.iter().sum()))
}

struct Worker<'a, G> {
    graph: &'a G,
    parts: &'a [Mutex<ReachPart>],
    exchange: &'a Inboxes,
    outbox: Outbox<'a, Inboxes>,
    edges: u64,
}

impl<G: Graph> Worker<'_, G> {
    /// Works until no index waits anywhere and every worker is idle.
    fn run(&mut self, idle: &AtomicUsize, threads: usize, progress: &dyn Progress) {
        loop {
            while let Some(found) = self.work() {
                progress.advance(found);
            }
            self.outbox.flush();
            idle.fetch_add(1, Ordering::SeqCst);
            while self.exchange.waiting_in_all() == 0 {
                if idle.load(Ordering::SeqCst) == threads {
                    return;
                }
                std::thread::yield_now();
            }
            idle.fetch_sub(1, Ordering::SeqCst);
        }
    }

    /// Takes the part with most to do that nobody else works on; the number of nodes expanded.
    fn work(&mut self) -> Option<u64> {
        let parts = self.parts;
        let mut waiting: Vec<(usize, usize)> = (0..parts.len())
            .map(|part| (self.exchange.waiting(part), part))
            .filter(|&(count, _)| count > 0)
            .collect();
        waiting.sort_unstable_by(|a, b| b.cmp(a));
        waiting.into_iter().find_map(|(_, number)| {
            let mut part = parts[number].try_lock().ok()?;
            Some(self.advance(number, &mut part))
        })
    }

    fn advance(&mut self, number: usize, part: &mut ReachPart) -> u64 {
        for chunk in self.exchange.receive(number) {
            part.mark(chunk.places());
            self.outbox.recycle(chunk);
        }
        part.expand(self.graph, number, &mut self.outbox, &mut self.edges)
    }
}

impl Reached {
    fn collect<G: Graph>(graph: &G, parts: Vec<ReachPart>, edges: u64) -> Self {
        let all: Vec<usize> = (0..parts.len()).collect();
        let mut counts = reach_part::counts(graph, |part| &parts[part].seen, &all);
        let interior = counts.remove(0);
        let cells = parts.into_iter().map(|part| part.cells).collect();
        Self::new(graph, cells, interior, counts, edges)
    }

    /// What has been reached: cells by part, interior nodes, and nodes of each range of the ends.
    pub fn new(
        graph: &impl Graph,
        cells: Vec<Vec<u8>>,
        interior: Count,
        ends: Vec<Count>,
        edges: u64,
    ) -> Self {
        let values = graph.ends().into_iter().map(|(_, value)| value);
        Self { cells, interior, ends: values.zip(ends).collect(), edges }
    }
}
