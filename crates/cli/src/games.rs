//! The games: what each can do, as capabilities that the commands know. Nothing else in this crate names a
//! game.

pub mod blokus;
pub mod calculation;
pub mod dobutsu;
mod journal;
mod learnt;
mod player;
mod records;
pub mod shogi;
mod thinker;
pub mod tsume;
