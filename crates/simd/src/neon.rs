//! NEON, which every aarch64 has: four registers of 128 bits; with dot products of bytes, or without.

use crate::{
    narrow::narrow,
    plain::{FACTORS, SHIFTS, STEP},
    registers::{Row, Simd, Words},
    rows::{Floats, Half, Pairs, Quads},
    work::Work,
};
use std::{
    arch::{
        aarch64::{
            float32x4_t, uint8x16_t, vaddq_f32 as add_floats, vaddq_s32, vaddq_u8 as add_8, vaddq_u64,
            vaddv_u8, vandq_u8 as and, vbicq_u8, vbslq_f32 as choose_floats, vbslq_u8 as choose,
            vceqq_u8 as equal_8, vcgtq_f32, vcgtq_s8, vcgtzq_f32 as above_zero, vcombine_s16, vcvtq_f32_s32,
            vdupq_n_f32 as all_floats, vdupq_n_s8, vdupq_n_s16, vdupq_n_s32, vdupq_n_s64, veorq_u8 as xor,
            vfmaq_f32, vget_high_s8, vget_high_s16, vget_high_u8, vget_low_s8, vget_low_s16, vget_low_u8,
            vld1q_f32 as load_floats, vmaxq_s16, vmlal_s16, vmovl_s8, vmovl_u8, vmovn_u64, vmull_s16,
            vmull_u32, vmulq_f32 as multiply_floats, vmulq_s16, vorrq_u8 as or, vpaddlq_s16, vpaddq_s32,
            vqaddq_s16, vqmovn_s32, vqtbl1q_u8, vreinterpretq_s8_u8, vreinterpretq_s16_u8,
            vreinterpretq_s16_u16, vreinterpretq_s32_u8, vreinterpretq_u8_s16, vreinterpretq_u8_s32,
            vreinterpretq_u8_u64, vreinterpretq_u64_u8, vrshrn_n_s32, vshlq_s32, vshlq_u64,
            vst1q_f32 as store_floats, vsubq_s32, vsubq_u8 as subtract_8, vuzp_s16,
        },
        asm,
    },
    array,
    mem::transmute,
    ptr::{read as load_line, read_unaligned as load, write as store_line, write_unaligned as store},
};

/// How many registers.
const COUNT: usize = 4;

/// An aarch64, and whether it has dot products of bytes.
#[derive(Clone, Copy, Debug)]
pub struct Neon<const DOTPROD: bool>(());

/// Does some work with NEON.
pub fn run<W: Work>(work: W) -> W::Out {
    work.at(Neon::<false>(()))
}

/// The same with dot products of bytes.
///
/// # Safety
/// The processor has what the function enables.
#[target_feature(enable = "neon,dotprod")]
pub unsafe fn run_dotprod<W: Work>(work: W) -> W::Out {
    work.at(Neon::<true>(()))
}

// Two rows are sixteen sums; the compiler reads the weights for them into sixteen registers beside.
narrow!(Neon<DOTPROD>, uint8x16_t, float32x4_t, 2, DOTPROD, dot_shorts, dot_bytes::<DOTPROD>; 0 1 2 3);

/// Instructions under the names that `narrow!` knows: on registers, or with the same number in every lane.
macro_rules! named {
    ($($name:ident($($operand:ident),*) = $instruction:ident;)*) => { $(
        #[inline(always)]
        #[allow(clippy::missing_transmute_annotations, clippy::useless_transmute)]
        fn $name($($operand: uint8x16_t),*) -> uint8x16_t {
            // SAFETY: every aarch64 has these instructions; types of registers differ by the lanes alone.
            unsafe { transmute($instruction($(transmute($operand)),*)) }
        }
    )* };
    (all: $($name:ident($lane:ty) = $instruction:ident;)*) => { $(
        #[inline(always)]
        #[allow(clippy::missing_transmute_annotations)]
        fn $name(lane: $lane) -> uint8x16_t {
            // SAFETY: as above.
            unsafe { transmute($instruction(lane)) }
        }
    )* };
}

