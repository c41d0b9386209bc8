//! The board for people, on a terminal or in a file.

use crate::{Blokus, Node, Piece, Position, Scoring, Square, board::SIZE, position::STARTS};
use std::fmt::Write as _;
use yomikiri_core::{Side, TwoPlayer};

/// ANSI colours of the players' squares: purple and orange, as the pieces of the game are.
const COLOURS: [&str; 2] = ["\x1b[48;5;97m\x1b[38;5;231m", "\x1b[48;5;208m\x1b[38;5;16m"];
const MARKS: [char; 2] = ['#', 'O'];
const PLAIN: &str = "\x1b[0m";

/// The board between its coordinates, and what each player has left.
pub fn draw(game: Blokus, node: &Node, colour: bool) -> String {
    let pos = &node.position;
    let mut text = player(game, node, Side::Second) + "  ";
    for x in 1..=SIZE {
        let _ = write!(text, " {x:X}");
    }
    for y in 0..SIZE {
        let _ = write!(text, "\n{:X} ", y + 1);
        text.extend((0..SIZE).map(|x| square(pos, Square::new(x, y), colour)));
    }
    text + "\n" + &player(game, node, Side::First)
}

/// Two columns of text for a square: `#` and `O` for the players, `+` where one has still to begin.
fn square(pos: &Position, square: Square, colour: bool) -> String {
    let owner = pos.covered.iter().position(|own| own.has(square));
    let start = (0..2).any(|side| STARTS[side] == square && pos.covered[side].is_empty());
    match owner {
        Some(side) if colour => format!("{} {}{PLAIN}", COLOURS[side], MARKS[side]),
        Some(side) => format!(" {}", MARKS[side]),
        None if start => " +".into(),
        None => " .".into(),
    }
}

/// A player's points and the pieces it has left.
fn player(game: Blokus, node: &Node, side: Side) -> String {
    let pos = &node.position;
    let name = ["first", "second"][side.index()];
    let hand = pos.hands[side.index()];
    let pieces: String = hand.pieces().map(Piece::letter).collect();
    let pieces = if hand.is_empty() { "no pieces" } else { &pieces };
    let unit = match game.scoring {
        Scoring::Squares => "squares",
        Scoring::Official => "points",
    };
    let turn = if pos.side == side && game.result(node).is_none() { ", to move" } else { "" };
    let (mark, points) = (MARKS[side.index()], game.scoring.of(pos, side));
    format!("  {name} player ({mark}): {points} {unit}, {pieces} left{turn}\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_core::Notation;

    #[test]
    fn the_board_tells_squares_pieces_and_who_is_to_move() {
        let game = Blokus::default();
        let node = game.parse_pos("66t0").unwrap();
        let expected = "  second player (O): 0 squares, abcdefghijklmnopqrstu left, to move
   1 2 3 4 5 6 7 8 9 A B C D E
1  . . . . . . . . . . . . . .
2  . . . . . . . . . . . . . .
3  . . . . . . . . . . . . . .
4  . . . . . . . . . . . . . .
5  . . . . # . . . . . . . . .
6  . . . . # # # . . . . . . .
7  . . . . . # . . . . . . . .
8  . . . . . . . . . . . . . .
9  . . . . . . . . . . . . . .
A  . . . . . . . . . + . . . .
B  . . . . . . . . . . . . . .
C  . . . . . . . . . . . . . .
D  . . . . . . . . . . . . . .
E  . . . . . . . . . . . . . .
  first player (#): 5 squares, abcdefghijklmnopqrsu left
";
        assert_eq!(game.draw(&node, false), expected);
        assert!(game.draw(&node, true).contains("\x1b[48;5;97m"));
    }
}
