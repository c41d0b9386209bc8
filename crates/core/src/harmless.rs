//! Text from elsewhere, made fit to be shown.

use std::borrow::Cow;

/// A text without the characters that a terminal obeys, or that end a line of a protocol: what comes from a
/// foreign file is to be read, not done.
pub fn harmless(text: &str) -> Cow<'_, str> {
    if !text.chars().any(char::is_control) {
        return text.into();
    }
    let shown = |character: char| {
        if character.is_control() { character.escape_default().to_string() } else { character.into() }
    };
    text.chars().map(shown).collect()
}
