//! AVX-512: one register for 512 bits, masks in registers of their own; with products of bytes in one
//! instruction, or without.

use crate::{
    plain::{FACTORS, SHIFTS, STEP},
    registers::{Row, Simd, Words},
    rows::{Floats, Half, Pairs, Quads},
    work::Work,
};
use std::{
    arch::x86_64::{
        __m512, __m512i, _CMP_GT_OQ, _mm_cvtsi32_si128, _mm512_add_epi8, _mm512_add_epi32, _mm512_add_epi64,
        _mm512_add_ps, _mm512_adds_epi16, _mm512_and_si512, _mm512_castsi512_si256, _mm512_cmp_ps_mask,
        _mm512_cmpeq_epi8_mask, _mm512_cmpgt_epu8_mask, _mm512_cvtepi8_epi16, _mm512_cvtepi32_ps,
        _mm512_cvtepu8_epi16, _mm512_dpbusd_epi32, _mm512_dpwssd_epi32, _mm512_extracti64x4_epi64,
        _mm512_fmadd_ps, _mm512_loadu_ps, _mm512_loadu_si512, _mm512_madd_epi16, _mm512_mask_add_epi8,
        _mm512_mask_add_epi64, _mm512_mask_blend_ps, _mm512_mask_mov_epi8, _mm512_mask_sub_epi8,
        _mm512_maskz_mov_epi8, _mm512_max_epi16, _mm512_max_ps, _mm512_mul_epu32, _mm512_mul_ps,
        _mm512_mulhrs_epi16, _mm512_mullo_epi64, _mm512_or_si512, _mm512_packs_epi32,
        _mm512_permutex2var_epi32, _mm512_set1_epi8, _mm512_set1_epi16, _mm512_set1_epi32, _mm512_set1_epi64,
        _mm512_set1_ps, _mm512_setr_epi32, _mm512_setzero_ps, _mm512_setzero_si512, _mm512_sll_epi64,
        _mm512_sra_epi32, _mm512_srl_epi64, _mm512_srli_epi64, _mm512_storeu_ps, _mm512_storeu_si512,
        _mm512_xor_si512, _pext_u64,
    },
    hint::black_box,
};

/// The processor has AVX-512, and perhaps products of bytes.
#[derive(Clone, Copy, Debug)]
pub struct Avx512<const VNNI: bool>(());

/// Does some work with AVX-512.
///
/// # Safety
/// The processor has what the function enables.
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
pub unsafe fn run<W: Work>(work: W) -> W::Out {
    work.at(Avx512::<false>(()))
}

/// The same with products of bytes.
///
/// # Safety
/// The processor has what the function enables.
#[target_feature(
    enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vnni,avx2,fma,bmi1,bmi2,lzcnt,popcnt"
)]
pub unsafe fn run_vnni<W: Work>(work: W) -> W::Out {
    work.at(Avx512::<true>(()))
}

/// Products of bytes: both as 16 bits, as the sum of two products may need 17; then the sums of two and two.
///
/// # Safety
/// AVX-512 with BW.
#[inline(always)]
unsafe fn dot_bytes(sum: __m512i, four: __m512i, weights: __m512i) -> __m512i {
    // SAFETY: as told.
    unsafe {
        let four = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(four));
        let low = _mm512_madd_epi16(four, _mm512_cvtepi8_epi16(_mm512_castsi512_si256(weights)));
        let high = _mm512_madd_epi16(four, _mm512_cvtepi8_epi16(_mm512_extracti64x4_epi64::<1>(weights)));
        let even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
        let odd = _mm512_setr_epi32(1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
        let (even, odd) =
            (_mm512_permutex2var_epi32(low, even, high), _mm512_permutex2var_epi32(low, odd, high));
        _mm512_add_epi32(sum, _mm512_add_epi32(even, odd))
    }
}

/// splitmix64's finalizer of eight words.
///
/// # Safety
/// AVX-512 with DQ.
#[inline(always)]
unsafe fn mix(word: __m512i) -> __m512i {
    // SAFETY: as told.
    unsafe {
        let word = _mm512_xor_si512(word, _mm512_srli_epi64::<{ SHIFTS[0] }>(word));
        let word = _mm512_mullo_epi64(word, _mm512_set1_epi64(FACTORS[0] as i64));
        let word = _mm512_xor_si512(word, _mm512_srli_epi64::<{ SHIFTS[1] }>(word));
        let word = _mm512_mullo_epi64(word, _mm512_set1_epi64(FACTORS[1] as i64));
        _mm512_xor_si512(word, _mm512_srli_epi64::<{ SHIFTS[2] }>(word))
    }
}

