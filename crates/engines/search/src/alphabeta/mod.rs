//! Alpha-beta: reading ahead in a game of two sides, with an evaluation where the reading ends.
//!
//! [`SearchPosition`] is what a game tells of itself; [`Engine`] searches it; [`EnginePlayer`] plays a
//! [`SearchGame`] with it. The method is the one that computer chess and shogi have settled on: iterative
//! deepening with aspiration windows, principal-variation search, a transposition table that all threads
//! share without locks, moves in the order of experience, late moves less deep, hopeless ones not at all, and
//! a quiescence at the end. What a game cannot tell (a null move, captures, checks, repetitions) is switched
//! off by the defaults of [`SearchPosition`]; what a user wants to leave out, by [`Techniques`].
//!
//! Facts about the techniques: <https://www.chessprogramming.org>. Which of them are worth it in minishogi is
//! in `docs/notes/minishogi.md`, measured.

mod engine;
mod engine_player;
mod game_history;
mod history;
mod iterate;
mod level;
mod node;
mod opponent;
mod options;
mod picker;
mod position;
mod position_stack;
mod quiescence;
mod score;
mod table;
mod technique;
#[cfg(test)]
mod tests;
mod worker;

pub use engine::{Engine, SearchResult};
pub use engine_player::{AnySearchGame, EnginePlayer, SearchGame, SearchPlayer, repetition};
pub use game_history::GameHistory;
pub use iterate::Info;
pub use level::{LevelSettings, Levels, levels, limits_of};
pub use opponent::{EngineOpponent, ThinkingMode};
pub use options::SearchOptions;
pub use position::{PastPosition, SearchPosition};
pub use score::{MOST, Score};
pub use table::Bound;
pub use technique::{Technique, Techniques};
