//! What the pages ask of a game.

use std::{sync::Arc, time::SystemTime};
use yomikiri_core::{Explore, ParseError, View};

/// What is to be seen of a position.
#[derive(Clone, Debug)]
pub struct Seen {
    /// Worth, panels, and moves, best first.
    pub view: View,
    /// A best line, if one was asked for and is known.
    pub line: Vec<String>,
    /// The board on several lines.
    pub board: String,
    /// Why values are missing that the game could have, as a sentence that says what makes them.
    pub missing: Option<String>,
}

/// Why nothing is to be seen.
#[derive(Clone, Debug)]
pub enum Refusal {
    /// The text is no position.
    Parse(ParseError),
    /// The environment failed, as a sentence.
    Environment(String),
}

/// A game that is served.
pub trait Source: Send + Sync {
    /// Its name, the first part of its addresses.
    fn name(&self) -> &str;

    /// What it is, on one line.
    fn about(&self) -> &str;

    /// Its rules, to walk by; values are asked of [`see`](Self::see).
    fn rules(&self) -> Arc<dyn Explore>;

    /// When the table was written that values come from: answers of another are out of date. `None` where
    /// there is no table.
    fn edition(&self) -> Option<SystemTime>;

    /// Looks at a position; with a best line if asked. With `patient`, a position that no table holds may be
    /// solved on the spot.
    ///
    /// # Errors
    /// Text that is no position; a source of values that fails. A table that is missing or damaged is no
    /// error: what the rules know is shown, and [`Seen::missing`] says why there is no more.
    fn see(&self, pos: &str, line: bool, patient: bool) -> Result<Seen, Refusal>;

    /// What the command line's `probe --json` says of it.
    fn json(&self, seen: &Seen) -> String;
}
