//! A diagram to print, as SVG: the board with kanji, the defender's pieces upside down, the hands above and
//! below.

use crate::{japanese, rules};
use std::fmt::Write;
use yomikiri_shogi::{Position, Side};

/// The side of a square; all other lengths follow from it.
const CELL: u32 = 40;
const LEFT: u32 = 10;
const TOP: u32 = 62;
const BOARD: u32 = 9 * CELL;
const WIDTH: u32 = LEFT + BOARD + 30;
const HEIGHT: u32 = TOP + BOARD + 44;

/// Draws a position. The defender's hand is left out where it is all the rest, as it is by custom.
pub fn svg(pos: &Position<u128>) -> String {
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"serif\" \
         text-anchor=\"middle\">\n<path fill=\"none\" stroke=\"#000\" d=\"{}\"/>\n",
        grid()
    );
    let mut put = |x: u32, y: u32, size: u32, more: &str, content: &str| {
        writeln!(text, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{more}>{content}</text>")
            .expect("a string takes all");
    };
    let start = " text-anchor=\"start\"";
    if !holds_the_rest(pos) {
        put(LEFT, 24, 22, start, &format!("☖ {}", japanese::hand(pos, Side::Second)));
    }
    put(LEFT, TOP + BOARD + 32, 22, start, &format!("☗ {}", japanese::hand(pos, Side::First)));
    for at in 0..9u8 {
        let middle = u32::from(at) * CELL + CELL / 2;
        put(LEFT + middle, TOP - 8, 16, "", &(9 - at).to_string());
        put(LEFT + BOARD + 14, TOP + middle + 6, 16, "", &japanese::rank(at).to_string());
    }
    for square in pos.board().squares() {
        let Some(piece) = pos.piece(square) else { continue };
        let x = LEFT + u32::from(pos.board().file(square)) * CELL + CELL / 2;
        let y = TOP + u32::from(pos.board().rank(square)) * CELL + CELL / 2;
        let turn = match piece.side {
            Side::First => String::new(),
            Side::Second => format!(" transform=\"rotate(180 {x} {y})\""),
        };
        put(x, y + 11, 32, &turn, &japanese::face(piece.kind).to_string());
    }
    text + "</svg>\n"
}

/// Ten lines down and ten across.
fn grid() -> String {
    (0..=9).fold(String::new(), |path, line| {
        let (x, y) = (LEFT + line * CELL, TOP + line * CELL);
        path + &format!("M{x} {TOP}v{BOARD}M{LEFT} {y}h{BOARD}")
    })
}

/// Whether the defender has all pieces that are neither on the board nor in the attacker's hand.
fn holds_the_rest(pos: &Position<u128>) -> bool {
    let variant = rules().variant();
    variant.hand_kinds().all(|kind| {
        let on_board = pos.board().squares().filter_map(|square| pos.piece(square));
        let on_board = on_board.filter(|piece| piece.kind.unpromoted() == kind).count();
        let held = pos.hand(Side::First, kind) + pos.hand(Side::Second, kind);
        Some(on_board + held as usize) == variant.rule(kind).map(|rule| rule.count as usize)
    })
}
