//! What every x86-64 has: four registers of 128 bits.
//!
//! SSE2 has no fused multiplication, and one by the library takes a call for each number: here products and
//! sums are taken in doubles, which are exact but for the last rounding. That one is wrong only where the
//! double lies halfway between two floats, or where the float has fewer digits than others: those, one in
//! hundreds of millions, are left to the library.

use crate::{
    narrow::narrow,
    plain::{FACTORS, SHIFTS, STEP},
    registers::{Row, Simd, Words},
    rows::{Floats, Half, Pairs, Quads},
};
use std::{
    arch::x86_64::{
        __m128, __m128i, _mm_add_epi8 as add_8, _mm_add_epi16, _mm_add_epi32 as add_32,
        _mm_add_epi64 as add_64, _mm_add_pd, _mm_add_ps as add_floats, _mm_adds_epi16 as add_16_held,
        _mm_and_ps, _mm_and_si128 as and, _mm_andnot_ps, _mm_andnot_si128 as and_not, _mm_castpd_ps,
        _mm_castps_si128, _mm_castsi128_ps, _mm_cmpeq_epi8 as equal_8, _mm_cmpeq_epi32,
        _mm_cmpgt_epi8 as above_8, _mm_cmpgt_epi32, _mm_cmpgt_ps, _mm_cvtepi32_ps as to_floats, _mm_cvtpd_ps,
        _mm_cvtps_pd, _mm_cvtsi32_si128 as count, _mm_load_ps as load_floats, _mm_load_si128 as load_line,
        _mm_loadu_ps, _mm_loadu_si128 as load, _mm_madd_epi16, _mm_max_epi16 as max_16,
        _mm_max_ps as max_floats, _mm_movehl_ps, _mm_movelh_ps, _mm_movemask_epi8 as signs,
        _mm_mul_epu32 as multiply_32, _mm_mul_pd, _mm_mul_ps as multiply_floats, _mm_mulhi_epi16,
        _mm_mullo_epi16, _mm_or_ps, _mm_or_si128 as or, _mm_packs_epi32 as pack, _mm_set1_epi8 as all_8,
        _mm_set1_epi16 as all_16, _mm_set1_epi32 as all_32, _mm_set1_epi64x as all_64,
        _mm_set1_ps as all_floats, _mm_setzero_ps, _mm_setzero_si128 as zero, _mm_shuffle_epi32,
        _mm_shuffle_ps, _mm_sll_epi64, _mm_slli_epi16, _mm_slli_epi64 as shift_left,
        _mm_sra_epi32 as shift_right_signed, _mm_srai_epi16, _mm_srai_epi32, _mm_srli_epi16,
        _mm_srli_epi64 as shift_right, _mm_store_ps as store_floats, _mm_store_si128 as store_line,
        _mm_storeu_ps, _mm_storeu_si128 as store, _mm_sub_epi8 as subtract_8, _mm_unpackhi_epi8,
        _mm_unpacklo_epi8, _mm_xor_si128 as xor,
    },
    array,
};

/// How many registers.
const COUNT: usize = 4;

/// Every x86-64.
#[derive(Clone, Copy, Debug)]
pub struct Sse2;

narrow!(Sse2, __m128i, __m128, 1, false, dot_shorts, dot_bytes; 0 1 2 3);

/// Where a register is above zero.
#[inline(always)]
fn above_zero(by: __m128) -> __m128 {
    // SAFETY: every x86-64 has these instructions; what is loaded and stored has a register's size.
    unsafe { _mm_cmpgt_ps(by, _mm_setzero_ps()) }
}

#[inline(always)]
fn choose_floats(mask: __m128, yes: __m128, no: __m128) -> __m128 {
    // SAFETY: every x86-64 has these instructions; what is loaded and stored has a register's size.
    unsafe { _mm_or_ps(_mm_and_ps(mask, yes), _mm_andnot_ps(mask, no)) }
}

#[inline(always)]
fn choose(mask: __m128i, yes: __m128i, no: __m128i) -> __m128i {
    // SAFETY: every x86-64 has these instructions; what is loaded and stored has a register's size.
    unsafe { or(and(mask, yes), and_not(mask, no)) }
}

