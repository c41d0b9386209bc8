//! Who is asked.

use std::time::Duration;
use yomikiri_core::Side;

/// How long a side may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// For the whole game.
    pub main: Duration,
    /// After that, for each so many moves.
    pub extra: Duration,
    /// The moves of an extra time; 0 where there is none.
    pub moves: u32,
}

/// A player of a game, as the protocol sees it. Moves are text, in the player's notation. An error is one
/// sentence, the answer to the command that it came of; what was before it stays.
pub trait Player {
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

    /// Finds a move for a side, and makes it if asked to; where the game is over, a pass that changes
    /// nothing.
    ///
    /// # Errors
    /// The side is not to move.
    fn generate(&mut self, side: Side, make: bool) -> Result<String, String>;

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

    /// By how much the first player leads.
    fn lead(&self) -> i32;

    /// The board on several lines, for people.
    fn board(&self) -> String;

    /// Sets the time both sides have; `None` for no limit.
    fn set_clock(&mut self, clock: Option<Clock>);

    /// Tells what is left to a side: for so many moves, or, where that is 0, for the rest of the game.
    fn set_left(&mut self, side: Side, left: Duration, moves: u32);
}
