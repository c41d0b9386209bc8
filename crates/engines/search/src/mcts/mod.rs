//! Monte-Carlo tree search for games of two players, with the tree shared by all threads.
//!
//! Method: each simulation goes down the tree by the move that promises most, adds the moves of the position
//! where the tree ends, values the likeliest of these by a play-out or an estimate, and takes the value back
//! up. What a move promises is the mean of its visits, blended with the mean of the play-outs in which it was
//! made later ("all moves as first"; Gelly and Silver, "Monte-Carlo tree search and rapid action value
//! estimation", 2011: the weight that keeps the expected square of the error least), plus what its prior
//! weight allows for being explored (the rule of Rosin, "Multi-armed bandits with episode context", 2011).
//! Values that are proven, at first those of finished games, are taken back as such: a position with a proven
//! win is a win, one whose moves are all proven is worth the best of them. So the end of a game is read out.
//!
//! Why so: in a game of hundreds of moves most moves are never visited twice; all moves as first tell of each
//! after a few dozen simulations, and priors say where to begin. Where nothing is heard of moves before they
//! are tried, they are tried in the order of their priors: so a position needs few of them in the tree at
//! first, which saves most of the memory.
//!
//! Where moves made in another order lead to the same position it is searched once for all of them (`twins`):
//! the tree is a graph. Statistics are those of the moves, as in "Monte-Carlo graph search" (Czech, Korus and
//! Kersting, 2021), without their corrections.
//!
//! Threads share the tree without locks (`node`); one thread alone gives the same answer for the same seed
//! every time. Memory is bounded: a tree that is full is searched on without growing. A move made is followed
//! into its part of the tree, and the rest is given back ([`Search::advance`]).

mod game;
mod limits;
mod node;
mod options;
mod search;
mod tree;
mod twins;
mod walker;

pub use game::Playable;
pub use limits::Limits;
pub use options::Options;
pub use search::{Candidate, Finding, Search};
