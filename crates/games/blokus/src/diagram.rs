//! The board as a picture: covered squares in the colours of the sides, those of the second side with a dot,
//! the last piece outlined, and below the board what each side has left.

use crate::{Blokus, Hand, Node, SHAPES, Square, position::STARTS, square::SIZE, words};
use std::fmt::Write as _;
use yomikiri_core::{Diagram, Language, Side, TwoPlayer, phrases, player};

/// The side of a square; all other lengths follow from it.
const CELL: i32 = 28;
const BOARD: i32 = SIZE as i32 * CELL;
const LEFT: i32 = 24;
const TOP: i32 = 22;

/// The side of a square of a piece that is left, and the height of a row of such pieces.
const SMALL: i32 = 8;
const ROW: i32 = 4 * SMALL;

/// Where the hands begin, and how high one is.
const HANDS: i32 = TOP + BOARD + 12;
const HAND: i32 = 3 * ROW;

/// Draws a position with its last move.
pub fn diagram(game: Blokus, node: &Node) -> Diagram {
    let mut diagram = Diagram::new((LEFT + BOARD + 8, HANDS + 2 * HAND), phrases::BOARD);
    diagram.describe(|language| told(game, node, language));
    board(&mut diagram);
    let pos = &node.position;
    for side in [Side::First, Side::Second] {
        let own = pos.covered[side.index()];
        for square in own.squares() {
            cell(&mut diagram, side, corner(square), CELL);
        }
        if own.is_empty() {
            let (x, y) = corner(STARTS[side.index()]);
            diagram.circle("start", (x + CELL / 2, y + CELL / 2), CELL / 4);
        }
    }
    let last = node.path.moves().last().and_then(|last| last.placement());
    if let Some(piece) = last.and_then(|(shape, square)| SHAPES.get(shape).at(square)) {
        diagram
            .path("outline", &outline(|x, y| Square::checked(x, y).is_some_and(|square| piece.has(square))));
    }
    for (side, y) in [(Side::First, HANDS), (Side::Second, HANDS + HAND)] {
        if pos.side == side && game.result(node).is_none() {
            diagram.circle("turn", (LEFT - 12, y + ROW / 2), 4);
        }
        hand(&mut diagram, pos.hands[side.index()], side, y);
    }
    diagram
}

/// The upper left corner of a square.
fn corner(square: Square) -> (i32, i32) {
    (LEFT + i32::from(square.x()) * CELL, TOP + i32::from(square.y()) * CELL)
}

/// The board without pieces, and its coordinates as codes of moves have them.
fn board(diagram: &mut Diagram) {
    diagram.rect("board", (LEFT, TOP), (BOARD, BOARD), 0);
    let line = |at: i32| format!("M{LEFT} {}h{BOARD}M{} {TOP}v{BOARD}", TOP + at * CELL, LEFT + at * CELL);
    diagram.path("lines", &(1..SIZE as i32).map(line).collect::<String>());
    for at in 0..SIZE as i32 {
        let (name, middle) = (format!("{:X}", at + 1), at * CELL + CELL / 2);
        diagram.text("name", (LEFT + middle, TOP - 6), 14, &name);
        diagram.text("name", (LEFT - 12, TOP + middle + 5), 14, &name);
        for down in 0..SIZE as i32 {
            let corner = (LEFT + at * CELL, TOP + down * CELL);
            diagram.spot(&format!("{name}{:X}", down + 1), corner, (CELL, CELL));
        }
    }
}

/// A covered square; a dot tells the sides apart without colours.
fn cell(diagram: &mut Diagram, side: Side, (x, y): (i32, i32), size: i32) {
    let class = if side == Side::First { "first" } else { "second" };
    diagram.rect(class, (x, y), (size - 1, size - 1), size / 7);
    if side == Side::Second {
        diagram.circle("dot", (x + size / 2, y + size / 2), size / 8);
    }
}

/// The border of a set of squares, edge by edge.
fn outline(has: impl Fn(i8, i8) -> bool) -> String {
    let size = SIZE as i8;
    let squares = (0..size).flat_map(|y| (0..size).map(move |x| (x, y))).filter(|&(x, y)| has(x, y));
    squares.fold(String::new(), |mut path, (x, y)| {
        let (left, top) = (LEFT + i32::from(x) * CELL, TOP + i32::from(y) * CELL);
        for (is_border, dx, dy, line) in [
            (!has(x, y - 1), 0, 0, 'h'),
            (!has(x, y + 1), 0, CELL, 'h'),
            (!has(x - 1, y), 0, 0, 'v'),
            (!has(x + 1, y), CELL, 0, 'v'),
        ] {
            if is_border {
                let _ = write!(path, "M{} {}{line}{CELL}", left + dx, top + dy);
            }
        }
        path
    })
}

/// The pieces that are left, lying as flat as they can, in rows as long as the board.
fn hand(diagram: &mut Diagram, hand: Hand, side: Side, top: i32) {
    let (mut x, mut y) = (LEFT, top);
    for piece in hand.pieces() {
        let shape = SHAPES.flat(piece);
        let wide = SMALL * shape.width() as i32;
        if x + wide > LEFT + BOARD {
            (x, y) = (LEFT, y + ROW);
        }
        for (down, row) in shape.row_bits().iter().enumerate() {
            for right in (0..16).filter(|right| row >> right & 1 == 1) {
                cell(diagram, side, (x + right * SMALL, y + down as i32 * SMALL), SMALL);
            }
        }
        x += wide + SMALL;
    }
}

/// What is on the board, for those who do not see it.
fn told(game: Blokus, node: &Node, language: Language) -> String {
    let pos = &node.position;
    let of_side = |side: Side| {
        let is_to_move = pos.side == side && game.result(node).is_none();
        let (covered, left) = (pos.covered[side.index()].count(), pos.hands[side.index()].count());
        let told = words::OF_SIDE.with(player(side, is_to_move));
        told.and(covered.to_string()).and(left.to_string()).in_language(language)
    };
    [Side::First, Side::Second].map(of_side).join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_core::Notation;

    #[test]
    fn squares_pieces_and_the_last_move_are_drawn() {
        let game = Blokus::default();
        let drawn = game.diagram(&game.parse_pos("66t0").unwrap(), None).unwrap();
        let text = drawn.inline();
        let covered = format!("class=\"first\" x=\"{}\" y=\"{}\"", LEFT + 4 * CELL, TOP + 4 * CELL);
        assert!(text.contains(&covered), "{text}");
        // The five on the board and the 84 of the pieces that are left; all 89 of the other side.
        assert_eq!(
            (text.matches("class=\"first\"").count(), text.matches("class=\"second\"").count()),
            (89, 89)
        );
        // A pentomino like a Z or T has a border of twelve edges.
        let border = text.split("class=\"outline\" d=\"").nth(1).unwrap().split('"').next().unwrap();
        assert_eq!(border.matches('M').count(), 12);
        assert_eq!(text.matches("class=\"start\"").count(), 1);
        assert!(text.contains("Second player, to move: 0 squares covered, 21 pieces left."), "{text}");
        let text = drawn.in_language(Language::Japanese).inline();
        let told = "<desc>先手: 5マスを覆い、残り20ピース。 後手(手番): 0マスを覆い、残り21ピース。</desc>";
        assert!(text.contains(told), "{text}");
        let start = game.diagram(&Node::START, None).unwrap().inline();
        assert!(!start.contains("outline") && start.matches("class=\"start\"").count() == 2);
    }
}
