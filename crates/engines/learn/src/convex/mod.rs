//! Convex optimisation: losses over features, fitted to their optimum by two methods that check each other.

mod blocks;
mod flat;
mod lbfgs;
mod line_search;
mod loss;
mod newton;
mod objective;
mod sparse;

pub use blocks::{Block, Blocks};
pub use flat::Flat;
pub use lbfgs::lbfgs;
pub use loss::{Loss, logistic};
pub use newton::newton;
pub use objective::{Diagonal, Objective, Optimum, Precondition, Ridge, Step as FitStep, Until};
pub use sparse::{Samples, SparseObjective};
