//! Who answers a position in a game against a person.

use crate::{
    Language, ParseError, Side,
    play::{Clock, Progress},
};
use std::{fmt, time::Duration};

/// What an opponent answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The name of its move.
    pub mv: String,
    /// How likely whoever is to move is to win with it, from 0 to 1, if the opponent knows.
    pub probability: Option<f32>,
    /// How it came to it.
    pub thinking: Thinking,
}

/// What a search tells of a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thinking {
    /// Plies that were looked ahead, where the search is by depth.
    pub depth: Option<u32>,
    /// How good the move is for its side, in points of an evaluation, where there is one.
    pub score: Option<i32>,
    /// Plies to a mate that was found, less than 0 if the other side mates.
    pub mate: Option<i32>,
    /// Positions or simulations.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
    /// The names of the moves that it expects, its own first.
    pub line: Vec<String>,
}

/// Finds a move in a game that is told as its positions so far, in the game's notation, the present one last.
pub trait Opponent: Send {
    /// Finds a move, within what the clock leaves if there is one.
    ///
    /// # Errors
    /// Text that is no position of the game, or one where the game is over.
    fn answer(
        &mut self,
        path: &[String],
        clock: Option<Clock>,
        progress: &dyn Progress,
    ) -> Result<Reply, ParseError>;

    /// The moves that it thinks best, at most so many, the best first; only the one that it would make from
    /// an opponent that compares no others. It is asked for advice: a level that errs as an opponent does not
    /// err here.
    ///
    /// # Errors
    /// As of [`answer`](Self::answer).
    fn candidates(
        &mut self,
        path: &[String],
        _count: usize,
        progress: &dyn Progress,
    ) -> Result<Vec<Reply>, ParseError> {
        Ok(vec![self.answer(path, None, progress)?])
    }

    /// How the game has ended by a repetition of the present position, if it has.
    fn repetition(&self, path: &[String]) -> Option<RepetitionEnd> {
        repeated_thrice(path)
    }
}

/// How a game has ended by a repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RepetitionEnd {
    /// How often the position has occurred.
    pub times: usize,
    /// Who has won; nobody in a draw.
    pub winner: Option<Side>,
}

impl RepetitionEnd {
    /// Which occurrence ends the game, as a word or a number.
    pub fn occurrence(self, language: Language) -> String {
        ordinal(self.times, language)
    }
}

/// A number in its order: `third`, or `三` for what a Japanese counter follows.
pub fn ordinal(number: usize, language: Language) -> String {
    const ENGLISH: [&str; 7] = ["second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
    match language {
        Language::Japanese => {
            let digit = number.checked_sub(1).and_then(|at| "一二三四五六七八九".chars().nth(at));
            digit.map_or_else(|| number.to_string(), String::from)
        }
        Language::English => {
            let word = number.checked_sub(2).and_then(|at| ENGLISH.get(at));
            let ending = match (number % 10, number % 100) {
                (_, 11..=13) => "th",
                (1, _) => "st",
                (2, _) => "nd",
                (3, _) => "rd",
                _ => "th",
            };
            word.map_or_else(|| format!("{number}{ending}"), |&word| word.into())
        }
    }
}

/// As a sentence.
impl fmt::Display for RepetitionEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let outcome = match self.winner {
            Some(Side::First) => "the first player wins",
            Some(Side::Second) => "the second player wins",
            None => "a draw",
        };
        let ordinal = self.occurrence(Language::English);
        write!(f, "The same position for the {ordinal} time: {outcome}.")
    }
}

/// The third occurrence of a position is a draw where no rule says otherwise.
pub fn repeated_thrice(path: &[String]) -> Option<RepetitionEnd> {
    let times = path.iter().filter(|pos| Some(*pos) == path.last()).count();
    (times >= 3).then_some(RepetitionEnd { times: 3, winner: None })
}
