//! One face for every window: what is shown of a position, derived from the rules and from whoever knows the values.

use crate::{Game, Notation, ParseError, TwoPlayer, Value};
use std::{error::Error, fmt, sync::Arc};

/// Why a value could not be had: the environment failed (a damaged or missing file), not the question.
#[derive(Clone, Debug)]
pub struct ProbeError(pub Arc<dyn Error + Send + Sync>);

impl fmt::Display for ProbeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Error for ProbeError {}

/// Someone who knows the values of a game's positions: a table, or a solver on the spot.
pub trait Probe<G: Game>: Send + Sync {
    /// The value of the position; `None` if it is not among those known.
    ///
    /// # Errors
    /// The source is damaged; never a wrong answer.
    fn probe(&self, game: &G, pos: &G::Pos) -> Result<Option<Value>, ProbeError>;
}

/// A move as it is offered to a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move's name.
    pub name: String,
    /// The position it leads to.
    pub position: String,
    /// What the choice is worth to the mover, if known: `Win(3)` wins in three plies, this move included.
    pub value: Option<Value>,
}

/// All that a window shows of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The position in the game's notation.
    pub position: String,
    /// Its value for the side to move, if known.
    pub value: Option<Value>,
    /// Whether the game is over here.
    pub over: bool,
    /// The legal moves, best first.
    pub moves: Vec<Choice>,
    /// A best line from here to the end of the game; empty where none is known.
    pub line: Vec<String>,
}

/// A game tree to walk in, as an object.
pub trait Explore: Send + Sync {
    /// The position a game begins with.
    fn start(&self) -> String;

    /// What is to be seen at a position.
    ///
    /// # Errors
    /// Text that is no position.
    fn view(&self, pos: &str) -> Result<View, ExploreError>;
}

/// Why there is no view.
#[derive(Clone, Debug)]
pub enum ExploreError {
    /// The text is no position.
    Parse(ParseError),
    /// The source of values failed.
    Probe(ProbeError),
}

/// The view of a game with its rules and a source of values.
pub struct Explorer<G, P> {
    /// The rules.
    pub game: G,
    /// Who knows the values.
    pub probe: P,
}

impl<G: Notation + TwoPlayer, P: Probe<G>> Explore for Explorer<G, P> {
    fn start(&self) -> String {
        self.game.show_pos(&self.game.start())
    }

    fn view(&self, _pos: &str) -> Result<View, ExploreError> {
        todo!()
    }
}
