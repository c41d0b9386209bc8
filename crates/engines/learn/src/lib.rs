//! Values learnt from play, and from what is known.
//!
//! - [`convex`]: losses over features, fitted to their optimum by two methods ([`newton()`], [`lbfgs()`]).
//! - [`network`]: the [`Parameters`] of neural networks and their optimiser, [`Adam`].
//! - [`training`]: generations of self-play ([`SelfPlay`]); what each position of a game should have been
//!   worth ([`returns()`]).
//! - [`container`]: the one form of model files.
//!
//! Everything is a function of its inputs to the bit: sums are taken in a fixed order, whatever the threads.

pub mod container;
pub mod convex;
pub mod network;
pub mod training;

pub use container::{Container, ModelError, Numbers, Record, unpacked};
pub use convex::{
    Block, Blocks, Diagonal, FitStep, Flat, Loss, Objective, Optimum, Precondition, Ridge, Samples,
    SparseObjective, Until, lbfgs, logistic, newton,
};
/// The checksum of files: CRC-32 (polynomial of ISO 3309).
pub use crc32fast::hash as crc32;
pub use network::{Adam, Linear, OperationOrder, Parameters, ShortRow, after, fraction};
pub use training::{SelfPlay, Step, returns};
