//! What games played say about strength: intervals of rates, differences of paired results, Elo of two and
//! ratings of many, and the sequential test that ends an experiment as soon as it is clear.
//!
//! ```
//! use yomikiri_stats::{EloTest, GameScore, Pentanomial, Verdict, Z95, wilson};
//!
//! // 8 of 10 games won: the chance of winning lies between 49 and 94 percent.
//! let (low, high) = wilson(8, 10, Z95);
//! assert!((low - 0.490).abs() < 0.001 && (high - 0.943).abs() < 0.001);
//!
//! // A match of 50 pairs, each of a win and a draw.
//! let mut results = Pentanomial::default();
//! for _ in 0..50 {
//!     results.pair([GameScore::One, GameScore::Half]);
//! }
//! let (elo, ..) = results.elo();
//! assert!((elo - 190.8).abs() < 0.1);
//! assert_eq!(EloTest { low: 0.0, high: 10.0 }.verdict(&results), Verdict::High);
//! ```

mod paired;
mod pentanomial;
mod ratings;
mod score_interval;
mod sprt;
mod wilson;

pub use paired::Paired;
pub use pentanomial::{EloTest, GameScore, Pentanomial};
pub use ratings::{Meeting, Rating, ratings};
pub use score_interval::score_interval;
pub use sprt::{RateTest, Verdict};
pub use wilson::{Z95, wilson};
