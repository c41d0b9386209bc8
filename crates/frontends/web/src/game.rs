//! A game in play: what the address says of it besides its moves.

use crate::{
    fault::{ANY_LEVEL, CLOCK, EITHER_SIDE, Fault, NO_TIMES},
    reader::parameter,
    source::Strength,
};
use axum::http::Uri;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use yomikiri_core::{
    Side,
    play::{Clock, Forfeit, TimeControl},
};

/// The level of a player where none is asked for.
const USUAL: u8 = 3;

/// A game of a reader against a player, as the parameters of the address tell it: `play`, `level`, `hint`,
/// `resign`. The moves are the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game {
    /// The reader's side.
    pub yours: Side,
    pub strength: Strength,
    /// Whether the reader wants to be told what moves are worth.
    pub hint: bool,
    /// Whether the reader has resigned.
    pub resigned: bool,
    /// The clock, if the game has one.
    pub timing: Option<Timing>,
}

/// The clock of a game, whole in its address: what both sides had left when the reader's turn began, and when
/// that was. So it runs on whether the page is open or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    control: TimeControl,
    /// What the first and the second player have left; none before the game has begun.
    running: Option<([Duration; 2], SystemTime)>,
}

impl Timing {
    /// The clock that an address tells, in its parameters `clock`, `left` and `since`.
    fn of(uri: &Uri) -> Result<Option<Self>, Fault> {
        let Some(text) = parameter(uri, "clock").filter(|text| !text.is_empty()) else { return Ok(None) };
        // A plus that was not escaped is a blank.
        let control = TimeControl::parse(&text.replace(' ', "+"))
            .map_err(|expected| Fault::bad(CLOCK.with(expected.told())))?;
        let running = match (parameter(uri, "left"), parameter(uri, "since")) {
            (Some(left), Some(since)) => Some(running(&left, &since).ok_or_else(|| Fault::bad(NO_TIMES))?),
            _ => None,
        };
        Ok(Some(Self { control, running }))
    }

    fn query(self) -> String {
        let control = self.control.to_string().replace('+', "%2B").replace('/', "%2F");
        let Some((left, since)) = self.running else { return format!("&clock={control}") };
        let millis = |time: Duration| time.as_millis();
        let since = since.duration_since(UNIX_EPOCH).map_or(0, millis);
        format!("&clock={control}&left={}.{}&since={since}", millis(left[0]), millis(left[1]))
    }

    /// Whether the game has begun.
    pub const fn is_running(self) -> bool {
        self.running.is_some()
    }

    fn left(self) -> [Duration; 2] {
        self.running.map_or([self.control.main; 2], |(left, _)| left)
    }

    /// The same with the reader's turn beginning now.
    pub fn started(self, now: SystemTime) -> Self {
        Self { running: Some((self.left(), now)), ..self }
    }

    /// The same for a game that begins anew.
    pub const fn anew(self) -> Self {
        Self { running: None, ..self }
    }

    /// How long the reader's turn goes on.
    pub fn spent(self, now: SystemTime) -> Duration {
        self.running.and_then(|(_, since)| now.duration_since(since).ok()).unwrap_or_default()
    }

    /// The clock after a move of a side that took so long; none if its time is up.
    pub fn after(self, side: Side, spent: Duration) -> Option<Self> {
        let (mut left, since) = (self.left(), self.running?.1);
        left[side.index()] = self.control.after(left[side.index()], spent)?;
        Some(Self { running: Some((left, since)), ..self })
    }

    /// What a side is shown to have left, its turn going on for so long; of the byoyomi if nothing else.
    pub fn shown(self, side: Side, spent: Duration) -> Duration {
        let left = self.left()[side.index()];
        left.checked_sub(spent)
            .filter(|left| !left.is_zero())
            .unwrap_or_else(|| (left + self.control.byoyomi).saturating_sub(spent))
    }

    /// How long the turn of a side may still go on.
    pub fn whole(self, side: Side, spent: Duration) -> Duration {
        (self.left()[side.index()] + self.control.byoyomi).saturating_sub(spent)
    }

    /// What each move may take when nothing else is left.
    pub const fn byoyomi(self) -> Duration {
        self.control.byoyomi
    }

    /// The clock as a player is told of it.
    pub fn clock(self, side: Side) -> Clock {
        self.control.clock(self.left()[side.index()])
    }
}

/// The parameters that tell of a forfeit of whoever is to move to the address of a record.
pub const fn forfeit_query(forfeit: Option<Forfeit>) -> &'static str {
    match forfeit {
        None => "",
        Some(Forfeit::Resigned) => "&resign=1",
        Some(Forfeit::TimeUp) => "&timeup=1",
    }
}

/// The forfeit that the address of a record tells.
pub fn forfeit_of(uri: &Uri) -> Option<Forfeit> {
    let is_set = |name| parameter(uri, name).is_some();
    is_set("resign").then_some(Forfeit::Resigned).or_else(|| is_set("timeup").then_some(Forfeit::TimeUp))
}

