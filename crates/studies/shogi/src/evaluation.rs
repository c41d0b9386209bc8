//! What an evaluation must do to be searched with, and the scale of its points.

use std::path::Path;
use yomikiri_shogi::{Bits, Move, Position};

/// Points of an evaluation for a change of the odds of winning by a factor of e.
pub const POINTS: i32 = 400;

/// The probability of winning that points stand for.
pub fn probability(points: i32) -> f64 {
    1.0 / (1.0 + (-f64::from(points) / f64::from(POINTS)).exp())
}

/// An evaluation for the side to move: a hundred points are worth about as much as a step of the weakest
/// piece.
pub trait Evaluation<B: Bits>: Send + Sync {
    /// What is carried along from move to move, as the accumulator of an NNUE.
    type Accumulator: Copy + Send + Sync;

    /// The accumulator of a position, from nothing.
    fn accumulator(&self, pos: &Position<B>) -> Self::Accumulator;

    /// The accumulator after a legal move from a position with this one to the next.
    fn after(
        &self,
        before: &Self::Accumulator,
        positions: (&Position<B>, &Position<B>),
        mv: Move,
    ) -> Self::Accumulator;

    /// The points of a position with this accumulator.
    fn evaluate(&self, pos: &Position<B>, accumulator: &Self::Accumulator) -> i32;

    /// Takes another from a file, or the built-in one if there is none; says what it took.
    ///
    /// # Errors
    /// The file cannot be used, and why; nothing has changed.
    fn set(&mut self, file: Option<&Path>) -> Result<String, String>;
}

/// An evaluation that carries nothing along.
pub type PositionEvaluation<B> = Box<dyn Fn(&Position<B>) -> i32 + Send + Sync>;

impl<B: Bits> Evaluation<B> for PositionEvaluation<B> {
    type Accumulator = ();

    fn accumulator(&self, _pos: &Position<B>) {}

    fn after(&self, _before: &(), _positions: (&Position<B>, &Position<B>), _mv: Move) {}

    fn evaluate(&self, pos: &Position<B>, _accumulator: &()) -> i32 {
        self(pos)
    }

    fn set(&mut self, file: Option<&Path>) -> Result<String, String> {
        match file {
            None => Ok("the built-in evaluation".into()),
            Some(path) => Err(format!(
                "{}: this game has no evaluations in files; the built-in one stays",
                path.display()
            )),
        }
    }
}
