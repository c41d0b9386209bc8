//! USI, the protocol by which shogi programs talk to engines: <http://shogidokoro.starfree.jp/usi.html>.
//!
//! [`run`] holds a conversation on any two streams, with any game that has notation and a
//! [`SearchPlayer`](yomikiri_search::alphabeta::SearchPlayer) of it. A line that means nothing is answered
//! with an `info string` and changes nothing, and so is a `go` while a search is running; every other `go` is
//! answered by one `bestmove` (or `checkmate`), which is a legal move, `resign` or `win`.
//!
//! Method: one thread reads, one plays. The reader answers at once what needs no engine and hands the rest
//! over in order; `stop` and `ponderhit` reach a running search through its `Stop`.

mod clock;
mod command;
mod mates;
mod options;
mod reply;
mod running;
mod session;

pub use session::run;
