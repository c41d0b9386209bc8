//! The pieces of splitmix64 (Steele, Lea and Flood 2014): random numbers that are the same on every machine,
//! and hashes.
//!
//! A generator is a counter that goes on by [`STEP`], of which each value is put through [`mix`].

/// From one value of the counter to the next: the golden ratio, made odd.
pub const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// The finaliser: a bijection in which every bit depends on all.
#[inline]
pub const fn mix(mut word: u64) -> u64 {
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// The next number of the generator at `state`.
#[inline]
pub const fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(STEP);
    mix(*state)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of the reference implementation for the seed 1234567.
    #[test]
    fn numbers_are_those_of_the_reference() {
        let mut state = 1_234_567;
        let numbers: [u64; 3] = std::array::from_fn(|_| next(&mut state));
        assert_eq!(
            numbers,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }
}
