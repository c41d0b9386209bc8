//! Sets of pieces.

use std::{fmt, str::FromStr};
use yomikiri_core::Message;
use yomikiri_shogi::Kind;

yomikiri_core::phrases! { words;
    NO_PIECE: "`{}` at character {} of the piece set is no piece; expected letters of R, B, G, S, N, L and P",
        "駒組の`{}`({}文字目)は駒ではありません。R, B, G, S, N, L, Pで書いてください";
    WRONG_LENGTH: "a piece set has 1 to {} pieces, but this has {}", "駒組は1枚から{}枚までですが、{}枚です";
    TOO_MANY: "{} pieces `{}` in the set, but the game has {}", "駒組に{}枚の`{}`がありますが、全部で{}枚しかありません";
}

/// The pieces that a set may hold, with their letters, in the order in which they are written.
const LETTERS: [(char, Kind, u8); 7] = [
    ('R', Kind::ROOK, 2),
    ('B', Kind::BISHOP, 2),
    ('G', Kind::GOLD, 4),
    ('S', Kind::SILVER, 4),
    ('N', Kind::KNIGHT, 4),
    ('L', Kind::LANCE, 4),
    ('P', Kind::PAWN, 18),
];

/// A multiset of pieces, such as `NNNN` or `RGP`; each may be promoted or not.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PieceSet {
    /// Places in [`LETTERS`], ascending.
    pieces: Vec<usize>,
}

/// Why a text is no piece set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub enum PieceSetError {
    /// A letter that is none of the pieces.
    Letter {
        /// The character.
        found: char,
        /// Its place, from 1.
        at: usize,
    },
    /// No pieces or too many.
    Length {
        /// How many there are.
        found: usize,
    },
    /// More pieces of a kind than the game has.
    TooMany {
        /// The letter of the piece.
        letter: char,
        /// How many there are.
        found: usize,
        /// How many there may be.
        allowed: u8,
    },
}

impl PieceSetError {
    /// What is wrong, as a sentence.
    pub fn message(&self) -> Message {
        match *self {
            Self::Letter { found, at } => NO_PIECE.with(found).and(at),
            Self::Length { found } => WRONG_LENGTH.with(PieceSet::MOST).and(found),
            Self::TooMany { letter, found, allowed } => TOO_MANY.with(found).and(letter).and(allowed),
        }
    }
}

impl PieceSet {
    /// The largest set: of six pieces there are more mates than any memory holds (15 TB for GGSSPP).
    pub const MOST: usize = 5;

    /// The kinds, one an entry, equal ones side by side.
    pub fn kinds(&self) -> impl ExactSizeIterator<Item = Kind> + '_ {
        self.pieces.iter().map(|&piece| LETTERS[piece].1)
    }

    /// Whether a piece of the set goes any number of squares, promoted or not.
    pub fn has_ranging(&self) -> bool {
        self.kinds().any(|kind| [Kind::ROOK, Kind::BISHOP, Kind::LANCE].contains(&kind))
    }

    /// How many pieces there are.
    pub fn len(&self) -> usize {
        self.pieces.len()
    }

    /// Whether the set is empty; it never is.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// The sets without one piece of a kind, for each kind in order, with the number of the piece that is
    /// left out: the last of its kind.
    pub(crate) fn without_each(&self) -> impl Iterator<Item = (usize, Self)> + '_ {
        let last = |&i: &usize| self.pieces.get(i + 1) != Some(&self.pieces[i]);
        (0..self.len()).filter(last).map(|i| {
            let mut pieces = self.pieces.clone();
            pieces.remove(i);
            (i, Self { pieces })
        })
    }

    /// All sets of a number of pieces, in the order of their letters.
    pub fn all(len: usize) -> Vec<Self> {
        let mut sets = vec![Vec::new()];
        for _ in 0..len {
            let longer = |set: &Vec<usize>| {
                let set = set.clone();
                let least = set.last().copied().unwrap_or(0);
                (least..LETTERS.len()).map(move |piece| [set.as_slice(), &[piece]].concat())
            };
            sets = sets.iter().flat_map(longer).collect();
        }
        let fits = |pieces: Vec<usize>| Self::checked(pieces).ok();
        sets.into_iter().filter_map(fits).collect()
    }

    fn checked(mut pieces: Vec<usize>) -> Result<Self, PieceSetError> {
        pieces.sort_unstable();
        if !(1..=Self::MOST).contains(&pieces.len()) {
            return Err(PieceSetError::Length { found: pieces.len() });
        }
        for (piece, &(letter, _, allowed)) in LETTERS.iter().enumerate() {
            let found = pieces.iter().filter(|&&p| p == piece).count();
            if found > allowed as usize {
                return Err(PieceSetError::TooMany { letter, found, allowed });
            }
        }
        Ok(Self { pieces })
    }
}

impl FromStr for PieceSet {
    type Err = PieceSetError;

    fn from_str(text: &str) -> Result<Self, PieceSetError> {
        let piece = |(at, found): (usize, char)| {
            let letter = |&(letter, ..): &(char, Kind, u8)| letter == found.to_ascii_uppercase();
            LETTERS.iter().position(letter).ok_or(PieceSetError::Letter { found, at: at + 1 })
        };
        Self::checked(text.chars().enumerate().map(piece).collect::<Result<_, _>>()?)
    }
}

impl fmt::Display for PieceSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pieces.iter().try_for_each(|&piece| write!(f, "{}", LETTERS[piece].0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_read_and_written() {
        for (text, written) in [("NNNN", "NNNN"), ("pgg", "GGP"), ("PNS", "SNP"), ("plbr", "RBLP")] {
            assert_eq!(text.parse::<PieceSet>().unwrap().to_string(), written);
        }
        for (text, message) in [
            ("", "a piece set has 1 to 5 pieces, but this has 0"),
            ("GGGGG", "5 pieces `G` in the set, but the game has 4"),
            (
                "GXP",
                "`X` at character 2 of the piece set is no piece; expected letters of R, B, G, S, N, L and P",
            ),
        ] {
            assert_eq!(text.parse::<PieceSet>().unwrap_err().to_string(), message);
        }
        assert_eq!([1, 2, 3, 4].map(|len| PieceSet::all(len).len()), [7, 28, 82, 196]);
    }
}
