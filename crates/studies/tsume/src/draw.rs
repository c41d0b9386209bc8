//! The board in a terminal, in kanji or in letters.
//!
//! The frame is the one of KIF, made of plain characters: a kanji is two columns wide everywhere, while the
//! lines of a drawn box are one or two, as the terminal sees fit.

use crate::{japanese, rules};
use yomikiri_shogi::{Kind, Piece, Position, Side};

const BOLD_GREEN: &str = "\x1b[1;32m";
const BOLD_RED: &str = "\x1b[1;31m";
const PLAIN: &str = "\x1b[0m";

/// How pieces are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glyphs {
    /// Kanji, two columns wide.
    Kanji,
    /// The letters of SFEN.
    Letters,
}

/// Draws a position, with ANSI colours if asked: the defender's hand, the board, the attacker's hand. In
/// kanji and without colours it is the diagram of a KIF file.
pub fn draw(pos: &Position<u128>, script: Glyphs, colour: bool) -> String {
    let board = pos.board();
    let frame = format!("+{}+\n", "-".repeat(3 * board.files as usize));
    let numbers: String = (1..=board.files).rev().map(|number| script.number(number)).collect();
    let mut text = format!("{}\n {numbers}\n{frame}", hand(pos, Side::Second, script, colour));
    for rank in 0..board.ranks {
        text.push('|');
        for file in 0..board.files {
            let piece = board.square(file as i8, rank as i8).and_then(|square| pos.piece(square));
            text += &piece.map_or_else(|| script.gap().to_owned(), |piece| script.piece(piece, colour));
        }
        text.push('|');
        text.push(script.rank(rank));
        text.push('\n');
    }
    text + &frame + &hand(pos, Side::First, script, colour) + "\n"
}

impl Glyphs {
    fn number(self, number: u8) -> String {
        match self {
            Self::Kanji => format!(" {}", japanese::digit(number)),
            Self::Letters => format!("{number:3}"),
        }
    }

    fn rank(self, rank: u8) -> char {
        match self {
            Self::Kanji => japanese::rank(rank),
            Self::Letters => (b'a' + rank) as char,
        }
    }

    /// An empty square; as every cell, three columns.
    const fn gap(self) -> &'static str {
        match self {
            Self::Kanji => " ・",
            Self::Letters => "  .",
        }
    }

    fn piece(self, piece: Piece, colour: bool) -> String {
        let owner = if piece.side == Side::First { "" } else { "v" };
        let (name, width) = match self {
            Self::Kanji => (format!("{owner}{}", japanese::face(piece.kind)), 2),
            Self::Letters => (format!("{owner}{}", letter(piece.kind)), 3),
        };
        paint(&format!("{name:>width$}"), piece.side, colour)
    }
}

fn letter(kind: Kind) -> &'static str {
    rules().variant().face(kind).expect("a kind of the variant").letter
}

fn hand(pos: &Position<u128>, side: Side, script: Glyphs, colour: bool) -> String {
    let text = match (script, side) {
        (Glyphs::Kanji, Side::First) => format!("先手の持駒：{}", japanese::hand(pos, side)),
        (Glyphs::Kanji, Side::Second) => format!("後手の持駒：{}", japanese::hand(pos, side)),
        (Glyphs::Letters, Side::First) => format!("Attacker's hand: {}", letters_in_hand(pos, side)),
        (Glyphs::Letters, Side::Second) => format!("Defender's hand: {}", letters_in_hand(pos, side)),
    };
    paint(&text, side, colour)
}

fn letters_in_hand(pos: &Position<u128>, side: Side) -> String {
    let held = rules().variant().hand_kinds().filter_map(|kind| match pos.hand(side, kind) {
        0 => None,
        1 => Some(letter(kind).to_owned()),
        count => Some(format!("{count}{}", letter(kind))),
    });
    let held: Vec<_> = held.collect();
    if held.is_empty() { "none".to_owned() } else { held.join(" ") }
}

fn paint(text: &str, side: Side, colour: bool) -> String {
    match (colour, side) {
        (false, _) => text.to_owned(),
        (true, Side::First) => format!("{BOLD_GREEN}{text}{PLAIN}"),
        (true, Side::Second) => format!("{BOLD_RED}{text}{PLAIN}"),
    }
}
