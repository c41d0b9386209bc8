//! The pages.

mod board;
mod census;
mod deal;
mod edit;
mod fault;
mod games;
mod history;
mod judged;
mod layout;
mod pieces;
mod play;
mod position;
mod random;
mod record;
mod tsume;
pub mod work;

pub use census::census;
pub use fault::{fault, nothing, other_method};
pub use games::games;
pub use position::position;
pub use record::recorded;
pub use tsume::tsume;
