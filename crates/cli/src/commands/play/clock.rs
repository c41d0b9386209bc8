//! The clock of a game in a terminal.

use std::time::{Duration, Instant};
pub use yomikiri_core::play::{TimeControl, shown_time as shown};
use yomikiri_core::{Side, play::Clock};

/// The clock of a game.
#[derive(Clone, Debug)]
pub struct GameClock {
    control: TimeControl,
    left: [Duration; 2],
    /// Whose time runs, since when.
    running: Option<(Side, Instant)>,
}

impl GameClock {
    pub const fn new(control: TimeControl) -> Self {
        Self { control, left: [control.main; 2], running: None }
    }

    /// The clock of another game with as much time.
    pub const fn anew(&self) -> Self {
        Self::new(self.control)
    }

    /// The time of a side runs from now on.
    pub fn start(&mut self, side: Side) {
        if self.running.is_none_or(|(running, _)| running != side) {
            self.stop();
            self.running = Some((side, Instant::now()));
        }
    }

    /// No time runs.
    pub fn stop(&mut self) {
        if let Some((side, since)) = self.running.take() {
            self.spend(side, since.elapsed());
        }
    }

    /// It as it stood when the running move began; no time runs.
    pub fn before_move(&self) -> Self {
        Self { running: None, ..self.clone() }
    }

    /// Takes so much from what a side has left.
    pub fn spend(&mut self, side: Side, time: Duration) {
        let left = &mut self.left[side.index()];
        *left = left.saturating_sub(time);
    }

    /// A side has moved: its time no longer runs, and an increment is added to it.
    pub fn press(&mut self, side: Side) {
        self.stop();
        self.left[side.index()] += self.control.increment;
    }

    /// What a side has left, of the byoyomi where nothing else is.
    pub fn left(&self, side: Side) -> Duration {
        let spent = self.spent(side);
        let (left, byoyomi) = (self.left[side.index()], self.control.byoyomi);
        match left.checked_sub(spent) {
            Some(left) if !left.is_zero() => left,
            _ => (left + byoyomi).saturating_sub(spent),
        }
    }

    /// The time that runs of a side's present move.
    fn spent(&self, side: Side) -> Duration {
        let running = self.running.filter(|(running, _)| *running == side);
        running.map_or(Duration::ZERO, |(_, since)| since.elapsed())
    }

    /// The side whose time is up.
    pub fn fallen(&self) -> Option<Side> {
        let (side, _) = self.running?;
        self.left(side).is_zero().then_some(side)
    }

    /// The clock as players are told of it.
    pub fn of(&self, side: Side) -> Clock {
        self.control.clock(self.left[side.index()].saturating_sub(self.spent(side)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ago(seconds: u64) -> Instant {
        Instant::now().checked_sub(Duration::from_secs(seconds)).expect("the machine runs for longer")
    }

    #[test]
    fn time_runs_for_one_side_and_the_flag_falls() {
        let mut clock = GameClock::new(TimeControl::parse("10s+2s").unwrap());
        clock.running = Some((Side::First, ago(4)));
        assert_eq!((clock.left(Side::First).as_secs(), clock.left(Side::Second).as_secs()), (5, 10));
        clock.start(Side::First);
        clock.press(Side::First);
        assert_eq!((clock.left(Side::First).as_secs(), clock.fallen()), (7, None));
        clock.running = Some((Side::Second, ago(11)));
        assert_eq!(clock.fallen(), Some(Side::Second));
    }

    #[test]
    fn time_is_spent_where_another_runs_and_given_back_with_a_move() {
        let mut clock = GameClock::new(TimeControl::parse("10s+2s").unwrap());
        clock.running = Some((Side::First, ago(4)));
        let before = clock.before_move();
        clock.start(Side::Second);
        assert_eq!(clock.left(Side::First).as_secs(), 5);
        clock.press(Side::Second);
        assert_eq!((before.left(Side::First).as_secs(), before.left(Side::Second).as_secs()), (10, 10));
        assert_eq!(before.fallen(), None);
    }

    #[test]
    fn byoyomi_begins_where_nothing_else_is_left() {
        let mut clock = GameClock::new(TimeControl::parse("5s/10s").unwrap());
        let after = |seconds| Some((Side::First, ago(seconds)));
        clock.running = after(12);
        assert_eq!((clock.left(Side::First).as_secs(), clock.fallen()), (2, None));
        clock.press(Side::First);
        clock.running = after(9);
        assert_eq!(
            (clock.left(Side::First).as_millis() > 0, clock.of(Side::First).left),
            (true, Duration::ZERO)
        );
        clock.running = after(10);
        assert_eq!(clock.fallen(), Some(Side::First));
    }
}