// SAFETY, of all instructions: whoever has the token has them; what is read and written is 64 bytes.
#[allow(clippy::undocumented_unsafe_blocks)]
impl<const VNNI: bool> Simd for Avx512<VNNI> {
    const BYTES: bool = VNNI;
    const ROWS: usize = 12;

    type Singles = __m512;
    type Ints = __m512i;
    type Shorts = __m512i;
    type Bytes = __m512i;
    type Mask = u64;

    #[inline(always)]
    fn singles(self, from: &Floats, half: Half) -> __m512 {
        unsafe { _mm512_loadu_ps(from.0.as_ptr().add(16 * half as usize)) }
    }
    #[inline(always)]
    fn store_singles(self, singles: __m512, to: &mut Floats, half: Half) {
        unsafe { _mm512_storeu_ps(to.0.as_mut_ptr().add(16 * half as usize), singles) }
    }
    #[inline(always)]
    fn all_singles(self, single: f32) -> __m512 {
        unsafe { _mm512_set1_ps(single) }
    }
    #[inline(always)]
    fn add_singles(self, one: __m512, other: __m512) -> __m512 {
        unsafe { _mm512_add_ps(one, other) }
    }
    #[inline(always)]
    fn multiply_singles(self, one: __m512, other: __m512) -> __m512 {
        unsafe { _mm512_mul_ps(one, other) }
    }
    #[inline(always)]
    fn fused(self, sum: __m512, factor: __m512, other: __m512) -> __m512 {
        unsafe { _mm512_fmadd_ps(factor, other, sum) }
    }
    #[inline(always)]
    fn max_singles(self, one: __m512, other: __m512) -> __m512 {
        unsafe { _mm512_max_ps(one, other) }
    }
    #[inline(always)]
    fn where_above(self, by: __m512, yes: __m512, no: __m512) -> __m512 {
        unsafe { _mm512_mask_blend_ps(_mm512_cmp_ps_mask::<_CMP_GT_OQ>(by, _mm512_setzero_ps()), no, yes) }
    }

