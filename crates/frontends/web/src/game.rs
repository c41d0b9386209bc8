//! A game in play: what the address says of it besides its moves.

use crate::{fault::Fault, reader::parameter, source::Strength};
use axum::http::{StatusCode, Uri};
use yomikiri_core::Side;

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
}

impl Game {
    /// The game that an address tells; `None` where it is none.
    ///
    /// # Errors
    /// A side or a strength that there is not.
    pub fn of(uri: &Uri) -> Result<Option<Self>, Fault> {
        let bad = |why: &str| Fault::Body(StatusCode::BAD_REQUEST, why.to_owned());
        let yours = match parameter(uri, "play").as_deref() {
            None => return Ok(None),
            Some("first") => Side::First,
            Some("second") => Side::Second,
            Some(_) => return Err(bad("play: expected first or second")),
        };
        let strength = match parameter(uri, "level").as_deref() {
            None => Strength::Level(USUAL),
            Some("perfect") => Strength::Perfect,
            Some(text) => {
                let level = text.parse().ok().filter(|level| (1..=Strength::LEVELS).contains(level));
                Strength::Level(level.ok_or_else(|| bad("level: expected 1 to 9 or perfect"))?)
            }
        };
        let is_set = |name| parameter(uri, name).is_some();
        Ok(Some(Self { yours, strength, hint: is_set("hint"), resigned: is_set("resign") }))
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
        format!("play={side}&level={level}{hint}{resign}")
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
        ] {
            let uri: Uri = format!("/lions/2d2c?{query}").parse().unwrap();
            assert_eq!(Game::of(&uri).unwrap().unwrap().query(), query);
        }
        assert_eq!(Game::of(&"/lions?level=3".parse().unwrap()).unwrap(), None);
        let usual = Game::of(&"/lions?play=first".parse().unwrap()).unwrap().unwrap();
        assert_eq!(usual.strength, Strength::Level(USUAL));
        for query in ["play=third", "play=first&level=0", "play=first&level=10", "play=first&level=x"] {
            assert!(Game::of(&format!("/lions?{query}").parse().unwrap()).is_err(), "{query}");
        }
    }
}
