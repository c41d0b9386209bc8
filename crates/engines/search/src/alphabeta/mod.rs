//! Alpha-beta: reading ahead in a game of two sides, with an evaluation where the reading ends.
//!
//! [`Board`] is what a game tells of itself; [`Engine`] searches it. The method is the one that computer
//! chess and shogi have settled on: iterative deepening with aspiration windows, principal-variation search,
//! a transposition table that all threads share without locks, moves in the order of experience, late moves
//! less deep, hopeless ones not at all, and a quiescence at the end. What a game cannot tell (a pass that
//! costs nothing, captures, checks, repetitions) is switched off by the defaults of [`Board`]; what a user
//! wants to leave out, by [`Techniques`].
//!
//! Facts about the techniques: <https://www.chessprogramming.org>. Which of them are worth it in minishogi is
//! in `docs/notes/minishogi.md`, measured.

mod board;
mod control;
mod engine;
mod history;
mod iterate;
mod line;
mod node;
mod picker;
mod player;
mod quiescence;
mod score;
mod seat;
mod table;
mod technique;
#[cfg(test)]
mod tests;
mod worker;

pub use board::{Board, Place, perpetual_check};
pub use control::{Control, Limits};
pub use engine::{Engine, Found};
pub use iterate::Info;
pub use player::{Player, Record};
pub use score::{MOST, Score};
pub use seat::{Judging, Seat, repetition};
pub use table::Bound;
pub use technique::{Technique, Techniques};
