//! The learnt evaluation: a small network whose first layer follows the moves.
//!
//! Method: the features of a position from one side's view are summed up by a layer of [`HIDDEN`] numbers (a
//! row of weights for each feature); those of the side to move and those of the other side, clipped to 0..1
//! and squared, are weighed by the second layer into one number. A move changes at most four features, so the
//! sums are carried along instead of being made anew. All is in 16-bit integers, sixteen to a register.
//!
//! Why this one: a table of king and piece (25 x 470 weights) sees pairs with the king only; this sees
//! whatever combination pays, with less weights (33 thousand), which the games of a quarter of an hour can
//! teach. Rows take 128 bytes; all of them stay in the second cache.

use super::features;
use crate::evaluation::POINTS;
use yomikiri_core::Side;
use yomikiri_shogi::{Move, Piece, Position};

/// Numbers of the hidden layer for each side.
pub const HIDDEN: usize = 64;

/// What 1 is in the first layer and after clipping.
pub const ONE: i32 = 255;

/// What 1 is in the weights of the second layer.
pub const UNIT: i32 = 64;

/// A row of the first layer.
pub type Row = [i16; HIDDEN];

/// The weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// A row for each feature.
    pub rows: Box<[Row]>,
    /// What the sums begin with.
    pub bias: Row,
    /// The second layer: the side to move, the other side.
    pub output: [Row; 2],
    /// What the output begins with, in units of both layers.
    pub output_bias: i32,
}

/// The sums of a position for both sides' views.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Accumulator([Row; 2]);

impl Accumulator {
    /// For a board that is judged otherwise.
    pub const NONE: Self = Self([[0; HIDDEN]; 2]);
}

impl Network {
    /// The sums of a position, from nothing.
    pub fn accumulator(&self, pos: &Position<u32>) -> Accumulator {
        let view = |side| {
            let mut sum = self.bias;
            features::each(pos, side, |feature| add(&mut sum, &self.rows[feature]));
            sum
        };
        Accumulator([view(Side::First), view(Side::Second)])
    }

    /// The sums after a legal move.
    #[inline]
    pub fn accumulator_after(&self, before: &Accumulator, pos: &Position<u32>, mv: Move) -> Accumulator {
        let mut next = *before;
        let side = pos.side();
        for view in [Side::First, Side::Second] {
            let sum = &mut next.0[view.index()];
            match mv {
                Move::Board { from, to, promote } => {
                    let Some(moved) = pos.piece(from) else { continue };
                    let kind = if promote { moved.kind.promoted() } else { moved.kind };
                    subtract(sum, &self.rows[features::on_board(view, moved, from)]);
                    add(sum, &self.rows[features::on_board(view, Piece { kind, side }, to)]);
                    if let Some(taken) = pos.piece(to) {
                        let count = pos.hand(side, taken.kind) + 1;
                        subtract(sum, &self.rows[features::on_board(view, taken, to)]);
                        add(sum, &self.rows[features::in_hand(view, side, taken.kind, count)]);
                    }
                }
                Move::Drop { kind, to } => {
                    let count = pos.hand(side, kind);
                    subtract(sum, &self.rows[features::in_hand(view, side, kind, count)]);
                    add(sum, &self.rows[features::on_board(view, Piece { kind, side }, to)]);
                }
            }
        }
        next
    }

    /// The evaluation for the side to move, in points.
    #[inline]
    pub fn evaluate(&self, accumulator: &Accumulator, side: Side) -> i32 {
        let own = weigh(&accumulator.0[side.index()], &self.output[0]);
        let other = weigh(&accumulator.0[side.other().index()], &self.output[1]);
        let output = (own + other) / ONE + self.output_bias;
        (i64::from(output) * i64::from(POINTS) / i64::from(ONE * UNIT)) as i32
    }
}

#[inline]
fn add(sum: &mut Row, row: &Row) {
    for (number, weight) in sum.iter_mut().zip(row) {
        *number = number.wrapping_add(*weight);
    }
}

#[inline]
fn subtract(sum: &mut Row, row: &Row) {
    for (number, weight) in sum.iter_mut().zip(row) {
        *number = number.wrapping_sub(*weight);
    }
}

/// The sum of squares of clipped numbers, weighed. At most 64 times 255 squared times 127: it fits.
#[inline]
fn weigh(sum: &Row, weights: &Row) -> i32 {
    let product = |(&number, &weight): (&i16, &i16)| {
        let clipped = i32::from(number).clamp(0, ONE);
        clipped * clipped * i32::from(weight)
    };
    sum.iter().zip(weights).map(product).sum()
}

/// A network with weights that look random.
#[cfg(test)]
pub fn random_network() -> Network {
    let row = |seed: usize| std::array::from_fn(|at| ((seed * 7919 + at * 104_729) % 97) as i16 - 48);
    Network {
        rows: (0..features::FEATURES).map(row).collect(),
        bias: row(1),
        output: [row(2), row(3)],
        output_bias: 5,
    }
}
