//! A player of Blokus Duo: what it knows of moves, how it plays games out, and how strong it is asked to be.
//!
//! The search itself knows no game (`yomikiri-search`), the rules know no search (`yomikiri-blokus`); here they meet.

mod duo;
mod ending;
mod judge;
mod level;
mod player;
mod playout;
mod prior;
mod reader;
mod weights;

pub use duo::{Duo, Knowledge, Place};
pub use judge::{COUNTS, STAGES, counts, judge, stage};
pub use level::{LEVELS, Level};
pub use player::{Budget, Heard, Mind, Player, Simulator, Thought};
pub use reader::Reader;
