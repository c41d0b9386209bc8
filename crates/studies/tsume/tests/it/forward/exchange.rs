//! Positions in a form that has nothing to do with how they were found, for comparison with other programs.

use super::pieces::{
    BLACK_HAND, Kind, PROMOTED, WHITE, WHITE_HAND, file_rank, is_black, is_promoted, square, square_of,
};
use super::rules::{MAX_PIECES, Position};

/// Where a piece is; squares are (file from the left, rank from the top), both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    Black { square: (u8, u8), promoted: bool },
    White { square: (u8, u8), promoted: bool },
    BlackHand,
    WhiteHand,
}

/// A position, its pieces sorted: equal positions are equal.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Exchange {
    pub king: (u8, u8),
    pub pieces: Vec<(char, Place)>,
}

impl Exchange {
    /// A position from pieces in any order.
    pub fn new(king: (u8, u8), mut pieces: Vec<(char, Place)>) -> Self {
        pieces.sort_unstable();
        Self { king, pieces }
    }

    /// Pieces in black's hand.
    pub fn black_hand(&self) -> usize {
        self.pieces.iter().filter(|(_, place)| *place == Place::BlackHand).count()
    }

    /// Whether white has a piece on the board beside the king.
    pub fn has_white_pieces(&self) -> bool {
        self.pieces.iter().any(|(_, place)| matches!(place, Place::White { .. }))
    }

    /// The position as SFEN, all pieces of a full set that are not mentioned in white's hand; `turn` is `b`
    /// or `w`.
    pub fn sfen(&self, turn: char) -> String {
        let board: Vec<String> = (0..9).map(|rank| self.sfen_rank(rank)).collect();
        format!("{} {turn} {} 1", board.join("/"), self.sfen_hands())
    }

    fn sfen_rank(&self, rank: u8) -> String {
        let mut text = String::new();
        let mut gap = 0;
        for file in 0..9 {
            let Some(piece) = self.sfen_square((file, rank)) else {
                gap += 1;
                continue;
            };
            if gap > 0 {
                text += &gap.to_string();
                gap = 0;
            }
            text += &piece;
        }
        if gap > 0 { text + &gap.to_string() } else { text }
    }

    fn sfen_square(&self, at: (u8, u8)) -> Option<String> {
        if self.king == at {
            return Some("k".to_owned());
        }
        let sign = |promoted| if promoted { "+" } else { "" };
        self.pieces.iter().find_map(|&(letter, place)| match place {
            Place::Black { square, promoted } if square == at => Some(format!("{}{letter}", sign(promoted))),
            Place::White { square, promoted } if square == at => {
                Some(format!("{}{}", sign(promoted), letter.to_ascii_lowercase()))
            }
            _ => None,
        })
    }

    fn sfen_hands(&self) -> String {
        let full_set = [('R', 2), ('B', 2), ('G', 4), ('S', 4), ('N', 4), ('L', 4), ('P', 18)];
        let count = |letter: char, white_hand: bool| {
            let counts =
                |place| if white_hand { place != Place::WhiteHand } else { place == Place::BlackHand };
            self.pieces.iter().filter(|&&(other, place)| other == letter && counts(place)).count()
        };
        let item = |letter: char, number: usize| match number {
            0 => String::new(),
            1 => letter.to_string(),
            _ => format!("{number}{letter}"),
        };
        let black = full_set.iter().map(|&(letter, _)| item(letter, count(letter, false)));
        let white = full_set
            .iter()
            .map(|&(letter, all)| item(letter.to_ascii_lowercase(), all - count(letter, true)));
        black.chain(white).collect()
    }
}

impl From<&Position> for Exchange {
    fn from(position: &Position) -> Self {
        let place = |place: u16| match square_of(place).map(file_rank) {
            Some(square) if is_black(place) => Place::Black { square, promoted: is_promoted(place) },
            Some(square) => Place::White { square, promoted: is_promoted(place) },
            None if place == BLACK_HAND => Place::BlackHand,
            None => Place::WhiteHand,
        };
        let pieces = position.pieces().map(|(kind, at)| (kind.letter(), place(at)));
        Self::new(file_rank(position.king), pieces.collect())
    }
}

impl TryFrom<&Exchange> for Position {
    type Error = String;

    /// Fails unless the position is one of at most [`MAX_PIECES`] pieces of the oracle's kinds, standing as
    /// the rules allow.
    fn try_from(exchange: &Exchange) -> Result<Self, String> {
        let kinds = exchange.pieces.iter().map(|&(letter, _)| Kind::from_letter(letter));
        let kinds: Vec<Kind> = kinds.collect::<Option<_>>().ok_or("a piece other than P, N, S, G")?;
        if kinds.len() > MAX_PIECES {
            return Err(format!("more than {MAX_PIECES} pieces"));
        }
        let mut pieces: Vec<(Kind, u16)> =
            kinds.into_iter().zip(exchange.pieces.iter().map(|&(_, place)| place_number(place))).collect();
        pieces.sort_unstable();
        let set: Vec<Kind> = pieces.iter().map(|&(kind, _)| kind).collect();
        let mut position = Self::unused(&set, square(exchange.king.0, exchange.king.1));
        position.count = 0;
        for (i, (kind, place)) in pieces.into_iter().enumerate() {
            if !position.admits(kind, place) {
                return Err(format!("{} may not be there: {}", kind.letter(), exchange.sfen('b')));
            }
            position.places[i] = place;
            position.count += 1;
        }
        Ok(position)
    }
}

fn place_number(place: Place) -> u16 {
    let at = |(file, rank): (u8, u8), promoted: bool| {
        square(file, rank) as u16 + if promoted { PROMOTED } else { 0 }
    };
    match place {
        Place::Black { square, promoted } => at(square, promoted),
        Place::White { square, promoted } => WHITE + at(square, promoted),
        Place::BlackHand => BLACK_HAND,
        Place::WhiteHand => WHITE_HAND,
    }
}
