//! Training: the journal of finished work, and what the positions of a game should have been worth.

mod journal;
mod returns;

pub use journal::{Entries, Journal, JournalError};
pub use returns::{Step, returns};
