//! When a search ends.

use std::time::{Duration, Instant};

/// Whatever is reached first ends the search; so does a move that no other can overtake any more.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// No more simulations than this.
    pub simulations: Option<u64>,
    /// No longer than this.
    pub time: Option<Duration>,
}

impl Limits {
    /// So many simulations.
    pub const fn simulations(count: u64) -> Self {
        Self { simulations: Some(count), time: None }
    }

    /// So long.
    pub const fn time(time: Duration) -> Self {
        Self { simulations: None, time: Some(time) }
    }

    /// How many simulations are still to come, as far as can be told after so many; `None` if there is no
    /// limit.
    pub(super) fn left(&self, done: u64, began: Instant) -> Option<u64> {
        let by_count = self.simulations.map(|count| count.saturating_sub(done));
        let by_time = self.time.map(|time| {
            let spent = began.elapsed();
            let rest = time.saturating_sub(spent);
            let share = rest.as_secs_f64() / spent.as_secs_f64().max(1e-6);
            // At least one, as long as the time is not over.
            (done as f64 * share) as u64 + u64::from(!rest.is_zero())
        });
        by_count.into_iter().chain(by_time).min()
    }
}
