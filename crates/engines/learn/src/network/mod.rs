//! Neural networks: their parameters in rows, and the optimiser that follows a gradient.

mod adam;
mod linear;
mod parameters;

pub use adam::{Adam, OperationOrder};
pub use linear::Linear;
pub use parameters::{Parameters, after};
