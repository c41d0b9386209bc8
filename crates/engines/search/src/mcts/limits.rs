//! When a search ends.

use std::time::Instant;
use yomikiri_core::play::Limits;

/// How many simulations are still to come, as far as can be told after so many; `None` if there is no limit.
pub fn left(limits: &Limits, done: u64, began: Instant) -> Option<u64> {
    let by_count = limits.nodes.map(|count| count.saturating_sub(done));
    let by_time = limits.time.map(|time| {
        let spent = began.elapsed();
        let rest = time.saturating_sub(spent);
        let share = rest.as_secs_f64() / spent.as_secs_f64().max(1e-6);
        // At least one, as long as the time is not over.
        ((done as f64 * share) as u64).saturating_add(u64::from(!rest.is_zero()))
    });
    by_count.into_iter().chain(by_time).min()
}
