//! TODO
use crate::first_try;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use yomikiri_core::{Graph, Value, Wdl};
use yomikiri_shogi::DenseGraph;
use yomikiri_solve::{Progress, Solution, Successors, run};

/// Nodes worked on at a time.
const BATCH: usize = 1 << 12;

/// Wins by continuous threats, by length: the first is of one ply, each further one of two more.
pub(crate) fn wins(
    graph: &DenseGraph,
    solution: &Solution,
    tries: Vec<u32>,
    mated: Vec<u32>,
    threads: usize,
    progress: &dyn Progress,
) -> Vec<u64> {
    progress.phase("threats", 0);
    let bits = || (0..graph.interior().div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
    let hunt = Hunt { graph, solution, threads, won: Bits(bits()), pending: Bits(bits()) };
    let mut fresh = tries;
    fresh.iter().for_each(|&node| drop(hunt.won.set(node)));
    let mut lost = mated;
    let mut lengths = Vec::new();
    loop {
        fresh.extend(hunt.winners(&lost));
        if fresh.is_empty() {
            return lengths;
        }
        fresh.sort_unstable();
        lengths.push(fresh.len() as u64);
        progress.advance(fresh.len() as u64);
        lost = hunt.losers(&fresh);
        fresh.clear();
    }
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
    /// Positions won by continuous threats, as far as found.
    won: Bits,
    /// Positions to be examined, each once.
    pending: Bits,
}

impl Hunt<'_> {
    /// Positions with a move to one of these, not found before.
    fn winners(&self, lost: &[u32]) -> Vec<u32> {
        self.in_batches(lost, |batch, out| {
            self.graph.retract(batch, &mut |found| {
                let reached = found.iter().filter(|&&node| self.solution.value(node).is_some());
                out.extend(reached.filter(|&&node| self.won.set(node)));
            });
        })
    }

    /// Positions under a threat in which every move loses at once or leads to a position found won, one of these last.
    fn losers(&self, fresh: &[u32]) -> Vec<u32> {
        let mut candidates = self.in_batches(fresh, |batch, out| {
            self.graph.retract(batch, &mut |found| {
                let lost = |node| self.solution.value(node).is_some_and(|value| value.wdl() == Wdl::Loss);
                out.extend(found.iter().filter(|&&node| lost(node) && self.pending.set(node)));
            });
        });
        candidates.iter().for_each(|&node| self.pending.clear(node));
        candidates.sort_unstable();
        let (interior, tries) = (self.graph.interior() as u32, first_try(self.graph));
        let loses = |edge| if edge < interior { self.won.has(edge) } else { edge < tries };
        let mut found = self.in_batches(&candidates, |batch, out| {
            let mut successors = Successors::default();
            successors.find(self.graph, batch);
            successors.each(|node, edges| {
                if edges.iter().all(|&edge| loses(edge)) && is_threatened(self.graph, node) {
                    out.push(node);
                }
            });
        });
        found.sort_unstable();
        found
    }

    /// Works through ascending nodes in parallel.
    fn in_batches(&self, nodes: &[u32], work: impl Fn(&[u32], &mut Vec<u32>) + Sync) -> Vec<u32> {
        let next = AtomicUsize::new(0);
        run(self.threads, |_| {
            let mut out = Vec::new();
            while let Some(batch) = nodes.chunks(BATCH).nth(next.fetch_add(1, Ordering::Relaxed)) {
                work(batch, &mut out);
            }
            out
        })
        .concat()
    }
}

/// Whether the side to move would lose at once if it did nothing: it is in check, or the other side has a safe try.
pub(crate) fn is_threatened(graph: &DenseGraph, node: u32) -> bool {
    graph.passed(node).is_none_or(|passed| graph.has_safe_try(passed))
}

#[derive(Clone, Copy, Default, Debug)]
struct R([u64; 8]);

/// experiment
pub fn experiment(graph: &DenseGraph, solution: &Solution, threads: usize, progress: &dyn Progress) {
    let (interior, tries) = (graph.interior() as u32, first_try(graph));
    #[derive(Default)]
    struct G { tries: Vec<u32>, mate_check: Vec<u32>, mate_threat: Vec<u32>, l2_check: Vec<u32>, l2_threat: Vec<u32>, mate_any: Vec<u32>, l2_any: Vec<u32> }
    let gs = yomikiri_solve::walk(graph, solution, threads, progress, |g: &mut G, v| {
        if v.value == Value::Win(1) { g.tries.push(v.node) }
        if v.value == Value::Loss(2) {
            let check = graph.passed(v.node).is_none();
            let threat = is_threatened(graph, v.node);
            let mate = v.edges.iter().all(|&e| e >= interior && e < tries);
            g.l2_any.push(v.node);
            if mate { g.mate_any.push(v.node) }
            if check { g.l2_check.push(v.node); if mate { g.mate_check.push(v.node) } }
            if threat { g.l2_threat.push(v.node); if mate { g.mate_threat.push(v.node) } }
        }
    });
    let cat = |f: &dyn Fn(&G) -> &Vec<u32>| { let mut v: Vec<u32> = gs.iter().flat_map(|g| f(g).iter().copied()).collect(); v.sort_unstable(); v };
    let t = cat(&|g| &g.tries);
    for (name, l) in [("mate_check", cat(&|g| &g.mate_check)), ("mate_threat", cat(&|g| &g.mate_threat)), ("mate_any", cat(&|g| &g.mate_any)), ("l2_check", cat(&|g| &g.l2_check)), ("l2_threat", cat(&|g| &g.l2_threat)), ("l2_any", cat(&|g| &g.l2_any)), ("none", vec![])] {
        let n = l.len();
        let w = wins(graph, solution, t.clone(), l, threads, progress);
        println!("{name} {n}: total {} {w:?}", w.iter().sum::<u64>());
    }
}
