//! How likely a position is to be won, seen at a glance.
//!
//! Method: a logistic regression of the result on a few counts of squares, the published evaluation's room among them, with
//! weights of its own for each stage of the game. The weights are learnt from games that the player has played against
//! itself (`examples/learn.rs`).
//!
//! Why: a play-out is a fair but very noisy witness, and a glance a sure but short-sighted one; they err in different ways.

use crate::weights::JUDGE;
use yomikiri_blokus::{Arena, Board, Field, Move};

/// How many counts there are.
pub const COUNTS: usize = 7;

/// Stages of the game, by how many pieces lie on the board.
pub const STAGES: usize = 8;

/// Pieces placed in a stage.
const STAGE: u32 = 4;

/// The stage of a position.
pub fn stage(pos: &Arena) -> usize {
    let placed: u32 = pos.fields.iter().map(|field| field.hand().placed()).sum();
    ((placed / STAGE) as usize).min(STAGES - 1)
}

/// What the counts of a player are read from.
#[derive(Clone, Copy)]
struct View {
    closed: Board,
    corners: Board,
    left: u32,
}

impl View {
    fn new(field: &Field) -> Self {
        Self { closed: field.closed(), corners: field.corners(), left: field.hand().squares() }
    }

    /// Squares placed; corner squares; what can be reached in one, two and three steps; of the last what only this side
    /// may cover.
    #[inline]
    fn counts(&self, other: &Self) -> [i32; COUNTS - 1] {
        let open = !self.closed;
        let step = |from: Board| from | from.edges() & open;
        let one = step(self.corners);
        let two = step(one);
        let three = step(two);
        let count = |set: Board| set.count() as i32;
        [
            -(self.left as i32),
            count(self.corners),
            count(one),
            count(two),
            count(three),
            count(three & other.closed),
        ]
    }
}

/// The counts, each the difference between the side to move and the other; the first is always 1.
pub fn counts(pos: &Arena) -> [f32; COUNTS] {
    let [own, other] = [pos.side, pos.side.other()].map(|side| View::new(&pos.fields[side.index()]));
    differences(&own, &other)
}

#[inline]
fn differences(own: &View, other: &View) -> [f32; COUNTS] {
    let (a, b) = (own.counts(other), other.counts(own));
    std::array::from_fn(|i| if i == 0 { 1.0 } else { (a[i - 1] - b[i - 1]) as f32 })
}

#[inline]
fn sum(counts: &[f32; COUNTS], stage: usize) -> f32 {
    counts.iter().zip(&JUDGE[stage]).map(|(count, weight)| count * weight).sum()
}

/// How likely the side to move is to win.
#[inline]
pub fn judge(pos: &Arena) -> f32 {
    1.0 / (1.0 + (-sum(&counts(pos), stage(pos))).exp())
}

/// A position from which moves are judged by where they lead.
pub struct Outlook {
    own: View,
    other: View,
    first: bool,
    /// The stage after a move.
    stage: usize,
}

impl Outlook {
    /// Looks at the moves of a position.
    pub fn new(pos: &Arena) -> Self {
        let [own, other] = [pos.side, pos.side.other()].map(|side| &pos.fields[side.index()]);
        let placed = own.hand().placed() + other.hand().placed() + 1;
        let stage = ((placed / STAGE) as usize).min(STAGES - 1);
        Self { own: View::new(own), other: View::new(other), first: own.hand().placed() == 0, stage }
    }

    /// The logarithm of the odds that the side to move wins after a placement.
    #[inline]
    pub fn after(&self, mv: Move) -> f32 {
        let covers = mv.covers();
        let closed = self.own.closed | covers | covers.edges();
        let old = if self.first { Board::EMPTY } else { self.own.corners };
        let own = View {
            closed,
            corners: (old | covers.diagonals()) & !closed,
            left: self.own.left - covers.count(),
        };
        let other =
            View { closed: self.other.closed | covers, corners: self.other.corners & !covers, ..self.other };
        -sum(&differences(&other, &own), self.stage)
    }
}
