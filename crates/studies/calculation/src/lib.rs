//! Calculation, played: players, simulation, statistics.

pub mod bulk;
pub mod clock;
pub mod judge;
pub mod statistics;
pub mod tally;
pub mod train;

pub use tally::Tally;
