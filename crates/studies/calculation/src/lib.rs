//! Calculation, played: players, simulation, statistics.

pub mod best;
pub mod bulk;
pub mod cell;
pub mod clairvoyant;
pub mod clock;
pub mod descent;
pub mod effort;
mod endgame;
pub mod export;
pub mod game;
pub mod heuristic;
pub mod judge;
pub mod model;
pub mod models;
pub mod network;
pub mod player;
pub mod playout;
pub mod results;
pub mod row;
pub mod series;
pub mod tally;
pub mod train;

pub use tally::Tally;
