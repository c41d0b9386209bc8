//! The board for people: a frame with coordinates, `v` before the second player's pieces, hands at their sides.

use crate::{Bits, Piece, Position, Variant};
use yomikiri_core::Side;

const BOLD_GREEN: &str = "\x1b[1;32m";
const BOLD_RED: &str = "\x1b[1;31m";
const PLAIN: &str = "\x1b[0m";

/// Draws a position of the variant, with ANSI colours if asked.
///
/// # Panics
/// The position is one of another variant.
pub fn draw<B: Bits>(pos: &Position<B>, variant: &Variant, colour: bool) -> String {
    let board = pos.board;
    let line = |left: &str, middle: &str, right: &str| {
        format!("  {left}{}{right}\n", vec!["────"; board.files as usize].join(middle))
    };
    let mut text = hand(pos, variant, Side::Second, colour);
    let numbers: Vec<_> = (1..=board.files).rev().map(|number| format!("{number:5}")).collect();
    text = text + "\n  " + &numbers.concat() + "\n" + &line("┌", "┬", "┐");
    for rank in 0..board.ranks {
        if rank > 0 {
            text += &line("├", "┼", "┤");
        }
        text.push((b'a' + rank) as char);
        for file in 0..board.files {
            let piece = board.square(file as i8, rank as i8).and_then(|square| pos.piece(square));
            text = text + " │" + &piece.map_or("   ".to_owned(), |piece| cell(piece, variant, colour));
        }
        text += " │\n";
    }
    text + &line("└", "┴", "┘") + &hand(pos, variant, Side::First, colour)
}

fn paint(text: &str, side: Side, colour: bool) -> String {
    match (colour, side) {
        (false, _) => text.to_owned(),
        (true, Side::First) => format!("{BOLD_GREEN}{text}{PLAIN}"),
        (true, Side::Second) => format!("{BOLD_RED}{text}{PLAIN}"),
    }
}

/// Three places: the owner, `+` for a promoted piece without a letter of its own, the letter.
fn cell(piece: Piece, variant: &Variant, colour: bool) -> String {
    let letter = variant.face(piece.kind).expect("a piece of the variant").letter;
    let owner = if piece.side == Side::First { ' ' } else { 'v' };
    let gap = if letter.len() == 1 { " " } else { "" };
    gap.to_owned() + &paint(&format!("{owner}{letter}"), piece.side, colour)
}

fn hand<B: Bits>(pos: &Position<B>, variant: &Variant, side: Side, colour: bool) -> String {
    let who = if side == Side::First { "first player" } else { "second player (v)" };
    let held = variant.hand_kinds().filter(|&kind| pos.hand(side, kind) > 0).map(|kind| {
        let name = variant.face(kind).expect("a kind of the variant").name;
        match pos.hand(side, kind) {
            1 => name.to_owned(),
            count => format!("{count} {name}s"),
        }
    });
    let held = held.collect::<Vec<_>>().join(", ");
    let held = if held.is_empty() { "nothing" } else { &held };
    let turn = if pos.side == side { ", to move" } else { "" };
    format!("  {}: {held} in hand{turn}", paint(who, side, colour))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sfen;

    #[test]
    fn the_board_is_framed() {
        let variant = Variant::dobutsu();
        let pos: Position<u16> = sfen::read("1le/3/1C1/EL1 w 2gc", &variant).unwrap();
        let expected = "  second player (v): 2 giraffes, chick in hand, to move
      3    2    1
  ┌────┬────┬────┐
a │    │ vL │ vE │
  ├────┼────┼────┤
b │    │    │    │
  ├────┼────┼────┤
c │    │  C │    │
  ├────┼────┼────┤
d │  E │  L │    │
  └────┴────┴────┘
  first player: nothing in hand";
        assert_eq!(draw(&pos, &variant, false), expected);
        let coloured = draw(&pos, &variant, true);
        let plain = [BOLD_GREEN, BOLD_RED, PLAIN].iter().fold(coloured, |text, code| text.replace(code, ""));
        assert_eq!(plain, expected);
    }
}
