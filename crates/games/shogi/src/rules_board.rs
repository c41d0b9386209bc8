//! The rules as they are compiled here, for each width of bitboards once.
//!
//! Whoever counts moves, checks laws or shows positions of a game of the family would compile the rules once
//! more, spread over the units of its crate, between which nothing is inlined: counting took a quarter longer
//! so, and laws seven times as long in a program that is not optimised.

use crate::{Bits, Position, Shogi, SmallBoard};
use yomikiri_core::{
    Explore, Explorer, Probe,
    laws::{self, Law},
    play::Progress,
};

/// Bitboards that the rules are compiled for.
pub trait RulesBoard: Bits {
    /// The number of sequences of exactly `depth` moves from a position.
    fn perft(game: &Shogi<Self>, pos: &Position<Self>, depth: u32) -> u64;

    /// The laws of the core, tried on so many positions of random games.
    fn laws(game: &Shogi<Self>, positions: usize, progress: &dyn Progress) -> Vec<Law>;

    /// A game to walk in, with whoever knows its values.
    fn explore(game: Shogi<Self>, probe: Box<dyn Probe<Shogi<Self>>>) -> Box<dyn Explore>;
}

macro_rules! rules_boards {
    ($($board:ty),*) => {$(
        impl RulesBoard for $board {
            fn perft(game: &Shogi<Self>, pos: &Position<Self>, depth: u32) -> u64 {
                yomikiri_core::perft(game, pos, depth)
            }

            fn laws(game: &Shogi<Self>, positions: usize, progress: &dyn Progress) -> Vec<Law> {
                laws::all(game, &laws::sample(game, positions, 1), progress)
            }

            fn explore(game: Shogi<Self>, probe: Box<dyn Probe<Shogi<Self>>>) -> Box<dyn Explore> {
                Box::new(Explorer { game, probe })
            }
        }
    )*};
}

rules_boards!(SmallBoard, u128);
