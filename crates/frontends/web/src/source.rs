//! What the pages ask of a game.

use std::{sync::Arc, time::SystemTime};
use yomikiri_core::{
    Editor, Explore, Gap, Language, ParseError, Side, Value, ValueFilter, View,
    play::{Clock, Forfeit, Level, RepetitionEnd, Reply},
};

/// What is to be seen of a position.
#[derive(Clone, Debug)]
pub struct Seen {
    /// Worth, panels, and moves, best first.
    pub view: View,
    /// A best line, if one was asked for and is known.
    pub line: Vec<String>,
    /// The board on several lines.
    pub board: String,
    /// Why values are missing that the game could have.
    pub missing: Option<Missing>,
}

/// Why a table does not tell what it could.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missing {
    /// There is none.
    NoTable {
        /// The game that has none.
        game: String,
        /// The command that makes it.
        command: String,
    },
    /// It cannot be read, as a sentence.
    Unreadable(Gap),
}

/// Why nothing is to be seen.
#[derive(Clone, Debug)]
pub enum Refusal {
    /// The text is no position.
    Parse(ParseError),
    /// The text is no condition, as a sentence.
    Condition(Gap),
    /// The table does not tell.
    Table(Missing),
    /// The environment failed, as a sentence.
    Environment(Gap),
}

/// A game that is served.
pub trait Source: Send + Sync {
    /// Its name, the first part of its addresses.
    fn name(&self) -> &str;

    /// What it is, on one line.
    fn about(&self, language: Language) -> &str;

    /// Its rules, to walk by; values are asked of [`see`](Self::see).
    fn rules(&self) -> Arc<dyn Explore>;

    /// The rules as the books of the game print its moves in Japanese; none where they print names.
    fn books(&self) -> Option<Arc<dyn Explore>>;

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

    /// What the command line's `probe --json` says of a position, with a best line if asked, and `patient` as
    /// for [`see`](Self::see).
    ///
    /// # Errors
    /// Text that is no position; a table that is missing or damaged, or another source of values that fails.
    fn json(&self, pos: &str, line: bool, patient: bool) -> Result<String, Refusal>;

    /// The same of many positions, without lines and without patience, looked up together.
    ///
    /// # Errors
    /// As of [`json`](Self::json); of a text that is no position, its own.
    fn json_all(&self, positions: &[&str]) -> Result<Vec<Result<String, ParseError>>, Refusal>;

    /// Whether somebody plays against a reader: a game of two.
    fn has_player(&self) -> bool;

    /// The move of the player of a strength, within what its clock leaves if there is one, in a game told as
    /// its positions so far, the present one last.
    ///
    /// # Errors
    /// The game is over or nobody plays it; there is no table to play by.
    fn answer(&self, path: &[String], strength: Strength, clock: Option<Clock>) -> Result<Reply, Refusal>;

    /// How the game has ended by a repetition of the present position, if it has.
    fn repetition(&self, path: &[String]) -> Option<RepetitionEnd>;

    /// The side to move and the value of each position, where the game's table knows it.
    ///
    /// # Errors
    /// Text that is no position; a table that is damaged.
    fn values(&self, path: &[String]) -> Result<Vec<(Side, Option<Value>)>, Refusal>;

    /// How many positions have each value; none for a game that nobody has counted.
    ///
    /// # Errors
    /// There is no table; a table that is damaged.
    fn census(&self) -> Result<Option<Census>, Refusal>;

    /// Whoever sets up positions of the game, if somebody does.
    fn editor(&self) -> Option<&dyn Editor>;

    /// Whether there is a table for [`random`](Self::random) and [`census`](Self::census).
    fn has_table(&self) -> bool;

    /// A random position with a value that is asked for; none if none was found in the time that a reader
    /// waits, or before `is_over` said that nobody does.
    ///
    /// # Errors
    /// There is no table; a table that is damaged.
    fn random(
        &self,
        wanted: ValueFilter,
        seed: u64,
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<String>, Refusal>;

    /// The forms in which games are saved: how the names of the files end.
    fn forms(&self) -> &'static [&'static str];

    /// The same game with another deal, in a game of one player: the first of a seed, or with the cards that
    /// a record tells. None in other games, and for a text that is no deal.
    fn dealt(&self, deal: &str) -> Option<Arc<dyn Source>>;

    /// The deal that a record is of; none in games without deals, and for bytes that are no record.
    fn deal_of(&self, record: &[u8]) -> Option<String>;

    /// The record of a game, told as its positions, in one of the [`forms`](Self::forms); whoever is
    /// to move may have lost it otherwise than by the rules.
    ///
    /// # Errors
    /// Positions that do not follow each other.
    fn record(&self, path: &[String], forfeit: Option<Forfeit>, form: &str) -> Result<Vec<u8>, ParseError>;

    /// The positions of a recorded game, the start first.
    ///
    /// # Errors
    /// The bytes are no record of this game.
    fn recorded(&self, record: &[u8]) -> Result<Vec<String>, ParseError>;
}

/// The positions of a solved game that are not over, mirror images as one, by their values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Census {
    /// The position that the game was solved from.
    pub start: String,
    /// Won for the side to move.
    pub win: u64,
    /// Drawn.
    pub draw: u64,
    /// Lost.
    pub loss: u64,
    /// Won or lost in 0, 1, 2 ... plies: lost where the number is even, won where it is odd. Empty where only
    /// results are known.
    pub by_plies: Vec<u64>,
}

/// How strong a player is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// It searches, at a level from 1 to [`LEVELS`](Self::LEVELS).
    Level(u8),
    /// It plays the best move that the table knows.
    Perfect,
}

impl Strength {
    /// The strongest level.
    pub const LEVELS: u8 = Level::MOST;
}
