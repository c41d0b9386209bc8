//! A player for the shogi family: Dobutsu Shogi, goro-goro shogi, minishogi, shogi.
//!
//! The rules are those of the shogi kernel, the search is the game-free alpha-beta; here is what lies
//! between. A [`ShogiGame`] holds a variant with its evaluation, a [`SearchBoard`] is a position of it that
//! the search moves on. The evaluation follows from the data of the variant ([`PieceValues`]) unless a better
//! one is known: minishogi has one learnt from games of the player with itself ([`minishogi`]), that of
//! Dobutsu Shogi is handed in.

pub mod board;
pub mod evaluation;
pub mod game;
pub mod level;
pub mod material;
pub mod minishogi;
pub mod searched;
pub mod variants;

pub use board::SearchBoard;
pub use evaluation::{Evaluation, PositionEvaluation, probability};
pub use game::ShogiGame;
pub use material::PieceValues;
pub use minishogi::Minishogi;
pub use searched::{PlayerBoard, SearchedGame};
pub use variants::{AnyVariant, SmallVariant, StandardShogi};
