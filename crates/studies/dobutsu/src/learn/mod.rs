//! An evaluation of Dobutsu Shogi learnt from the values of all its positions.
//!
//! A blog proposed to evaluate a position by sums of small tables over lions, pieces and hands ([`tables`])
//! and asked how their values were to be found fast and right. With every value known the answer is a convex
//! problem ([`fit`]) over positions in rows of the dense index ([`rows`]).

pub mod assess;
pub mod atoms;
pub mod contest;
pub mod evaluation;
pub mod fit;
mod groups;
pub mod identities;
mod opponent;
pub mod player;
pub mod rows;
pub mod study;
pub mod tables;
pub mod training;
pub mod worth;

pub use assess::Assessment;
pub use atoms::{Atom, Features};
pub use contest::SolvedGame;
pub use evaluation::{Evaluation, Model};
pub use fit::TableObjective;
pub use opponent::LearntOpponent;
pub use player::{Choice, FixedDepthPlayer};
pub use rows::{Pick, Positions};
pub use study::Study;
pub use tables::{Family, Tables};
pub use training::{Method, Settings, Trained, train};
pub use worth::PieceWorth;

/// Half of this times the squared weights is added to the loss over all positions: as much as some tens of
/// positions count.
pub const RIDGE: f64 = 10.0;