named! {
    above_8(one, other) = vcgtq_s8;
    add_16_held(one, other) = vqaddq_s16;
    max_16(one, other) = vmaxq_s16;
    add_32(one, other) = vaddq_s32;
    subtract_32(one, other) = vsubq_s32;
    shift_right_signed(ints, count) = vshlq_s32;
    add_64(one, other) = vaddq_u64;
}

named! {
    all:
    all_8(i8) = vdupq_n_s8;
    all_16(i16) = vdupq_n_s16;
    all_32(i32) = vdupq_n_s32;
    all_64(i64) = vdupq_n_s64;
}

#[inline(always)]
fn zero() -> uint8x16_t {
    all_8(0)
}

/// What shifts right: NEON shifts left, or by less than nothing.
#[inline(always)]
fn count(shift: i32) -> uint8x16_t {
    all_32(-shift)
}

/// A shift by nothing is none of the instructions with a number; the compiler makes one of all others.
#[inline(always)]
fn shift_right<const BITS: i32>(words: uint8x16_t) -> uint8x16_t {
    shift_left_by(words, -BITS)
}

#[inline(always)]
fn shift_left<const BITS: i32>(words: uint8x16_t) -> uint8x16_t {
    shift_left_by(words, BITS)
}

#[inline(always)]
fn shift_left_by(words: uint8x16_t, bits: i32) -> uint8x16_t {
    // SAFETY: every aarch64 has these instructions.
    unsafe { vreinterpretq_u8_u64(vshlq_u64(vreinterpretq_u64_u8(words), vdupq_n_s64(bits.into()))) }
}

/// The products of the lower halves of words.
#[inline(always)]
fn multiply_32(one: uint8x16_t, other: uint8x16_t) -> uint8x16_t {
    // SAFETY: every aarch64 has these instructions.
    unsafe {
        let [one, other] = [one, other].map(|words| vmovn_u64(vreinterpretq_u64_u8(words)));
        vreinterpretq_u8_u64(vmull_u32(one, other))
    }
}

#[inline(always)]
fn and_not(not: uint8x16_t, bits: uint8x16_t) -> uint8x16_t {
    // SAFETY: every aarch64 has this instruction.
    unsafe { vbicq_u8(bits, not) }
}

/// `factor * other + sum`, rounded once.
#[inline(always)]
fn fused(factor: float32x4_t, other: float32x4_t, sum: float32x4_t) -> float32x4_t {
    // SAFETY: every aarch64 has this instruction.
    unsafe { vfmaq_f32(sum, factor, other) }
}

/// The instruction for it takes what is no number for the greater.
#[inline(always)]
fn max_floats(one: float32x4_t, other: float32x4_t) -> float32x4_t {
    // SAFETY: every aarch64 has these instructions.
    unsafe { choose_floats(vcgtq_f32(one, other), one, other) }
}

#[inline(always)]
fn to_floats(ints: uint8x16_t) -> float32x4_t {
    // SAFETY: every aarch64 has this instruction.
    unsafe { vcvtq_f32_s32(vreinterpretq_s32_u8(ints)) }
}

/// Both held within 16 bits, one after the other.
#[inline(always)]
fn pack(one: uint8x16_t, other: uint8x16_t) -> uint8x16_t {
    // SAFETY: every aarch64 has these instructions.
    unsafe {
        let [one, other] = [one, other].map(|ints| vqmovn_s32(vreinterpretq_s32_u8(ints)));
        vreinterpretq_u8_s16(vcombine_s16(one, other))
    }
}

/// `factor` 32768ths, rounded. The instruction for it holds -32768 times -32768 within 16 bits; here it goes
/// round.
#[inline(always)]
fn part(shorts: uint8x16_t, factor: uint8x16_t) -> uint8x16_t {
    // SAFETY: every aarch64 has these instructions.
    unsafe {
        let [shorts, factor] = [shorts, factor].map(|shorts| vreinterpretq_s16_u8(shorts));
        let low = vmull_s16(vget_low_s16(shorts), vget_low_s16(factor));
        let high = vmull_s16(vget_high_s16(shorts), vget_high_s16(factor));
        vreinterpretq_u8_s16(vcombine_s16(vrshrn_n_s32::<15>(low), vrshrn_n_s32::<15>(high)))
    }
}

