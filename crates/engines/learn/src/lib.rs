//! Values learnt from play, and from what is known.
//!
//! Convex losses over features are fitted to their optimum by two methods ([`newton()`], [`lbfgs()`]);
//! networks of a game's own follow their gradients ([`Adam`]), towards what [`returns()`] makes of a game
//! that was played: what each of its positions should have been worth. Models are kept in files with
//! checksums, finished work in a [`Journal`].
//!
//! Everything is a function of its inputs to the bit: sums are taken in a fixed order, nothing runs in
//! threads of its own.

mod adam;
mod blocks;
mod convex;
mod descent;
mod file;
mod flat;
mod journal;
mod lbfgs;
mod linear;
mod loss;
mod newton;
mod returns;
mod sparse;

pub use adam::Adam;
pub use blocks::{Block, Blocks};
pub use convex::{Diagonal, Objective, Optimum, Precondition, Ridge, Step as FitStep, Until};
pub use file::{FORMAT, ModelError, Record, read_floats, write_floats};
pub use flat::Flat;
pub use journal::{Entries, Journal, JournalError};
pub use lbfgs::lbfgs;
pub use linear::Linear;
pub use loss::{Loss, logistic};
pub use newton::newton;
pub use returns::{Step, returns};
pub use sparse::{Samples, SparseObjective};
