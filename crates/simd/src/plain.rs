//! Arrays, on any machine: what all levels are compared with.

use crate::{
    registers::{Row, Simd, Words},
    rows::{Floats, Half, Pairs, Quads},
};
use std::{array, hint::black_box};

/// What splitmix64 adds to its state.
pub const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
/// What it multiplies by, one after the other.
pub const FACTORS: [u64; 2] = [0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb];
/// How far it shifts before each multiplication, and at the end.
pub const SHIFTS: [u32; 3] = [30, 27, 31];

/// Code without registers.
#[derive(Clone, Copy, Debug)]
pub struct Plain;

/// splitmix64's finalizer.
#[inline(always)]
const fn mix(mut word: u64) -> u64 {
    word = (word ^ (word >> SHIFTS[0])).wrapping_mul(FACTORS[0]);
    word = (word ^ (word >> SHIFTS[1])).wrapping_mul(FACTORS[1]);
    word ^ (word >> SHIFTS[2])
}

/// A mask of bytes, all bits or none.
#[inline(always)]
fn all_or_none(of: impl Fn(usize) -> bool) -> [u8; 64] {
    array::from_fn(|i| if of(i) { 0xff } else { 0 })
}

impl Simd for Plain {
    const BYTES: bool = false;
    const ROWS: usize = 1;

    type Singles = [f32; 16];
    type Ints = [i32; 16];
    type Shorts = [i16; 32];
    type Bytes = [u8; 64];
    type Mask = [u8; 64];

    #[inline(always)]
    fn singles(self, from: &Floats, half: Half) -> [f32; 16] {
        from.0.as_chunks().0[half as usize]
    }

    #[inline(always)]
    fn store_singles(self, singles: [f32; 16], to: &mut Floats, half: Half) {
        to.0.as_chunks_mut().0[half as usize] = singles;
    }

    #[inline(always)]
    fn all_singles(self, single: f32) -> [f32; 16] {
        [single; 16]
    }

    #[inline(always)]
    fn add_singles(self, one: [f32; 16], other: [f32; 16]) -> [f32; 16] {
        array::from_fn(|i| one[i] + other[i])
    }

    #[inline(always)]
    fn multiply_singles(self, one: [f32; 16], other: [f32; 16]) -> [f32; 16] {
        array::from_fn(|i| one[i] * other[i])
    }

    #[inline(always)]
    fn fused(self, sum: [f32; 16], factor: [f32; 16], other: [f32; 16]) -> [f32; 16] {
        array::from_fn(|i| factor[i].mul_add(other[i], sum[i]))
    }

    #[inline(always)]
    fn max_singles(self, one: [f32; 16], other: [f32; 16]) -> [f32; 16] {
        array::from_fn(|i| if one[i] > other[i] { one[i] } else { other[i] })
    }

    #[inline(always)]
    fn where_above(self, by: [f32; 16], yes: [f32; 16], no: [f32; 16]) -> [f32; 16] {
        array::from_fn(|i| if by[i] > 0.0 { yes[i] } else { no[i] })
    }

    #[inline(always)]
    fn all_ints(self, int: i32) -> [i32; 16] {
        [int; 16]
    }

    #[inline(always)]
    fn store_ints(self, ints: [i32; 16], to: &mut [i32; 16]) {
        *to = ints;
    }

    #[inline(always)]
    fn add_ints(self, one: [i32; 16], other: [i32; 16]) -> [i32; 16] {
        array::from_fn(|i| one[i].wrapping_add(other[i]))
    }

    #[inline(always)]
    fn to_singles(self, ints: [i32; 16]) -> [f32; 16] {
        ints.map(|int| int as f32)
    }

    #[inline(always)]
    fn dot_shorts(self, sum: [i32; 16], two: [i16; 2], weights: &Pairs) -> [i32; 16] {
        array::from_fn(|i| {
            let products = [0, 1].map(|k| i32::from(two[k]) * i32::from(weights.0[i][k]));
            sum[i].wrapping_add(products[0]).wrapping_add(products[1])
        })
    }

    #[inline(always)]
    fn dot_bytes(self, sum: [i32; 16], four: [u8; 4], weights: &Quads) -> [i32; 16] {
        array::from_fn(|i| {
            let products = [0, 1, 2, 3].map(|k| i32::from(four[k]) * i32::from(weights.0[i][k]));
            products.into_iter().fold(sum[i], i32::wrapping_add)
        })
    }

    #[inline(always)]
    fn shorts(self, from: &[i16; 32]) -> [i16; 32] {
        *from
    }

    #[inline(always)]
    fn store_shorts(self, shorts: [i16; 32], to: &mut [i16; 32]) {
        *to = shorts;
    }

