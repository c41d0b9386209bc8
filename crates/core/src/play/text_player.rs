//! A player that is told a game in text.

use crate::{Side, play::Clock};

/// A player that holds a game and is told of it in text, as programs tell each other. Moves and records are
/// in the player's notation. An error is one sentence, the answer to the command that it came of; what was
/// before it stays.
pub trait TextPlayer {
    /// The name of the program.
    fn name(&self) -> String;

    /// Its version.
    fn version(&self) -> String;

    /// Begins a game, of which this is the name.
    ///
    /// # Errors
    /// A game that this player does not play.
    fn set_game(&mut self, name: &str) -> Result<(), String>;

    /// Begins the same game anew.
    fn clear(&mut self);

    /// A side has moved.
    ///
    /// # Errors
    /// A move that is not legal, with the reason.
    fn play(&mut self, side: Side, mv: &str) -> Result<(), String>;

    /// Finds a move for a side with what it has left, if its time is limited, and makes it if asked to; where
    /// the game is over, a pass that changes nothing.
    ///
    /// # Errors
    /// The side is not to move.
    fn generate(&mut self, side: Side, clock: Option<Clock>, make: bool) -> Result<String, String>;

    /// Goes to the position of a record (SGF) before this move, counted from 0, or to its end if it has
    /// fewer.
    ///
    /// # Errors
    /// Text that is no record of this game, with the reason.
    fn load(&mut self, record: &str, before: usize) -> Result<(), String>;

    /// Takes the last move back.
    ///
    /// # Errors
    /// There is none.
    fn undo(&mut self) -> Result<(), String>;

    /// The legal moves of a side.
    ///
    /// # Errors
    /// The side is not to move.
    fn legal(&self, side: Side) -> Result<Vec<String>, String>;

    /// By how many points the first side leads.
    fn lead(&self) -> i32;

    /// The board on several lines, for people.
    fn board(&self) -> String;
}
