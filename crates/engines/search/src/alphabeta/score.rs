//! Scores: evaluations, repetitions and mates on one scale that fits 16 bits.
//!
//! From 0 outward: evaluations up to [`MOST`], games decided by repetition around [`REPETITION`], ends of the
//! game around [`MATE`]. The two outer bands are counted down by the plies from the root, so that the winner
//! hurries and the loser does not; in the table they are counted from the position itself.

use yomikiri_core::{Value, Wdl};

/// More than every score.
pub const INFINITE: i32 = 32_001;
/// The end of the game at the root.
pub const MATE: i32 = 32_000;
/// How deep a line may become, in plies.
pub const DEEPEST: usize = 128;
/// A game decided by repetition at the root.
pub const REPETITION: i32 = 30_000;
/// The highest evaluation.
pub const MOST: i32 = 29_000;

/// The least score that stands for an end of the game: distances in the game's own convention may exceed the
/// line's.
const LEAST_MATE: i32 = MATE - 4 * DEEPEST as i32;

/// What a search found, for people and protocols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Points of the evaluation, for the side to move.
    Points(i32),
    /// The side to move wins in this many plies.
    Win(u32),
    /// The side to move loses in this many plies.
    Loss(u32),
}

impl Score {
    /// The score of a number on the scale of this module.
    pub fn of(score: i32) -> Self {
        match score {
            LEAST_MATE.. => Self::Win((MATE - score).unsigned_abs()),
            ..=WORST_MATE => Self::Loss((MATE + score).unsigned_abs()),
            points => Self::Points(points),
        }
    }

    /// The points; an end of the game as more than every evaluation.
    pub fn points(self) -> i32 {
        match self {
            Self::Points(points) => points,
            Self::Win(plies) => MATE - plies as i32,
            Self::Loss(plies) => plies as i32 - MATE,
        }
    }
}

const WORST_MATE: i32 = -LEAST_MATE;

/// Whether a score says that the game ends by force, not counting repetitions.
pub fn is_mate(score: i32) -> bool {
    score.abs() >= LEAST_MATE
}

/// Whether a score is no evaluation.
pub fn is_decided(score: i32) -> bool {
    score.abs() > MOST
}

/// The score of a game that is over, so many plies from the root.
pub fn of_end(value: Value, ply: usize) -> i32 {
    match value {
        Value::Win(plies) => MATE - (ply + usize::from(plies)) as i32,
        Value::Draw => 0,
        Value::Loss(plies) => (ply + usize::from(plies)) as i32 - MATE,
    }
}

/// The score of a game decided by repetition, so many plies from the root.
pub fn of_repetition(result: Wdl, ply: usize) -> i32 {
    match result {
        Wdl::Win => REPETITION - ply as i32,
        Wdl::Draw => 0,
        Wdl::Loss => ply as i32 - REPETITION,
    }
}

/// A score as the table keeps it: distances from the position.
pub fn to_table(score: i32, ply: usize) -> i32 {
    if is_decided(score) { score + score.signum() * ply as i32 } else { score }
}

/// A score from the table: distances from the root.
pub fn from_table(score: i32, ply: usize) -> i32 {
    if is_decided(score) { score - score.signum() * ply as i32 } else { score }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_told_from_points_and_survive_the_table() {
        assert_eq!(Score::of(of_end(Value::Loss(0), 3)), Score::Loss(3));
        assert_eq!(Score::of(of_end(Value::Win(1), 4)), Score::Win(5));
        assert_eq!(Score::of(MOST), Score::Points(MOST));
        assert!(!is_mate(of_repetition(Wdl::Win, 0)) && is_decided(of_repetition(Wdl::Win, DEEPEST)));
        for score in [0, 17, -MOST, of_end(Value::Loss(0), 30), of_repetition(Wdl::Win, 31)] {
            let kept = to_table(score, 20);
            assert_eq!(from_table(kept, 20), score);
            assert!(i16::try_from(kept).is_ok());
        }
    }
}
