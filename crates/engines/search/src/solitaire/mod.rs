//! Games of one player against chance: exact values where little is left, samples where much is.
//!
//! [`Expectimax`] is exact; [`Tree`] is Monte-Carlo tree search with chance nodes; [`flat()`] spends its
//! samples on the first move alone; [`race()`] is for whoever can compare alternatives under the same
//! chances. What is sampled is up to a [`DefaultPolicy`].

mod expectimax;
mod flat;
mod mcts;
mod race;
#[cfg(test)]
mod toy;

pub use expectimax::{Expectimax, TooMany};
pub use flat::flat;
pub use mcts::Tree;
pub use race::{Race, Terms, race};

use yomikiri_core::{Canonical, Solitaire};

/// A source of chance: a number below its argument.
pub type Pick<'a> = &'a mut dyn FnMut(u32) -> u32;

/// Who plays games on from a position (Browne and others 2012): the quality of what a search believes.
pub trait DefaultPolicy<G: Solitaire>: Send + Sync {
    /// What the game was worth in the end, or what it looks worth where the play-out stops early; 0 to 1.
    fn play_out(&self, game: &G, pos: &G::Pos, pick: Pick) -> f64;
}

/// A move with where it leads; of moves that lead to the same class of positions the first.
fn distinct_moves<G: Solitaire + Canonical>(game: &G, pos: &G::Pos) -> Vec<(G::Move, G::Pos)> {
    let mut moves = Vec::new();
    game.moves(pos, &mut moves);
    let mut distinct: Vec<(G::Move, G::Pos)> = Vec::with_capacity(moves.len());
    for mv in moves {
        let next = game.canonical(&game.play(pos, mv));
        if distinct.iter().all(|(_, known)| *known != next) {
            distinct.push((mv, next));
        }
    }
    distinct
}
