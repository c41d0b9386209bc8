//! Frequencies of distances by context, laid out to be looked up: where each distance begins in the whole of
//! `1 << DISTANCE_BITS`, and the end.
//!
//! All numbers have two bytes, the low one first, in whole lines of the processor's cache: most distances are
//! in the first line, so that no other is waited for. Numbers that are left over in a line are the end again.

use crate::coder::Decoder;
use std::iter;

/// Distances sum to `1 << DISTANCE_BITS` in a context.
pub const DISTANCE_BITS: u32 = 14;
/// And to `1 << SUM_BITS` in two contexts together.
pub const SUM_BITS: u32 = DISTANCE_BITS + 1;
/// Numbers of a line.
const LINE: usize = 32;
/// Bytes of a line.
pub const LINE_BYTES: usize = 2 * LINE;

/// The lines of a context of so many distances.
const fn lines(halves: usize) -> usize {
    (halves + 1).div_ceil(LINE)
}

/// The lines of two contexts: their sums count.
pub struct Ends<'a>([&'a [[u8; LINE_BYTES]]; 2]);

impl<'a> Ends<'a> {
    /// Those of two contexts, out of the lines of all, of so many distances each.
    #[inline(always)]
    pub fn of(all: &'a [[u8; LINE_BYTES]], contexts: [usize; 2], halves: usize) -> Self {
        let lines = lines(halves);
        Self(contexts.map(|at| &all[at * lines..][..lines]))
    }

    /// Decodes a distance.
    #[inline(always)]
    pub fn decode(&self, coder: &mut Decoder) -> usize {
        let half = self.at(coder.peek(SUM_BITS) as u16);
        coder.consume(self.start(half), self.start(half + 1), SUM_BITS);
        half
    }

    /// Where a distance begins.
    #[inline]
    pub fn start(&self, half: usize) -> u32 {
        self.0.iter().map(|context| u32::from(number(context[half / LINE].as_chunks().0[half % LINE]))).sum()
    }

    /// The distance that is at a place. All numbers of a line are compared, some at a time in a register: a
    /// search by halves waits for memory and for its own guesses.
    #[inline]
    fn at(&self, place: u16) -> usize {
        let [a, b] = self.0;
        let mut begun = 0;
        for (a, b) in a.iter().zip(b) {
            let starts = a.as_chunks().0.iter().zip(b.as_chunks().0);
            let of_line = starts.map(|(&a, &b)| u16::from(number(a) + number(b) <= place)).sum::<u16>();
            begun += usize::from(of_line);
            if usize::from(of_line) < LINE {
                break;
            }
        }
        begun - 1
    }
}

#[inline]
pub fn number(bytes: [u8; 2]) -> u16 {
    u16::from_le_bytes(bytes)
}

/// The bytes that so many contexts of so many distances take.
pub const fn bytes(contexts: usize, halves: usize) -> usize {
    contexts * lines(halves) * LINE_BYTES
}

/// Lays out contexts by the frequencies of their distances.
pub fn lay_out(frequencies: &[u16], halves: usize, contexts: &mut [u8]) {
    let contexts = contexts.chunks_exact_mut(bytes(1, halves));
    for (context, frequencies) in contexts.zip(frequencies.chunks_exact(halves)) {
        let starts = frequencies.iter().scan(0, |sum, &frequency| {
            *sum += frequency;
            Some(*sum)
        });
        let starts = [0].into_iter().chain(starts).chain(iter::repeat(1 << DISTANCE_BITS));
        for (number, start) in context.as_chunks_mut().0.iter_mut().zip(starts) {
            *number = start.to_le_bytes();
        }
    }
}

/// The frequencies of so many distances that contexts were laid out by.
pub fn frequencies_of(contexts: &[u8], halves: usize) -> impl Iterator<Item = u16> {
    contexts.chunks_exact(bytes(1, halves)).flat_map(move |context| {
        let starts: Vec<u16> = context.as_chunks().0.iter().copied().map(number).take(halves + 1).collect();
        starts.windows(2).map(|starts| starts[1] - starts[0]).collect::<Vec<_>>()
    })
}

/// Whether each context's frequencies of distances sum to the whole, and none is 0.
pub fn are_whole(frequencies: &[u16], halves: usize) -> bool {
    let sum = |context: &[u16]| context.iter().map(|&f| u32::from(f)).sum::<u32>();
    frequencies.iter().all(|&f| f > 0)
        && frequencies.chunks_exact(halves).all(|context| sum(context) == 1 << DISTANCE_BITS)
}

/// Frequencies as bytes, low bytes before high ones.
pub fn to_bytes(frequencies: &[u16]) -> impl Iterator<Item = u8> + '_ {
    let low = frequencies.iter().map(|f| *f as u8);
    let high = frequencies.iter().map(|f| (f >> 8) as u8);
    low.chain(high)
}

/// Reads what [`to_bytes`] writes.
pub fn from_bytes(bytes: &[u8]) -> Vec<u16> {
    let (low, high) = bytes.split_at(bytes.len() / 2);
    low.iter().zip(high).map(|(&l, &h)| u16::from(h) << 8 | u16::from(l)).collect()
}

/// Frequencies that sum to `1 << bits` in each context, none of them 0.
pub fn frequencies(counts: &[u32], symbols: usize, bits: u32) -> Vec<u16> {
    let mut average = vec![0u64; symbols];
    for context in counts.chunks_exact(symbols) {
        average.iter_mut().zip(context).for_each(|(sum, &count)| *sum += u64::from(count));
    }
    let total: u64 = average.iter().sum::<u64>().max(1);
    // The average counts as much as this many occurrences.
    let prior = |symbol: usize| 4.0 * average[symbol] as f64 / total as f64;
    let room = f64::from(1 << bits) - symbols as f64;
    let mut out = Vec::with_capacity(counts.len());
    for context in counts.chunks_exact(symbols) {
        let weights: Vec<f64> =
            context.iter().enumerate().map(|(s, &count)| f64::from(count) + prior(s)).collect();
        let sum = weights.iter().sum::<f64>().max(f64::MIN_POSITIVE);
        let start = out.len();
        out.extend(weights.iter().map(|weight| 1 + (weight / sum * room) as u16));
        let spent: u32 = out[start..].iter().map(|&f| u32::from(f)).sum();
        let largest = (start..out.len()).max_by_key(|&i| out[i]).expect("a context has symbols");
        out[largest] += ((1 << bits) - spent) as u16;
    }
    out
}
