//! Setting up positions, square by square.

use crate::{Diagram, Gap, Message, ParseError, Side};

/// Whoever sets up positions of a game. What is on the board meanwhile, a draft, need not be a position.
pub trait Editor: Send + Sync {
    /// What can be put on a square.
    fn pieces(&self) -> Vec<EditorPiece>;

    /// A draft that a text stands for.
    ///
    /// # Errors
    /// Text that is not even a draft.
    fn draft(&self, text: &str) -> Result<Draft, ParseError>;

    /// The draft after a change, as text.
    ///
    /// # Errors
    /// Text that is no draft; a change of a spot or with a piece that there is not.
    fn edited(&self, draft: &str, edit: &Edit<'_>) -> Result<String, ParseError>;
}

/// A piece that can be put on a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditorPiece {
    /// As positions have it: upper and lower case tell the sides apart.
    pub letter: String,
    /// As people call it, in each language.
    pub name: Gap,
    /// Whose it is.
    pub side: Side,
    /// Whether it can be in hand.
    pub in_hand: bool,
}

/// What is on the board while it is set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// As text: that of the position, if it is one.
    pub text: String,
    /// The board.
    pub picture: Diagram,
    /// The side to move.
    pub side: Side,
    /// The pieces in hand, each with how many there are.
    pub hands: Vec<(EditorPiece, u8)>,
    /// Why it is no position, if it is none.
    pub fault: Option<Message>,
}

/// A change of a draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit<'a> {
    /// Puts a piece, by its letter, on a spot; with none takes away what stands there.
    Put {
        /// The spot.
        spot: &'a str,
        /// The piece.
        piece: Option<&'a str>,
    },
    /// One more of a piece in hand.
    More(&'a str),
    /// One less.
    Fewer(&'a str),
    /// The other side is to move.
    Pass,
    /// The board turned, with the sides exchanged.
    Turn,
    /// Left and right exchanged.
    Mirror,
    /// Nothing on the board or in hand.
    Clear,
}
