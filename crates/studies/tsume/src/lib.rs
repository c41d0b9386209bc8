//! Tsume shogi: mating problems in which every move of the attacker is a check.
//!
//! The attacker (`Side::First`, black) moves first; the defender (`Side::Second`, white) has a king and by
//! convention holds all pieces that are neither on the board nor in the attacker's hand.
//!
//! [`MateBoard::mates`] answers the same question, mate by checks alone, for positions of any game of the
//! family.
//!
//! A [`Problem`] comes from a reader or a search and goes to a [`collection`], a drawing in a terminal
//! ([`draw()`]) or in print ([`diagram()`]), or a list of moves in Japanese ([`line()`]).
//!
//! ```
//! use yomikiri_core::Notation;
//! use yomikiri_tsume::{SolveOptions, SolveResult, Solver, rules};
//!
//! // A king, a pawn before it, and a gold in hand: mate by dropping the gold.
//! let pos = rules().parse_pos("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1")?;
//! let mut solver = Solver::new(16 << 20)?;
//! let options = SolveOptions { shortest: true, ..SolveOptions::default() };
//! let SolveResult::Mate { line, plies, exact } = solver.solve(&pos, &options, &mut |_| true) else {
//!     panic!("there is a mate");
//! };
//! assert_eq!((plies, exact), (1, true));
//! assert_eq!(rules().show_move(&pos, line[0]), "G*5b");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod and_or_game;
pub mod check;
pub mod collection;
mod compose;
mod cooks;
mod diagram;
mod difficulty;
mod draw;
pub mod enumerate;
mod hand;
mod japanese;
pub mod lengths;
pub mod lone_king;
mod mates;
mod paper;
mod problem;
mod respond;
mod rules;
mod set;
pub mod setup;
pub mod solve;
mod target;
mod themes;

pub use and_or_game::MateGame;
pub use check::{CheckResult, Checker, Cook, Reading};
pub use compose::compose;
pub use cooks::Cooks;
pub use diagram::{diagram, diagram_after};
pub use difficulty::{DIFFICULTIES, difficulty, effort};
pub use draw::{Glyphs, draw};
pub use hand::Hand;
pub use japanese::line;
pub use mates::MateBoard;
pub use paper::{PublishedCounts, published};
pub use problem::Problem;
pub use respond::{Response, respond};
pub use rules::rules;
pub use set::{PieceSet, PieceSetError};
pub use solve::{SolveOptions, SolveResult, Solver};
pub use target::{Target, TargetError};
pub use themes::Themes;
