//! Reading a game out to its end.
//!
//! [`reach`](reach()) finds every node that can be reached, [`retrograde`](retrograde()) the value and
//! distance of each by taking moves back from the ends, [`verify`](verify()) checks the result by the
//! definition alone; [`ReadOut`] puts them together. All see a game only as a
//! [`Graph`](yomikiri_core::Graph); all run on as many threads as asked, and the result is the same to the
//! byte for any number. [`LocalSolution`] answers for a position outside of what has been solved.
//!
//! ```
//! use yomikiri_core::{Game, Numbered, Value, play::NoProgress};
//! use yomikiri_shogi::{DenseGraph, Ending, Shogi};
//! use yomikiri_solve::{Plan, reach, retrograde};
//!
//! // Dobutsu Shogi with lions and chicks only.
//! let game = Shogi::dobutsu_chicks(Ending::Capture);
//! let graph = DenseGraph::of(&game);
//! let root = graph.node(&game, &game.start()).expect("the start has a number");
//! let plan = Plan::unbounded(2);
//! let reached = reach(&graph, &[root], &plan, &NoProgress)?;
//! assert_eq!(reached.interior.nodes, 11_711);
//!
//! let solution = retrograde(&graph, reached, &plan, &NoProgress)?;
//! assert_eq!(solution.value(root), Some(Value::Win(15)));
//! # Ok::<(), yomikiri_solve::SolveError>(())
//! ```

mod arena;
pub mod cell;
mod cells;
mod count;
mod error;
pub mod exchange;
mod level_part;
mod local;
mod plan;
pub mod rank;
mod reach;
mod reach_part;
mod read_out;
mod reexpand;
mod retrograde;
mod solution;
mod verify;
mod walk;
mod workers;

pub use arena::{Arena, Backing, Residency};
pub use cells::Cells;
pub use count::Count;
pub use error::SolveError;
pub use level_part::{Applying, LevelPart};
pub use local::LocalSolution;
pub use plan::{Needs, Plan};
pub use reach::{Reached, reach};
pub use reach_part::{ReachBits, ReachPart, counts};
pub use read_out::{Counts, Found, ReadOut, Tally, Unsolved};
pub use reexpand::reexpand_part;
pub use retrograde::{is_last, retrograde};
pub use solution::Solution;
pub use verify::verify;
pub use walk::{Successors, Visit, walk, walk_where};
pub use workers::{AbortOnPanic, run};
