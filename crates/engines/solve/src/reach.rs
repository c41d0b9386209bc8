//! Which nodes can be reached, and in the same pass how many ways lead out of each.
//!
//! Not breadth first: a worker takes the part for which most indices wait, marks them, and expands those that
//! are new, in ascending order, so that what neighbours share is found once. The order in which parts are
//! taken varies from run to run; the set does not.

use crate::cells::Cells;
use crate::exchange::{self, Exchange, Inboxes, Outbox, PART};
use crate::plan::Plan;
use crate::reach_part::{self, ReachBits, ReachPart};
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
    /// A cell for each interior node.
    pub(crate) cells: Cells,
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
/// [`SolveError::Threads`], and those of memory and disk.
pub fn reach<G: Graph>(
    graph: &G,
    roots: &[G::Node],
    plan: &Plan,
    progress: &dyn Progress,
) -> Result<Reached, SolveError> {
    let [count, interior] =
        [graph.nodes(), graph.interior()].map(|nodes| nodes.div_ceil(PART as u64) as usize);
    let mut cells = Cells::new(interior, &plan.backing)?;
    let mut bits = ReachBits::new(count, interior, &plan.backing)?;
    let parts: Vec<Mutex<ReachPart<'_>>> =
        bits.parts(cells.parts_mut()).into_iter().map(Mutex::new).collect();
    let inboxes = Inboxes::new(count);
    exchange::seed(&inboxes, count, roots);
    progress.phase("reach", 0);
    let shared = Shared {
        graph,
        plan,
        parts: &parts,
        exchange: &inboxes,
        marked: (0..count).map(|_| AtomicUsize::new(0)).collect(),
        idle: AtomicUsize::new(0),
    };
    let edges = workers::run(plan.threads, |_| {
        let outbox = Outbox::new(&inboxes, count, plan.spare());
        let mut worker = Worker { shared: &shared, outbox, edges: 0 };
        worker.run(progress);
        worker.edges
    })?;
    let parts: Vec<ReachPart<'_>> =
        parts.into_iter().map(|part| part.into_inner().expect("no worker panicked")).collect();
    let all: Vec<usize> = (0..count).collect();
    let mut counts = reach_part::counts(graph, |part| parts[part].seen(), &all);
    let interior = counts.remove(0);
    let reached: Vec<bool> = parts.iter().map(|part| part.is_reached).collect();
    drop(parts);
    for (known, reached) in cells.reached.iter_mut().zip(reached) {
        *known = reached;
    }
    Ok(Reached::new(graph, cells, interior, counts, edges.iter().sum()))
}

/// What all workers see.
struct Shared<'a, 'p, G> {
    graph: &'a G,
    plan: &'a Plan,
    parts: &'a [Mutex<ReachPart<'p>>],
    exchange: &'a Inboxes,
    /// By part, how many indices have been marked since it was last expanded.
    marked: Vec<AtomicUsize>,
    /// Workers that have found nothing to do.
    idle: AtomicUsize,
}

impl<G> Shared<'_, '_, G> {
    /// How much is to be done in a part.
    fn pending(&self, part: usize) -> usize {
        self.exchange.waiting(part) + self.marked[part].load(Ordering::Relaxed)
    }

    /// Whether there is anything to do for whoever has nothing.
    fn is_done(&self) -> bool {
        self.exchange.waiting_in_all() == 0
            && self.marked.iter().all(|marked| marked.load(Ordering::SeqCst) == 0)
    }
}

struct Worker<'a, 'p, G> {
    shared: &'a Shared<'a, 'p, G>,
    outbox: Outbox<'a, Inboxes>,
    edges: u64,
}

impl<G: Graph> Worker<'_, '_, G> {
    /// Works until nothing is to be done anywhere and every worker is idle.
    fn run(&mut self, progress: &dyn Progress) {
        let Shared { idle, plan, .. } = self.shared;
        loop {
            while let Some(found) = self.work() {
                progress.advance(found);
                plan.backing.settle();
            }
            self.outbox.flush();
            idle.fetch_add(1, Ordering::SeqCst);
            while self.shared.is_done() {
                if idle.load(Ordering::SeqCst) == plan.threads {
                    return;
                }
                std::thread::yield_now();
            }
            idle.fetch_sub(1, Ordering::SeqCst);
        }
    }

    /// Takes the part with most to do that nobody else works on; the number of nodes expanded.
    fn work(&mut self) -> Option<u64> {
        let Shared { plan, parts, exchange, .. } = *self.shared;
        let mut pending: Vec<(usize, usize)> = (0..parts.len())
            .map(|part| (self.shared.pending(part), part))
            .filter(|&(count, _)| count > 0)
            .collect();
        pending.sort_unstable_by(|a, b| b.cmp(a));
        // Where too much is on its way it is marked, which makes no more of it.
        let is_full = exchange.chunks_in_all() > plan.chunks;
        pending.into_iter().find_map(|(_, number)| {
            if is_full && exchange.waiting(number) == 0 {
                return None;
            }
            let mut part = parts[number].try_lock().ok()?;
            self.mark(number, &mut part);
            Some(if is_full { 0 } else { self.expand(number, &mut part) })
        })
    }

    /// Marks what has arrived.
    fn mark(&mut self, number: usize, part: &mut ReachPart<'_>) {
        for chunk in self.shared.exchange.receive(number) {
            self.shared.marked[number].fetch_add(chunk.entries().len(), Ordering::SeqCst);
            part.mark(chunk.entries());
            self.outbox.recycle(chunk);
        }
    }

    fn expand(&mut self, number: usize, part: &mut ReachPart<'_>) -> u64 {
        self.shared.marked[number].store(0, Ordering::SeqCst);
        part.expand(self.shared.graph, number, &mut self.outbox, &mut self.edges)
    }
}

impl Reached {
    /// What has been reached: cells, interior nodes, and nodes of each range of the ends.
    pub fn new(graph: &impl Graph, cells: Cells, interior: Count, ends: Vec<Count>, edges: u64) -> Self {
        let values = graph.ends().into_iter().map(|(_, value)| value);
        Self { cells, interior, ends: values.zip(ends).collect(), edges }
    }
}
