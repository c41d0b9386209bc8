//! The picture: a position on several lines, as it is shown on a well-known blog about the game.
//!
//! ```text
//! H:0 Z:0 K:0
//! *K *L *Z
//!  . *H  .
//!  .  H  .
//!  Z  L  K
//! H:0 Z:0 K:0
//! ```
//!
//! The first line is the second player's hand, the last the first player's. A cell is an owner (`*` for the
//! second player), a letter (the initial of the Japanese name; `.` for none) and a space. The side to move is
//! not in it.

use crate::{Bits, Kind, Piece, Position, Setup, Variant, words};
use std::fmt::Write;
use yomikiri_core::{ParseError, Side};

/// Draws a position of the variant.
///
/// # Panics
/// The position is one of another variant.
pub fn write<B: Bits>(pos: &Position<B>, variant: &Variant) -> String {
    let mut text = hand(pos, variant, Side::Second);
    for rank in 0..pos.board.ranks {
        let mut line = String::new();
        for file in 0..pos.board.files {
            let piece = pos.board.square(file as i8, rank as i8).and_then(|square| pos.piece(square));
            let owner = if piece.is_some_and(|piece| piece.side == Side::Second) { '*' } else { ' ' };
            let face = piece.map(|piece| variant.face(piece.kind).expect("a piece of the variant"));
            write!(line, "{owner}{} ", face.map_or(".", |face| face.picture)).expect("a string takes all");
        }
        text = text + "\n" + line.trim_end();
    }
    text + "\n" + &hand(pos, variant, Side::First)
}

/// The kinds in hand as the picture lists them: the variant's list, but its last and cheapest piece first.
fn hand_order(variant: &Variant) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = variant.hand_kinds().collect();
    kinds.rotate_right(1);
    kinds
}

fn hand<B: Bits>(pos: &Position<B>, variant: &Variant, side: Side) -> String {
    let count = |kind: Kind| {
        let face = variant.face(kind).expect("a kind of the variant");
        format!("{}:{}", face.picture, pos.hand(side, kind))
    };
    hand_order(variant).into_iter().map(count).collect::<Vec<_>>().join(" ")
}

/// Reads a picture of a position where `side` is to move. Blank lines and the width of gaps do not matter;
/// kinds that are missing from a hand's line are not in hand.
///
/// # Errors
/// The text is no picture or the position breaks a rule.
pub fn read<B: Bits>(text: &str, side: Side, variant: &Variant) -> Result<Position<B>, ParseError> {
    let lines: Vec<Vec<Token>> = lines(text);
    let ranks = variant.board.ranks as usize;
    if lines.len() != ranks + 2 {
        let found = lines.len();
        return Err(ParseError::new(words::PICTURE.with(ranks).and(found)));
    }
    let mut setup = Setup::empty(variant);
    setup.side = side;
    for (rank, tokens) in lines[1..=ranks].iter().enumerate() {
        read_rank(tokens, rank, &mut setup, variant)?;
    }
    for (side, line) in [(Side::Second, &lines[0]), (Side::First, &lines[ranks + 1])] {
        for token in line {
            let (kind, count) = read_count(token, variant)?;
            let held = &mut setup.hands[side.index()][kind.place()];
            if *held > 0 {
                return Err(ParseError::at(token.0, words::KIND_ONCE));
            }
            *held = count;
        }
    }
    Position::new(&setup, variant).map_err(ParseError::new)
}

/// A word of the text and where it begins.
type Token = (usize, String);

fn lines(text: &str) -> Vec<Vec<Token>> {
    let mut lines = vec![Vec::<Token>::new()];
    let mut inside = false;
    for (at, c) in text.chars().enumerate() {
        if c.is_whitespace() {
            inside = false;
            if c == '\n' {
                lines.push(Vec::new());
            }
            continue;
        }
        let line = lines.last_mut().expect("there is always a line");
        match line.last_mut() {
            Some((_, word)) if inside => word.push(c),
            _ => line.push((at, c.to_string())),
        }
        inside = true;
    }
    lines.retain(|line| !line.is_empty());
    lines
}

fn read_rank(tokens: &[Token], rank: usize, setup: &mut Setup, variant: &Variant) -> Result<(), ParseError> {
    let files = variant.board.files as usize;
    if tokens.len() != files {
        let message = words::CELLS.with(files).and(rank + 1).and(tokens.len());
        return Err(ParseError::at(tokens[0].0, message));
    }
    for (file, (at, word)) in tokens.iter().enumerate() {
        setup.board[rank * files + file] = match word.as_str() {
            "." => None,
            word => {
                let (side, letter) = match word.strip_prefix('*') {
                    Some(letter) => (Side::Second, letter),
                    None => (Side::First, word),
                };
                Some(Piece { kind: find(letter, variant, *at)?, side })
            }
        };
    }
    Ok(())
}

fn find(letter: &str, variant: &Variant, at: usize) -> Result<Kind, ParseError> {
    let kind = variant.find(|face| face.picture == letter);
    kind.ok_or_else(|| {
        let letters: String = variant.faces().map(|face| face.picture).collect();
        ParseError::at(at, words::CELL.with(letters))
    })
}

fn read_count((at, word): &Token, variant: &Variant) -> Result<(Kind, u8), ParseError> {
    let read = || {
        let (letter, count) = word.split_once(':')?;
        let kind = variant.find(|face| face.picture == letter)?;
        Some((variant.hand_kinds().find(|&k| k == kind)?, count.parse().ok()?))
    };
    read().ok_or_else(|| ParseError::at(*at, words::LETTER_AND_COUNT))
}
