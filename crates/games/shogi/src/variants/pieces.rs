//! The pieces of a section: which types it has, by which letters, and how they move.

use super::{VariantError, betza, ini::Setting};

/// The types that the format knows by name: how they move, what they are called where a section does not say,
/// and the character on the piece.
const TYPES: [(&str, &str, &str, Option<char>); 29] = [
    ("king", "K", "king", Some('玉')),
    ("rook", "R", "rook", Some('飛')),
    ("bishop", "B", "bishop", Some('角')),
    ("gold", "WfF", "gold", Some('金')),
    ("silver", "FfW", "silver", Some('銀')),
    ("shogiKnight", "fN", "knight", Some('桂')),
    ("lance", "fR", "lance", Some('香')),
    ("shogiPawn", "fW", "pawn", Some('歩')),
    ("bers", "RF", "dragon", Some('龍')),
    ("dragonHorse", "BW", "horse", Some('馬')),
    ("knight", "N", "knight", None),
    ("queen", "Q", "queen", None),
    ("fers", "F", "fers", None),
    ("alfil", "A", "alfil", None),
    ("fersAlfil", "FA", "fers-alfil", None),
    ("aiwok", "RNF", "aiwok", None),
    ("archbishop", "BN", "archbishop", None),
    ("chancellor", "RN", "chancellor", None),
    ("amazon", "QN", "amazon", None),
    ("immobile", "", "immobile piece", None),
    ("soldier", "fsW", "soldier", None),
    ("wazir", "W", "wazir", None),
    ("commoner", "K", "commoner", None),
    ("centaur", "KN", "centaur", None),
    // Known to the format, and not to the rules kernel: they move and capture in different ways, or others
    // bear on them.
    ("pawn", "fmWfceF", "pawn", None),
    ("cannon", "mRcpR", "cannon", None),
    ("horse", "nN", "horse", None),
    ("elephant", "nA", "elephant", None),
    ("breakthrough", "fWfFcF", "breakthrough piece", None),
];

/// The character on a promoted piece of shogi, by the types of its two sides.
const PROMOTED_KANJI: [(&str, &str, char); 6] = [
    ("rook", "bers", '龍'),
    ("bishop", "dragonHorse", '馬'),
    ("silver", "gold", '全'),
    ("shogiKnight", "gold", '圭'),
    ("lance", "gold", '杏'),
    ("shogiPawn", "gold", 'と'),
];

/// A type of piece with its letter.
#[derive(Clone, Debug)]
pub struct PieceType {
    /// The key that has set it.
    pub key: String,
    /// In upper case.
    pub letter: char,
    pub moves: betza::Moves,
    pub name: String,
    /// Unless the section calls it by another name.
    pub kanji: Option<char>,
}

impl PieceType {
    /// Calls it by another name.
    pub fn rename(&mut self, name: &str) {
        name.clone_into(&mut self.name);
        self.kanji = None;
    }

    /// The character on a piece of this type that has promoted to another.
    pub fn promoted_kanji(&self, to: &Self) -> Option<char> {
        let found = PROMOTED_KANJI.iter().find(|(from, other, _)| *from == self.key && *other == to.key)?;
        (self.kanji.is_some() && to.kanji.is_some()).then_some(found.2)
    }
}

/// The type that a setting adds or takes away, if it is about one: the type, or none for `-`.
pub fn read(setting: &Setting) -> Option<Result<Option<PieceType>, VariantError>> {
    let number = setting.key.strip_prefix("customPiece").map(str::parse::<u8>);
    let custom = matches!(number, Some(Ok(1..=26)));
    let known = TYPES.iter().find(|(key, ..)| *key == setting.key);
    if !custom && known.is_none() {
        return None;
    }
    if setting.value == "-" {
        return Some(Ok(None));
    }
    let (letter, betza) = match setting.value.split_once(':') {
        Some((letter, betza)) if custom => (letter, betza),
        None if !custom => (setting.value.as_str(), known.map_or("", |known| known.1)),
        _ => {
            return Some(Err(setting.wrong(if custom {
                "a letter, `:` and Betza's notation"
            } else {
                "a letter or `-`"
            })));
        }
    };
    let mut letters = letter.trim().chars();
    let (Some(letter), None) = (letters.next().filter(char::is_ascii_alphabetic), letters.next()) else {
        return Some(Err(setting.wrong("a letter")));
    };
    let moves = betza::read(betza.trim());
    let moves = match moves {
        Ok(moves) => moves,
        Err(error) => {
            return Some(Err(VariantError::new(setting.line, format!("{}: {error}", setting.key))));
        }
    };
    let letter = letter.to_ascii_uppercase();
    let name = known.map_or_else(|| format!("piece {letter}"), |(_, _, name, _)| (*name).to_owned());
    let kanji = known.and_then(|known| known.3);
    Some(Ok(Some(PieceType { key: setting.key.clone(), letter, moves, name, kanji })))
}
