//! The board for people, in letters or in kanji: a frame with coordinates, `v` before the second player's
//! pieces, hands at their sides.

use crate::{Bits, Kind, Move, Piece, Position, Square, Variant, words};
use yomikiri_core::{Drawing, Gap, Ink, Language, Side, columns, phrases};

/// Draws a position of the variant, in kanji (where a piece has none, by its letter) if asked; `*` on the
/// squares where the last move began and ended.
///
/// # Panics
/// The position is one of another variant.
pub fn drawing<B: Bits>(pos: &Position<B>, variant: &Variant, kanji: bool, last: Option<Move>) -> Drawing {
    let mut drawing = Drawing::default();
    hand(&mut drawing, pos, variant, Side::Second, kanji);
    let board = pos.board;
    drawing.end();
    drawing.put("  ");
    (1..=board.files).rev().for_each(|number| drawing.put(&format!("{number:5}")));
    drawing.end();
    rule(&mut drawing, board.files, ["┌", "┬", "┐"]);
    drawing.end();
    for rank in 0..board.ranks {
        if rank > 0 {
            rule(&mut drawing, board.files, ["├", "┼", "┤"]);
            drawing.end_spare();
        }
        drawing.put(&format!("{} ", (b'a' + rank) as char));
        for file in 0..board.files {
            let square = board.square(file as i8, rank as i8).expect("a square of the board");
            let is_last = last.is_some_and(|mv| touches(mv, square));
            drawing.put("│");
            drawing.spot(&board.name(square), 4);
            cell(&mut drawing, pos.piece(square), variant, kanji, is_last);
            drawing.put(if is_last { "*" } else { " " });
        }
        drawing.put("│");
        drawing.end();
    }
    rule(&mut drawing, board.files, ["└", "┴", "┘"]);
    drawing.end();
    hand(&mut drawing, pos, variant, Side::First, kanji);
    drawing
}

/// A line between ranks.
fn rule(drawing: &mut Drawing, files: u8, [left, middle, right]: [&str; 3]) {
    drawing.put(&format!("  {left}{}{right}", vec!["────"; files as usize].join(middle)));
}

/// Whether a move begins or ends on a square.
fn touches(mv: Move, square: Square) -> bool {
    match mv {
        Move::Board { from, to, .. } => from == square || to == square,
        Move::Drop { to, .. } => to == square,
    }
}

/// Three columns: the owner, and a kanji, which takes two; or `+` for a promoted piece without a letter of
/// its own, the letter.
fn cell(drawing: &mut Drawing, piece: Option<Piece>, variant: &Variant, kanji: bool, is_last: bool) {
    let Some(piece) = piece else { return drawing.put("   ") };
    let name = name(piece.kind, variant, kanji);
    let owner = match piece.side {
        Side::First => "",
        Side::Second => "v",
    };
    let gap = 3usize.saturating_sub(columns(owner) + columns(&name));
    let text = format!("{owner}{name}");
    drawing.put(&" ".repeat(gap));
    drawing.run(&text, Ink::Side(piece.side), is_last);
}

/// A kanji, or the letters.
fn name(kind: Kind, variant: &Variant, kanji: bool) -> String {
    let face = variant.face(kind).expect("a piece of the variant");
    face.kanji.filter(|_| kanji).map_or_else(|| face.letter.to_owned(), String::from)
}

fn hand<B: Bits>(drawing: &mut Drawing, pos: &Position<B>, variant: &Variant, side: Side, kanji: bool) {
    drawing.put("  ");
    drawing.words([words::FIRST_PLAYER, words::SECOND_PLAYER][side.index()], Ink::Side(side));
    drawing.put(": ");
    let mut is_empty = true;
    for kind in variant.hand_kinds().filter(|&kind| pos.hand(side, kind) > 0) {
        let (count, face) = (pos.hand(side, kind), variant.face(kind).expect("a kind of the variant"));
        let held = match count {
            1 if kanji => name(kind, variant, kanji).into(),
            _ if kanji => format!("{} x{count}", name(kind, variant, kanji)).into(),
            1 => Gap::from(face.piece_name()),
            _ => Gap::in_each(|language| {
                let name = Gap::from(face.piece_name()).in_language(language);
                match language {
                    Language::English => format!("{count} {name}s"),
                    Language::Japanese => format!("{name}{count}"),
                }
            }),
        };
        if !is_empty {
            drawing.put(", ");
        }
        if pos.side == side {
            let width = columns(&held.in_language(Language::English));
            drawing.spot(&format!("{}*", face.letter), width);
        }
        drawing.words(held, Ink::Plain);
        is_empty = false;
    }
    // Japanese says nothing behind what is in hand.
    let in_hand = || Gap::Words(" in hand".into(), String::new());
    drawing.words(if is_empty { words::NOTHING_IN_HAND.into() } else { in_hand() }, Ink::Plain);
    if pos.side == side {
        drawing.words(phrases::AND_TO_MOVE, Ink::Plain);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SmallBoard;
    use crate::sfen;
    use yomikiri_core::{Game, Notation};

    #[test]
    fn the_board_is_framed() {
        let variant = Variant::dobutsu();
        let pos: Position<SmallBoard> = sfen::read("1le/3/1C1/EL1 w 2gc", &variant).unwrap();
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
        assert_eq!(drawing(&pos, &variant, false, None).text(false), expected);
        let coloured = drawing(&pos, &variant, false, None).text(true);
        assert!(coloured.contains("\x1b[1;31mvL\x1b[0m"), "{coloured}");
        assert_eq!(drawing(&pos, &variant, false, None).fitted(10).height(), 9);
        // A reader of Japanese is told the pieces in Japanese, and spots are as wide as their names.
        let japanese = drawing(&pos, &variant, false, None).in_language(Language::Japanese);
        assert_eq!(japanese.text(false).lines().next(), Some("  後手(v): きりん2, ひよこ、手番"));
        let spot = |name: &str| {
            let spot = japanese.spots().iter().find(|spot| spot.name == name).unwrap();
            (spot.column, spot.width)
        };
        assert_eq!((spot("G*"), spot("C*")), ((11, 7), (20, 6)));
    }

    #[test]
    fn the_last_move_is_marked() {
        let game = crate::SmallShogi::dobutsu(crate::Ending::Capture);
        let start = game.start();
        let mv = game.parse_move(&start, "2c2b").unwrap();
        let drawn = drawing(&game.play(&start, mv), game.variant(), false, Some(mv)).text(false);
        assert!(drawn.contains("b │    │  C*│    │") && drawn.contains("c │    │   *│    │"), "{drawn}");
    }

    #[test]
    fn a_kanji_takes_two_columns() {
        let variant = Variant::minishogi();
        let pos: Position<SmallBoard> = sfen::read("rb2k/3+Rp/5/P4/K1SB1 b 2Gs", &variant).unwrap();
        let drawn = drawing(&pos, &variant, true, None).text(false);
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines[3], "a │v飛 │v角 │    │    │v玉 │");
        assert_eq!(lines[5], "b │    │    │    │ 龍 │v歩 │");
        assert_eq!(lines[0], "  second player (v): 銀 in hand");
        assert_eq!(lines[13], "  first player: 金 x2 in hand, to move");
    }
}
