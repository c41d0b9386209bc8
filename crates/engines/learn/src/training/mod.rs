//! Training: generations of self-play, and what the positions of a game should have been worth.

mod generations;
mod returns;

pub use generations::{
    Games, Generation, Learnt, SelfPlay, Shared, Training, TrainingError, VERSION, heading,
};
pub use returns::{Step, returns};
