//! Training: the journal of finished work, generations of self-play, and what the positions of a game should
//! have been worth.

mod generations;
mod journal;
mod returns;
mod shard;

pub use generations::{Games, Generation, Learnt, SelfPlay, Training, TrainingError, VERSION, heading};
pub use journal::{Entries, Journal, JournalError};
pub use returns::{Step, returns};
pub use shard::{Merged, Shard, merge};
