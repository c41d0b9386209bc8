//! Values and distances, by taking moves back from the ends.
//!
//! Level by level: every predecessor of a node lost in d is won in d + 1 unless it is won already; every
//! predecessor of a node won in d has one undecided successor less, and is lost in d + 1 when none is left.
//! Each edge is touched once. What is undecided at the end is drawn.
//!
//! A level is a sweep over the parts. Each applies what it has received of the level before to its cells;
//! then its nodes that are decided now are found, in cache, and taken back, ascending, and their
//! predecessors sent to the parts that hold them, whose turn is in the next sweep. Where too much is on its
//! way it is applied sooner: what a level makes of a cell is told from what the level before has made of
//! it. (Two sweeps, one that takes back and one that applies, brought each part twice a level into the
//! cache, and workers waited for each other twice.)

use crate::SolveError;
use crate::cell::{MAX_PLIES, is_counted};
use crate::exchange::{Exchange, Inboxes, Outbox, first_of};
use crate::level_part::LevelPart;
use crate::plan::Plan;
use crate::reach::Reached;
use crate::solution::Solution;
use crate::workers;
use std::{
    cmp::Reverse,
    sync::{
        Barrier, Mutex,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
};
use yomikiri_core::Graph;
use yomikiri_core::play::Progress;

/// Solves all that has been reached.
///
/// # Errors
/// [`SolveError::TooLong`] where distances do not fit; [`SolveError::Threads`].
pub fn retrograde<G: Graph>(
    graph: &G,
    reached: Reached,
    plan: &Plan,
    progress: &dyn Progress,
) -> Result<Solution<G::Node>, SolveError> {
    let mut cells = reached.cells;
    let (count, len, is_reached) = (cells.count(), reached.interior.nodes, cells.reached.clone());
    let part = |(cells, is_reached)| Mutex::new(LevelPart::new(cells, is_reached));
    let parts: Vec<Mutex<LevelPart<'_>>> = cells.parts_mut().zip(is_reached).map(part).collect();
    progress.phase("solve", reached.interior.nodes);
    let inboxes = [count; 2].map(Inboxes::new);
    let shared = Shared {
        graph,
        plan,
        parts: &parts,
        exchanges: &inboxes,
        barrier: Barrier::new(plan.threads),
        next: [const { AtomicUsize::new(0) }; 2],
        decided: (0..MAX_PLIES).map(|_| AtomicU64::new(0)).collect(),
        progress,
    };
    let levels = workers::run(plan.threads, |_| shared.run())?;
    if levels.iter().any(|&level| level >= MAX_PLIES) {
        return Err(SolveError::TooLong);
    }
    let by_distance = shared.decided.into_iter().map(AtomicU64::into_inner).collect();
    let mut long = Vec::new();
    for (number, part) in parts.into_iter().enumerate() {
        let part = part.into_inner().expect("no worker panicked");
        long.extend(part.long.iter().map(|&(place, plies)| (first_of(number) + u64::from(place), plies)));
    }
    long.sort_unstable();
    Ok(Solution::new(cells, len, by_distance, long))
}

/// Whether no level after this one, at which so many nodes were decided, can have a node: each has a
/// successor that is decided one ply sooner, but for those that are decided at once, in at most two plies.
pub const fn is_last(level: u16, decided: u64) -> bool {
    level > 2 && decided == 0
}

struct Shared<'a, 'p, G> {
    graph: &'a G,
    plan: &'a Plan,
    parts: &'a [Mutex<LevelPart<'p>>],
    /// What even levels send, and what odd ones do.
    exchanges: &'a [Inboxes; 2],
    barrier: Barrier,
    /// The next part to take, at even and at odd levels.
    next: [AtomicUsize; 2],
    /// Nodes taken back, by level.
    decided: Vec<AtomicU64>,
    progress: &'a dyn Progress,
}

impl<G: Graph> Shared<'_, '_, G> {
    /// Works through all levels; the last one.
    fn run(&self) -> u16 {
        let mut outbox = Outbox::new(self.exchange(0), self.parts.len(), self.plan.spare());
        let mut nodes = Vec::new();
        for level in 0..MAX_PLIES {
            outbox.send_to(self.exchange(level));
            while let Some(part) = self.take(level) {
                self.apply_before(part, level, &mut outbox);
                self.take_back(part, level, &mut nodes, &mut outbox);
                self.relieve(level, &mut outbox);
            }
            outbox.flush();
            if self.barrier.wait().is_leader() {
                // Taken from again after the next barrier.
                self.next[usize::from(level % 2)].store(0, Ordering::SeqCst);
            }
            if is_last(level, self.decided[usize::from(level)].load(Ordering::SeqCst)) {
                return level;
            }
        }
        MAX_PLIES
    }

    /// Where predecessors of the nodes decided at a level are on their way.
    const fn exchange(&self, level: u16) -> &Inboxes {
        &self.exchanges[level as usize % 2]
    }

    fn take(&self, level: u16) -> Option<usize> {
        let part = self.next[usize::from(level % 2)].fetch_add(1, Ordering::SeqCst);
        (part < self.parts.len()).then_some(part)
    }

    /// Sends the predecessors of a part's nodes decided at a level.
    fn take_back(&self, number: usize, level: u16, nodes: &mut Vec<G::Node>, outbox: &mut Outbox<Inboxes>) {
        self.parts[number].lock().expect("no worker panicked").take_decided(number, level, nodes);
        self.decided[usize::from(level)].fetch_add(nodes.len() as u64, Ordering::SeqCst);
        self.graph.retract_unordered(nodes, is_counted(level), outbox);
        self.progress.advance(nodes.len() as u64);
    }

    /// Applies what is on its way if it is too much: of the parts for which most waits, down to half of what
    /// may wait.
    fn relieve(&self, level: u16, outbox: &mut Outbox<'_, Inboxes>) {
        let chunks = || self.exchanges.iter().map(Exchange::chunks_in_all).sum::<usize>();
        self.plan.backing.settle();
        if chunks() <= self.plan.chunks {
            return;
        }
        let waiting = |&part: &usize| self.exchanges.iter().map(|exchange| exchange.waiting(part)).sum();
        let mut parts: Vec<usize> = (0..self.parts.len()).collect();
        parts.sort_by_cached_key(|part| Reverse::<usize>(waiting(part)));
        for part in parts {
            if chunks() <= self.plan.chunks / 2 {
                break;
            }
            self.apply_before(part, level, outbox);
            self.apply(part, level, outbox);
            self.plan.backing.settle();
        }
    }

    /// Applies what the level before has sent to a part.
    fn apply_before(&self, part: usize, level: u16, outbox: &mut Outbox<'_, Inboxes>) {
        if level > 0 {
            self.apply(part, level - 1, outbox);
        }
    }

    /// Applies what has arrived for a part from a level, of which it has been sent all of the level before.
    fn apply(&self, number: usize, level: u16, outbox: &mut Outbox<'_, Inboxes>) {
        let exchange = self.exchange(level);
        if exchange.waiting(number) == 0 {
            return;
        }
        let mut part = self.parts[number].lock().expect("no worker panicked");
        let mut apply = part.applying(level);
        for chunk in exchange.receive(number) {
            apply.entries(chunk.entries());
            outbox.recycle(chunk);
        }
    }
}
