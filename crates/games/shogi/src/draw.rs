//! The board for people, in letters or in kanji: a frame with coordinates, `v` before the second player's
//! pieces, hands at their sides.

use crate::{Bits, Kind, Piece, Position, Variant};
use yomikiri_core::Side;

const BOLD_GREEN: &str = "\x1b[1;32m";
const BOLD_RED: &str = "\x1b[1;31m";
const PLAIN: &str = "\x1b[0m";

/// Draws a position of the variant, in kanji (where a piece has none, by its letter) and with ANSI colours if
/// asked.
///
/// # Panics
/// The position is one of another variant.
pub fn draw<B: Bits>(pos: &Position<B>, variant: &Variant, kanji: bool, colour: bool) -> String {
    let board = pos.board;
    let line = |left: &str, middle: &str, right: &str| {
        format!("  {left}{}{right}\n", vec!["────"; board.files as usize].join(middle))
    };
    let mut text = hand(pos, variant, Side::Second, kanji, colour);
    let numbers: Vec<_> = (1..=board.files).rev().map(|number| format!("{number:5}")).collect();
    text = text + "\n  " + &numbers.concat() + "\n" + &line("┌", "┬", "┐");
    for rank in 0..board.ranks {
        if rank > 0 {
            text += &line("├", "┼", "┤");
        }
        text.push((b'a' + rank) as char);
        for file in 0..board.files {
            let piece = board.square(file as i8, rank as i8).and_then(|square| pos.piece(square));
            text = text + " │" + &piece.map_or("   ".to_owned(), |piece| cell(piece, variant, kanji, colour));
        }
        text += " │\n";
    }
    text + &line("└", "┴", "┘") + &hand(pos, variant, Side::First, kanji, colour)
}

fn paint(text: &str, side: Side, colour: bool) -> String {
    match (colour, side) {
        (false, _) => text.to_owned(),
        (true, Side::First) => format!("{BOLD_GREEN}{text}{PLAIN}"),
        (true, Side::Second) => format!("{BOLD_RED}{text}{PLAIN}"),
    }
}

/// Three columns: the owner, and a kanji, which takes two; or `+` for a promoted piece without a letter of
/// its own, the letter.
fn cell(piece: Piece, variant: &Variant, kanji: bool, colour: bool) -> String {
    let name = name(piece.kind, variant, kanji);
    let owner = if piece.side == Side::First { ' ' } else { 'v' };
    let gap = if name.len() == 1 { " " } else { "" };
    gap.to_owned() + &paint(&format!("{owner}{name}"), piece.side, colour)
}

/// A kanji, or the letters.
fn name(kind: Kind, variant: &Variant, kanji: bool) -> String {
    let face = variant.face(kind).expect("a piece of the variant");
    face.kanji.filter(|_| kanji).map_or_else(|| face.letter.to_owned(), String::from)
}

fn hand<B: Bits>(pos: &Position<B>, variant: &Variant, side: Side, kanji: bool, colour: bool) -> String {
    let who = if side == Side::First { "first player" } else { "second player (v)" };
    let held = variant.hand_kinds().filter(|&kind| pos.hand(side, kind) > 0).map(|kind| {
        let (count, word) = (pos.hand(side, kind), variant.face(kind).expect("a kind of the variant").name);
        match count {
            1 if kanji => name(kind, variant, kanji),
            _ if kanji => format!("{} x{count}", name(kind, variant, kanji)),
            1 => word.to_owned(),
            _ => format!("{count} {word}s"),
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
        assert_eq!(draw(&pos, &variant, false, false), expected);
        let coloured = draw(&pos, &variant, false, true);
        let plain = [BOLD_GREEN, BOLD_RED, PLAIN].iter().fold(coloured, |text, code| text.replace(code, ""));
        assert_eq!(plain, expected);
    }

    #[test]
    fn a_kanji_takes_two_columns() {
        let variant = Variant::minishogi();
        let pos: Position<u32> = sfen::read("rb2k/3+Rp/5/P4/K1SB1 b 2Gs", &variant).unwrap();
        let drawn = draw(&pos, &variant, true, false);
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines[3], "a │v飛 │v角 │    │    │v玉 │");
        assert_eq!(lines[5], "b │    │    │    │ 龍 │v歩 │");
        assert_eq!(lines[0], "  second player (v): 銀 in hand");
        assert_eq!(lines[13], "  first player: 金 x2 in hand, to move");
    }
}
