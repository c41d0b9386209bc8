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
