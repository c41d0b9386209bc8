//! What registers do at every level.
//!
//! What is read in inner loops has a type that begins where a line of memory does: where the compiler does
//! not know that, it reads 256 bits of a program for old processors in two parts.

use crate::rows::{Floats, Half, Pairs, Quads};

/// A byte for each of 64 lanes, in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Row(pub [u8; 64]);

/// Streams of random words, one for each of 64 lanes: that of lane `8 j + i` at place `j` of the eight at
/// `i`. So the numbers drawn from a register of words fall into their bytes by a shift.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Words(pub(crate) [[u64; 8]; 8]);

impl Words {
    /// Zeros.
    pub const ZERO: Self = Self([[0; 8]; 8]);

    /// Sets where the stream of a lane stands.
    #[inline]
    pub fn set(&mut self, lane: usize, word: u64) {
        self.0[lane % 8][lane / 8] = word;
    }
}

/// A level's operations, each on 512 bits: the same bits at every level. Whoever has a value of such a type
/// has the instructions. All are `#[inline(always)]` and want to be called from a [`Work`](crate::Work) or
/// from functions that are inlined into one.
pub trait Simd: Copy + 'static {
    /// Whether a product of bytes is one instruction ([`dot_bytes`](Self::dot_bytes)); else it is faster to
    /// keep bytes as numbers of 16 bits ([`dot_shorts`](Self::dot_shorts)).
    const BYTES: bool;

    /// How many rows of 32 sums fit into the registers, beside what they are made of.
    const ROWS: usize;

    /// Sixteen floats.
    type Singles: Copy;
    /// Sixteen integers of 32 bits.
    type Ints: Copy;
    /// Thirty-two integers of 16 bits.
    type Shorts: Copy;
    /// A byte without a sign for each of 64 lanes.
    type Bytes: Copy;
    /// A choice of the 64 lanes.
    type Mask: Copy;

    /// A half of a row, the first or the second, from memory.
    fn singles(self, from: &Floats, half: Half) -> Self::Singles;
    /// To memory.
    fn store_singles(self, singles: Self::Singles, to: &mut Floats, half: Half);
    /// The same in every lane.
    fn all_singles(self, single: f32) -> Self::Singles;
    /// Sums.
    fn add_singles(self, one: Self::Singles, other: Self::Singles) -> Self::Singles;
    /// Products.
    fn multiply_singles(self, one: Self::Singles, other: Self::Singles) -> Self::Singles;
    /// `sum + factor * other`, rounded once.
    fn fused(self, sum: Self::Singles, factor: Self::Singles, other: Self::Singles) -> Self::Singles;
    /// The greater of both; where they are equal or one is no number, the second.
    fn max_singles(self, one: Self::Singles, other: Self::Singles) -> Self::Singles;
    /// `yes` where `by` is above zero, else `no`.
    fn where_above(self, by: Self::Singles, yes: Self::Singles, no: Self::Singles) -> Self::Singles;

    /// The same in every lane.
    fn all_ints(self, int: i32) -> Self::Ints;
    /// To memory.
    fn store_ints(self, ints: Self::Ints, to: &mut [i32; 16]);
    /// Sums, modulo 2^32.
    fn add_ints(self, one: Self::Ints, other: Self::Ints) -> Self::Ints;
    /// As floats, rounded to the nearest.
    fn to_singles(self, ints: Self::Ints) -> Self::Singles;
    /// Adds to each sum the products of two numbers with its weights, modulo 2^32.
    fn dot_shorts(self, sum: Self::Ints, two: [i16; 2], weights: &Pairs) -> Self::Ints;
    /// Adds to each sum the products of four bytes with its weights, modulo 2^32.
    fn dot_bytes(self, sum: Self::Ints, four: [u8; 4], weights: &Quads) -> Self::Ints;

    /// From memory.
    fn shorts(self, from: &[i16; 32]) -> Self::Shorts;
    /// To memory.
    fn store_shorts(self, shorts: Self::Shorts, to: &mut [i16; 32]);
    /// Integers shifted right, with their signs, and held within 16 bits; four of the first, four of the
    /// second, and so on.
    fn narrow(self, first: Self::Ints, second: Self::Ints, shift: u32) -> Self::Shorts;
    /// Sums, held within 16 bits.
    fn add_shorts(self, one: Self::Shorts, other: Self::Shorts) -> Self::Shorts;
    /// `factor` 32768ths, rounded, modulo 2^16.
    fn part(self, shorts: Self::Shorts, factor: i16) -> Self::Shorts;
    /// The greater of both.
    fn max_shorts(self, one: Self::Shorts, other: Self::Shorts) -> Self::Shorts;

    /// From memory.
    fn bytes(self, from: &Row) -> Self::Bytes;
    /// To memory.
    fn store_bytes(self, bytes: Self::Bytes, to: &mut Row);
    /// The same in every lane.
    fn all_bytes(self, byte: u8) -> Self::Bytes;
    /// A one in every lane, for counting. The compiler is not told that it is one: it would make of an
    /// addition under a mask two instructions.
    fn one(self) -> Self::Bytes;
    /// Sums, modulo 256.
    fn add_bytes(self, one: Self::Bytes, other: Self::Bytes) -> Self::Bytes;
    /// The bits of both.
    fn or_bytes(self, one: Self::Bytes, other: Self::Bytes) -> Self::Bytes;
    /// Adds [`one`](Self::one) in the lanes of the mask.
    fn count_up(self, bytes: Self::Bytes, lanes: Self::Mask, one: Self::Bytes) -> Self::Bytes;
    /// Takes away [`one`](Self::one) in the lanes of the mask.
    fn count_down(self, bytes: Self::Bytes, lanes: Self::Mask, one: Self::Bytes) -> Self::Bytes;
    /// `yes` in the lanes of the mask, else `no`.
    fn pick(self, lanes: Self::Mask, yes: Self::Bytes, no: Self::Bytes) -> Self::Bytes;
    /// The bytes in the lanes of the mask, else zero.
    fn keep(self, lanes: Self::Mask, bytes: Self::Bytes) -> Self::Bytes;
    /// The lanes in which both are equal.
    fn equal(self, one: Self::Bytes, other: Self::Bytes) -> Self::Mask;
    /// The lanes in which the first is greater.
    fn above(self, one: Self::Bytes, other: Self::Bytes) -> Self::Mask;
    /// The lanes of both.
    fn both(self, one: Self::Mask, other: Self::Mask) -> Self::Mask;
    /// The lanes of either.
    fn either(self, one: Self::Mask, other: Self::Mask) -> Self::Mask;
    /// The lanes of the first that are not in the second.
    fn except(self, one: Self::Mask, other: Self::Mask) -> Self::Mask;
    /// Bit by lane.
    fn lanes(self, mask: Self::Mask) -> u64;
    /// From a bit by lane.
    fn mask(self, lanes: u64) -> Self::Mask;
    /// The next word of every stream as a number below the lane's bound, 0 where the bound is 0: the high
    /// half of the word times the bound, divided by 2^32. The streams of the mask's lanes move on. Words are
    /// splitmix64's.
    fn below(self, words: &mut Words, moves: Self::Mask, bounds: Self::Bytes) -> Self::Bytes;
}
