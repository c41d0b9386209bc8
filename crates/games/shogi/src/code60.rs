//! A fixed code of 60 bits for positions of Dobutsu Shogi.
//!
//! A position is coded as the side to move sees it ([`Position::normalised`]), so the side to move is not in
//! the code. Bits `4 * i .. 4 * i + 4` hold square `i` (in the order of [`Square`](crate::Square), from the
//! far left): 0 for empty, otherwise 1 lion, 2 elephant, 3 giraffe, 4 chick, 5 hen, and 8 more if the
//! opponent owns it. From bit 48 on come the counts in hand, two bits each: elephants, giraffes, chicks of
//! the side to move, then the opponent's.

use crate::{Kind, Piece, Position, Setup, SetupError, SmallBoard, Variant};
use std::{error::Error, fmt};
use yomikiri_core::Side;

const KINDS: [Kind; 5] = [Kind::LION, Kind::ELEPHANT, Kind::GIRAFFE, Kind::CHICK, Kind::HEN];
const OPPONENT: u64 = 8;
const SQUARES: usize = 12;

/// A number that codes no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeError {
    /// The code sets bits beyond those that mean something.
    TooLong,
    /// The code ends in the middle of a square or a hand.
    TooShort,
    /// The code of this square stands for no piece.
    Square(u8),
    /// The pieces break a rule.
    Setup(SetupError),
}

impl fmt::Display for CodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => f.write_str("the code goes on beyond the position"),
            Self::TooShort => f.write_str("the code ends before the position is complete"),
            Self::Square(index) => write!(f, "the code of square {index} stands for no piece"),
            Self::Setup(error) => error.fmt(f),
        }
    }
}

impl Error for CodeError {}

/// The places of the counts in hand.
pub(crate) fn hands() -> impl Iterator<Item = (Side, Kind)> {
    let kinds = [Kind::ELEPHANT, Kind::GIRAFFE, Kind::CHICK];
    [Side::First, Side::Second].into_iter().flat_map(move |side| kinds.map(|kind| (side, kind)))
}

/// The code of a position.
pub fn encode(pos: &Position<SmallBoard>) -> u64 {
    let pos = pos.normalised();
    let nibble = |piece: Piece| {
        let place = KINDS.iter().position(|&kind| kind == piece.kind).expect("a piece of Dobutsu Shogi");
        (place as u64 + 1) | if piece.side == Side::Second { OPPONENT } else { 0 }
    };
    let squares =
        pos.board().squares().map(|square| pos.piece(square).map_or(0, nibble) << (4 * square.index()));
    let hands = hands().enumerate().map(|(i, (side, kind))| (pos.hand(side, kind) as u64) << (48 + 2 * i));
    squares.chain(hands).fold(0, |code, bits| code | bits)
}

/// The position of a code, with the first player to move.
///
/// # Errors
/// The number codes no position of the variant.
pub fn decode(code: u64, variant: &Variant) -> Result<Position<SmallBoard>, CodeError> {
    if code >> 60 != 0 {
        return Err(CodeError::TooLong);
    }
    let mut setup = Setup::empty(variant);
    setup.board = (0..SQUARES)
        .map(|square| match code >> (4 * square) & 15 {
            0 => Ok(None),
            nibble => {
                let place = (nibble & !OPPONENT).wrapping_sub(1) as usize;
                let &kind = KINDS.get(place).ok_or(CodeError::Square(square as u8))?;
                let side = if nibble & OPPONENT == 0 { Side::First } else { Side::Second };
                Ok(Some(Piece { kind, side }))
            }
        })
        .collect::<Result<_, _>>()?;
    for (i, (side, kind)) in hands().enumerate() {
        setup.hands[side.index()][kind.place()] = (code >> (48 + 2 * i) & 3) as u8;
    }
    Position::new(&setup, variant).map_err(CodeError::Setup)
}
