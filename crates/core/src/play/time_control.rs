//! The time of a game for both players: `5m+3s`, five minutes and three seconds for each move made; `5m/10s`,
//! five minutes and then ten seconds a move (秒読み).

use crate::{ParseError, play::Clock};
use std::{fmt, time::Duration};

crate::phrases! { words;
    NO_TIME: "expected a time such as 5m, 5m+3s or 5m/10s, at most a day", "5m、5m+3s、5m/10sのような24時間以内の時間が必要です";
}

/// How much time a game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// What each side has at the start.
    pub main: Duration,
    /// What each move made adds.
    pub increment: Duration,
    /// What each move may take when nothing else is left.
    pub byoyomi: Duration,
}

/// The longest time of a game.
const LONGEST: Duration = Duration::from_hours(24);

impl TimeControl {
    /// Reads a time control.
    ///
    /// # Errors
    /// A sentence that says what was expected.
    ///
    /// ```
    /// use yomikiri_core::play::TimeControl;
    ///
    /// let control = TimeControl::parse("1m30s+3s").unwrap();
    /// assert_eq!((control.main.as_secs(), control.increment.as_secs()), (90, 3));
    /// assert_eq!(control.to_string(), "90s+3s");
    /// ```
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let wrong = || ParseError::new(NO_TIME);
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
        let is_some = !main.max(byoyomi).is_zero() && main.max(increment).max(byoyomi) <= LONGEST;
        if is_some { Ok(Self { main, increment, byoyomi }) } else { Err(wrong()) }
    }

    /// What is left after a move that took so long: none if that was too long.
    pub fn after(&self, left: Duration, spent: Duration) -> Option<Duration> {
        let is_in_time = spent < left + self.byoyomi;
        is_in_time.then(|| left.saturating_sub(spent) + self.increment)
    }

    /// The clock of a side that has so much left, as players are told of it.
    pub fn clock(&self, left: Duration) -> Clock {
        let byoyomi = Some(self.byoyomi).filter(|byoyomi| !byoyomi.is_zero());
        Clock { left, moves: 0, increment: self.increment, byoyomi }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}s", self.main.as_secs())?;
        match (self.increment.as_secs(), self.byoyomi.as_secs()) {
            (0, 0) => Ok(()),
            (0, byoyomi) => write!(f, "/{byoyomi}s"),
            (increment, _) => write!(f, "+{increment}s"),
        }
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

/// A time as clocks show it: `4:07`; with tenths in the last ten seconds.
pub fn shown_time(time: Duration) -> String {
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
        for wrong in [
            "",
            "5",
            "m",
            "0s",
            "5m+",
            "5m-3s",
            "25h",
            "5m+3",
            "99999999999999999999h",
            "18446744073709551615s/1s",
            "５m",
        ] {
            assert!(read(wrong).unwrap_err().to_string().contains("5m+3s"), "{wrong}");
        }
    }

    #[test]
    fn a_move_takes_time_and_adds_some() {
        let control = |text| TimeControl::parse(text).unwrap();
        let after = |text, left, spent| {
            control(text)
                .after(Duration::from_secs(left), Duration::from_secs(spent))
                .map(|left| left.as_secs())
        };
        assert_eq!(after("10s+2s", 10, 4), Some(8));
        assert_eq!((after("10s+2s", 10, 10), after("10s", 3, 4)), (None, None));
        assert_eq!(
            (after("5s/10s", 5, 14), after("5s/10s", 5, 15), after("5s/10s", 0, 9)),
            (Some(0), None, Some(0))
        );
        for text in ["90s", "300s+3s", "0s/30s"] {
            assert_eq!(control(text).to_string(), text);
        }
    }

    #[test]
    fn times_are_shown() {
        let shown = |millis| shown_time(Duration::from_millis(millis));
        assert_eq!([shown(7_450), shown(67_000), shown(3_661_000)], ["7.4", "1:07", "1:01:01"]);
    }
}
