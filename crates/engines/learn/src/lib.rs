//! Values learnt from play.
//!
//! A [`Network`] gives a probability to a set of binary features, of which few hold at a time; [`returns()`] makes of a game that was
//! played what each of its positions should have been worth; [`Network::learn`] moves it there. What the features mean is
//! known to the game alone.
//!
//! Everything is a function of its inputs to the bit: sums are taken in a fixed order, nothing runs in threads of its own.

mod checkpoint;
mod file;
mod integers;
mod network;
mod pace;
mod returns;

pub use checkpoint::Checkpoint;
pub use file::{FORMAT, ModelError, Record};
pub use integers::{Integers, Sum};
pub use network::{HIDDEN, Network, Row, logistic};
pub use pace::Pace;
pub use returns::{Step, returns};
