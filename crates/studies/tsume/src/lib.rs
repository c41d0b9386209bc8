//! Tsume shogi: mating problems in which every move of the attacker is a check.
//!
//! The attacker (`Side::First`, black) moves first; the defender (`Side::Second`, white) has a king and by convention
//! holds all pieces that are neither on the board nor in the attacker's hand.

pub mod enumerate;
mod problem;
mod set;

pub use problem::Problem;
pub use set::{PieceSet, PieceSetError};
