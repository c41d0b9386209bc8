//! A move as the list of the squares it covers, `e8,d9,e9,f9,e10`, as other programs write it: a letter for
//! the column and the row counted from the bottom; `pass` is a pass.

use crate::{Move, SHAPES, Square, square::SIZE, words};
use yomikiri_core::ParseError;

/// The squares from the bottom row up, each row from the left.
pub fn write(mv: Move) -> String {
    let mut squares: Vec<Square> = mv.covers().squares().collect();
    if squares.is_empty() {
        return "pass".into();
    }
    squares.sort_by_key(|square| (SIZE - square.y(), square.x()));
    let cell = |square: &Square| format!("{}{}", (b'a' + square.x()) as char, SIZE - square.y());
    squares.iter().map(cell).collect::<Vec<_>>().join(",")
}

/// Reads a list in any order, with letters of either case.
///
/// # Errors
/// Text that is no such list; squares that no piece covers.
pub fn read(text: &str) -> Result<Move, ParseError> {
    if text.eq_ignore_ascii_case("pass") {
        return Ok(Move::PASS);
    }
    let mut squares = Vec::new();
    for word in text.split(',') {
        squares.push(cell(word.trim())?);
    }
    let set = squares.iter().fold(crate::Board::EMPTY, |set, &square| set | crate::Board::one(square));
    if set.count() as usize != squares.len() {
        return Err(ParseError::new(words::SQUARE_TWICE.with(text)));
    }
    let placed = SHAPES.iter().filter(|(_, shape)| shape.cells.len() == squares.len());
    let mut placed = placed.flat_map(|(number, shape)| {
        squares.iter().filter_map(move |&square| Some((number, square, shape.at(square)?)))
    });
    let found = placed.find(|(_, _, covers)| *covers == set);
    let (number, square, _) = found.ok_or_else(|| ParseError::new(words::NO_PIECE_COVERS.with(text)))?;
    Ok(Move::place(number, square))
}

fn cell(word: &str) -> Result<Square, ParseError> {
    let wrong = || ParseError::new(words::SQUARE.with(format!("{word:?}")));
    let mut letters = word.chars();
    let column = letters.next().ok_or_else(wrong)?.to_ascii_lowercase();
    let row = letters.as_str();
    // `parse` would take a sign too.
    if !row.bytes().all(|digit| digit.is_ascii_digit()) {
        return Err(wrong());
    }
    let row: i8 = row.parse().map_err(|_| wrong())?;
    let column = u32::from(column).checked_sub(u32::from('a')).and_then(|x| i8::try_from(x).ok());
    let square = column.and_then(|x| Square::checked(x, (SIZE as i8).checked_sub(row)?));
    square.ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Blokus, code};
    use yomikiri_core::Game;

    #[test]
    fn every_first_move_is_read_as_it_is_written() {
        let game = Blokus::default();
        let mut moves = vec![Move::PASS];
        game.moves(&game.start(), &mut moves);
        for mv in moves {
            assert_eq!(read(&write(mv)).unwrap(), mv, "{}", write(mv));
        }
    }

    #[test]
    fn lists_and_codes_name_the_same_squares() {
        assert_eq!(write(code::read("66t0").unwrap()), "f8,e9,f9,g9,e10");
        assert_eq!(read("E10, f9,e9,f8,g9").unwrap(), code::read("66t0").unwrap());
    }

    #[test]
    fn errors_say_what_is_wrong() {
        for text in
            ["", "e", "e0", "e15", "o1", "e+1", "a1,a3", "a1,a1", "a1,a2,a3,a4,a5,a6", "e10,", "\u{e9}1"]
        {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
