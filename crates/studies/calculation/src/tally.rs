//! What many games came to.

use crate::game::Row;
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
    /// Counts one more game.
    pub fn add(&mut self, row: &Row) {
        self.games += 1;
        self.wins += u64::from(row.won);
        self.placed += u64::from(row.placed);
        self.plies += u64::from(row.plies);
    }

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_a_game_is_counted() {
        let lost = Row { game: 0, won: false, placed: 30, plies: 70, playouts: 5, cpu_seconds: 1.0 };
        let mut tally = Tally::default();
        for row in [lost, Row { game: 1, won: true, placed: 52, plies: 90, ..lost }] {
            tally.add(&row);
        }
        assert_eq!(tally, Tally { games: 2, wins: 1, placed: 82, plies: 160 });
    }
}
