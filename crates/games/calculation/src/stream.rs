//! Random numbers that are a function of a master seed, the number of a game and a place in it, and of
//! nothing else: the same whatever the number of threads, the order of the games and the instructions of the
//! machine.
//!
//! A number is the finalizer of splitmix64 (Steele, Lea and Flood 2014) applied to a counter that begins at a
//! hash of seed and game. Neighbouring games begin at unrelated places: seeds that merely follow each other
//! would give correlated deals.

use yomikiri_core::splitmix::{STEP, mix};

/// What random numbers are for; each purpose has its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The order of the stock.
    Deal = 1,
    /// Moves in the game itself.
    Choice = 2,
    /// What a player imagines.
    Search = 3,
}

/// A stream of random numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stream {
    key: u64,
    at: u64,
}

impl Stream {
    /// The stream of a game.
    #[inline]
    pub const fn new(seed: u64, game: u64, purpose: Purpose) -> Self {
        let game = mix(mix(seed.wrapping_add(STEP)).wrapping_add(game));
        let key = mix(game.wrapping_add(purpose as u64));
        Self { key, at: 0 }
    }

    /// A stream of its own for a place in the game.
    #[must_use]
    pub const fn part(self, place: u64) -> Self {
        Self { key: mix(self.key ^ mix(place.wrapping_add(STEP))), at: 0 }
    }

    /// Where the stream begins.
    #[inline]
    pub(crate) const fn key(self) -> u64 {
        self.key
    }

    /// The word at a place of the stream that begins at `key`.
    #[inline]
    const fn word(key: u64, at: u64) -> u64 {
        mix(key.wrapping_add((at + 1).wrapping_mul(STEP)))
    }

    /// The next word.
    #[inline]
    pub const fn next(&mut self) -> u64 {
        let word = Self::word(self.key, self.at);
        self.at += 1;
        word
    }

    /// The next word as a number below `bound`; with bounds as small as a deck, the bias is below 2^-26.
    #[inline]
    pub const fn below(&mut self, bound: u32) -> u32 {
        below(self.next(), bound)
    }

    /// The next word as a number from 0 to 1, 1 excluded.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// A word as a number below `bound`.
#[inline]
pub(crate) const fn below(word: u64, bound: u32) -> u32 {
    (((word >> 32) * bound as u64) >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_differ_by_each_of_their_parts() {
        let first = |seed, game, purpose| Stream::new(seed, game, purpose).next();
        let words = [
            first(1, 1, Purpose::Deal),
            first(2, 1, Purpose::Deal),
            first(1, 2, Purpose::Deal),
            first(1, 1, Purpose::Choice),
            Stream::new(1, 1, Purpose::Deal).part(0).next(),
        ];
        for (i, a) in words.iter().enumerate() {
            assert!(words[i + 1..].iter().all(|b| a != b));
        }
    }

    #[test]
    fn numbers_below_a_bound_are_even() {
        let mut stream = Stream::new(7, 0, Purpose::Search);
        let mut counts = [0u32; 48];
        for _ in 0..480_000 {
            counts[stream.below(48) as usize] += 1;
        }
        // Chi-square with 47 degrees of freedom: 80 is exceeded once in a thousand.
        let chi: f64 = counts.iter().map(|&count| (f64::from(count) - 1e4).powi(2) / 1e4).sum();
        assert!(chi < 80.0, "{chi}");
    }

    #[test]
    fn neighbouring_games_are_not_correlated() {
        let unit = |game| Stream::new(3, game, Purpose::Deal).unit() - 0.5;
        let covariance: f64 = (0..100_000).map(|game| unit(game) * unit(game + 1)).sum::<f64>() / 1e5;
        // A standard error of 1/12 / sqrt(100,000).
        assert!(covariance.abs() < 4.0 * 2.64e-4, "{covariance}");
    }
}
