//! Why there is no such player.

use std::{error::Error, fmt};
use yomikiri_core::Message;

/// Why there is no such player: a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerError(pub Message);

impl fmt::Display for PlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Error for PlayerError {}
