//! Reading ahead where a game cannot be read out: alpha-beta, Monte-Carlo tree search and proof-number
//! search.
//!
//! [`AndOrGame`] is the view of a game in which one side forces and the other escapes; [`DfPn`] says whether
//! the force succeeds. [`alphabeta`] plays any game of two sides by an evaluation, [`mcts`] by playing it
//! out; [`solitaire`] is for one player against chance. No game is named here.

pub mod alphabeta;
mod and_or_game;
mod dfpn;
mod mate;
pub mod mcts;
mod pages;
mod path;
mod proof;
pub mod solitaire;
mod table;
#[cfg(test)]
mod toy;
mod verdict;

pub use and_or_game::{AndOrGame, Role, Stock};
pub use dfpn::DfPn;
pub use mate::{Mate, MateSearch};
pub use verdict::{DfPnInfo, Verdict};
