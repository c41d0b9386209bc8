//! The learnt evaluation: a small network whose first layer follows the moves.
//!
//! Method: the features of a position from one side's view are summed up by a layer of [`HIDDEN`] numbers (a
//! row of weights for each feature); those of the side to move and those of the other side, clipped to 0..1
//! and squared, are weighed by the second layer into one number. A feature is a piece on a square or in a
//! hand, as seen from where the own king stands ([`View`]). A move changes at most four features, so the sums
//! are carried along; only those of a king that moves to another group are made anew, from twelve rows. All
//! is in 16-bit integers, sixteen to a register.
//!
//! Why this one: what a piece is worth on a board of 25 squares hangs on where the king is. Without the
//! king's square (33 thousand weights) the same games taught less; `docs/notes/minishogi.md` has the
//! matches. The half million weights take 1 MB; a game touches those of few groups, which stay in the second
//! cache.

use super::features::View;
use crate::evaluation::POINTS;
use yomikiri_core::Side;
use yomikiri_shogi::{Move, Piece, Position, SmallBoard};

/// Numbers of the hidden layer for each side.
pub const HIDDEN: usize = 64;

/// What 1 is in the first layer and after clipping.
pub const ONE: i32 = 255;

/// What 1 is in the weights of the second layer.
pub const UNIT: i32 = 64;

/// No weight of the second layer is larger, so that its sums fit into 32 bits.
pub const LARGEST_WEIGHT: u16 = 127;

/// The output does not begin with more: far more than any position is worth.
pub const LARGEST_BIAS: u32 = (64 * ONE * UNIT) as u32;

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
    pub fn accumulator(&self, pos: &Position<SmallBoard>) -> Accumulator {
        Accumulator(View::both(pos).map(|view| self.sum(view, pos)))
    }

    /// The sums of a view, from nothing.
    fn sum(&self, view: View, pos: &Position<SmallBoard>) -> Row {
        let mut sum = self.bias;
        view.each(pos, |feature| add(&mut sum, &self.rows[feature]));
        sum
    }

    /// The sums after a legal move from one position to the next.
    #[inline]
    pub fn accumulator_after(
        &self,
        before: &Accumulator,
        (pos, next): (&Position<SmallBoard>, &Position<SmallBoard>),
        mv: Move,
    ) -> Accumulator {
        let mut after = *before;
        for (view, sum) in View::both(pos).into_iter().zip(&mut after.0) {
            match view.after(pos, mv) {
                turned if turned != view => *sum = self.sum(turned, next),
                _ => self.change(sum, view, pos, mv),
            }
        }
        after
    }

    /// What a move changes in the sums of a view that stays as it is.
    #[inline]
    fn change(&self, sum: &mut Row, view: View, pos: &Position<SmallBoard>, mv: Move) {
        let side = pos.side();
        let row = |feature: usize| &self.rows[feature];
        match mv {
            Move::Board { from, to, promote } => {
                let Some(moved) = pos.piece(from) else { return };
                let kind = if promote { moved.kind.promoted() } else { moved.kind };
                let left = row(view.on_board(moved, from));
                let arrived = row(view.on_board(Piece { kind, side }, to));
                if let Some(taken) = pos.piece(to) {
                    let gone = row(view.on_board(taken, to));
                    let held = row(view.in_hand(side, taken.kind, pos.hand(side, taken.kind) + 1));
                    exchange(sum, [left, gone], [arrived, held]);
                } else {
                    exchange(sum, [left], [arrived]);
                }
            }
            Move::Drop { kind, to } => {
                let held = row(view.in_hand(side, kind, pos.hand(side, kind)));
                exchange(sum, [held], [row(view.on_board(Piece { kind, side }, to))]);
            }
        }
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

/// Some rows less and as many more, in one walk over the sums.
#[inline]
fn exchange<const N: usize>(sum: &mut Row, less: [&Row; N], more: [&Row; N]) {
    for (at, number) in sum.iter_mut().enumerate() {
        for row in 0..N {
            *number = number.wrapping_sub(less[row][at]).wrapping_add(more[row][at]);
        }
    }
}

/// The sum of squares of clipped numbers, weighed. A number times its weight fits 16 bits; one instruction
/// then multiplies pairs of such numbers and adds the two products. The sum is at most 64 times 255 squared
/// times [`LARGEST_WEIGHT`]: it fits.
#[inline]
fn weigh(sum: &Row, weights: &Row) -> i32 {
    const { assert!(ONE * LARGEST_WEIGHT as i32 <= i16::MAX as i32, "a product fits 16 bits") }
    let product = |(&number, &weight): (&i16, &i16)| {
        let clipped = number.clamp(0, ONE as i16);
        i32::from(clipped * weight) * i32::from(clipped)
    };
    sum.iter().zip(weights).map(product).sum()
}

/// A network with weights that look random.
#[cfg(test)]
pub fn random_network() -> Network {
    let row = |seed: usize| std::array::from_fn(|at| ((seed * 7919 + at * 104_729) % 97) as i16 - 48);
    Network {
        rows: (0..super::features::FEATURES).map(row).collect(),
        bias: row(1),
        output: [row(2), row(3)],
        output_bias: 5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With all numbers and weights at their bounds, beyond them and between.
    #[test]
    fn weighing_fits() {
        let largest = LARGEST_WEIGHT as i16;
        for number in [i16::MIN, -1, 0, 1, 17, 254, 255, 256, i16::MAX] {
            for weight in [-largest, -largest + 1, -1, 0, 1, 63, largest] {
                let clipped = i64::from(number.clamp(0, 255));
                let sum = HIDDEN as i64 * clipped * clipped * i64::from(weight);
                assert_eq!(i64::from(weigh(&[number; HIDDEN], &[weight; HIDDEN])), sum, "{number} {weight}");
            }
        }
    }
}
