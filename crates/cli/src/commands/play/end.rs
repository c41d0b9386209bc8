//! How a game has ended.

use crate::words::Words;
use yomikiri_core::{
    Side, Value, fill,
    play::{Forfeit, RepetitionEnd},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By the rules: the side that would be to move, and what the position is worth to it.
    Rules {
        mover: Side,
        value: Option<Value>,
    },
    /// A solitaire.
    Solitaire {
        won: bool,
    },
    Repetition(RepetitionEnd),
    Resigned {
        loser: Side,
    },
    /// Of a side whose time is up.
    Flag {
        loser: Side,
    },
}

impl End {
    /// What a record tells of it besides the moves.
    pub const fn forfeit(self) -> Option<Forfeit> {
        match self {
            Self::Resigned { .. } => Some(Forfeit::Resigned),
            Self::Flag { .. } => Some(Forfeit::TimeUp),
            Self::Rules { .. } | Self::Solitaire { .. } | Self::Repetition(_) => None,
        }
    }

    /// As a sentence.
    pub fn sentence(self, words: &Words) -> String {
        let sides = |loser: Side| [words.side(loser), words.side(loser.other())];
        match self {
            Self::Rules { mover, value } => fill(words.game_over, &[&words.outcome(mover, value)]),
            Self::Solitaire { won: true } => words.solitaire_won.into(),
            Self::Solitaire { won: false } => words.solitaire_lost.into(),
            Self::Repetition(end) => words.repetition(end),
            Self::Resigned { loser } => fill(words.resigned, &sides(loser)),
            Self::Flag { loser } => fill(words.flag_fell, &sides(loser)),
        }
    }
}
