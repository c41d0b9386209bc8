//! The published evaluation of BlokusFS (2015): material, and room near the corners.
//!
//! Method: both terms are read off the board. The room grows on whole boards, four words at a time, so that
//! nothing needs to be kept from move to move.

use crate::{Blokus, Hand, Node, Position};
use yomikiri_core::{Probe, ProbeError, Side, Value};

/// What a piece counts, by its squares.
const MATERIAL: [(Hand, i32); 5] = [
    (Hand::of_size(1), 2),
    (Hand::of_size(2), 4),
    (Hand::of_size(3), 6),
    (Hand::of_size(4), 10),
    (Hand::of_size(5), 16),
];

/// How many steps the room reaches.
const STEPS: u32 = 3;

/// Whoever judges by the published evaluation.
pub struct BlokusFsEvaluation;

impl Probe<Blokus> for BlokusFsEvaluation {
    #[inline]
    fn probe(&self, _game: &Blokus, _pos: &Node) -> Result<Option<Value>, ProbeError> {
        Ok(None)
    }

    #[inline]
    fn estimate(&self, _game: &Blokus, pos: &Node) -> Option<i32> {
        Some(evaluate(&pos.position))
    }
}

/// The evaluation for the side to move. At the end of the game it is no other than before.
pub fn evaluate(pos: &Position) -> i32 {
    worth(pos, pos.side) - worth(pos, pos.side.other())
}

fn worth(pos: &Position, side: Side) -> i32 {
    material(pos.hands[side.index()]) + room(pos, side) as i32
}

/// What the pieces that are not in hand count.
fn material(hand: Hand) -> i32 {
    MATERIAL.iter().map(|&(kind, worth)| (kind.count() - hand.and(kind).count()) as i32 * worth).sum()
}

/// The squares within three steps of a corner that a player can use, where each step is to a square it might
/// cover.
fn room(pos: &Position, side: Side) -> u32 {
    let open = !pos.closed(side);
    let mut room = pos.corners(side);
    for _ in 0..STEPS {
        room |= room.edges() & open;
    }
    room.count()
}
