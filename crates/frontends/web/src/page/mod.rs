//! The pages.

mod fault;
mod games;
mod layout;
mod position;

pub use fault::{fault, nothing, other_method};
pub use games::games;
pub use position::position;
