//! The Go Text Protocol, version 2, for any game of two players.
//!
//! Specification: <https://www.lysator.liu.se/~gunnar/gtp/gtp2-spec-draft2.pdf>. Games other than Go leave
//! out `boardsize` and `komi`, and have `set_game` instead, which names the game.
//!
//! [`TextPlayer`](yomikiri_core::play::TextPlayer) is who is asked; [`serve`] reads commands, keeps the
//! clocks, and writes answers until the end of input or `quit`.

mod clock;
mod command;
mod session;

pub use session::serve;
