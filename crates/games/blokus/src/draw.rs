//! The board for people, on a terminal or in a file, and the pieces: those that the side to move has left,
//! and all in all orientations.

use crate::{
    Blokus, Hand, Node, Piece, Position, SHAPES, Scoring, Square, code, position::STARTS, shape::Shape,
    square::SIZE, words,
};
use yomikiri_core::{Drawing, Gap, Ink, Side, TwoPlayer, phrases};

const MARKS: [char; 2] = ['#', 'O'];

/// How wide a row of pieces may become, in columns of text: board and pieces fit a terminal of 80 columns.
const WIDTH: usize = 45;

/// Where the pieces begin, in columns of text.
const PIECES: usize = 34;

/// What the columns and rows are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Labels {
    /// As in codes of moves such as `66t0`: digits of base 15, from the top left.
    Codes,
    /// As in lists of squares such as `e10`: letters from the left, numbers from the bottom.
    Cells,
}

/// The board between its coordinates, with `*` before the squares of the last move if that is to be marked,
/// what each player has left, and beside the board how the pieces of the side to move look.
pub fn drawing(game: Blokus, node: &Node, labels: Labels, marks_last: bool) -> Drawing {
    let pos = &node.position;
    let last = node.path.moves().last().filter(|_| marks_last);
    let last = last.map(|mv| mv.covers()).unwrap_or_default();
    let mut drawing = Drawing::default();
    player(&mut drawing, game, node, Side::Second);
    drawing.end();
    drawing.put("  ");
    for x in 0..SIZE {
        drawing.put(&match labels {
            Labels::Codes => format!(" {:X}", x + 1),
            Labels::Cells => format!(" {}", (b'a' + x) as char),
        });
    }
    for y in 0..SIZE {
        drawing.end();
        drawing.put(&match labels {
            Labels::Codes => format!("{:X} ", y + 1),
            Labels::Cells => format!("{:>2}", SIZE - y),
        });
        for x in 0..SIZE {
            let at = Square::new(x, y);
            drawing.spot(&code::square(at), 2);
            square(&mut drawing, pos, at, last.has(at));
        }
    }
    drawing.end();
    player(&mut drawing, game, node, Side::First);
    if game.result(node).is_none() {
        drawing.beside(1, PIECES, pieces(pos.hands[pos.side.index()], pos.side));
    }
    drawing
}

/// The pieces of a hand in rows, each lying as flat as it can.
fn rows_of(hand: Hand) -> Vec<Vec<&'static Shape>> {
    let mut rows: Vec<Vec<&Shape>> = Vec::new();
    let mut width = WIDTH;
    for piece in hand.pieces() {
        let shape = SHAPES.flat(piece);
        let wide = shape.width() * 2 + 1;
        if width + wide > WIDTH {
            rows.push(Vec::new());
            width = 0;
        }
        width += wide;
        rows.last_mut().expect("a row was begun").push(shape);
    }
    rows
}

/// The pieces of a hand, each over its letter, by which it is a spot.
fn pieces(hand: Hand, side: Side) -> Drawing {
    let mut drawing = Drawing::default();
    for row in rows_of(hand) {
        let row: Vec<_> = row.into_iter().map(|shape| (shape, shape.row_bits())).collect();
        let height = row.iter().map(|(_, lines)| lines.len()).max().unwrap_or(0);
        for y in 0..=height {
            for (shape, lines) in &row {
                let (letter, wide) = (shape.piece.letter(), shape.width());
                // They stand on the line of the letters.
                let cells = (y + lines.len()).checked_sub(height).and_then(|y| lines.get(y));
                drawing.put(" ");
                if cells.is_some() || y == height {
                    drawing.spot(&letter.to_string(), 2 * wide);
                }
                for x in 0..wide {
                    match cells {
                        Some(cells) if cells >> x & 1 == 1 => mark(&mut drawing, side, false),
                        None if y == height && x == 0 => drawing.put(&format!(" {letter}")),
                        _ => drawing.put("  "),
                    }
                }
            }
            drawing.end();
        }
    }
    drawing
}

