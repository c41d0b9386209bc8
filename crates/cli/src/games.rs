//! The games: what each can do, as capabilities that the commands know. Nothing else in this crate names a
//! game.

mod about;
mod analyst;
pub mod blokus;
pub mod calculation;
pub mod dobutsu;
mod engine;
pub mod guide;
mod records;
mod self_play;
pub mod shogi;
mod solver;
mod table;
mod tabled;
pub mod tsume;
pub mod variant;
