//! The board in a terminal, in kanji or in letters.
//!
//! The frame is the one of KIF, made of plain characters: a kanji is two columns wide everywhere, while the
//! lines of a drawn box are one or two, as the terminal sees fit.

use crate::rules;
use yomikiri_shogi::{Kind, Piece, Position, Side, record::kif_lines};

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
    let cell = |square| match pos.piece(square) {
        Some(piece) => paint(&script.cell(Some(piece)), piece.side, colour),
        None => script.cell(None),
    };
    let board = kif_lines::framed(
        pos.board(),
        |number| script.number_of_file(number),
        cell,
        |number| script.number_of_rank(number),
    );
    let [attacker, defender] =
        [Side::First, Side::Second].map(|side| paint(&script.hand(pos, side), side, colour));
    format!("{defender}\n{board}{attacker}\n")
}

impl Glyphs {
    fn number_of_file(self, number: usize) -> String {
        match self {
            Self::Kanji => kif_lines::file_over_board(number),
            Self::Letters => format!("{number:3}"),
        }
    }

    const fn number_of_rank(self, number: usize) -> char {
        match self {
            Self::Kanji => kif_lines::rank_beside_board(number),
            Self::Letters => (b'a' + number as u8 - 1) as char,
        }
    }

    /// A square, three columns wide.
    fn cell(self, piece: Option<Piece>) -> String {
        match (self, piece) {
            (Self::Kanji, piece) => kif_lines::cell(rules().variant(), piece),
            (Self::Letters, None) => "  .".to_owned(),
            (Self::Letters, Some(Piece { kind, side })) => {
                let owner = if side == Side::First { "" } else { "v" };
                format!("{:>3}", format!("{owner}{}", letter(kind)))
            }
        }
    }

    fn hand(self, pos: &Position<u128>, side: Side) -> String {
        match (self, side) {
            (Self::Kanji, side) => kif_lines::hand(pos, rules().variant(), side),
            (Self::Letters, Side::First) => format!("Attacker's hand: {}", letters_in_hand(pos, side)),
            (Self::Letters, Side::Second) => format!("Defender's hand: {}", letters_in_hand(pos, side)),
        }
    }
}

fn letter(kind: Kind) -> &'static str {
    rules().variant().face(kind).expect("a kind of the variant").letter
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
