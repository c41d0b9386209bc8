//! Where the lions are: the blocks of the index, and the changes of view between them.
//!
//! Seen by the side to move and folded by the mirror, two lions stand in one of 72 ways. In 21 of them the
//! game can go on: the lions are not adjacent, the mover's is not on the far rank and the enemy's has not
//! reached the mover's last rank. A move of another piece leads from one pair to one other (the board turns
//! round); each step of a lion to one other. So all that a change of view does to the codes of the kinds is a
//! table per change of view, built once.

use super::pairs::{LABELS, Pairs, Place};
use crate::Square;
use std::array;

/// Squares of the board.
pub const SQUARES: usize = 12;
/// Ways in which the lions can stand, folded.
pub const LION_PAIRS: usize = 72;
/// Those of them, coming first, in which the game can go on.
pub const OPEN_PAIRS: usize = 21;
/// No label: a lion stands there.
pub const NO_LABEL: u8 = u8::MAX;

/// The square seen from the other side of the board.
pub const fn turned(square: u8) -> u8 {
    SQUARES as u8 - 1 - square
}

/// The square in the left-right mirror.
pub const fn mirrored(square: u8) -> u8 {
    Square(square).mirrored(3).0
}

/// One way in which the two lions stand, seen by the side to move and folded by the mirror.
#[derive(Clone, Debug)]
pub struct LionPair {
    /// Square of the mover's lion.
    pub mover: u8,
    /// Square of the enemy's lion.
    pub enemy: u8,
    /// The pair is its own mirror image.
    pub symmetric: bool,
    /// Squares of the labels, ascending.
    pub squares: [u8; LABELS],
    /// Labels of the squares.
    pub labels: [u8; SQUARES],
}

/// All pairs, numbered.
#[derive(Debug)]
pub struct Lions {
    /// The pairs; those that are open come first.
    pub pairs: Vec<LionPair>,
    number: [[u8; SQUARES]; SQUARES],
}

impl Lions {
    /// Numbers the pairs of two lions whose steps are given by square.
    pub fn new(steps: &[u16; SQUARES]) -> Self {
        let open = |(m, e): (u8, u8)| steps[m as usize] >> e & 1 == 0 && m >= 3 && e < 9;
        let canonical = (0..SQUARES as u8)
            .flat_map(|m| (0..SQUARES as u8).map(move |e| (m, e)))
            .filter(|&(m, e)| m != e && (m, e) <= (mirrored(m), mirrored(e)));
        let (mut canonical, others): (Vec<_>, Vec<_>) = canonical.partition(|&pair| open(pair));
        canonical.extend(others);
        let mut number = [[u8::MAX; SQUARES]; SQUARES];
        for (i, &(m, e)) in canonical.iter().enumerate() {
            number[m as usize][e as usize] = i as u8;
            number[mirrored(m) as usize][mirrored(e) as usize] = i as u8;
        }
        let pairs = canonical.into_iter().map(|(mover, enemy)| LionPair::new(mover, enemy)).collect();
        Self { pairs, number }
    }

    /// The number of a pair, and whether it must be mirrored to look like the one that bears the number.
    pub fn find(&self, mover: u8, enemy: u8) -> (usize, bool) {
        let number = self.number[mover as usize][enemy as usize] as usize;
        (number, self.pairs[number].mover != mover || self.pairs[number].enemy != enemy)
    }
}

impl LionPair {
    fn new(mover: u8, enemy: u8) -> Self {
        let mut free = (0..SQUARES as u8).filter(|&square| square != mover && square != enemy);
        let squares: [u8; LABELS] = array::from_fn(|_| free.next().expect("ten squares are free"));
        let mut labels = [NO_LABEL; SQUARES];
        for (label, &square) in squares.iter().enumerate() {
            labels[square as usize] = label as u8;
        }
        Self {
            mover,
            enemy,
            symmetric: mirrored(mover) == mover && mirrored(enemy) == enemy,
            squares,
            labels,
        }
    }
}

/// A change of view: from a position, after the lions have moved, to the same position seen by the other
/// side.
#[derive(Debug)]
pub struct ViewChange {
    /// Number of the lion pair that it leads to.
    pub to: usize,
    /// New labels of the old squares.
    pub labels: [u8; SQUARES],
    /// New codes, by kind and old code.
    pub codes: [Vec<u16>; 3],
    /// Whether there is a second, mirrored change, which has the next number.
    pub has_twin: bool,
}

impl ViewChange {
    /// The views (two if the target is its own mirror image) from a pair to the view of the other side, when
    /// the mover's lion has come to stand on `mover` and the enemy's on `enemy`.
    pub fn all(lions: &Lions, kinds: &[Pairs; 3], from: &LionPair, mover: u8, enemy: u8) -> Vec<Self> {
        let (to, mirror) = lions.find(turned(enemy), turned(mover));
        let target = &lions.pairs[to];
        let view = |mirror: bool, has_twin| {
            let labels = array::from_fn(|square| {
                let turned = turned(square as u8);
                target.labels[if mirror { mirrored(turned) } else { turned } as usize]
            });
            let codes = array::from_fn(|kind| relabelled(&kinds[kind], from, &labels));
            Self { to, labels, codes, has_twin }
        };
        if target.symmetric { vec![view(false, true), view(true, false)] } else { vec![view(mirror, false)] }
    }
}

impl ViewChange {
    /// The new codes of the outer and middle kinds.
    #[inline]
    pub fn outer_codes(&self, [outer, middle]: [u16; 2]) -> [u16; 2] {
        [self.codes[0][outer as usize], self.codes[1][middle as usize]]
    }
}

/// The codes of a kind under new labels and with the owners exchanged.
fn relabelled(kind: &Pairs, from: &LionPair, labels: &[u8; SQUARES]) -> Vec<u16> {
    let map = |place| match place {
        Place::Board { promoted, owner, label } => {
            let label = labels[from.squares[label as usize] as usize];
            (label != NO_LABEL).then_some(Place::Board { promoted, owner: owner.other(), label })
        }
        Place::Hand(owner) => Some(Place::Hand(owner.other())),
        Place::Absent => Some(Place::Absent),
    };
    (0..kind.len() as u16).map(|code| kind.mapped(code, map)).collect()
}

/// A place in the mirror, for a pair that is its own mirror image.
pub fn mirror_place(pair: &LionPair, place: Place) -> Place {
    match place {
        Place::Board { promoted, owner, label } => {
            let label = pair.labels[mirrored(pair.squares[label as usize]) as usize];
            Place::Board { promoted, owner, label }
        }
        other => other,
    }
}