/// A bit for each byte of a mask: each is told to keep its own, and eight are added.
#[inline(always)]
fn signs(mask: uint8x16_t) -> i32 {
    // SAFETY: every aarch64 has these instructions.
    unsafe {
        let own = and(mask, all_64(0x8040_2010_0804_0201_u64 as i64));
        i32::from(vaddv_u8(vget_low_u8(own))) | i32::from(vaddv_u8(vget_high_u8(own))) << 8
    }
}

/// In each word its byte of this number, of a mask, eight times.
#[inline(always)]
fn spread_byte<const AT: u64>(mask: uint8x16_t) -> uint8x16_t {
    // SAFETY: every aarch64 has this instruction; a register has the size of two words.
    unsafe {
        vqtbl1q_u8(mask, transmute::<[u64; 2], uint8x16_t>([AT, AT + 8].map(|at| at * 0x0101_0101_0101_0101)))
    }
}

/// Sums of 32 bits and products of 16, those of even places and those of odd ones. By places: of lower halves
/// of 32 bits the compiler makes numbers of 32 bits, and products of those.
#[inline(always)]
fn dot_shorts(sum: uint8x16_t, two: uint8x16_t, weights: uint8x16_t) -> uint8x16_t {
    // SAFETY: every aarch64 has these instructions.
    unsafe {
        let [two, weights] = [two, weights].map(|shorts| vreinterpretq_s16_u8(shorts));
        let [two, weights] =
            [two, weights].map(|shorts| vuzp_s16(vget_low_s16(shorts), vget_high_s16(shorts)));
        let even = vmlal_s16(vreinterpretq_s32_u8(sum), two.0, weights.0);
        vreinterpretq_u8_s32(vmlal_s16(even, two.1, weights.1))
    }
}

/// Products of bytes. A product fits into 16 bits, the sum of two does not. A dot product wants signs on both
/// sides or on none: so 128 is added to each weight, and what that makes of the sum is taken away.
///
/// # Safety
/// Dot products of bytes, if they are asked for.
#[inline(always)]
unsafe fn dot_bytes<const DOTPROD: bool>(
    sum: uint8x16_t,
    four: uint8x16_t,
    weights: uint8x16_t,
) -> uint8x16_t {
    // SAFETY: as told; every aarch64 has the other instructions.
    unsafe {
        if DOTPROD {
            let more = all_8(i8::MIN);
            udot(subtract_32(sum, udot(zero(), four, more)), four, xor(weights, more))
        } else {
            let weights = vreinterpretq_s8_u8(weights);
            let products = |four, weights| {
                vpaddlq_s16(vmulq_s16(vreinterpretq_s16_u16(vmovl_u8(four)), vmovl_s8(weights)))
            };
            let low = products(vget_low_u8(four), vget_low_s8(weights));
            let high = products(vget_high_u8(four), vget_high_s8(weights));
            add_32(sum, vreinterpretq_u8_s32(vpaddq_s32(low, high)))
        }
    }
}

/// Adds to sums of 32 bits the products of four bytes without signs. The library's function for it is not
/// stable (as of Rust 1.95).
#[target_feature(enable = "neon,dotprod")]
#[inline]
fn udot(mut sum: uint8x16_t, one: uint8x16_t, other: uint8x16_t) -> uint8x16_t {
    // SAFETY: the function's instructions; registers are all that it reads and writes.
    unsafe {
        asm!(
            "udot {:v}.4s, {:v}.16b, {:v}.16b",
            inout(vreg) sum, in(vreg) one, in(vreg) other,
            options(pure, nomem, nostack, preserves_flags),
        );
    }
    sum
}
