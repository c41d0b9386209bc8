//! Monte-Carlo tree search for games of two players, with the tree shared by all threads.
//!
//! Method: each simulation selects moves from the root down, expands the position where the tree ends,
//! evaluates the likeliest of its moves by a play-out or an estimate, and backpropagates the value. A move is
//! selected by the mean of its visits, blended with its RAVE mean, that of the play-outs in which the same
//! side made it later (all moves as first; Gelly and Silver, "Monte-Carlo tree search and rapid action value
//! estimation", 2011: the weight that keeps the expected square of the error least), plus an exploration term
//! by its prior (PUCT: Rosin, "Multi-armed bandits with episode context", 2011). Proven values, at first
//! those of finished games, are backpropagated as such (Winands, Björnsson and Saito, "Monte-Carlo tree
//! search solver", 2008): a position with a proven win is a win, one whose moves are all proven is worth the
//! best of them. So the end of a game is read out.
//!
//! Why so: in a game of hundreds of moves most moves are never visited twice; RAVE tells of each after a few
//! dozen simulations, and priors say where to begin. Without RAVE moves are tried in the order of their
//! priors: so a position needs few of them in the tree at first (progressive widening), which saves most of
//! the memory.
//!
//! Where another order of moves leads to the same position, both share its children (`transposition_table`):
//! the tree is a graph. Statistics are those of the moves, as in "Monte-Carlo graph search" (Czech, Korus and
//! Kersting, 2021), without their corrections.
//!
//! Threads share the tree without locks (`node`), kept apart by virtual losses; one thread alone gives the
//! same answer for the same seed every time. Memory is bounded: a full tree is searched on without growing.
//! After a move its subtree is kept, and the rest is given back ([`Search::advance`]).

mod game;
mod limits;
mod node;
mod options;
mod search;
mod transposition_table;
mod tree;
mod worker;

pub use game::Playable;
pub use options::Options;
pub use search::{Candidate, Search, SearchResult};
