//! Reading ahead where a game cannot be read out: alpha-beta and proof-number search.
//!
//! [`Duel`] is the view of a game in which one side forces and the other escapes; [`Prover`] says whether the force
//! succeeds. [`alphabeta`] plays any game of two sides by an evaluation.
//! [`solitaire`] is for one player against chance. No game is named here.

pub mod alphabeta;
mod duel;
mod pages;
mod path;
mod prover;
pub mod solitaire;
mod table;
#[cfg(test)]
mod toy;
mod verdict;

pub use duel::{Duel, Role, Stock};
pub use prover::Prover;
pub use verdict::{Report, Verdict};
