//! The board for people, on a terminal or in a file, and the pieces that the side to move has left.

use crate::{Blokus, Hand, Node, Piece, Position, SHAPES, Scoring, Square, position::STARTS, square::SIZE};
use std::fmt::Write as _;
use yomikiri_core::{Side, TwoPlayer};

/// ANSI colours of the players' squares: purple and orange, as the pieces of the game are.
const COLOURS: [&str; 2] = ["\x1b[48;5;97m\x1b[38;5;231m", "\x1b[48;5;208m\x1b[38;5;16m"];
const MARKS: [char; 2] = ['#', 'O'];
const PLAIN: &str = "\x1b[0m";

/// How wide a row of pieces may become, in columns of text.
const WIDTH: usize = 78;

/// What the columns and rows are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Labels {
    /// As in codes of moves such as `66t0`: digits of base 15, from the top left.
    Codes,
    /// As in lists of squares such as `e10`: letters from the left, numbers from the bottom.
    Cells,
}

/// The board between its coordinates, what each player has left, and how that of the side to move looks.
pub fn draw(game: Blokus, node: &Node, colour: bool, labels: Labels) -> String {
    let pos = &node.position;
    let mut text = player(game, node, Side::Second) + "  ";
    for x in 0..SIZE {
        let _ = match labels {
            Labels::Codes => write!(text, " {:X}", x + 1),
            Labels::Cells => write!(text, " {}", (b'a' + x) as char),
        };
    }
    for y in 0..SIZE {
        let _ = match labels {
            Labels::Codes => write!(text, "\n{:X} ", y + 1),
            Labels::Cells => write!(text, "\n{:>2}", SIZE - y),
        };
        text.extend((0..SIZE).map(|x| square(pos, Square::new(x, y), colour)));
    }
    text += "\n";
    text += &player(game, node, Side::First);
    if game.result(node).is_none() {
        text += &pieces(pos.hands[pos.side.index()], pos.side, colour);
    }
    text
}

/// The pieces of a hand, lying as flat as they can, each over its letter.
fn pieces(hand: Hand, side: Side, colour: bool) -> String {
    let mut text = String::new();
    let mut rows: Vec<Vec<(char, Vec<u16>)>> = Vec::new();
    let mut width = WIDTH;
    for piece in hand.pieces() {
        let flat = SHAPES.iter().map(|(_, shape)| shape).filter(|shape| shape.piece == piece);
        let Some(shape) = flat.min_by_key(|shape| shape.row_bits().len()) else { continue };
        let wide = cells_wide(&shape.row_bits()) * 2 + 1;
        if width + wide > WIDTH {
            rows.push(Vec::new());
            width = 0;
        }
        width += wide;
        rows.last_mut().expect("a row was begun").push((piece.letter(), shape.row_bits()));
    }
    for row in rows {
        let height = row.iter().map(|(_, lines)| lines.len()).max().unwrap_or(0);
        for y in 0..=height {
            let mut line = String::new();
            for (letter, lines) in &row {
                let wide = cells_wide(lines);
                // They stand on the line of the letters.
                let cells = (y + lines.len()).checked_sub(height).and_then(|y| lines.get(y));
                line += " ";
                for x in 0..wide {
                    let cell = match cells {
                        Some(cells) if cells >> x & 1 == 1 => mark(side, colour),
                        None if y == height && x == 0 => format!(" {letter}"),
                        _ => "  ".into(),
                    };
                    line.push_str(&cell);
                }
            }
            let _ = writeln!(text, "{}", line.trim_end());
        }
    }
    text
}

/// The columns that a piece takes.
fn cells_wide(lines: &[u16]) -> usize {
    let all = lines.iter().fold(0, |all, line| all | line);
    (u16::BITS - all.leading_zeros()) as usize
}

/// A covered square.
fn mark(side: Side, colour: bool) -> String {
    let mark = MARKS[side.index()];
    if colour { format!("{} {mark}{PLAIN}", COLOURS[side.index()]) } else { format!(" {mark}") }
}

/// Two columns of text for a square: `#` and `O` for the players, `+` where one has still to begin.
fn square(pos: &Position, square: Square, colour: bool) -> String {
    let owner = pos.covered.iter().position(|own| own.has(square));
    let start = (0..2).any(|side| STARTS[side] == square && pos.covered[side].is_empty());
    match owner {
        Some(0) => mark(Side::First, colour),
        Some(_) => mark(Side::Second, colour),
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
        let pieces = pieces(Hand::ALL, Side::Second, false);
        assert!(pieces.lines().all(|line| line.len() <= WIDTH), "{pieces}");
        assert_eq!(pieces.matches('O').count(), 89, "{pieces}");
        let expected = expected.to_owned() + &pieces;
        assert_eq!(game.draw(&node, false), expected);
        assert!(game.draw(&node, true).contains("\x1b[48;5;97m"));
    }
}