/// `factor * other + sum`, rounded once.
#[inline(always)]
fn fused(factor: __m128, other: __m128, sum: __m128) -> __m128 {
    // SAFETY: every x86-64 has these instructions; what is loaded and stored has a register's size.
    unsafe {
        let doubles = |factor, other, sum| {
            _mm_add_pd(_mm_mul_pd(_mm_cvtps_pd(factor), _mm_cvtps_pd(other)), _mm_cvtps_pd(sum))
        };
        let high = |floats| _mm_movehl_ps(floats, floats);
        let doubles = [doubles(factor, other, sum), doubles(high(factor), high(other), high(sum))];
        let rounded = _mm_movelh_ps(_mm_cvtpd_ps(doubles[0]), _mm_cvtpd_ps(doubles[1]));
        let [one, two] = doubles.map(|doubles| _mm_castpd_ps(doubles));
        // The lower and the upper halves of the four doubles.
        let lower = _mm_castps_si128(_mm_shuffle_ps::<0b10_00_10_00>(one, two));
        let upper = _mm_castps_si128(_mm_shuffle_ps::<0b11_01_11_01>(one, two));
        let halfway = _mm_cmpeq_epi32(and(lower, all_32(0x1fff_ffff)), all_32(0x1000_0000));
        let exponent = and(upper, all_32(0x7ff0_0000));
        let small =
            and(_mm_cmpgt_epi32(all_32((1023 - 126) << 20), exponent), _mm_cmpgt_epi32(exponent, zero()));
        if signs(or(halfway, small)) == 0 { rounded } else { fused_slowly(factor, other, sum) }
    }
}

#[cold]
#[inline(never)]
fn fused_slowly(factor: __m128, other: __m128, sum: __m128) -> __m128 {
    // SAFETY: every x86-64 has these instructions; what is loaded and stored has a register's size.
    unsafe {
        let [factor, other, sum] = [factor, other, sum].map(|floats| {
            let mut numbers = [0.0; 4];
            _mm_storeu_ps(numbers.as_mut_ptr(), floats);
            numbers
        });
        let fused: [f32; 4] = array::from_fn(|i| factor[i].mul_add(other[i], sum[i]));
        _mm_loadu_ps(fused.as_ptr())
    }
}

#[inline(always)]
fn dot_shorts(sum: __m128i, two: __m128i, weights: __m128i) -> __m128i {
    // SAFETY: every x86-64 has these instructions; what is loaded and stored has a register's size.
    unsafe { add_32(sum, _mm_madd_epi16(two, weights)) }
}

/// Products of bytes: both as 16 bits, of which the sums of two and two are added.
#[inline(always)]
fn dot_bytes(sum: __m128i, four: __m128i, weights: __m128i) -> __m128i {
    // SAFETY: every x86-64 has these instructions; what is loaded and stored has a register's size.
    unsafe {
        let signed = |twice| _mm_srai_epi16::<8>(twice);
        let products = [
            _mm_madd_epi16(_mm_unpacklo_epi8(four, zero()), signed(_mm_unpacklo_epi8(weights, weights))),
            _mm_madd_epi16(_mm_unpackhi_epi8(four, zero()), signed(_mm_unpackhi_epi8(weights, weights))),
        ];
        let [one, two] = products.map(|products| _mm_castsi128_ps(products));
        let even = _mm_castps_si128(_mm_shuffle_ps::<0b10_00_10_00>(one, two));
        let odd = _mm_castps_si128(_mm_shuffle_ps::<0b11_01_11_01>(one, two));
        add_32(sum, add_32(even, odd))
    }
}

/// `factor` 32768ths, rounded.
#[inline(always)]
fn part(shorts: __m128i, factor: __m128i) -> __m128i {
    // SAFETY: every x86-64 has these instructions; what is loaded and stored has a register's size.
    unsafe {
        let (low, high) = (_mm_mullo_epi16(shorts, factor), _mm_mulhi_epi16(shorts, factor));
        let whole = or(_mm_slli_epi16::<1>(high), _mm_srli_epi16::<15>(low));
        let round = and(_mm_srli_epi16::<14>(low), all_16(1));
        _mm_add_epi16(whole, round)
    }
}

/// In each word its byte of this number, of a mask, eight times.
#[inline(always)]
fn spread_byte<const AT: i32>(mask: __m128i) -> __m128i {
    // SAFETY: every x86-64 has these instructions; what is loaded and stored has a register's size.
    unsafe {
        // To the top, over the upper half by its sign, and from there to the lower one.
        let upper = _mm_srai_epi32::<31>(_mm_sll_epi64(mask, count(56 - 8 * AT)));
        _mm_shuffle_epi32::<0b11_11_01_01>(upper)
    }
}
