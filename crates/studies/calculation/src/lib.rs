//! Calculation, played: players, simulation, statistics.

pub mod bulk;
pub mod clock;
pub mod statistics;
pub mod tally;

pub use tally::Tally;
