//! A problem and its solution: what every reader, writer, checker and enumerator of this crate exchanges.

use yomikiri_shogi::{Move, Position};

/// A tsume-shogi problem with its main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The position, the attacker (first player) to move.
    pub position: Position<u128>,
    /// The main line, attacker's and defender's moves in turn; empty for a mated position (0 plies, the defender to
    /// move).
    pub line: Vec<Move>,
    /// Letters of the piece set it was enumerated from, such as `NNNN`; empty if it comes from elsewhere.
    pub set: String,
}

impl Problem {
    /// Length of the main line in plies.
    pub fn plies(&self) -> usize {
        self.line.len()
    }
}
