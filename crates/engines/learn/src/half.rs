//! Sixteen floats: a register of 512 bits where there are such.
//!
//! Why instructions by name: left to the compiler, a loop over 32 numbers was unrolled before the loops
//! around it, sums lay in memory, and lanes were gathered and scattered one by one. Built for its own
//! processor, a training of Calculation took four times as long so. Other processors get plain code with the
//! same bits.

#[cfg(not(all(target_arch = "x86_64", target_feature = "avx512f")))]
pub use plain::Half;
#[cfg(all(target_arch = "x86_64", target_feature = "avx512f"))]
pub use registers::Half;

/// How many.
pub const LANES: usize = 16;

#[cfg(all(target_arch = "x86_64", target_feature = "avx512f"))]
mod registers {
    use super::LANES;
    use std::arch::x86_64::{
        __m512, _CMP_GT_OQ, _mm512_add_ps, _mm512_cmp_ps_mask, _mm512_fmadd_ps, _mm512_loadu_ps,
        _mm512_mask_blend_ps, _mm512_max_ps, _mm512_mul_ps, _mm512_set1_ps, _mm512_setzero_ps,
        _mm512_storeu_ps,
    };

    /// Sixteen floats.
    #[derive(Clone, Copy)]
    pub struct Half(__m512);

    // SAFETY, of all functions below: the program is built for processors that have these instructions, and
    // arrays hold as many numbers as a register.
    impl Half {
        #[inline(always)]
        pub fn load(from: &[f32; LANES]) -> Self {
            // SAFETY: as above.
            Self(unsafe { _mm512_loadu_ps(from.as_ptr()) })
        }

        #[inline(always)]
        pub fn store(self, to: &mut [f32; LANES]) {
            // SAFETY: as above.
            unsafe { _mm512_storeu_ps(to.as_mut_ptr(), self.0) };
        }

        #[inline(always)]
        pub fn splat(number: f32) -> Self {
            // SAFETY: as above.
            Self(unsafe { _mm512_set1_ps(number) })
        }

        #[inline(always)]
        #[must_use]
        pub fn plus(self, other: Self) -> Self {
            // SAFETY: as above.
            Self(unsafe { _mm512_add_ps(self.0, other.0) })
        }

        #[inline(always)]
        #[must_use]
        pub fn times(self, other: Self) -> Self {
            // SAFETY: as above.
            Self(unsafe { _mm512_mul_ps(self.0, other.0) })
        }

        /// `self + factor * other`, rounded once.
        #[inline(always)]
        #[must_use]
        pub fn plus_times(self, factor: Self, other: Self) -> Self {
            // SAFETY: as above.
            Self(unsafe { _mm512_fmadd_ps(factor.0, other.0, self.0) })
        }

        /// The greater of both, lane by lane.
        #[inline(always)]
        #[must_use]
        pub fn max(self, other: Self) -> Self {
            // SAFETY: as above.
            Self(unsafe { _mm512_max_ps(self.0, other.0) })
        }

        /// `self` where `by` is above zero, else `other`.
        #[inline(always)]
        #[must_use]
        pub fn where_above(self, by: Self, other: Self) -> Self {
            // SAFETY: as above.
            unsafe {
                let above = _mm512_cmp_ps_mask::<_CMP_GT_OQ>(by.0, _mm512_setzero_ps());
                Self(_mm512_mask_blend_ps(above, other.0, self.0))
            }
        }
    }
}

#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "avx512f"))))]
mod plain {
    use super::LANES;
    use std::array;

    /// Sixteen floats.
    #[derive(Clone, Copy)]
    pub struct Half([f32; LANES]);

    impl Half {
        #[inline(always)]
        pub fn load(from: &[f32; LANES]) -> Self {
            Self(*from)
        }

        #[inline(always)]
        pub fn store(self, to: &mut [f32; LANES]) {
            *to = self.0;
        }

        #[inline(always)]
        pub fn splat(number: f32) -> Self {
            Self([number; LANES])
        }

        #[inline(always)]
        fn each(by: impl Fn(usize) -> f32) -> Self {
            Self(array::from_fn(by))
        }

        #[inline(always)]
        #[must_use]
        pub fn plus(self, other: Self) -> Self {
            Self::each(|i| self.0[i] + other.0[i])
        }

        #[inline(always)]
        #[must_use]
        pub fn times(self, other: Self) -> Self {
            Self::each(|i| self.0[i] * other.0[i])
        }

        /// `self + factor * other`, rounded once.
        #[inline(always)]
        #[must_use]
        pub fn plus_times(self, factor: Self, other: Self) -> Self {
            Self::each(|i| factor.0[i].mul_add(other.0[i], self.0[i]))
        }

        /// The greater of both, lane by lane.
        #[inline(always)]
        #[must_use]
        pub fn max(self, other: Self) -> Self {
            Self::each(|i| self.0[i].max(other.0[i]))
        }

        /// `self` where `by` is above zero, else `other`.
        #[inline(always)]
        #[must_use]
        pub fn where_above(self, by: Self, other: Self) -> Self {
            Self::each(|i| if by.0[i] > 0.0 { self.0[i] } else { other.0[i] })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_core::splitmix;

    /// What all operations make of three times sixteen numbers.
    macro_rules! all {
        ($half:ty, $numbers:expr) => {{
            let [one, two, three] = $numbers.each_ref().map(<$half>::load);
            let made = [
                one.plus(two),
                one.times(two),
                one.plus_times(two, three),
                one.max(two),
                one.where_above(two, three),
                one.plus(<$half>::splat($numbers[1][3])),
            ];
            made.map(|half| {
                let mut stored = [0.0; LANES];
                half.store(&mut stored);
                stored.map(f32::to_bits)
            })
        }};
    }

    #[test]
    fn registers_give_the_same_bits_as_plain_code() {
        let mut state = 1;
        let mut number = || (splitmix::next(&mut state) as i64 >> 20) as f32 * 1e-9;
        for _ in 0..1000 {
            let mut numbers = [[0.0; LANES]; 3];
            numbers.iter_mut().flatten().for_each(|place| *place = number());
            numbers[1][5] = 0.0;
            assert_eq!(all!(Half, numbers), all!(plain::Half, numbers));
        }
    }
}
