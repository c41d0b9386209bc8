//! An evaluation of Dobutsu Shogi learnt from the values of all its positions.
//!
//! A blog proposed to evaluate a position by sums of small tables over lions, pieces and hands ([`tables`]) and asked how their
//! values were to be found fast and right. With every value known the answer is a convex problem ([`fit`]) over positions in
//! rows of the dense index ([`rows`]).

pub mod assess;
pub mod atoms;
pub mod evaluation;
pub mod fit;
mod groups;
pub mod rows;
pub mod tables;

pub use assess::Assessment;
pub use atoms::{Atom, Scene};
pub use evaluation::{Evaluation, Model};
pub use fit::TableObjective;
pub use rows::{Pick, Positions};
pub use tables::{Family, Tables};

#[cfg(test)]
mod tests;
