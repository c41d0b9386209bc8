//! 64 bytes at once, as values: each operation is one instruction of a wide vector unit, a few of a narrow
//! one.
//!
//! Plain Rust over arrays, which compilers turn into vector instructions, on any machine.

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
        self.0.iter().enumerate().fold(0, |set, (lane, &byte)| set | (u64::from(byte != 0) << lane))
    }
}

impl Words {
    /// The next word of every stream, of which those lanes move on where the mask is set: `Stream::word` by
    /// sums.
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
        let mut out = Bytes::all(0);
        for lane in 0..LANES {
            out.0[lane] = below(self.0[lane], u32::from(bounds.0[lane])) as u8;
        }
        out
    }
}
