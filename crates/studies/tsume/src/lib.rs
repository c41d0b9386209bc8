//! Tsume shogi: mating problems in which every move of the attacker is a check.
//!
//! The attacker (`Side::First`, black) moves first; the defender (`Side::Second`, white) has a king and by convention
//! holds all pieces that are neither on the board nor in the attacker's hand.

pub mod check;
pub mod duel;
mod hand;
pub mod lengths;
mod problem;
pub mod setup;
pub mod solve;

pub use check::{Checker, Cook, Finding, LastMove, Reading};
pub use duel::Tsume;
pub use hand::Hand;
pub use problem::Problem;
pub use solve::{Limits, Outcome, Solver};
