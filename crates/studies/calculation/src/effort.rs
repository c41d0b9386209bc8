//! How much a player may think.

use std::fmt;
use yomikiri_core::positive;

/// A bound on thinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// So many rounds of play-outs a turn: the same game every time.
    Rounds(u64),
    /// So many thousandths of a second of processor time a game: the same game only by chance.
    Millis(u64),
}

impl Effort {
    /// Reads `64`, `1s` or `500ms`.
    pub fn parse(text: &str) -> Option<Self> {
        if let Some(millis) = text.strip_suffix("ms") {
            return positive(millis).map(Self::Millis);
        }
        match text.strip_suffix('s') {
            Some(seconds) => positive(seconds)?.checked_mul(1000).map(Self::Millis),
            None => positive(text).map(Self::Rounds),
        }
    }
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rounds(rounds) => write!(f, "{rounds}"),
            Self::Millis(millis) if millis % 1000 == 0 => write!(f, "{}s", millis / 1000),
            Self::Millis(millis) => write!(f, "{millis}ms"),
        }
    }
}
