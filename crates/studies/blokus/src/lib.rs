//! A player of Blokus Duo: what it knows of positions and moves, how it learns that, and how strong it is
//! asked to be.
//!
//! The search itself knows no game (`yomikiri-search`), the rules know no search (`yomikiri-blokus`); here
//! they meet.

mod cache;
mod convolution;
mod duo;
mod ending;
pub mod fit;
mod input;
mod level;
mod model;
mod network;
mod player;
mod playout;
mod prior;
mod prover;
mod quantized;
mod reader;
pub mod selfplay;
mod square_kinds;
mod text_player;

pub use duo::{Duo, Place};
pub use level::{LEVELS, Level};
pub use model::Model;
pub use player::{Budget, Heard, Means, Mind, Player, Simulator, Thought};
pub use reader::Reader;
pub use text_player::DuoTextPlayer;
