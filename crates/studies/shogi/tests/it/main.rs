//! The tests of the player from outside.

mod mate_oracle;
mod mates;
mod sound;
