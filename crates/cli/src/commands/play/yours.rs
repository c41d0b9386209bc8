//! Which sides somebody at the terminal plays.

use clap::ValueEnum;
use yomikiri_core::Side;

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Yours {
    First,
    Second,
    Both,
    None,
}

impl Yours {
    /// Whether a side is among them.
    pub fn has(self, side: Side) -> bool {
        match self {
            Self::First => side == Side::First,
            Self::Second => side == Side::Second,
            Self::Both => true,
            Self::None => false,
        }
    }
}
