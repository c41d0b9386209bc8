//! The tests of the player from outside.

mod mate_oracle;
mod mates;
#[path = "../../../../cli/src/oracle.rs"]
mod oracle;
mod sound;
