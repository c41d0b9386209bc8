//! What the letters in inherited settings mean where a section gives pieces other letters: the types of piece
//! that they had in the parent. So does Fairy-Stockfish, which keeps such settings by type.

use super::{
    ini::{ADDED, Section},
    pieces,
};

/// The types that a section has, by their keys, with their letters.
fn types(section: &Section) -> Vec<(String, char)> {
    let read = |setting| pieces::read(setting)?.ok()?.map(|found| (found.key, found.letter));
    section.settings.iter().filter_map(read).collect()
}

/// Gives what a section has inherited the section's own letters; what is of types that it has taken away goes
/// with them.
pub fn translate(section: &mut Section, parent: &Section) {
    let (before, now) = (types(parent), types(section));
    let letter = |text: &str| {
        let old = text.chars().next().filter(|_| text.len() == 1).map(|letter| letter.to_ascii_uppercase());
        match before.iter().find(|(_, letter)| Some(*letter) == old) {
            Some((key, _)) => {
                now.iter().find(|(other, _)| other == key).map(|(_, letter)| letter.to_string())
            }
            // No piece of the parent's: whoever reads it tells so.
            None => Some(text.to_owned()),
        }
    };
    let pair = |key: &str, text: &str| {
        let Some((of, value)) = text.split_once(':') else { return Some(text.to_owned()) };
        let value = match key {
            ADDED => letter(value).unwrap_or_else(|| "-".to_owned()),
            _ => value.to_owned(),
        };
        Some(format!("{}:{value}", letter(of)?))
    };
    for setting in section.settings.iter_mut().filter(|setting| setting.inherited) {
        let (key, value) = (setting.key.as_str(), setting.value.as_str());
        setting.value = match key {
            ADDED | "pieceNames" | "pictureLetters" => {
                let pairs = value.split_whitespace().filter_map(|text| pair(key, text));
                pairs.collect::<Vec<_>>().join(" ")
            }
            "promotedLetters" => value.chars().filter_map(|one| letter(&one.to_string())).collect(),
            "dropNoDoubled" | "flagPiece" => letter(value).unwrap_or_else(|| "-".to_owned()),
            _ => continue,
        };
    }
}
