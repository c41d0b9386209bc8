//! How long to think, by what `go` says.

use crate::command::Go;
use std::time::Duration;
use yomikiri_core::{
    Side,
    play::{Clock, MoveTime},
};

/// What a side's move may take, if its time is limited at all. `margin` milliseconds are kept for what lies
/// between the engine and the clock.
pub fn move_time(go: &Go<'_>, side: Side, margin: u64) -> Option<MoveTime> {
    if let Some(time) = go.move_time {
        // Whoever gives a time for one move measures; a share of it would be missed.
        let time = time.saturating_sub(margin.min(time / 50 + 1));
        return Some(MoveTime::whole(Duration::from_millis(time)));
    }
    if go.infinite || (go.left == [None; 2] && go.byoyomi.is_none() && go.increment == [0; 2]) {
        return None;
    }
    let increment = go.increment[side.index()];
    // Programs that add an increment before the move begin with nothing; by others there is nothing left at
    // all.
    let left = go.left[side.index()].filter(|left| *left > 0).unwrap_or(increment);
    let clock = Clock {
        left: Duration::from_millis(left),
        moves: 0,
        increment: Duration::from_millis(increment),
        byoyomi: go.byoyomi.map(Duration::from_millis),
    };
    Some(clock.move_time(Duration::from_millis(margin)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_never_overstepped() {
        let of = |go: &Go<'_>| {
            let time = move_time(go, Side::Second, 30);
            time.map(|time| (time.soft.as_millis(), time.hard.as_millis()))
        };
        let clock = |left, byoyomi| Go { left: [None, Some(left)], byoyomi: Some(byoyomi), ..Go::default() };
        assert_eq!(of(&Go::default()), None);
        assert_eq!(of(&Go { infinite: true, ..clock(1000, 0) }), None);
        assert_eq!(of(&Go { move_time: Some(100), ..Go::default() }), Some((194, 97)));
        assert_eq!(of(&clock(0, 1000)), Some((1940, 970)));
        assert_eq!(of(&clock(60_000, 0)), Some((2_400, 20_000)));
        assert!(of(&clock(u64::MAX, u64::MAX)).is_some());
        let increment_alone = Go { left: [Some(0); 2], increment: [2000; 2], ..Go::default() };
        assert_eq!(of(&increment_alone), Some((666, 666)));
        assert_eq!(of(&Go { increment: [9000; 2], ..clock(1000, 0) }), Some((333, 333)));
    }
}
