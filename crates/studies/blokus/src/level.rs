//! How strong the player is asked to be.

use yomikiri_search::mcts::Limits;

/// From 1, a beginner, to [`LEVELS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// The number of levels.
pub const LEVELS: u8 = 9;

/// Simulations a move at each level: about four times as many as at the one before.
const SIMULATIONS: [u64; LEVELS as usize] = [2, 8, 30, 120, 500, 2_000, 8_000, 32_000, 128_000];

impl Level {
    /// The level of a number, if there is one.
    pub fn new(number: u8) -> Option<Self> {
        (1..=LEVELS).contains(&number).then_some(Self(number))
    }

    /// Simulations a move.
    pub fn limits(self) -> Limits {
        Limits::simulations(SIMULATIONS[usize::from(self.0) - 1])
    }
}
