//! The rules as they are compiled here, for each width of bitboards once.
//!
//! Whoever counts moves or shows positions of a game of the family would compile the rules once more, spread
//! over the units of its crate, between which nothing is inlined: counting took a quarter longer so.

use crate::{Bits, Position, Shogi, SmallBoard};
use yomikiri_core::{Explore, Explorer, Probe};

/// Bitboards that the rules are compiled for.
pub trait RulesBoard: Bits {
    /// The number of sequences of exactly `depth` moves from a position.
    fn perft(game: &Shogi<Self>, pos: &Position<Self>, depth: u32) -> u64;

    /// A game to walk in, with whoever knows its values.
    fn explore(game: Shogi<Self>, probe: Box<dyn Probe<Shogi<Self>>>) -> Box<dyn Explore>;
}

macro_rules! rules_boards {
    ($($board:ty),*) => {$(
        impl RulesBoard for $board {
            fn perft(game: &Shogi<Self>, pos: &Position<Self>, depth: u32) -> u64 {
                yomikiri_core::perft(game, pos, depth)
            }

            fn explore(game: Shogi<Self>, probe: Box<dyn Probe<Shogi<Self>>>) -> Box<dyn Explore> {
                Box::new(Explorer { game, probe })
            }
        }
    )*};
}

rules_boards!(SmallBoard, u128);
