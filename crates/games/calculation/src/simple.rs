//! The simplest players: every legal move equally likely, or every move to a base if there is one.
//!
//! One game at a time, as the rules are written; [`crate::lanes`] plays the same games 64 at a time.

use crate::{
    moves::Move,
    position::Position,
    rules::{Calculation, nth},
    stream::{Purpose, Stream},
};
use yomikiri_core::Game;

/// Which moves a simple player chooses from, all of them equally likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taste {
    /// All legal moves: the `simpleplayout` of the blog that asked first.
    Any,
    /// Moves to a base while there are any, then all.
    Bases,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finished {
    /// All cards are on the bases.
    pub won: bool,
    /// How many are.
    pub placed: u8,
    /// How many moves were made.
    pub plies: u8,
}

/// Plays on to the end, with cards from one stream and choices from another, and gives the number of moves.
pub fn play_on(
    game: &Calculation,
    pos: &mut Position,
    taste: Taste,
    deal: &mut Stream,
    choice: &mut Stream,
) -> u8 {
    for plies in 0.. {
        if pos.turned == 0 && pos.hidden() > 0 {
            pos.turn(nth(&pos.stock, deal.below(pos.hidden())));
        }
        let (mut all, mut bases) = (0, 0);
        game.each_move(pos, |mv| {
            all += 1;
            bases += u32::from(mv.base().is_some());
        });
        if all == 0 {
            return plies;
        }
        let only_bases = taste == Taste::Bases && bases > 0;
        let mut left = choice.below(if only_bases { bases } else { all });
        let mut chosen = None;
        game.each_move(pos, |mv| {
            if chosen.is_none() && !(only_bases && mv.base().is_none()) {
                chosen = (left == 0).then_some(mv);
                left = left.wrapping_sub(1);
            }
        });
        game.make(pos, chosen.unwrap_or(Move::ToPile(0)));
    }
    0
}

/// Plays the game with this number.
pub fn play(game: &Calculation, taste: Taste, seed: u64, number: u64) -> Finished {
    let mut pos = game.start();
    let (mut deal, mut choice) =
        (Stream::new(seed, number, Purpose::Deal), Stream::new(seed, number, Purpose::Choice));
    let plies = play_on(game, &mut pos, taste, &mut deal, &mut choice);
    Finished { won: game.is_won(&pos), placed: pos.placed() as u8, plies }
}
