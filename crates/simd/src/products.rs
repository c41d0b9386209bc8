//! Products of integers with matrices: several inputs go through a matrix together, so that a row of weights
//! is read once for all of them and the sums stay in registers. How many is best the level knows
//! ([`Simd::ROWS`]).

use crate::{
    registers::Simd,
    rows::{Pairs, Quads},
};

// Loops over the inputs are written out: the compiler unrolls what is inside of them first, and then sums lie
// in memory.
macro_rules! each_input {
    ($n:ident < $count:ident $body:block) => {
        each_input!(@ $n $count $body 0 1 2 3 4 5 6 7 8 9 10 11)
    };
    (@ $n:ident $count:ident $body:block $($at:literal)*) => { $(
        if $at < $count {
            let $n = $at;
            $body
        }
    )* };
}

/// Adds to sums of 32 units the products of some inputs with a matrix, a pair of inputs after the other. At
/// most twelve.
#[inline(always)]
pub fn add_pairs<S: Simd, const N: usize>(
    simd: S,
    sums: &mut [[S::Ints; 2]; N],
    weights: &[[Pairs; 2]; 16],
    inputs: [&[i16; 32]; N],
) {
    for (pair, [low, high]) in weights.iter().enumerate() {
        each_input!(n < N {
            let two = inputs[n].as_chunks::<2>().0[pair];
            sums[n][0] = simd.dot_shorts(sums[n][0], two, low);
            sums[n][1] = simd.dot_shorts(sums[n][1], two, high);
        });
    }
}

/// The same with bytes, four after the others.
#[inline(always)]
pub fn add_quads<S: Simd, const N: usize>(
    simd: S,
    sums: &mut [[S::Ints; 2]; N],
    weights: &[[Quads; 2]; 8],
    inputs: [&[u8; 32]; N],
) {
    for (four, [low, high]) in weights.iter().enumerate() {
        each_input!(n < N {
            let bytes = inputs[n].as_chunks::<4>().0[four];
            sums[n][0] = simd.dot_bytes(sums[n][0], bytes, low);
            sums[n][1] = simd.dot_bytes(sums[n][1], bytes, high);
        });
    }
}
