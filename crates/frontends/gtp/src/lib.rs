//! The Go Text Protocol, version 2, for any game of two players.
//!
//! Specification: <https://www.lysator.liu.se/~gunnar/gtp/gtp2-spec-draft2.pdf>. Games other than Go leave
//! out `boardsize` and `komi`, and have `set_game` instead, which names the game.
//!
//! [`Player`] is who is asked; [`serve`] reads commands and writes answers until the end of input or `quit`.

mod command;
mod player;
mod session;

pub use player::{Clock, Player};
pub use session::serve;
