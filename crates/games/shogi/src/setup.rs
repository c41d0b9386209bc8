//! A position as anyone may set it up, and what can be wrong with it.

use crate::{Kind, Piece, Square, Variant, variant::PieceName, words};
use std::{error::Error, fmt};
use yomikiri_core::{Message, Side};

/// An unchecked position. [`Position::new`](crate::Position::new) checks it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The squares in order.
    pub board: Vec<Option<Piece>>,
    /// How many of each unpromoted kind a side holds: `hands[side.index()][kind.place()]`.
    pub hands: [[u8; Kind::UNPROMOTED]; 2],
    /// The side to move.
    pub side: Side,
}

impl Setup {
    /// The empty board of a variant with the first player to move.
    pub fn empty(variant: &Variant) -> Self {
        Self { board: vec![None; variant.board.len()], hands: Default::default(), side: Side::First }
    }

    /// Gives a side all pieces of the set that are neither on the board nor in a hand.
    pub fn give_rest(&mut self, variant: &Variant, side: Side) {
        for kind in variant.hand_kinds() {
            let place = kind.place();
            let on_board = self.board.iter().flatten().filter(|piece| piece.kind.place() == place).count();
            let in_hands: usize = self.hands.iter().map(|hand| usize::from(hand[place])).sum();
            let rest = usize::from(variant.pieces[place].count).saturating_sub(on_board + in_hands);
            self.hands[side.index()][place] += rest as u8;
        }
    }
}

/// The rule that a [`Setup`] breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// The board has another number of squares.
    Squares {
        /// Squares of the setup.
        found: usize,
        /// Squares of the variant's board.
        expected: usize,
    },
    /// A piece that is not in the variant's list, or a promotion that its piece does not have.
    Unknown(Kind),
    /// A piece that cannot be in a hand.
    InHand {
        /// The name of the piece.
        name: PieceName,
    },
    /// A side has not exactly one royal piece on the board.
    Royals {
        /// The side.
        side: Side,
        /// The name of the piece.
        name: PieceName,
        /// How many there are.
        found: usize,
    },
    /// No side has a royal piece, where one of them may do without.
    NoRoyal {
        /// The name of the piece.
        name: PieceName,
    },
    /// Two unpromoted pieces of a kind of which a file may have one.
    OneFile {
        /// The side.
        side: Side,
        /// The name of the piece.
        name: PieceName,
        /// The number of the file.
        file: u8,
    },
    /// A piece that could never move.
    Dead {
        /// The name of the piece.
        name: PieceName,
        /// The number of its file.
        file: u8,
        /// The letter of its rank.
        rank: char,
    },
    /// More pieces than the set holds, promoted ones and those in hand included.
    TooMany {
        /// The name of the piece.
        name: PieceName,
        /// How many there are.
        found: usize,
        /// How many there may be.
        allowed: u8,
    },
}

impl From<SetupError> for Message {
    fn from(error: SetupError) -> Self {
        match error {
            SetupError::Squares { found, expected } => words::SQUARES.with(found).and(expected),
            SetupError::Unknown(kind) if kind.is_promoted() => words::NO_PROMOTED_KIND.with(kind.place()),
            SetupError::Unknown(kind) => words::NO_KIND.with(kind.place()),
            SetupError::InHand { name } => words::NOT_IN_HAND.with(name),
            SetupError::Royals { side, name, found } => words::ROYALS.with(side).and(found).and(name),
            SetupError::NoRoyal { name } => words::NO_ROYAL.with(name),
            SetupError::OneFile { side, name, file } => words::ONE_FILE.with(name).and(side).and(file),
            SetupError::Dead { name, file, rank } => words::DEAD.with(name).and(format!("{file}{rank}")),
            SetupError::TooMany { name, found, allowed } => {
                words::TOO_MANY.with(found).and(name).and(allowed)
            }
        }
    }
}

/// In English.
impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Message::from(*self).fmt(f)
    }
}

impl Error for SetupError {}

/// Checks a setup against the variant's set of pieces.
pub(crate) fn check(setup: &Setup, variant: &Variant) -> Result<(), SetupError> {
    let (found, expected) = (setup.board.len(), variant.board.len());
    if found != expected {
        return Err(SetupError::Squares { found, expected });
    }
    let mut counts = [0; Kind::UNPROMOTED];
    let mut royals = [0; 2];
    for piece in setup.board.iter().flatten() {
        let unknown = SetupError::Unknown(piece.kind);
        let rule = variant.pieces.get(piece.kind.place()).ok_or(unknown)?;
        if piece.kind.is_promoted() && rule.promoted.is_none() {
            return Err(unknown);
        }
        counts[piece.kind.place()] += 1;
        royals[piece.side.index()] += usize::from(piece.kind == Kind::ROYAL);
    }
    for (place, on_board) in counts.into_iter().enumerate() {
        let kind = Kind::new(place);
        let held: usize = setup.hands.iter().map(|hand| hand[place] as usize).sum();
        let found = on_board + held;
        match variant.pieces.get(place) {
            None if held > 0 => return Err(SetupError::Unknown(kind)),
            Some(rule) if kind == Kind::ROYAL && held > 0 => {
                return Err(SetupError::InHand { name: rule.face.piece_name() });
            }
            Some(rule) if kind != Kind::ROYAL && found > rule.count as usize => {
                return Err(SetupError::TooMany { name: rule.face.piece_name(), found, allowed: rule.count });
            }
            _ => {}
        }
    }
    check_royals(royals, variant)?;
    variant.board.squares().try_for_each(|square| check_place(&setup.board, square, variant))
}

/// Checks how many royal pieces the sides have.
fn check_royals(found: [usize; 2], variant: &Variant) -> Result<(), SetupError> {
    let name = variant.pieces[0].face.piece_name();
    if variant.lone_royal && found == [0, 0] {
        return Err(SetupError::NoRoyal { name });
    }
    let lone = variant.lone_royal && found.contains(&1);
    for side in [Side::First, Side::Second] {
        let found = found[side.index()];
        if found != 1 && !(lone && found == 0) {
            return Err(SetupError::Royals { side, name, found });
        }
    }
    Ok(())
}

/// Checks the piece on a square, if there is one, by where it stands and by what stands before it in the
/// list.
pub(crate) fn check_place(
    board: &[Option<Piece>],
    square: Square,
    variant: &Variant,
) -> Result<(), SetupError> {
    let Some(piece) = board[square.index()] else { return Ok(()) };
    let Some(rule) = variant.rule(piece.kind) else { return Ok(()) };
    let (name, at) = (rule.face.piece_name(), variant.board);
    let file = at.files - at.file(square);
    if !variant.has_dead_pieces() && variant.is_dead(piece, square) {
        return Err(SetupError::Dead { name, file, rank: (b'a' + at.rank(square)) as char });
    }
    let mut above = (0..square.0).map(Square).filter(|&other| at.file(other) == at.file(square));
    // What turns back may come to stand behind another; drops alone are barred then.
    if rule.one_per_file
        && !variant.demotion
        && !piece.kind.is_promoted()
        && above.any(|other| board[other.index()] == Some(piece))
    {
        return Err(SetupError::OneFile { side: piece.side, name, file });
    }
    Ok(())
}