/// Two times in milliseconds with a point between them, and a moment in milliseconds since 1970.
fn running(left: &str, since: &str) -> Option<([Duration; 2], SystemTime)> {
    /// The longest time, in milliseconds: a year.
    const LONGEST: u64 = 366 * 86_400_000;
    let (first, second) = left.split_once('.')?;
    let time = |text: &str| text.parse().ok().filter(|time| *time <= LONGEST).map(Duration::from_millis);
    let since = UNIX_EPOCH.checked_add(Duration::from_millis(since.parse().ok()?))?;
    Some(([time(first)?, time(second)?], since))
}

impl Game {
    /// The game that an address tells; `None` where it is none.
    ///
    /// # Errors
    /// A side or a strength that there is not.
    pub fn of(uri: &Uri) -> Result<Option<Self>, Fault> {
        let yours = match parameter(uri, "play").as_deref() {
            None => return Ok(None),
            Some("first") => Side::First,
            Some("second") => Side::Second,
            Some(_) => return Err(Fault::bad(EITHER_SIDE)),
        };
        let strength = match parameter(uri, "level").as_deref() {
            None => Strength::Level(USUAL),
            Some("perfect") => Strength::Perfect,
            Some(text) => {
                let level = text.parse().ok().filter(|level| (1..=Strength::LEVELS).contains(level));
                Strength::Level(level.ok_or_else(|| Fault::bad(ANY_LEVEL))?)
            }
        };
        let is_set = |name| parameter(uri, name).is_some();
        let timing = Timing::of(uri)?;
        Ok(Some(Self { yours, strength, hint: is_set("hint"), resigned: is_set("resign"), timing }))
    }

    /// Why the reader has lost otherwise than by the rules, `mover` being to move.
    pub fn forfeit(&mut self, mover: Side, now: SystemTime) -> Option<Forfeit> {
        if self.resigned {
            return Some(Forfeit::Resigned);
        }
        self.look_at_clock(mover, now).then_some(Forfeit::TimeUp)
    }

    /// Whether the reader's time is up, `mover` being to move. A reader who has moved gets the increment.
    fn look_at_clock(&mut self, mover: Side, now: SystemTime) -> bool {
        let Some(timing) = self.timing.filter(|timing| timing.is_running()) else { return false };
        let spent = timing.spent(now);
        if mover == self.yours {
            return timing.whole(mover, spent).is_zero();
        }
        let after = timing.after(self.yours, spent);
        self.timing = after.or(self.timing);
        after.is_none()
    }

    /// The parameters.
    pub fn query(self) -> String {
        let side = match self.yours {
            Side::First => "first",
            Side::Second => "second",
        };
        let level = match self.strength {
            Strength::Level(level) => level.to_string(),
            Strength::Perfect => "perfect".into(),
        };
        let (hint, resign) =
            (if self.hint { "&hint=1" } else { "" }, if self.resigned { "&resign=1" } else { "" });
        let timing = self.timing.map_or_else(String::new, Timing::query);
        format!("play={side}&level={level}{hint}{resign}{timing}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_its_parameters() {
        for query in [
            "play=first&level=1",
            "play=second&level=9&hint=1",
            "play=first&level=perfect",
            "play=second&level=4&hint=1&resign=1",
            "play=first&level=3&clock=300s%2B3s",
            "play=first&level=3&clock=0s%2F30s&left=0.0&since=1764057600000",
        ] {
            let uri: Uri = format!("/lions/2d2c?{query}").parse().unwrap();
            assert_eq!(Game::of(&uri).unwrap().unwrap().query(), query);
        }
        let typed: Uri = "/lions?play=first&clock=5m+3s".parse().unwrap();
        assert_eq!(Game::of(&typed).unwrap().unwrap().query(), "play=first&level=3&clock=300s%2B3s");
        assert_eq!(Game::of(&"/lions?level=3".parse().unwrap()).unwrap(), None);
        let usual = Game::of(&"/lions?play=first".parse().unwrap()).unwrap().unwrap();
        assert_eq!(usual.strength, Strength::Level(USUAL));
        for query in [
            "play=third",
            "play=first&level=0",
            "play=first&level=10",
            "play=first&level=x",
            "play=first&clock=5",
            "play=first&clock=5m&left=1&since=2",
            "play=first&clock=5m&left=1.99999999999999&since=0",
            "play=first&clock=5m&left=1.1&since=99999999999999999999",
        ] {
            assert!(Game::of(&format!("/lions?{query}").parse().unwrap()).is_err(), "{query}");
        }
    }

    #[test]
    fn time_runs_from_the_address_on() {
        let now = UNIX_EPOCH + Duration::from_secs(1_000_000);
        let uri: Uri = "/lions?play=first&clock=10s+2s".parse().unwrap();
        let timing = Game::of(&uri).unwrap().unwrap().timing.unwrap().started(now);
        let after = timing.after(Side::First, Duration::from_secs(4)).unwrap();
        assert_eq!(after.left().map(|left| left.as_secs()), [8, 10]);
        assert_eq!(timing.spent(now + Duration::from_secs(4)).as_secs(), 4);
        assert_eq!(timing.shown(Side::First, Duration::from_secs(4)).as_secs(), 6);
        assert_eq!(timing.after(Side::First, Duration::from_secs(10)), None);
        assert_eq!(timing.anew().running, None);
        // A clock that was set back takes no time.
        assert_eq!(timing.spent(UNIX_EPOCH), Duration::ZERO);
    }
}
