//! Reading ahead where a game cannot be read out: alpha-beta, Monte-Carlo tree search and proof-number
//! search.
//!
//! [`Duel`] is the view of a game in which one side forces and the other escapes; [`Prover`] says whether the
//! force succeeds. [`alphabeta`] plays any game of two sides by an evaluation, [`mcts`] by playing it out;
//! [`solitaire`] is for one player against chance. No game is named here.

pub mod alphabeta;
mod duel;
mod mate;
pub mod mcts;
mod pages;
mod path;
mod proof;
mod prover;
mod random;
pub mod solitaire;
mod table;
#[cfg(test)]
mod toy;
mod verdict;

pub use duel::{Duel, Role, Stock};
pub use mate::{Mate, MateSearch};
pub use prover::Prover;
pub use random::Random;
pub use verdict::{Report, Verdict};
