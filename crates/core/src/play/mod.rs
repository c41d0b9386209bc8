//! What all who search, solve and play agree on, so that one word has one meaning on every floor.
//!
//! | word | what it is | who looks at it |
//! |---|---|---|
//! | [`Limits`] | what a search may take, settled before it begins: time, nodes, depth | every search |
//! | [`Stop`] | ends a search that runs: a flag and a deadline, for other threads to set | every search |
//! | [`Level`] | how strong a player is asked to be | players |
//! | [`Clock`] | what a side has left before a move | players; protocols keep it |
//! | [`TimeControl`] | the time of a game for both players, as people write it | who keeps their clocks |
//! | [`Forfeit`] | a loss by resigning or by time, which the rules do not know | who saves games |
//! | [`MoveTime`] | what one move may take of a clock | [`Stop::limit`] |
//! | [`Progress`] | is told how far long work is | solvers and trainings tell it |
//! | [`Opponent`] | answers a position in a game against a person | `play` |
//! | [`TextPlayer`] | plays a game that it is told in text | GTP |
//!
//! A search is given its limits by value and a `&Stop`. It looks at the stop itself, every few hundred nodes:
//! no thread watches a clock on its behalf, and none turns one kind of stop into another. A deadline is a
//! matter of the stop and not of the limits where it may change while the search runs, as at a ponder hit.
//!
//! ```
//! use std::time::Duration;
//! use yomikiri_core::play::{Clock, Limits, Stop};
//!
//! let limits = Limits { depth: Some(8), ..Limits::nodes(100_000) };
//! assert_eq!((limits.nodes, limits.depth, limits.time), (Some(100_000), Some(8), None));
//!
//! // One minute for the game: a move may take a 25th of it, and never more than a third.
//! let clock = Clock { left: Duration::from_secs(60), ..Clock::default() };
//! let time = clock.move_time(Duration::ZERO);
//! assert_eq!((time.soft, time.hard), (Duration::from_millis(2_400), Duration::from_secs(20)));
//!
//! let stop = Stop::new();
//! stop.limit(time);
//! assert!(!stop.is_over());
//! stop.stop();
//! assert!(stop.is_over());
//! ```

mod clock;
mod forfeit;
mod level;
mod limits;
mod opponent;
mod progress;
mod stop;
mod text_player;
mod time_control;

pub use clock::{Clock, MoveTime};
pub use forfeit::Forfeit;
pub use level::{Level, draw_by_worth};
pub use limits::{Limits, MOST_SECONDS};
pub use opponent::{Opponent, RepetitionEnd, Reply, Thinking, ordinal, repeated_thrice};
pub use progress::{NoProgress, Progress};
pub use stop::Stop;
pub use text_player::TextPlayer;
pub use time_control::{TimeControl, shown_time};
