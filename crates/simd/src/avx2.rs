//! AVX2: two registers of 256 bits; with products of bytes in one instruction, or without.

use crate::{
    narrow::narrow,
    plain::{FACTORS, SHIFTS, STEP},
    registers::{Row, Simd, Words},
    rows::{Floats, Half, Pairs, Quads},
    work::Work,
};

/// Does some work with AVX2.
///
/// # Safety
/// The processor has what the function enables.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
pub unsafe fn run<W: Work>(work: W) -> W::Out {
    work.at(without::Avx2(()))
}

/// The same with products of bytes.
///
/// # Safety
/// The processor has what the function enables.
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt,avxvnni")]
pub unsafe fn run_vnni<W: Work>(work: W) -> W::Out {
    work.at(with::Avx2Vnni(()))
}

/// What both have in common.
macro_rules! avx2 {
    ($token:ident, $bytes:literal, $dot_shorts:ident, $dot_bytes:ident) => {
        use super::{FACTORS, Floats, Half, Pairs, Quads, Row, SHIFTS, STEP, Simd, Words, narrow};
        use std::{
            arch::x86_64::{
                __m256, __m256i, _CMP_GT_OQ, _mm_cvtsi32_si128 as count, _mm256_add_epi8 as add_8,
                _mm256_add_epi32 as add_32, _mm256_add_epi64 as add_64, _mm256_add_ps as add_floats,
                _mm256_adds_epi16 as add_16_held, _mm256_and_si256 as and, _mm256_andnot_si256 as and_not,
                _mm256_blendv_epi8, _mm256_blendv_ps, _mm256_cmp_ps, _mm256_cmpeq_epi8 as equal_8,
                _mm256_cmpgt_epi8 as above_8, _mm256_cvtepi32_ps as to_floats, _mm256_fmadd_ps as fused,
                _mm256_load_ps as load_floats, _mm256_load_si256 as load_line, _mm256_loadu_si256 as load, _mm256_max_epi16 as max_16,
                _mm256_max_ps as max_floats, _mm256_movemask_epi8 as signs, _mm256_mul_epu32 as multiply_32,
                _mm256_mul_ps as multiply_floats, _mm256_mulhrs_epi16 as part, _mm256_or_si256 as or,
                _mm256_packs_epi32 as pack, _mm256_set1_epi8 as all_8, _mm256_set1_epi16 as all_16,
                _mm256_set1_epi32 as all_32, _mm256_set1_epi64x as all_64, _mm256_set1_ps as all_floats,
                _mm256_setr_epi8, _mm256_setzero_ps, _mm256_setzero_si256 as zero, _mm256_shuffle_epi8,
                _mm256_slli_epi64 as shift_left, _mm256_sra_epi32 as shift_right_signed,
                _mm256_srli_epi64 as shift_right, _mm256_store_ps as store_floats, _mm256_store_si256 as store_line, _mm256_storeu_si256 as store,
                _mm256_sub_epi8 as subtract_8, _mm256_xor_si256 as xor,
            },
            array,
        };

        /// How many registers.
        const COUNT: usize = 2;

        /// The processor has AVX2.
        #[derive(Clone, Copy, Debug)]
        pub struct $token(pub(super) ());

        // Three rows are twelve sums, and would leave four registers for what they are made of: the compiler
        // wants more.
        narrow!($token, __m256i, __m256, 2, $bytes, $dot_shorts, $dot_bytes; 0 1);

        /// # Safety
        /// AVX2.
        #[inline(always)]
        unsafe fn above_zero(by: __m256) -> __m256 {
            // SAFETY: as told.
            unsafe { _mm256_cmp_ps::<_CMP_GT_OQ>(by, _mm256_setzero_ps()) }
        }

        /// # Safety
        /// AVX2.
        #[inline(always)]
        unsafe fn choose_floats(mask: __m256, yes: __m256, no: __m256) -> __m256 {
            // SAFETY: as told.
            unsafe { _mm256_blendv_ps(no, yes, mask) }
        }

        /// # Safety
        /// AVX2.
        #[inline(always)]
        unsafe fn choose(mask: __m256i, yes: __m256i, no: __m256i) -> __m256i {
            // SAFETY: as told.
            unsafe { _mm256_blendv_epi8(no, yes, mask) }
        }

        /// In each word its byte of this number, of a mask, eight times.
        ///
        /// # Safety
        /// AVX2.
        #[inline(always)]
        unsafe fn spread_byte<const AT: i8>(mask: __m256i) -> __m256i {
            let (a, b) = (AT, AT + 8);
            // SAFETY: as told.
            unsafe {
                let from = _mm256_setr_epi8(
                    a, a, a, a, a, a, a, a, b, b, b, b, b, b, b, b, a, a, a, a, a, a, a, a, b, b, b, b, b, b, b, b,
                );
                _mm256_shuffle_epi8(mask, from)
            }
        }
    };
}

mod without {
    use std::arch::x86_64::{
        _mm256_castsi256_si128, _mm256_cvtepi8_epi16, _mm256_cvtepu8_epi16, _mm256_extracti128_si256,
        _mm256_hadd_epi32, _mm256_madd_epi16, _mm256_permute4x64_epi64,
    };

    avx2!(Avx2, false, dot_shorts, dot_bytes);

    /// # Safety
    /// AVX2.
    #[inline(always)]
    unsafe fn dot_shorts(sum: __m256i, two: __m256i, weights: __m256i) -> __m256i {
        // SAFETY: as told.
        unsafe { add_32(sum, _mm256_madd_epi16(two, weights)) }
    }

    /// Products of bytes: both as 16 bits, as the sum of two products may need 17; then the sums of two and
    /// two.
    ///
    /// # Safety
    /// AVX2.
    #[inline(always)]
    unsafe fn dot_bytes(sum: __m256i, four: __m256i, weights: __m256i) -> __m256i {
        // SAFETY: as told.
        unsafe {
            let four = _mm256_cvtepu8_epi16(_mm256_castsi256_si128(four));
            let low = _mm256_madd_epi16(four, _mm256_cvtepi8_epi16(_mm256_castsi256_si128(weights)));
            let high = _mm256_madd_epi16(four, _mm256_cvtepi8_epi16(_mm256_extracti128_si256::<1>(weights)));
            add_32(sum, _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_hadd_epi32(low, high)))
        }
    }
}

mod with {
    use std::arch::x86_64::{_mm256_dpbusd_avx_epi32 as dot_bytes, _mm256_dpwssd_avx_epi32 as dot_shorts};

    avx2!(Avx2Vnni, true, dot_shorts, dot_bytes);
}
