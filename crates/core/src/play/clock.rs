//! How long to think.

use std::time::Duration;

/// What a side has left before a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// For the rest of the game, or for so many `moves`.
    pub left: Duration,
    /// The moves that `left` is for; 0 where it is for the rest of the game.
    pub moves: u32,
    /// What each move made adds (Fischer).
    pub increment: Duration,
    /// What each move may take when nothing is left (秒読み), if the game goes on then: with `moves`, once
    /// they are made.
    pub byoyomi: Option<Duration>,
}

/// What one move may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveTime {
    /// After this no new iteration should begin.
    pub soft: Duration,
    /// This must not be overstepped.
    pub hard: Duration,
}

/// Moves that the time left must suffice for where nobody says for how many it is.
const MOVES: u64 = 25;

/// What a move may take of the time left, one in so many, or all if it is for this move alone.
const MOST: u64 = 3;

impl MoveTime {
    /// Just so long, wherever an iteration stands.
    pub const fn exactly(time: Duration) -> Self {
        Self { soft: time, hard: time }
    }

    /// All of a time, at least a millisecond: nothing is saved by ending early.
    pub fn whole(time: Duration) -> Self {
        let hard = time.max(Duration::from_millis(1));
        Self { soft: hard.saturating_mul(2), hard }
    }
}

impl Clock {
    /// What a move may take, in whole milliseconds. `margin` is kept for what lies between the player and the
    /// clock.
    #[must_use]
    pub fn move_time(&self, margin: Duration) -> MoveTime {
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        // Time for some moves that runs out before they are made is all that there is.
        let byoyomi = self.byoyomi.filter(|_| self.moves == 0).unwrap_or_default();
        let (left, byoyomi) = (millis(self.left), millis(byoyomi));
        let last = left.saturating_add(byoyomi).saturating_sub(millis(margin));
        if left < byoyomi {
            // What is not used of it is lost.
            return MoveTime::whole(Duration::from_millis(last));
        }
        let moves = if self.moves > 0 { self.moves.into() } else { MOVES };
        let usual = (left / moves).saturating_add(byoyomi).saturating_add(millis(self.increment) / 4 * 3);
        let hard = (left / MOST.min(moves)).saturating_add(byoyomi).min(last);
        let time = |millis: u64| Duration::from_millis(millis.max(1));
        MoveTime { soft: time(usual.min(last).min(hard)), hard: time(hard) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Time for so many moves is shared out among them, and suffices.
    #[test]
    fn time_for_some_moves_is_for_these() {
        let of = |moves| {
            let byoyomi = Some(Duration::from_secs(3)).filter(|_| moves > 0);
            let clock = Clock { left: Duration::from_mins(1), moves, byoyomi, ..Clock::default() };
            let time = clock.move_time(Duration::from_millis(30));
            (time.soft.as_millis(), time.hard.as_millis())
        };
        assert_eq!(of(0), (2_400, 20_000));
        assert_eq!(of(60), (1_000, 20_000));
        assert_eq!(of(10), (6_000, 20_000));
        assert_eq!(of(2), (30_000, 30_000));
        assert_eq!(of(1), (59_970, 59_970));
    }

    #[test]
    fn time_is_never_overstepped() {
        let of = |left, byoyomi| {
            let byoyomi = Some(Duration::from_millis(byoyomi));
            let clock = Clock { left: Duration::from_millis(left), byoyomi, ..Clock::default() };
            let time = clock.move_time(Duration::from_millis(30));
            (time.soft.as_millis(), time.hard.as_millis())
        };
        assert_eq!(of(0, 1000), (1940, 970));
        assert_eq!(of(0, 0), (1, 1));
        assert_eq!(of(60_000, 0), (2_400, 20_000));
        of(u64::MAX, u64::MAX);
        for left in (0..3000).step_by(7) {
            for byoyomi in [0, 10, 100, 1000] {
                let (soft, hard) = of(left, byoyomi);
                let last = u128::from(left + byoyomi);
                assert!(soft <= 2 * hard && (hard + 30 <= last || hard == 1), "{left} {byoyomi}");
            }
        }
    }
}
