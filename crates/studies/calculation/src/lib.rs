//! Calculation, played: players, simulation, statistics.

pub mod best;
pub mod bulk;
pub mod cell;
pub mod clairvoyant;
pub mod clock;
pub mod decision;
pub mod effort;
mod endgame;
mod estimates;
pub mod export;
pub mod game;
pub mod heuristic;
pub mod model;
pub mod models;
pub mod network;
mod opponent;
pub mod player;
pub mod player_error;
pub mod playout;
pub mod results;
pub mod row;
pub mod series;
pub mod tally;
pub mod train;
pub mod tuning;
pub mod turn;
pub mod value;

pub use estimates::Estimates;
pub use opponent::SolitaireOpponent;
pub use tally::Tally;
