//! What is to be seen of a position besides its moves, as BlokusFS shows it.

use crate::{Board, Hand, Position, Square, square::SIZE, words};
use yomikiri_core::{Panel, Side, phrases};

const SIDES: [Side; 2] = [Side::First, Side::Second];

/// `board`, `piece` and `score`.
pub fn all(pos: &Position) -> Vec<Panel> {
    vec![
        Panel::new("board", phrases::BOARD, board(pos.covered)),
        Panel::new("piece", words::PIECES_LEFT, pos.hands.map(hand).concat()),
        Panel::new(
            "score",
            words::SQUARES_COVERED,
            SIDES.map(|side| format!("{}\n", pos.squares(side))).concat(),
        ),
    ]
}

/// A line for each row: `.` for an empty square, `1` and `2` for the players.
fn board(covered: [Board; 2]) -> String {
    let mut text = String::with_capacity(usize::from(SIZE) * (usize::from(SIZE) + 1));
    for y in 0..SIZE {
        for x in 0..SIZE {
            let square = Square::new(x, y);
            text.push(match covered.map(|own| own.has(square)) {
                [true, _] => '1',
                [_, true] => '2',
                _ => '.',
            });
        }
        text.push('\n');
    }
    text
}

/// The letters of the pieces still to be placed, on one line.
fn hand(hand: Hand) -> String {
    let letters: Vec<String> = hand.pieces().map(|piece| piece.letter().to_string()).collect();
    letters.join(" ") + "\n"
}