    #[inline(always)]
    fn all_ints(self, int: i32) -> __m512i {
        unsafe { _mm512_set1_epi32(int) }
    }
    #[inline(always)]
    fn store_ints(self, ints: __m512i, to: &mut [i32; 16]) {
        unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), ints) }
    }
    #[inline(always)]
    fn add_ints(self, one: __m512i, other: __m512i) -> __m512i {
        unsafe { _mm512_add_epi32(one, other) }
    }
    #[inline(always)]
    fn to_singles(self, ints: __m512i) -> __m512 {
        unsafe { _mm512_cvtepi32_ps(ints) }
    }
    #[inline(always)]
    fn dot_shorts(self, sum: __m512i, two: [i16; 2], weights: &Pairs) -> __m512i {
        let two = i32::from(two[0] as u16) | i32::from(two[1]) << 16;
        unsafe {
            let (two, weights) = (_mm512_set1_epi32(two), _mm512_loadu_si512(weights.0.as_ptr().cast()));
            if VNNI {
                _mm512_dpwssd_epi32(sum, two, weights)
            } else {
                _mm512_add_epi32(sum, _mm512_madd_epi16(two, weights))
            }
        }
    }
    #[inline(always)]
    fn dot_bytes(self, sum: __m512i, four: [u8; 4], weights: &Quads) -> __m512i {
        unsafe {
            let four = _mm512_set1_epi32(i32::from_le_bytes(four));
            let weights = _mm512_loadu_si512(weights.0.as_ptr().cast());
            if VNNI { _mm512_dpbusd_epi32(sum, four, weights) } else { dot_bytes(sum, four, weights) }
        }
    }

    #[inline(always)]
    fn shorts(self, from: &[i16; 32]) -> __m512i {
        unsafe { _mm512_loadu_si512(from.as_ptr().cast()) }
    }
    #[inline(always)]
    fn store_shorts(self, shorts: __m512i, to: &mut [i16; 32]) {
        unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), shorts) }
    }
    #[inline(always)]
    fn narrow(self, first: __m512i, second: __m512i, shift: u32) -> __m512i {
        unsafe {
            let shift = _mm_cvtsi32_si128(shift as i32);
            _mm512_packs_epi32(_mm512_sra_epi32(first, shift), _mm512_sra_epi32(second, shift))
        }
    }
    #[inline(always)]
    fn add_shorts(self, one: __m512i, other: __m512i) -> __m512i {
        unsafe { _mm512_adds_epi16(one, other) }
    }
    #[inline(always)]
    fn part(self, shorts: __m512i, factor: i16) -> __m512i {
        unsafe { _mm512_mulhrs_epi16(shorts, _mm512_set1_epi16(factor)) }
    }
    #[inline(always)]
    fn max_shorts(self, one: __m512i, other: __m512i) -> __m512i {
        unsafe { _mm512_max_epi16(one, other) }
    }

    #[inline(always)]
    fn bytes(self, from: &Row) -> __m512i {
        unsafe { _mm512_loadu_si512(from.0.as_ptr().cast()) }
    }
    #[inline(always)]
    fn store_bytes(self, bytes: __m512i, to: &mut Row) {
        unsafe { _mm512_storeu_si512(to.0.as_mut_ptr().cast(), bytes) }
    }
    #[inline(always)]
    fn all_bytes(self, byte: u8) -> __m512i {
        unsafe { _mm512_set1_epi8(byte as i8) }
    }
    #[inline(always)]
    fn one(self) -> __m512i {
        black_box(self.all_bytes(1))
    }
    #[inline(always)]
    fn add_bytes(self, one: __m512i, other: __m512i) -> __m512i {
        unsafe { _mm512_add_epi8(one, other) }
    }
    #[inline(always)]
    fn or_bytes(self, one: __m512i, other: __m512i) -> __m512i {
        unsafe { _mm512_or_si512(one, other) }
    }
    #[inline(always)]
    fn count_up(self, bytes: __m512i, lanes: u64, one: __m512i) -> __m512i {
        unsafe { _mm512_mask_add_epi8(bytes, lanes, bytes, one) }
    }
    #[inline(always)]
    fn count_down(self, bytes: __m512i, lanes: u64, one: __m512i) -> __m512i {
        unsafe { _mm512_mask_sub_epi8(bytes, lanes, bytes, one) }
    }
    #[inline(always)]
    fn pick(self, lanes: u64, yes: __m512i, no: __m512i) -> __m512i {
        unsafe { _mm512_mask_mov_epi8(no, lanes, yes) }
    }
    #[inline(always)]
    fn keep(self, lanes: u64, bytes: __m512i) -> __m512i {
        unsafe { _mm512_maskz_mov_epi8(lanes, bytes) }
    }
    #[inline(always)]
    fn equal(self, one: __m512i, other: __m512i) -> u64 {
        unsafe { _mm512_cmpeq_epi8_mask(one, other) }
    }
    #[inline(always)]
    fn above(self, one: __m512i, other: __m512i) -> u64 {
        unsafe { _mm512_cmpgt_epu8_mask(one, other) }
    }
    #[inline(always)]
    fn both(self, one: u64, other: u64) -> u64 {
        one & other
    }
    #[inline(always)]
    fn either(self, one: u64, other: u64) -> u64 {
        one | other
    }
    #[inline(always)]
    fn except(self, one: u64, other: u64) -> u64 {
        one & !other
    }
    #[inline(always)]
    fn lanes(self, mask: u64) -> u64 {
        mask
    }
    #[inline(always)]
    fn mask(self, lanes: u64) -> u64 {
        lanes
    }
    #[inline(always)]
    fn below(self, words: &mut Words, moves: u64, bounds: __m512i) -> __m512i {
        unsafe {
            let step = _mm512_set1_epi64(STEP as i64);
            let mut numbers = _mm512_setzero_si512();
            for (i, eight) in words.0.iter_mut().enumerate() {
                let old = _mm512_loadu_si512(eight.as_ptr().cast());
                let moving = _pext_u64(moves, 0x0101_0101_0101_0101 << i) as u8;
                _mm512_storeu_si512(eight.as_mut_ptr().cast(), _mm512_mask_add_epi64(old, moving, old, step));
                let word = mix(_mm512_add_epi64(old, step));
                let shift = _mm_cvtsi32_si128(8 * i as i32);
                // The bounds of these lanes, each alone in its word.
                let bound = _mm512_and_si512(_mm512_srl_epi64(bounds, shift), _mm512_set1_epi64(0xff));
                let number = _mm512_srli_epi64::<32>(_mm512_mul_epu32(_mm512_srli_epi64::<32>(word), bound));
                numbers = _mm512_or_si512(numbers, _mm512_sll_epi64(number, shift));
            }
            numbers
        }
    }
}
