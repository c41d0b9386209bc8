//! Values learnt from play, and from what is known.
//!
//! A [`Network`] gives a probability to a set of binary features, of which few hold at a time; [`returns()`]
//! makes of a game that was played what each of its positions should have been worth; [`Network::learn`]
//! moves it there. What the features mean is known to the game alone.
//!
//! Everything is a function of its inputs to the bit: sums are taken in a fixed order, nothing runs in
//! threads of its own.

mod adam;
mod blocks;
mod convex;
mod descent;
mod file;
mod flat;
mod floats;
mod half;
mod integers;
mod journal;
mod lbfgs;
mod linear;
mod loss;
mod network;
mod newton;
mod pace;
mod returns;
mod sparse;

pub use adam::Adam;
pub use blocks::{Block, Blocks};
pub use convex::{Diagonal, Objective, Optimum, Precondition, Ridge, Step as FitStep, Until};
pub use file::{FORMAT, ModelError, Record, read_floats, write_floats};
pub use flat::Flat;
pub use floats::{Floats, Halves, LEAK, WIDTH, plus_times, transposed};
pub use integers::{Integers, Sum};
pub use journal::{Entries, Journal, JournalError};
pub use lbfgs::lbfgs;
pub use linear::Linear;
pub use loss::Loss;
pub use network::{HIDDEN, Network, Row, logistic};
pub use newton::newton;
pub use pace::Pace;
pub use returns::{Step, returns};
pub use sparse::{Samples, SparseObjective};
