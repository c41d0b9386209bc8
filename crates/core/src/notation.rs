//! Positions and moves as text.

use crate::{Diagram, Drawing, Game, Language, Message, Phrase, moves_of, phrases};
use std::{error::Error, fmt};

/// Text that is no position or no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// What is wrong and what was expected.
    pub message: Message,
    /// Where the text goes wrong, counted in characters from 0, if one place is to blame.
    pub at: Option<usize>,
}

impl ParseError {
    /// An error that blames the text as a whole.
    pub fn new(message: impl Into<Message>) -> Self {
        Self { message: message.into(), at: None }
    }

    /// An error at one character, counted from 0.
    pub fn at(at: usize, message: impl Into<Message>) -> Self {
        Self { message: message.into(), at: Some(at) }
    }

    /// The whole sentence for a person, with the place counted from 1.
    pub fn in_language(&self, language: Language) -> String {
        self.told().in_language(language)
    }

    /// What is wrong, and where.
    pub fn told(&self) -> Message {
        match self.at {
            Some(at) => phrases::AT_CHARACTER.with(self.message.clone()).and(at + 1),
            None => self.message.clone(),
        }
    }

    /// The same error in a line, counted from 0.
    #[must_use]
    pub fn in_line(&self, at: usize) -> Self {
        Self::new(phrases::IN_LINE.with(at + 1).and(self.told()))
    }

    /// The same error in a move of a game, counted from 1.
    #[must_use]
    pub fn in_move(&self, number: usize) -> Self {
        Self::new(phrases::IN_MOVE.with(number).and(self.told()))
    }
}

/// In English.
impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_language(Language::English))
    }
}

impl Error for ParseError {}

/// Something that a game shows of a position besides the board: a piece of text with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panel {
    /// The name, which can be part of a path and is no name of a move.
    pub name: &'static str,
    /// What people are told that it is.
    pub title: &'static Phrase,
    /// The text, as it stands in a file.
    pub text: String,
    /// The text in Japanese, where it has words.
    pub japanese: Option<String>,
}

impl Panel {
    /// A panel whose text has no words.
    pub const fn new(name: &'static str, title: &'static Phrase, text: String) -> Self {
        Self { name, title, text, japanese: None }
    }

    /// The text in a language.
    pub fn in_language(&self, language: Language) -> &str {
        match language {
            Language::English => &self.text,
            Language::Japanese => self.japanese.as_ref().unwrap_or(&self.text),
        }
    }
}

/// A piece as a move puts it down, in a game whose pieces cover several spots and can be turned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The spot of the piece among those that are left.
    pub piece: String,
    /// How it is turned.
    pub orientation: u8,
    /// The spot by which it is held.
    pub anchor: String,
    /// The spots that it covers.
    pub covers: Vec<String>,
}

/// A game whose positions and moves can be written and read.
///
/// ```
/// use yomikiri_core::{Game, Notation, laws, toy::Maze};
///
/// let game = Maze { edges: &[&[1, 2], &[2], &[]] };
/// let pos = game.parse_pos("1").unwrap();
/// assert_eq!(game.show_pos(&game.play(&pos, game.parse_move(&pos, "2").unwrap())), "2");
/// assert!(game.parse_move(&pos, "0").is_err());
/// // What is written is read: a law, tried on positions of random games.
/// assert!(laws::positions_round_trip(&game, &laws::sample(&game, 10, 1)).ok);
/// ```
pub trait Notation: Game {
    /// The position on one line.
    fn show_pos(&self, pos: &Self::Pos) -> String;

    /// Reads what [`show_pos`](Self::show_pos) writes, and whatever else people write for it.
    ///
    /// # Errors
    /// Text that is no position of this variant; the message names the character.
    fn parse_pos(&self, text: &str) -> Result<Self::Pos, ParseError>;

    /// The move as a name that is unique among the moves of the position and holds no `/`.
    fn show_move(&self, pos: &Self::Pos, mv: Self::Move) -> String;

    /// Reads the name of a legal move.
    ///
    /// # Errors
    /// Text that is no move, or a move that is not legal here, with the reason.
    fn parse_move(&self, pos: &Self::Pos, text: &str) -> Result<Self::Move, ParseError>;

    /// Reads a move as people type it where `last` is the move before: by its name, or as the books of the
    /// game write it.
    ///
    /// # Errors
    /// As of [`parse_move`](Self::parse_move).
    fn read_move(
        &self,
        pos: &Self::Pos,
        _last: Option<Self::Move>,
        text: &str,
    ) -> Result<Self::Move, ParseError> {
        self.parse_move(pos, text)
    }

    /// A legal move as the books of the game print it where `last` is the move before; `None` where they
    /// print its name.
    fn print_move(&self, _pos: &Self::Pos, _last: Option<Self::Move>, _mv: Self::Move) -> Option<String> {
        None
    }

    /// The board as characters, for people, with the move that led to it marked.
    fn drawing(&self, pos: &Self::Pos, last: Option<Self::Move>) -> Drawing;

    /// The board on several lines; with ANSI colours if asked.
    fn draw(&self, pos: &Self::Pos, colour: bool) -> String {
        self.drawing(pos, None).text(colour)
    }

    /// The board as a picture, with the move that led to it marked; `None` for a game without pictures.
    fn diagram(&self, _pos: &Self::Pos, _last: Option<Self::Move>) -> Option<Diagram> {
        None
    }

    /// The spots of the [diagram](Self::diagram) that a move covers, in a game whose pieces cover several.
    fn covers(&self, _pos: &Self::Pos, _mv: Self::Move) -> Vec<String> {
        Vec::new()
    }

    /// How the piece of a move lies, in a game whose pieces are turned.
    fn placement(&self, _pos: &Self::Pos, _mv: Self::Move) -> Option<Placement> {
        None
    }

    /// What is to be seen of the position besides its moves and its value, each under a name of its own. A
    /// panel named `board` is for programs what [`draw`](Self::draw) is for people.
    fn panels(&self, pos: &Self::Pos) -> Vec<Panel> {
        vec![Panel::new("board", phrases::BOARD, self.draw(pos, false) + "\n")]
    }
}

/// The move from one position to the next.
///
/// # Errors
/// No move leads there.
pub fn move_between<G: Game>(game: &G, from: &G::Pos, to: &G::Pos) -> Result<G::Move, ParseError> {
    let found = moves_of(game, from).into_iter().find(|&mv| game.play(from, mv) == *to);
    found.ok_or_else(|| ParseError::new(phrases::NOT_SUCCESSIVE))
}
