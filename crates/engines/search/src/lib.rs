//! Reading ahead where a game cannot be read out: proof-number search, Monte-Carlo tree search.
//!
//! [`Duel`] is the view of a game in which one side forces and the other escapes; [`Prover`] says whether the force
//! succeeds. [`mcts`] plays games of two players. No game is named here.

mod duel;
pub mod mcts;
mod pages;
mod path;
mod prover;
mod random;
mod table;
#[cfg(test)]
mod toy;
mod verdict;

pub use duel::{Duel, Role, Stock};
pub use prover::Prover;
pub use random::Random;
pub use verdict::{Report, Verdict};
