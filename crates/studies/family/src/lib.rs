//! A player for members of the shogi family that have no study of their own: Dobutsu Shogi, goro-goro shogi,
//! shogi.
//!
//! The rules are those of the shogi kernel, the search is the game-free alpha-beta; here is what lies
//! between: a [`Board`] that the search moves on, and a [`Judge`] whose evaluation follows from the data of
//! the variant alone, unless a better one is handed to it.

pub mod board;
pub mod judge;
pub mod material;

pub use board::Board;
pub use judge::{Evaluate, Judge};
pub use material::Material;
