//! A minishogi player.
//!
//! The rules are those of the shogi kernel, the search is the game-free alpha-beta; here is what lies
//! between: a [`Board`] that the search moves on, two evaluations, and how the better of them is learnt from
//! games that the player plays with itself.

pub mod board;
pub mod features;
pub mod fit;
pub mod handmade;
pub mod judge;
pub mod model;
pub mod network;
pub mod player;
pub mod selfplay;

pub use board::Board;
pub use judge::{Evaluation, Judge};
pub use model::{Model, ModelError};
pub use network::{Network, probability};
pub use player::MiniPlayer;
