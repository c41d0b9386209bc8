//! The time of both players: `5m+3s`, five minutes and three seconds for each move made; `5m/10s`, five
//! minutes and then ten seconds a move (秒読み).

use std::time::{Duration, Instant};
use yomikiri_core::{Side, play::Clock};

/// How much time a game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    main: Duration,
    increment: Duration,
    byoyomi: Duration,
}

/// The longest time of a game.
const LONGEST: Duration = Duration::from_hours(24);

impl TimeControl {
    /// Reads a time control.
    pub fn parse(text: &str) -> Result<Self, String> {
        let wrong = || "expected a time such as 5m, 5m+3s or 5m/10s, at most a day".to_owned();
        let (main, rest) = match text.find(['+', '/']) {
            Some(at) => (&text[..at], Some((&text[at..=at], &text[at + 1..]))),
            None => (text, None),
        };
        let main = duration(main).ok_or_else(wrong)?;
        let (mut increment, mut byoyomi) = (Duration::ZERO, Duration::ZERO);
        match rest {
            Some(("+", more)) => increment = duration(more).ok_or_else(wrong)?,
            Some((_, more)) => byoyomi = duration(more).ok_or_else(wrong)?,
            None => {}
        }
        let is_some = !(main + byoyomi).is_zero() && main.max(increment).max(byoyomi) <= LONGEST;
        if is_some { Ok(Self { main, increment, byoyomi }) } else { Err(wrong()) }
    }
}

/// A number of hours, minutes or seconds, or several after each other: `1h30m`.
fn duration(text: &str) -> Option<Duration> {
    let (mut sum, mut number) = (0u64, String::new());
    for letter in text.chars() {
        let unit = match letter {
            '0'..='9' => {
                number.push(letter);
                continue;
            }
            'h' => 3600,
            'm' => 60,
            's' => 1,
            _ => return None,
        };
        sum = sum.checked_add(number.parse::<u64>().ok()?.checked_mul(unit)?)?;
        number.clear();
    }
    (number.is_empty() && !text.is_empty()).then(|| Duration::from_secs(sum))
}

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

    /// The time of a side runs from now on.
    pub fn start(&mut self, side: Side) {
        if self.running.is_none_or(|(running, _)| running != side) {
            self.running = Some((side, Instant::now()));
        }
    }

    /// No time runs.
    pub fn stop(&mut self) {
        if let Some((side, since)) = self.running.take() {
            self.spend(side, since.elapsed());
        }
    }

    /// Takes so much from what both have left.
    #[cfg(test)]
    pub fn set_back(&mut self, time: Duration) {
        for side in [Side::First, Side::Second] {
            self.spend(side, time);
        }
    }

    fn spend(&mut self, side: Side, time: Duration) {
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
        let byoyomi = Some(self.control.byoyomi).filter(|byoyomi| !byoyomi.is_zero());
        let left = self.left[side.index()].saturating_sub(self.spent(side));
        Clock { left, moves: 0, increment: self.control.increment, byoyomi }
    }
}

/// A time as clocks show it: `4:07`; with tenths in the last ten seconds.
pub fn shown(time: Duration) -> String {
    let seconds = time.as_secs();
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) if seconds < 10 => format!("{seconds}.{}", time.subsec_millis() / 100),
        (0, minutes, seconds) => format!("{minutes}:{seconds:02}"),
        (hours, minutes, seconds) => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ago(seconds: u64) -> Instant {
        Instant::now().checked_sub(Duration::from_secs(seconds)).expect("the machine runs for longer")
    }

    #[test]
    fn times_are_read() {
        let read = |text| {
            TimeControl::parse(text)
                .map(|control| [control.main, control.increment, control.byoyomi].map(|time| time.as_secs()))
        };
        assert_eq!(read("5m"), Ok([300, 0, 0]));
        assert_eq!(read("5m+3s"), Ok([300, 3, 0]));
        assert_eq!(read("1h30m/10s"), Ok([5400, 0, 10]));
        assert_eq!(read("0s/30s"), Ok([0, 0, 30]));
        for wrong in ["", "5", "m", "0s", "5m+", "5m-3s", "25h", "5m+3", "99999999999999999999h", "５m"] {
            assert!(read(wrong).unwrap_err().contains("5m+3s"), "{wrong}");
        }
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

    #[test]
    fn times_are_shown() {
        let shown = |millis| shown(Duration::from_millis(millis));
        assert_eq!([shown(7_450), shown(67_000), shown(3_661_000)], ["7.4", "1:07", "1:01:01"]);
    }
}