/// A covered square.
fn mark(drawing: &mut Drawing, side: Side, is_last: bool) {
    let before = if is_last { '*' } else { ' ' };
    drawing.run(&format!("{before}{}", MARKS[side.index()]), Ink::Covered(side), is_last);
}

/// Two columns of text for a square: `#` and `O` for the players, `+` where one has still to begin.
fn square(drawing: &mut Drawing, pos: &Position, square: Square, is_last: bool) {
    let start = (0..2).any(|side| STARTS[side] == square && pos.covered[side].is_empty());
    match [Side::First, Side::Second].into_iter().find(|side| pos.covered[side.index()].has(square)) {
        Some(side) => mark(drawing, side, is_last),
        None => drawing.put(if start { " +" } else { " ." }),
    }
}

/// A player's points and the pieces it has left.
fn player(drawing: &mut Drawing, game: Blokus, node: &Node, side: Side) {
    let pos = &node.position;
    let hand = pos.hands[side.index()];
    let pieces: String = hand.pieces().map(Piece::letter).collect();
    let left: Gap = if hand.is_empty() { words::NO_PIECES.into() } else { pieces.into() };
    let unit = match game.scoring {
        Scoring::Squares => words::SQUARES,
        Scoring::Official => words::POINTS,
    };
    let points = game.scoring.of(pos, side).to_string();
    let told = words::POINTS_AND_PIECES.with(side).and(MARKS[side.index()]).and(points).and(unit).and(left);
    drawing.words(told, Ink::Plain);
    if pos.side == side && game.result(node).is_none() {
        drawing.words(phrases::AND_TO_MOVE, Ink::Plain);
    }
}

/// The pieces in all ways they can lie, each over the letter and the digit that codes of moves end with; the
/// reference cell, whose square a code begins with, is `@`.
pub fn orientations() -> Drawing {
    const ACROSS: usize = 78;
    let mut drawing = Drawing::default();
    let (mut row, mut line, mut height) = (Drawing::default(), 0, 0);
    for (_, shape) in SHAPES.iter() {
        let mut picture = Drawing::default();
        let reference = shape.reference();
        let bits = shape.row_bits();
        for (y, cells) in bits.iter().enumerate() {
            for x in 0..shape.width() {
                let is_reference = reference == (x as i8, y as i8);
                picture.put(match (cells >> x & 1 == 1, is_reference) {
                    (true, true) => " @",
                    (true, false) => " #",
                    _ => "  ",
                });
            }
            picture.end();
        }
        picture.put(&format!(" {}{}", shape.piece.letter(), shape.orientation));
        let column = row.width() + usize::from(row.height() > 0) * 2;
        if column + picture.width().max(3) > ACROSS {
            drawing.beside(line, 0, std::mem::take(&mut row));
            line += height + 1;
            height = 0;
        }
        let column = row.width() + usize::from(row.height() > 0) * 2;
        height = height.max(picture.height());
        row.beside(0, column, picture);
    }
    drawing.beside(line, 0, row);
    drawing
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
  first player (#): 5 squares, abcdefghijklmnopqrsu left";
        let drawn = game.draw(&node, false);
        let (width, height) = (drawn.lines().map(str::len).max(), drawn.lines().count());
        assert!(width <= Some(80) && height <= 21, "{drawn}");
        assert_eq!(drawn.matches('O').count(), 1 + 89, "{drawn}");
        // Only the line above the board is longer than the board.
        let board = drawn.lines().map(|line| match line.get(..PIECES) {
            Some(board) if !line.contains("player") => board.trim_end(),
            _ => line,
        });
        assert_eq!(board.collect::<Vec<_>>().join("\n"), expected);
        assert!(game.draw(&node, true).contains("\x1b[48;5;97m"));
        assert_eq!(drawing(game, &node, Labels::Codes, true).text(false).matches("*#").count(), 5);
    }

    #[test]
    fn every_way_to_lie_is_pictured() {
        let drawn = orientations().text(false);
        assert_eq!(drawn.matches('@').count(), 91, "{drawn}");
        assert!(drawn.lines().all(|line| line.len() <= 80), "{drawn}");
    }
}
