//! When a search that runs must end.

use crate::play::MoveTime;
use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    time::{Duration, Instant},
};

/// What other threads can do to a running search: stop it, or set the time it has left (as at a ponder hit).
/// Its clock runs from when it is made.
#[derive(Debug)]
pub struct Stop {
    began: Instant,
    stopped: AtomicBool,
    /// Microseconds from the beginning after which no new iteration begins.
    soft: AtomicU64,
    /// Microseconds from the beginning after which the search ends.
    hard: AtomicU64,
}

impl Default for Stop {
    fn default() -> Self {
        let never = || AtomicU64::new(u64::MAX);
        Self { began: Instant::now(), stopped: AtomicBool::new(false), soft: never(), hard: never() }
    }
}

impl Stop {
    /// No limit of time; the clock runs.
    pub fn new() -> Self {
        Self::default()
    }

    /// Time from now on: no new iteration after `soft` (a little more or less, as the search goes), and the
    /// end at `hard`.
    pub fn limit(&self, time: MoveTime) {
        let now = self.began.elapsed();
        let micros = |time: Duration| u64::try_from((now + time).as_micros()).unwrap_or(u64::MAX);
        self.soft.store(micros(time.soft), Relaxed);
        self.hard.store(micros(time.hard), Relaxed);
    }

    /// Ends the search as soon as it looks.
    pub fn stop(&self) {
        self.stopped.store(true, Relaxed);
    }

    /// Whether the search was stopped, which a deadline does not do.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Relaxed)
    }

    /// The time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Whether there is a limit of time.
    pub fn is_timed(&self) -> bool {
        self.hard.load(Relaxed) != u64::MAX
    }

    /// The time until the search must end, if there is a limit.
    pub fn left(&self) -> Option<Duration> {
        let hard = Some(self.hard.load(Relaxed)).filter(|&hard| hard != u64::MAX)?;
        Some(Duration::from_micros(hard).saturating_sub(self.began.elapsed()))
    }

    /// Whether the search must end now.
    pub fn is_over(&self) -> bool {
        let hard = self.hard.load(Relaxed);
        self.is_stopped() || (hard != u64::MAX && self.began.elapsed().as_micros() as u64 >= hard)
    }

    /// Whether another iteration is no longer worth its time; `share` scales the time, 1 being usual.
    pub fn is_enough(&self, share: f64) -> bool {
        let soft = self.soft.load(Relaxed);
        soft != u64::MAX && self.began.elapsed().as_micros() as f64 >= soft as f64 * share
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deadline_and_a_word_end_a_search() {
        let stop = Stop::new();
        assert!(!stop.is_over() && !stop.is_timed() && !stop.is_enough(0.0));
        stop.limit(MoveTime::exactly(Duration::from_secs(1000)));
        assert!(!stop.is_over() && stop.is_timed() && !stop.is_enough(1.0) && stop.is_enough(0.0));
        stop.limit(MoveTime { soft: Duration::ZERO, hard: Duration::ZERO });
        assert!(stop.is_over() && stop.is_enough(1.0) && !stop.is_stopped());
        let stop = Stop::new();
        stop.stop();
        assert!(stop.is_over() && stop.is_stopped());
    }
}
