//! When a search ends: asked to, out of time, or at its limits.

use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    time::{Duration, Instant},
};

/// What another thread can do to a running search: stop it, or set the time it has left (as at a ponder hit).
#[derive(Debug)]
pub struct Control {
    began: Instant,
    stop: AtomicBool,
    /// Microseconds from the beginning after which no new iteration begins.
    soft: AtomicU64,
    /// Microseconds from the beginning after which the search ends.
    hard: AtomicU64,
}

impl Default for Control {
    fn default() -> Self {
        let never = || AtomicU64::new(u64::MAX);
        Self { began: Instant::now(), stop: AtomicBool::new(false), soft: never(), hard: never() }
    }
}

impl Control {
    /// No limit of time; the clock runs.
    pub fn new() -> Self {
        Self::default()
    }

    /// Time from now on: no new iteration after `soft` (a little more or less, as the search goes), and the
    /// end at `hard`.
    pub fn limit(&self, soft: Duration, hard: Duration) {
        let now = self.began.elapsed();
        let micros = |time: Duration| u64::try_from((now + time).as_micros()).unwrap_or(u64::MAX);
        self.soft.store(micros(soft), Ordering::Relaxed);
        self.hard.store(micros(hard), Ordering::Relaxed);
    }

    /// Ends the search as soon as it looks.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the search was stopped.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Whether there is a limit of time.
    pub(crate) fn is_timed(&self) -> bool {
        self.hard.load(Ordering::Relaxed) != u64::MAX
    }

    /// Whether the search must end now.
    pub fn is_over(&self) -> bool {
        let hard = self.hard.load(Ordering::Relaxed);
        self.is_stopped() || (hard != u64::MAX && self.began.elapsed().as_micros() as u64 >= hard)
    }

    /// Whether another iteration is no longer worth its time; `share` scales the time, 1 being usual.
    pub(crate) fn is_enough(&self, share: f64) -> bool {
        let soft = self.soft.load(Ordering::Relaxed);
        soft != u64::MAX && self.began.elapsed().as_micros() as f64 >= soft as f64 * share
    }
}

/// How far to search, besides the time.
#[derive(Clone, Debug)]
pub struct Limits<M> {
    /// The last iteration's depth in plies.
    pub depth: u32,
    /// Nodes of all threads together; exact with one thread.
    pub nodes: u64,
    /// The moves to be looked at; all if empty.
    pub moves: Vec<M>,
    /// After so many plies the game ends as a draw, if the rules say so.
    pub plies: Option<usize>,
    /// How many of the best moves get a line of their own; at least 1.
    pub lines: usize,
}

impl<M> Default for Limits<M> {
    fn default() -> Self {
        Self { depth: u32::MAX, nodes: u64::MAX, moves: Vec::new(), plies: None, lines: 1 }
    }
}
