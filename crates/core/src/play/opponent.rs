//! Who answers a position in a game against a person.

use crate::{ParseError, play::Progress};

/// What an opponent answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The name of its move.
    pub mv: String,
    /// How likely whoever is to move is to win, from 0 to 1, if the opponent knows.
    pub probability: Option<f32>,
}

/// Finds a move in a game that is told as its positions so far, in the game's notation, the present one last.
pub trait Opponent {
    /// Finds a move.
    ///
    /// # Errors
    /// Text that is no position of the game, or one where the game is over.
    fn answer(&mut self, path: &[String], progress: &dyn Progress) -> Result<Reply, ParseError>;

    /// How the game has ended by a repetition of the present position, as a sentence, if it has.
    fn repetition(&self, path: &[String]) -> Option<String> {
        repeated_thrice(path)
    }
}

/// The third occurrence of a position is a draw where no rule says otherwise.
pub fn repeated_thrice(path: &[String]) -> Option<String> {
    let times = path.iter().filter(|pos| Some(*pos) == path.last()).count();
    (times >= 3).then(|| "The same position for the third time: a draw.".into())
}