    #[inline(always)]
    fn narrow(self, first: [i32; 16], second: [i32; 16], shift: u32) -> [i16; 32] {
        let narrow = |int: i32| (int >> shift).clamp(-32768, 32767) as i16;
        array::from_fn(|i| narrow([first, second][i / 4 % 2][i / 8 * 4 + i % 4]))
    }

    #[inline(always)]
    fn add_shorts(self, one: [i16; 32], other: [i16; 32]) -> [i16; 32] {
        array::from_fn(|i| one[i].saturating_add(other[i]))
    }

    #[inline(always)]
    fn part(self, shorts: [i16; 32], factor: i16) -> [i16; 32] {
        shorts.map(|short| ((i32::from(factor) * i32::from(short) + (1 << 14)) >> 15) as i16)
    }

    #[inline(always)]
    fn max_shorts(self, one: [i16; 32], other: [i16; 32]) -> [i16; 32] {
        array::from_fn(|i| one[i].max(other[i]))
    }

    #[inline(always)]
    fn bytes(self, from: &Row) -> [u8; 64] {
        from.0
    }

    #[inline(always)]
    fn store_bytes(self, bytes: [u8; 64], to: &mut Row) {
        to.0 = bytes;
    }

    #[inline(always)]
    fn all_bytes(self, byte: u8) -> [u8; 64] {
        [byte; 64]
    }

    #[inline(always)]
    fn one(self) -> [u8; 64] {
        black_box([1; 64])
    }

    #[inline(always)]
    fn add_bytes(self, one: [u8; 64], other: [u8; 64]) -> [u8; 64] {
        array::from_fn(|i| one[i].wrapping_add(other[i]))
    }

    #[inline(always)]
    fn or_bytes(self, one: [u8; 64], other: [u8; 64]) -> [u8; 64] {
        array::from_fn(|i| one[i] | other[i])
    }

    #[inline(always)]
    fn count_up(self, bytes: [u8; 64], lanes: [u8; 64], _: [u8; 64]) -> [u8; 64] {
        array::from_fn(|i| bytes[i].wrapping_sub(lanes[i]))
    }

    #[inline(always)]
    fn count_down(self, bytes: [u8; 64], lanes: [u8; 64], _: [u8; 64]) -> [u8; 64] {
        array::from_fn(|i| bytes[i].wrapping_add(lanes[i]))
    }

    #[inline(always)]
    fn pick(self, lanes: [u8; 64], yes: [u8; 64], no: [u8; 64]) -> [u8; 64] {
        // By bits: a choice by lane becomes a choice of addresses.
        array::from_fn(|i| (lanes[i] & yes[i]) | (!lanes[i] & no[i]))
    }

    #[inline(always)]
    fn keep(self, lanes: [u8; 64], bytes: [u8; 64]) -> [u8; 64] {
        self.both(lanes, bytes)
    }

    #[inline(always)]
    fn equal(self, one: [u8; 64], other: [u8; 64]) -> [u8; 64] {
        all_or_none(|i| one[i] == other[i])
    }

    #[inline(always)]
    fn above(self, one: [u8; 64], other: [u8; 64]) -> [u8; 64] {
        all_or_none(|i| one[i] > other[i])
    }

    #[inline(always)]
    fn both(self, one: [u8; 64], other: [u8; 64]) -> [u8; 64] {
        array::from_fn(|i| one[i] & other[i])
    }

    #[inline(always)]
    fn either(self, one: [u8; 64], other: [u8; 64]) -> [u8; 64] {
        array::from_fn(|i| one[i] | other[i])
    }

    #[inline(always)]
    fn except(self, one: [u8; 64], other: [u8; 64]) -> [u8; 64] {
        array::from_fn(|i| one[i] & !other[i])
    }

    #[inline(always)]
    fn lanes(self, mask: [u8; 64]) -> u64 {
        // The lowest bits of eight bytes, gathered by a multiplication.
        let gathered = |eight: &[u8; 8]| {
            (u64::from_le_bytes(*eight) & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56
        };
        mask.as_chunks().0.iter().rev().fold(0, |lanes, eight| lanes << 8 | gathered(eight))
    }

    #[inline(always)]
    fn mask(self, lanes: u64) -> [u8; 64] {
        all_or_none(|i| lanes >> i & 1 == 1)
    }

    #[inline(always)]
    fn below(self, words: &mut Words, moves: [u8; 64], bounds: [u8; 64]) -> [u8; 64] {
        let mut numbers = [0; 64];
        for (i, eight) in words.0.iter_mut().enumerate() {
            for (j, word) in eight.iter_mut().enumerate() {
                let (lane, next) = (8 * j + i, word.wrapping_add(STEP));
                numbers[lane] = (((mix(next) >> 32) * u64::from(bounds[lane])) >> 32) as u8;
                *word = if moves[lane] != 0 { next } else { *word };
            }
        }
        numbers
    }
}
