//! How long to think.

use crate::command::Go;
use std::time::Duration;
use yomikiri_core::Side;

/// Moves that the time left must suffice for.
const MOVES: u64 = 25;

/// What a move may take of the time left, one in so many.
const MOST: u64 = 3;

/// The time that no new iteration should begin after, and the time that must not be overstepped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    pub soft: Duration,
    pub hard: Duration,
}

impl Plan {
    /// All of a time: nothing is saved by ending early.
    fn whole(time: u64) -> Self {
        let hard = Duration::from_millis(time.max(1));
        Self { soft: hard.saturating_mul(2), hard }
    }

    fn millis(soft: u64, hard: u64) -> Self {
        let millis = |time: u64| Duration::from_millis(time.max(1));
        Self { soft: millis(soft.min(hard)), hard: millis(hard) }
    }
}

/// The plan for a side's move, if the clock limits it at all. `margin` milliseconds are kept for what lies
/// between the engine and the clock.
pub fn plan(go: &Go<'_>, side: Side, margin: u64) -> Option<Plan> {
    if let Some(time) = go.move_time {
        // Whoever gives a time for one move measures; a share of it would be missed.
        let time = time.saturating_sub(margin.min(time / 50 + 1));
        return Some(Plan::whole(time));
    }
    if go.infinite || (go.left == [None; 2] && go.byoyomi.is_none() && go.increment == [0; 2]) {
        return None;
    }
    let (left, extra) = (go.left[side.index()].unwrap_or(0), go.increment[side.index()]);
    let byoyomi = go.byoyomi.unwrap_or(0);
    let last = left.saturating_add(byoyomi).saturating_sub(margin);
    if left < byoyomi {
        // What is not used of it is lost.
        return Some(Plan::whole(last));
    }
    let soft = (left / MOVES).saturating_add(byoyomi).saturating_add(extra / 4 * 3);
    let hard = (left / MOST).saturating_add(byoyomi).min(last);
    Some(Plan::millis(soft.min(last), hard))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(go: &Go<'_>) -> Option<(u128, u128)> {
        plan(go, Side::Second, 30).map(|plan| (plan.soft.as_millis(), plan.hard.as_millis()))
    }

    #[test]
    fn time_is_never_overstepped() {
        let clock = |left, byoyomi| Go { left: [None, Some(left)], byoyomi: Some(byoyomi), ..Go::default() };
        assert_eq!(of(&Go::default()), None);
        assert_eq!(of(&Go { infinite: true, ..clock(1000, 0) }), None);
        assert_eq!(of(&Go { move_time: Some(100), ..Go::default() }), Some((194, 97)));
        assert_eq!(of(&clock(0, 1000)), Some((1940, 970)));
        assert_eq!(of(&clock(0, 0)), Some((1, 1)));
        assert_eq!(of(&clock(60_000, 0)), Some((2_400, 20_000)));
        assert!(of(&clock(u64::MAX, u64::MAX)).is_some());
        for left in (0..3000).step_by(7) {
            for byoyomi in [0, 10, 100, 1000] {
                let (soft, hard) = of(&clock(left, byoyomi)).unwrap();
                let last = u128::from(left + byoyomi);
                assert!(soft <= 2 * hard && (hard + 30 <= last || hard == 1), "{left} {byoyomi}");
            }
        }
    }
}
