//! How strong the player is asked to be.

use yomikiri_core::play::Limits;

/// From 1, a beginner, to [`LEVELS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// The number of levels.
pub const LEVELS: u8 = 9;

/// Levels below this one know nothing of what was learnt: with it even two simulations are no beginner's.
const LEARNT: u8 = 6;

/// Simulations a move at each level; the book's `blokus.md` says by how much each beats the one before.
const SIMULATIONS: [u64; LEVELS as usize] = [2, 6, 24, 120, 600, 8, 100, 2_000, 100_000];

impl Level {
    /// The level of a number, if there is one.
    pub fn new(number: u8) -> Option<Self> {
        (1..=LEVELS).contains(&number).then_some(Self(number))
    }

    /// Whether the player uses what was learnt.
    pub fn is_learnt(self) -> bool {
        self.0 >= LEARNT
    }

    /// Simulations a move.
    pub fn limits(self) -> Limits {
        Limits::nodes(SIMULATIONS[usize::from(self.0) - 1])
    }
}
