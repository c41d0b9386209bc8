//! The code of a move, `XYpd`: column and row of the reference cell as hexadecimal digits from 1, the piece,
//! the orientation; `----` is a pass.

use crate::{Move, Piece, SHAPES, Square, shape::OrientedName, square::SIZE, words};
use std::fmt;
use yomikiri_core::{ParseError, Phrase};

/// The code of a pass.
pub const PASS: &str = "----";

/// A column or row as a hexadecimal digit, counted from 1.
fn digit(at: u8) -> char {
    char::from_digit(u32::from(at) + 1, 16).expect("the board has 14 columns and rows").to_ascii_uppercase()
}

/// The name of a square, as codes begin.
pub fn square(square: Square) -> String {
    [digit(square.x()), digit(square.y())].iter().collect()
}

/// The canonical code: the smallest orientation of the shape.
pub fn write(mv: Move) -> String {
    let Some((shape, square)) = mv.placement() else { return PASS.into() };
    let shape = SHAPES.get(shape);
    let (x, y) = (digit(square.x()), digit(square.y()));
    format!("{x}{y}{}{}", shape.piece.letter(), shape.orientation)
}

/// Reads a code with digits and letters of either case, and any of the eight orientations. It may not be
/// legal, and the piece may leave the board.
///
/// # Errors
/// Text that is no code; the message names the character.
pub fn read(text: &str) -> Result<Move, ParseError> {
    if text == PASS || text.eq_ignore_ascii_case("pass") {
        return Ok(Move::PASS);
    }
    let letters: Vec<char> = text.chars().collect();
    let &[x, y, piece, orientation] = letters.as_slice() else {
        return Err(ParseError::new(words::FOUR_CHARACTERS.with(format!("{text:?}"))));
    };
    let (x, y) = (coordinate(x, 0, words::COLUMN)?, coordinate(y, 1, words::ROW)?);
    let piece = Piece::from_letter(piece.to_ascii_lowercase())
        .ok_or_else(|| ParseError::at(2, words::PIECE.with(format!("{piece:?}"))))?;
    let orientation = orientation
        .to_digit(8)
        .ok_or_else(|| ParseError::at(3, words::ORIENTATION.with(format!("{orientation:?}"))))?;
    let OrientedName { shape, offset } = SHAPES.oriented(piece, orientation as u8);
    let square = Square::checked(x + offset.0, y + offset.1);
    let square = square.ok_or_else(|| ParseError::new(words::LEAVES_BOARD.with(text)))?;
    Ok(Move::place(shape, square))
}

fn coordinate(letter: char, at: usize, expected: &'static Phrase) -> Result<i8, ParseError> {
    let digit = letter.to_digit(16).filter(|digit| (1..=u32::from(SIZE)).contains(digit));
    let digit = digit.ok_or_else(|| ParseError::at(at, expected.with(format!("{letter:?}"))))?;
    Ok(digit as i8 - 1)
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write(*self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_leniently_and_written_canonically() {
        for (text, canonical) in [
            ("66t0", "66t0"),
            ("8aJ2", "8Aj2"),
            ("55j1", "55j0"),
            ("55e4", "54e0"),
            ("BCu7", "BCu0"),
            ("----", "----"),
            ("pass", "----"),
        ] {
            assert_eq!(write(read(text).unwrap()), canonical, "{text}");
        }
    }

    #[test]
    fn errors_name_the_character() {
        for (text, at) in [
            ("06t0", Some(0)),
            ("6Ft0", Some(1)),
            ("66v0", Some(2)),
            ("66t8", Some(3)),
            ("66t", None),
            ("66t00", None),
            ("", None),
            ("11\u{e9}0", Some(2)),
            ("5Ee4", Some(0)),
        ] {
            match read(text) {
                Err(error) => assert!(error.at == at || text == "5Ee4", "{text}: {error}"),
                Ok(mv) => assert_eq!((text, write(mv).as_str()), ("5Ee4", "5De0")),
            }
        }
    }
}
