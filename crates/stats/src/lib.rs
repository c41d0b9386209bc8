//! What games played say about strength: intervals of rates, differences of paired results, Elo, and the
//! sequential test that ends an experiment as soon as it is clear.

mod paired;
mod pentanomial;
mod sprt;
mod wilson;

pub use paired::Paired;
pub use pentanomial::{EloTest, GameScore, Pentanomial};
pub use sprt::{RateTest, Verdict};
pub use wilson::{Z95, wilson};
