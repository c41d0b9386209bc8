//! Reading out on several processes or machines.
//!
//! The same two phases as `yomikiri_solve` has them (what can be reached; then values, level by level), by
//! the same code for a part of the index space; only the way of the edges differs. A part belongs to one
//! worker for good, and edges to parts of others go by a dataflow of [`timely`], whose time is the *round*: a
//! level, or in the first phase a bout of expanding. Timely's progress tracking is the barrier: when it says
//! that a round is over, every edge of the round has arrived, at every worker.
//!
//! - **What is sent**: chunks of sets of nodes of one part, and of nodes one by one, sorted, the gaps between
//!   them in bytes (`chunk.rs`). Edges one by one would cost 50 to 90 ns each in the dataflow, chunks cost
//!   nothing to speak of.
//! - **Memory**: each worker holds the cells of its own parts, and what has arrived in the round as it was
//!   sent. At the end the first process gathers all cells, a byte an index ([`read_out()`]), or each worker
//!   codes the pages of its own parts of the table, and none knows all ([`write_table`]): they go to the
//!   first process, or each worker writes a file.
//! - **Verification and census** ([`Work::verify`], [`Census`]): each worker for its own parts; what it must
//!   know of a successor that another has it asks, in chunks (`walk.rs` has the method).
//! - **Checkpoints** ([`Checkpoints`]): at the end of a round nothing is under way, so that the parts alone
//!   are the state. Each is a file of its own; the checkpoint counts when every process has written its own.
//! - **Faults**: a peer that is lost ends every other process with a sentence and status 3, none hangs:
//!   see [`end_with_lost_peers`].
//!
//! The result is the same to the bit for any number of processes and threads, and the same as that of
//! `yomikiri_solve`, which stays because it is faster on one machine (docs/notes/scale.md has the figures).

mod arrived;
mod census;
mod checkpoint;
mod chunk;
mod counted;
mod error;
mod network;
mod peers;
mod post;
mod read_out;
mod table;
mod verify;
mod walk;
mod worker;

pub use census::{Census, Pass};
pub use checkpoint::Checkpoints;
pub use counted::{Counted, TableParts, Written};
pub use error::ClusterError;
pub use peers::{Greeting, Peers, end_with_lost_peers};
pub use read_out::{SharedWork, Together, Work, needs, read_out, write_table};
pub use verify::{Ends, move_answers};
pub use walk::{Desk, Ground, Visitor, answers};
