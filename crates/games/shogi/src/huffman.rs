//! A code of variable length for positions of Dobutsu Shogi: 44 bits for the start, never more.
//!
//! A position is coded as the side to move sees it ([`Position::normalised`]), so the side to move is not in
//! the code. First come the squares in the order of [`Square`](crate::Square), from the far left: empty `0`,
//! elephant `100x`, giraffe `101x`, lion `110x`, chick `1110x`, hen `1111x`, where `x` is 1 if the opponent
//! owns the piece. Then the counts in hand, `0`, `10`, `11` for 0, 1, 2: elephants, giraffes, chicks of the
//! side to move, then the opponent's.

use crate::{
    Kind, Piece, Position, Setup, SmallBoard, Variant,
    code60::{CodeError, hands},
};
use std::fmt;
use yomikiri_core::Side;

/// The codes of the kinds without their last bit, the owner: bits and length.
const KINDS: [(Kind, u64, u8); 5] = [
    (Kind::ELEPHANT, 0b100, 3),
    (Kind::GIRAFFE, 0b101, 3),
    (Kind::LION, 0b110, 3),
    (Kind::CHICK, 0b1110, 4),
    (Kind::HEN, 0b1111, 4),
];

/// A string of bits, at most 64.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Code {
    /// The bits as a number, the first bit the most significant.
    pub bits: u64,
    /// How many bits there are.
    pub len: u8,
}

impl Code {
    fn push(&mut self, bits: u64, len: u8) {
        self.bits = self.bits << len | bits;
        self.len += len;
    }

    /// Takes the first bit off.
    fn pop(&mut self) -> Result<bool, CodeError> {
        self.len = self.len.checked_sub(1).ok_or(CodeError::TooShort)?;
        Ok(self.bits >> self.len & 1 == 1)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:0len$b}", self.bits, len = self.len as usize)
    }
}

/// The code of a position.
pub fn encode(pos: &Position<SmallBoard>) -> Code {
    let pos = pos.normalised();
    let mut code = Code::default();
    for square in pos.board().squares() {
        let Some(piece) = pos.piece(square) else {
            code.push(0, 1);
            continue;
        };
        let found = KINDS.iter().find(|(kind, ..)| *kind == piece.kind);
        let (_, bits, len) = found.expect("a piece of Dobutsu Shogi");
        code.push(bits << 1 | piece.side.index() as u64, len + 1);
    }
    for (side, kind) in hands() {
        match pos.hand(side, kind) {
            0 => code.push(0, 1),
            count => code.push(1 + count as u64, 2),
        }
    }
    code
}

/// The position of a code, with the first player to move.
///
/// # Errors
/// The bits code no position of the variant, or do not end where it does.
pub fn decode(mut code: Code, variant: &Variant) -> Result<Position<SmallBoard>, CodeError> {
    if code.len > 64 {
        return Err(CodeError::TooLong);
    }
    let mut setup = Setup::empty(variant);
    for square in &mut setup.board {
        *square = pop_piece(&mut code)?;
    }
    for (side, kind) in hands() {
        let count = if code.pop()? { 1 + u8::from(code.pop()?) } else { 0 };
        setup.hands[side.index()][kind.place()] = count;
    }
    if code.len > 0 {
        return Err(CodeError::TooLong);
    }
    Position::new(&setup, variant).map_err(CodeError::Setup)
}

fn pop_piece(code: &mut Code) -> Result<Option<Piece>, CodeError> {
    if !code.pop()? {
        return Ok(None);
    }
    let mut read = (1, 1);
    loop {
        read = (read.0 << 1 | u64::from(code.pop()?), read.1 + 1);
        if let Some(&(kind, ..)) = KINDS.iter().find(|&&(_, bits, len)| (bits, len) == read) {
            let side = if code.pop()? { Side::Second } else { Side::First };
            return Ok(Some(Piece { kind, side }));
        }
    }
}
