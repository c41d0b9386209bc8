//! A player of Blokus Duo: what it knows of moves, how it plays games out, and how strong it is asked to be.
//!
//! The search itself knows no game (`yomikiri-search`), the rules know no search (`yomikiri-blokus`); here they meet.

mod duo;
mod features;
mod level;
mod player;
mod prior;
mod reader;

pub use duo::{Duo, Place};
pub use features::{FEATURES, Features, features};
pub use level::{LEVELS, Level};
pub use player::{Budget, Heard, Mind, Player, Simulator, Thought};
pub use reader::Reader;
