//! The simplest players: every legal move equally likely, or every move to a base if there is one.
//!
//! One game at a time, as the rules are written; [`crate::bulk`] plays the same games 64 at a time.

use crate::{
    moves::Move,
    position::Position,
    rules::{Calculation, nth},
    stream::{Purpose, Stream},
};
use yomikiri_core::Game;

/// Which moves a simple player chooses from, all of them equally likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayoutPolicy {
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

/// Turns up a card if one is due, and makes a move; `false` if there is none.
pub fn step(
    game: &Calculation,
    pos: &mut Position,
    policy: PlayoutPolicy,
    pick: &mut dyn FnMut(u32) -> u32,
) -> bool {
    if pos.turned == 0 && pos.hidden() > 0 {
        pos.turn(nth(&pos.stock, pick(pos.hidden())));
    }
    choose(game, pos, policy, pick).map(|mv| game.make(pos, mv)).is_some()
}

/// The move.
pub fn choose(
    game: &Calculation,
    pos: &Position,
    policy: PlayoutPolicy,
    pick: &mut dyn FnMut(u32) -> u32,
) -> Option<Move> {
    let (mut all, mut bases) = (0, 0);
    game.each_move(pos, |mv| {
        all += 1;
        bases += u32::from(mv.base().is_some());
    });
    if all == 0 {
        return None;
    }
    let only_bases = policy == PlayoutPolicy::Bases && bases > 0;
    let mut left = pick(if only_bases { bases } else { all });
    let mut chosen = None;
    game.each_move(pos, |mv| {
        if chosen.is_none() && !(only_bases && mv.base().is_none()) {
            chosen = (left == 0).then_some(mv);
            left = left.wrapping_sub(1);
        }
    });
    chosen
}

/// Plays the game with this number.
pub fn play(game: &Calculation, policy: PlayoutPolicy, seed: u64, number: u64) -> Finished {
    let mut pos = game.start();
    let mut deal = Stream::new(seed, number, Purpose::Deal);
    let mut choice = Stream::new(seed, number, Purpose::Choice);
    let mut plies = 0;
    loop {
        if pos.turned == 0 && pos.hidden() > 0 {
            pos.turn(nth(&pos.stock, deal.below(pos.hidden())));
        }
        let Some(mv) = choose(game, &pos, policy, &mut |bound| choice.below(bound)) else { break };
        game.make(&mut pos, mv);
        plies += 1;
    }
    Finished { won: game.is_won(&pos), placed: pos.placed() as u8, plies }
}
