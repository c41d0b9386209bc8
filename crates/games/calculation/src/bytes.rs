//! 64 bytes at once, as values: each operation is one instruction of a wide vector unit, a few of a narrow one.
//!
//! Plain Rust over arrays, which compilers turn into vector instructions. Two operations that they do not see through have a
//! second form for AVX-512, chosen where the compiler is told that the machine has it: narrowing 64 words to bytes without a
//! detour through memory, and the set of lanes of a mask.

use crate::stream::below;
use yomikiri_core::splitmix::{STEP, mix};

/// How many games are played at once.
pub const LANES: usize = 64;

/// A byte for each lane. A mask is all bits or none.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(align(64))]
pub struct Bytes(pub [u8; LANES]);

/// A word for each lane.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct Words(pub [u64; LANES]);

impl Bytes {
    /// The same byte in every lane.
    #[inline(always)]
    pub const fn all(byte: u8) -> Self {
        Self([byte; LANES])
    }

    #[inline(always)]
    fn with(self, other: Self, each: impl Fn(u8, u8) -> u8) -> Self {
        let mut out = [0; LANES];
        for (out, (a, b)) in out.iter_mut().zip(self.0.into_iter().zip(other.0)) {
            *out = each(a, b);
        }
        Self(out)
    }

    /// The mask of lanes that are equal.
    #[inline(always)]
    pub fn is(self, other: Self) -> Self {
        self.with(other, |a, b| if a == b { 0xff } else { 0 })
    }

    /// The mask of lanes that are less.
    #[inline(always)]
    pub fn less(self, other: Self) -> Self {
        self.with(other, |a, b| if a < b { 0xff } else { 0 })
    }

    /// Sums, modulo 256. Adding a mask counts down.
    #[inline(always)]
    pub fn plus(self, other: Self) -> Self {
        self.with(other, u8::wrapping_add)
    }

    /// Differences, modulo 256. Subtracting a mask counts up.
    #[inline(always)]
    pub fn minus(self, other: Self) -> Self {
        self.with(other, u8::wrapping_sub)
    }

    /// The bits in both.
    #[inline(always)]
    pub fn and(self, other: Self) -> Self {
        self.with(other, |a, b| a & b)
    }

    /// The bits in either.
    #[inline(always)]
    pub fn or(self, other: Self) -> Self {
        self.with(other, |a, b| a | b)
    }

    /// The bits that are not here.
    #[inline(always)]
    pub fn not(self) -> Self {
        self.with(self, |a, _| !a)
    }

    /// The lanes of `yes` where this mask is set, those of `no` elsewhere.
    #[inline(always)]
    pub fn pick(self, yes: Self, no: Self) -> Self {
        // By bits: a choice by lane becomes a choice of addresses.
        self.and(yes).or(self.not().and(no))
    }

    /// The set of lanes that are not zero.
    #[inline(always)]
    pub fn lanes(self) -> u64 {
        #[cfg(all(target_arch = "x86_64", target_feature = "avx512bw"))]
        {
            use std::arch::x86_64::{_mm512_loadu_si512, _mm512_test_epi8_mask};
            // SAFETY: 64 bytes are read from an array of 64 bytes; the compiler was told that the machine has the instructions.
            unsafe {
                let bytes = _mm512_loadu_si512(self.0.as_ptr().cast());
                _mm512_test_epi8_mask(bytes, bytes)
            }
        }
        #[cfg(not(all(target_arch = "x86_64", target_feature = "avx512bw")))]
        {
            self.0.iter().enumerate().fold(0, |set, (lane, &byte)| set | (u64::from(byte != 0) << lane))
        }
    }
}

impl Words {
    /// The next word of every stream, of which those lanes move on where the mask is set: `Stream::word` by sums.
    #[inline(always)]
    pub fn next(&mut self, moves: Bytes) -> Self {
        let mut words = [0; LANES];
        for ((word, place), moves) in words.iter_mut().zip(&mut self.0).zip(moves.0) {
            let next = place.wrapping_add(STEP);
            *word = mix(next);
            *place = if moves != 0 { next } else { *place };
        }
        Self(words)
    }

    /// Random words as numbers below the bounds of their lanes.
    #[inline(always)]
    pub fn below(self, bounds: Bytes) -> Bytes {
        #[cfg(all(target_arch = "x86_64", target_feature = "avx512bw"))]
        {
            use std::arch::x86_64::{
                __m512i, _mm_loadl_epi64, _mm_unpacklo_epi64, _mm512_castsi128_si512, _mm512_cvtepi64_epi8,
                _mm512_cvtepu8_epi64, _mm512_inserti32x4, _mm512_loadu_si512, _mm512_mul_epu32,
                _mm512_srli_epi64, _mm512_storeu_si512,
            };
            // SAFETY: reads and writes stay in arrays of 64 bytes and 64 words; the compiler was told that the machine has the
            // instructions.
            unsafe {
                let eight = |i: usize| {
                    let words: __m512i = _mm512_loadu_si512(self.0.as_ptr().add(8 * i).cast());
                    let bounds = _mm512_cvtepu8_epi64(_mm_loadl_epi64(bounds.0.as_ptr().add(8 * i).cast()));
                    let product = _mm512_mul_epu32(_mm512_srli_epi64::<32>(words), bounds);
                    _mm512_cvtepi64_epi8(_mm512_srli_epi64::<32>(product))
                };
                let sixteen = |i: usize| _mm_unpacklo_epi64(eight(2 * i), eight(2 * i + 1));
                let mut all = _mm512_castsi128_si512(sixteen(0));
                all = _mm512_inserti32x4::<1>(all, sixteen(1));
                all = _mm512_inserti32x4::<2>(all, sixteen(2));
                all = _mm512_inserti32x4::<3>(all, sixteen(3));
                let mut out = Bytes::all(0);
                _mm512_storeu_si512(out.0.as_mut_ptr().cast(), all);
                out
            }
        }
        #[cfg(not(all(target_arch = "x86_64", target_feature = "avx512bw")))]
        {
            self.below_by_lane(bounds)
        }
    }

    /// The obvious form of [`below`](Self::below).
    #[cfg_attr(all(target_arch = "x86_64", target_feature = "avx512bw", not(test)), expect(dead_code))]
    #[inline(always)]
    fn below_by_lane(self, bounds: Bytes) -> Bytes {
        let mut out = Bytes::all(0);
        for lane in 0..LANES {
            out.0[lane] = below(self.0[lane], u32::from(bounds.0[lane])) as u8;
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Purpose, Stream};

    #[test]
    fn both_forms_agree() {
        let mut stream = Stream::new(1, 1, Purpose::Search);
        for _ in 0..10_000 {
            let words = Words(std::array::from_fn(|_| stream.next()));
            let bounds = Bytes(std::array::from_fn(|_| stream.below(53) as u8));
            let numbers = words.below(bounds);
            assert!(numbers == words.below_by_lane(bounds));
            let set = (0..LANES).fold(0, |set, lane| set | (u64::from(numbers.0[lane] != 0) << lane));
            assert_eq!(numbers.lanes(), set);
        }
    }
}
