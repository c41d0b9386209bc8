//! A position and the moves that led to it.

use crate::{Move, Position};
use std::hash::{Hash, Hasher};

/// The most plies a game can have: each of the two players has at most 21 moves before the last one is made.
pub const LONGEST: usize = 42;

/// The moves of a game so far.
#[derive(Clone, Copy, Debug)]
pub struct Path {
    moves: [Move; LONGEST],
    length: u8,
}

impl Path {
    /// No move.
    pub const EMPTY: Self = Self { moves: [Move::PASS; LONGEST], length: 0 };

    /// The moves in the order they were made.
    pub fn moves(&self) -> &[Move] {
        &self.moves[..usize::from(self.length)]
    }

    /// The path with one move more.
    #[must_use]
    pub fn then(mut self, mv: Move) -> Self {
        self.moves[usize::from(self.length)] = mv;
        self.length += 1;
        self
    }
}

/// A position with the path by which it was reached.
///
/// The path is what a position is called by; it is no part of what the rules need. So two nodes are equal if
/// their positions are, and what is known of one holds for the other.
#[derive(Clone, Debug)]
pub struct Node {
    /// The position.
    pub position: Position,
    /// The moves from the start.
    pub path: Path,
}

impl Node {
    /// The start of the game.
    pub const START: Self = Self { position: Position::START, path: Path::EMPTY };

    /// The node with columns and rows exchanged in every move.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let covered = self.position.covered.map(crate::Board::mirrored);
        let path = self.path.moves().iter().fold(Path::EMPTY, |path, &mv| path.then(mv.mirrored()));
        Self { position: Position { covered, ..self.position }, path }
    }
}

impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        self.position == other.position
    }
}

impl Eq for Node {}

impl Hash for Node {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.position.hash(state);
    }
}
