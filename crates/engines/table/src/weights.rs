//! Small weights by hashes: where they lie, and how they are stored.

use crate::coder::{Decoder, Encoder};

/// The frequencies of weights sum to `1 << BITS`.
const BITS: u32 = 16;

/// By how many bits less there are weights than for 2^27 interior nodes and more: fewer where less is to be
/// learnt, as they have to be stored. (Of shogi on 3x4 and 3x3 a quarter and a sixteenth are best, measured.)
pub const fn less(interior: u64) -> u32 {
    let less = 28u32.saturating_sub(u64::BITS - interior.leading_zeros()) * 2 / 3;
    if less < 8 { less } else { 8 }
}

/// Where the weight of a hash lies in a set of `1 << bits`.
#[inline(always)]
pub fn place(set: usize, hash: u32, bits: u32) -> usize {
    set << bits | (hash.wrapping_mul(0x9e37_79b1) >> (32 - bits)) as usize
}

/// Weights in so many parts of a unit.
pub fn rounded(weights: impl Iterator<Item = f32>, unit: f32) -> Vec<i8> {
    weights.map(|weight| (weight * unit).round().clamp(-127.0, 127.0) as i8).collect()
}

/// The chance for log odds.
pub fn chance(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

/// How often each weight occurs, the length of what follows in four bytes, and all weights by the range
/// coder.
pub fn to_bytes(weights: impl Iterator<Item = i8> + Clone) -> Vec<u8> {
    let starts = Starts::of(weights.clone());
    let mut bytes: Vec<u8> = starts.frequencies().flat_map(u16::to_le_bytes).collect();
    let mut coded = Vec::new();
    let mut coder = Encoder::new(&mut coded);
    for weight in weights {
        let symbol = usize::from(weight as u8);
        coder.encode(starts.0[symbol], starts.0[symbol + 1], BITS);
    }
    coder.finish();
    bytes.extend((coded.len() as u32).to_le_bytes());
    bytes.extend(coded);
    bytes
}

/// Reads so many weights as [`to_bytes`] writes them, and what follows; `None` if it is not that.
pub fn from_bytes(bytes: &[u8], count: usize) -> Option<(Vec<i8>, &[u8])> {
    let (frequencies, rest) = bytes.split_at_checked(2 * 256)?;
    let frequencies: Vec<u16> = frequencies.as_chunks().0.iter().copied().map(u16::from_le_bytes).collect();
    let starts = Starts::new(&frequencies)?;
    let (length, rest) = rest.split_first_chunk()?;
    let (coded, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    let mut coder = Decoder::new(coded);
    let weight = |_| {
        let at = coder.peek(BITS);
        let symbol = starts.0.partition_point(|&end| end <= at) - 1;
        coder.consume(starts.0[symbol], starts.0[symbol + 1], BITS);
        symbol as u8 as i8
    };
    Some(((0..count).map(weight).collect(), rest))
}

/// Where each of 256 symbols begins, and the end.
struct Starts([u32; 257]);

impl Starts {
    /// By how often each weight occurs.
    fn of(weights: impl Iterator<Item = i8>) -> Self {
        let mut counts = [0u64; 256];
        for weight in weights {
            counts[usize::from(weight as u8)] += 1;
        }
        let total: u64 = counts.iter().sum::<u64>().max(1);
        // Every symbol has a place, so that rounding leaves none without.
        let room = (1 << BITS) - 256;
        let mut frequencies = counts.map(|count| 1 + (count * room / total) as u16);
        let spent: u32 = frequencies.iter().map(|&frequency| u32::from(frequency)).sum();
        let most = (0..256).max_by_key(|&symbol| counts[symbol]).unwrap_or(0);
        frequencies[most] += ((1 << BITS) - spent) as u16;
        Self::new(&frequencies).expect("the frequencies sum to the whole")
    }

    /// `None` if the frequencies do not sum to the whole.
    fn new(frequencies: &[u16]) -> Option<Self> {
        let mut starts = [0; 257];
        for (symbol, &frequency) in frequencies.iter().enumerate() {
            starts[symbol + 1] = starts[symbol] + u32::from(frequency);
        }
        (starts[256] == 1 << BITS).then_some(Self(starts))
    }

    fn frequencies(&self) -> impl Iterator<Item = u16> {
        self.0.windows(2).map(|starts| (starts[1] - starts[0]) as u16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_core::Random;

    /// Weights come back with what follows them, whatever they are; what is cut or has other frequencies is
    /// refused.
    #[test]
    fn weights_come_back() {
        let mut random = Random::new(25);
        for most in [1, 2, 5, 256] {
            let weights: Vec<i8> = (0..5000).map(|_| random.below(most) as u8 as i8).collect();
            let bytes = to_bytes(weights.iter().copied());
            let more = [&bytes[..], b"more"].concat();
            assert_eq!(from_bytes(&more, weights.len()), Some((weights, &b"more"[..])));
            for cut in [0, 511, 515, bytes.len() - 1] {
                assert_eq!(from_bytes(&bytes[..cut], 1), None, "{cut}");
            }
            let mut other = bytes.clone();
            other[9] ^= 1;
            assert_eq!(from_bytes(&other, 1), None);
        }
    }

    #[test]
    fn a_place_is_in_its_set() {
        let mut random = Random::new(7);
        for bits in [13, 16] {
            for set in 0..10 {
                assert_eq!(place(set, random.next() as u32, bits) >> bits, set);
            }
        }
    }
}
