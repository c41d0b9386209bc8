//! Neural networks: their parameters in rows, the optimiser that follows a gradient, rows of quantised
//! numbers.

mod adam;
mod linear;
mod parameters;
mod short_row;

pub use adam::{Adam, OperationOrder};
pub use linear::Linear;
pub use parameters::{Parameters, after};
pub use short_row::{ShortRow, fraction};
