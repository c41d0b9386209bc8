//! What the levels of the player look at, and how they err.

use std::fmt;
use yomikiri_core::play::{Level, Limits};

/// What a level looks at, and how it errs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelSettings {
    /// Simulations a move.
    pub simulations: u64,
    /// A move that was looked at a tenth as often as another is made as much less often at a temperature of
    /// 1, and nearly as often at a high one; at 0 only the best is made.
    pub temperature: f64,
}

/// The settings of all levels; `docs/notes/levels.md` has by how much each beats the one before.
const LEVELS: [(u64, f64); Level::MOST as usize] =
    [(1, 50.0), (1, 6.0), (1, 3.5), (1, 2.5), (1, 1.9), (1, 1.53), (1, 1.2), (1, 0.9), (12, 0.0)];

impl LevelSettings {
    /// Those of a level.
    pub fn of(level: Level) -> Self {
        let &(simulations, temperature) = level.of(&LEVELS);
        Self { simulations, temperature }
    }

    /// Simulations a move.
    pub const fn limits(self) -> Limits {
        Limits::nodes(self.simulations)
    }
}

impl fmt::Display for LevelSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.temperature {
            0.0 => write!(f, "{} simulations, the best move", self.simulations),
            heat => write!(f, "{} simulations, temperature {heat}", self.simulations),
        }
    }
}
