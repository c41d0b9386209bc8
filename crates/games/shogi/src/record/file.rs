//! Records as the bytes of files: in UTF-8, or in the Shift JIS of older programs.

use super::{Form, Transcript};
use crate::{Bits, Shogi, words};
use std::borrow::Cow;
use yomikiri_core::ParseError;
use yomikiri_files::{shift_jis, strip_bom};

impl<B: Bits> Transcript<B> {
    /// Reads a file, in UTF-8 or else in Shift JIS.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn from_bytes(game: &Shogi<B>, bytes: &[u8]) -> Result<Self, ParseError> {
        let text = match str::from_utf8(bytes) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => match shift_jis::decode(bytes) {
                (text, false) => Cow::Owned(text),
                _ => return Err(ParseError::new(words::NO_TEXT)),
            },
        };
        Self::read(game, strip_bom(&text))
    }

    /// The record as a file. What Shift JIS lacks (in the names of players) it writes as character
    /// references.
    pub fn to_bytes(&self, game: &Shogi<B>, form: Form) -> Vec<u8> {
        let text = self.write(game, form);
        match form {
            Form::Kif => shift_jis::encode(&text),
            Form::Usi | Form::Csa | Form::Kifu => text.into_bytes(),
        }
    }
}
