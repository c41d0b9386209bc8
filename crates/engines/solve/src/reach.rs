//! Which nodes can be reached, and in the same pass how many ways lead out of each.
//!
//! Not breadth first: a worker takes the part for which most indices wait, marks them, and expands those that
//! are new, in ascending order, so that what neighbours share is found once. The order in which parts are
//! taken varies from run to run; the set does not.

use crate::SolveError;
use crate::cell;
use crate::exchange::{self, Exchange, Inboxes, Outbox, PART, first_of, part_of, place_of};
use crate::workers;
use std::iter;
use std::ops::Range;
use std::sync::{
    Mutex,
    atomic::{AtomicUsize, Ordering},
};
use yomikiri_core::play::Progress;
use yomikiri_core::{Expansion, Graph, Node, Value, graph::ExpandSink};

/// Nodes expanded at a time.
const BATCH: usize = 1 << 14;

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

/// So many nodes, and the positions that they stand for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Positions with mirror images counted as one.
    pub nodes: u64,
    /// Positions with mirror images counted apart.
    pub unfolded: u64,
}

/// One part of the index space.
#[derive(Default)]
struct Part {
    seen: Vec<u64>,
    expanded: Vec<u64>,
    cells: Vec<u8>,
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
    let parts: Vec<Mutex<Part>> = (0..count).map(|_| Mutex::default()).collect();
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
    let parts: Vec<Part> =
        parts.into_iter().map(|part| part.into_inner().expect("no worker panicked")).collect();
    Ok(Reached::collect(graph, parts, edges.iter().sum()))
}

struct Worker<'a, G> {
    graph: &'a G,
    parts: &'a [Mutex<Part>],
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

    fn advance(&mut self, number: usize, part: &mut Part) -> u64 {
        if part.seen.is_empty() {
            part.seen = vec![0; PART / 64];
        }
        for chunk in self.exchange.receive(number) {
            for &place in chunk.places() {
                let place = place as usize;
                part.seen[place / 64] |= 1 << (place % 64);
            }
            self.outbox.recycle(chunk);
        }
        if first_of(number) >= self.graph.interior() { 0 } else { self.expand(number, part) }
    }

    /// Expands what has been seen and not yet expanded.
    fn expand(&mut self, number: usize, part: &mut Part) -> u64 {
        if part.cells.is_empty() {
            part.cells = vec![cell::UNREACHED; PART];
            part.expanded = vec![0; PART / 64];
        }
        let first = first_of(number);
        let interior = self.graph.interior();
        let mut batch = Vec::with_capacity(BATCH + 64);
        let mut found = 0;
        for word in 0..PART / 64 {
            let mut fresh = part.seen[word] & !part.expanded[word];
            if fresh != 0 {
                part.expanded[word] = part.seen[word];
                while fresh != 0 {
                    let node = first + (word * 64) as u64 + u64::from(fresh.trailing_zeros());
                    if node < interior {
                        batch.push(G::Node::of(node));
                    }
                    fresh &= fresh - 1;
                }
            }
            if batch.len() >= BATCH || word + 1 == PART / 64 {
                let mut sink = Sink { cells: &mut part.cells, outbox: &mut self.outbox, edges: 0 };
                self.graph.expand(&batch, &mut sink);
                self.edges += sink.edges;
                found += batch.len() as u64;
                batch.clear();
            }
        }
        found
    }
}

/// Successors go to the outbox, the node's cell is filled in.
struct Sink<'a, 'b, E> {
    cells: &'a mut [u8],
    outbox: &'a mut Outbox<'b, E>,
    edges: u64,
}

impl<N: Node, E: Exchange> ExpandSink<N> for Sink<'_, '_, E> {
    #[inline]
    fn edges(&mut self, targets: &[N]) {
        self.edges += targets.len() as u64;
        for &target in targets {
            self.outbox.push(target);
        }
    }

    #[inline]
    fn node(&mut self, node: N, expansion: Expansion, _: u32) {
        self.cells[place_of(node.number())] = cell::expanded(expansion);
    }
}

impl Reached {
    fn collect<G: Graph>(graph: &G, parts: Vec<Part>, edges: u64) -> Self {
        let ends = graph.ends().into_iter().map(|(range, _)| range);
        let ranges: Vec<Range<u64>> = iter::once(0..graph.interior()).chain(ends).collect();
        let mut counts: Vec<Count> = ranges.iter().map(|range| count(&parts, range.clone())).collect();
        for node in graph.fixed().into_iter().map(Node::number) {
            let place = place_of(node);
            let seen = &parts[part_of(node)].seen;
            if seen.get(place / 64).is_some_and(|word| word >> (place % 64) & 1 == 1) {
                let region = ranges.iter().position(|range| range.contains(&node));
                counts[region.expect("regions cover all nodes")].unfolded -= 1;
            }
        }
        let values = graph.ends().into_iter().map(|(_, value)| value);
        let interior = counts.remove(0);
        Self {
            cells: parts.into_iter().map(|part| part.cells).collect(),
            interior,
            ends: values.zip(counts).collect(),
            edges,
        }
    }
}

/// Counts the nodes seen in a range.
fn count(parts: &[Part], range: Range<u64>) -> Count {
    let in_word = |index: u64| {
        let part = &parts[part_of(index * 64)];
        let word = part.seen.get(index as usize % (PART / 64)).copied().unwrap_or(0);
        let low = range.start.saturating_sub(index * 64);
        let high = (range.end - index * 64).min(64);
        (word & u64::MAX << low & u64::MAX >> (64 - high)).count_ones()
    };
    let nodes = (range.start / 64..range.end.div_ceil(64)).map(|index| u64::from(in_word(index))).sum();
    Count { nodes, unfolded: 2 * nodes }
}
