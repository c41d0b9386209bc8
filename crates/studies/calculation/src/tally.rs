//! What many games came to.

use yomikiri_stats::{Z95, wilson};

/// Sums over games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Cards on the bases at the end.
    pub placed: u64,
    /// Moves made.
    pub plies: u64,
}

impl Tally {
    /// Both together.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            games: self.games + other.games,
            wins: self.wins + other.wins,
            placed: self.placed + other.placed,
            plies: self.plies + other.plies,
        }
    }

    /// The share of games won; 0 if there are none.
    pub fn rate(&self) -> f64 {
        if self.games == 0 { 0.0 } else { self.wins as f64 / self.games as f64 }
    }

    /// The 95% interval of Wilson.
    pub fn interval(&self) -> (f64, f64) {
        wilson(self.wins, self.games, Z95)
    }
}
