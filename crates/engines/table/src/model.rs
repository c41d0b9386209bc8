//! Frequencies of the symbols by context.
//!
//! A position has a *flag* (not reached, reached and not lost, lost) and, if it is lost and the rules do not
//! say so themselves, a *distance*. Both depend on what the game tells of it at a glance and on symbols
//! before it in the block: the last two, and the last one in its lane. No single context holds all of that
//! with enough examples, so each symbol has two, and their frequencies are added up: that costs one more
//! look-up and saves 0.6 MB of 25.
//!
//! Which contexts fall together in the tables of fixed size is left to a hash. Frequencies are counted on
//! every [`SAMPLED`]th page and shipped in the file; a context never seen there takes the average of all.

use crate::coder::Encoder;
use yomikiri_core::Context;

/// One page in so many is counted.
pub const SAMPLED: usize = 8;
/// Flags sum to `1 << FLAG_BITS`.
pub const FLAG_BITS: u32 = 12;
/// Distances sum to `1 << DISTANCE_BITS`.
pub const DISTANCE_BITS: u32 = 14;
const FLAGS: usize = 3;
const FLAG_CONTEXTS: usize = 1 << 17;
const DISTANCE_CONTEXTS: usize = 1 << 13;

/// What is stored of a position that is plausible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// Not reached from the start.
    Unreached,
    /// Reached; won or drawn, or decided by the rules.
    Other,
    /// Lost in twice as many plies.
    Lost(u8),
}

/// The symbols before in the block.
#[derive(Clone, Debug)]
pub struct Before {
    last: Symbol,
    second: Symbol,
    /// The last symbol in each lane.
    lanes: [Option<Symbol>; 256],
}

impl Before {
    /// At the beginning of a block.
    pub const NOTHING: Self = Self { last: Symbol::Other, second: Symbol::Other, lanes: [None; 256] };

    /// The class of the last symbol in a lane, apart from all other classes.
    #[inline]
    fn lane_class(&self, context: &Context) -> u32 {
        16 + self.lanes[usize::from(context.lane)].map_or(2, |symbol| symbol.class(2))
    }

    /// One more symbol.
    pub fn push(&mut self, context: &Context, symbol: Symbol) {
        self.second = self.last;
        self.last = symbol;
        self.lanes[usize::from(context.lane)] = Some(symbol);
    }
}

impl Symbol {
    const fn flag(self) -> usize {
        match self {
            Self::Unreached => 0,
            Self::Other => 1,
            Self::Lost(_) => 2,
        }
    }

    /// The symbol in classes: distances in steps of `1 << shift`. Class 2 is left for none.
    const fn class(self, shift: u32) -> u32 {
        match self {
            Self::Unreached => 0,
            Self::Other => 1,
            Self::Lost(half) => 3 + (half as u32 >> shift),
        }
    }
}

/// The two contexts of a flag.
#[inline]
fn flag_contexts(context: &Context, before: &Before) -> [usize; 2] {
    let lane = before.lane_class(context);
    let (near, far) = (before.last.class(2), before.second.class(7));
    [hash(context.fine, near, far, FLAG_CONTEXTS), hash(context.coarse, near.min(4), lane, FLAG_CONTEXTS)]
}

/// The two contexts of a distance.
fn distance_contexts(context: &Context, before: &Before) -> [usize; 2] {
    let lane = before.lane_class(context);
    let (near, far) = (before.last.class(2), before.second.class(3));
    [
        hash(context.coarse, near, far, DISTANCE_CONTEXTS),
        hash(context.fine, before.last.class(3), lane, DISTANCE_CONTEXTS),
    ]
}

#[inline]
fn hash(base: u32, near: u32, far: u32, contexts: usize) -> usize {
    let mixed =
        (base ^ near.wrapping_mul(0x85eb_ca6b) ^ far.wrapping_mul(0xc2b2_ae35)).wrapping_mul(0x9e37_79b1);
    (mixed >> (32 - contexts.trailing_zeros())) as usize
}

/// How often each symbol occurred in each context.
#[derive(Clone)]
pub struct Counts {
    flags: Vec<u32>,
    distances: Vec<u32>,
    halves: usize,
}

impl Counts {
    /// No occurrence; distances up to twice `longest_half`.
    pub fn new(longest_half: u8) -> Self {
        let halves = longest_half as usize + 1;
        Self { flags: vec![0; FLAG_CONTEXTS * FLAGS], distances: vec![0; DISTANCE_CONTEXTS * halves], halves }
    }

    /// Counts one occurrence.
    pub fn add(&mut self, context: &Context, before: &Before, symbol: Symbol) {
        for context in flag_contexts(context, before) {
            self.flags[context * FLAGS + symbol.flag()] += 1;
        }
        if let Symbol::Lost(half) = symbol {
            for context in distance_contexts(context, before) {
                self.distances[context * self.halves + usize::from(half)] += 1;
            }
        }
    }

    /// All counts, four bytes each.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.flags.iter().chain(&self.distances).flat_map(|count| count.to_le_bytes()).collect()
    }

    /// Adds what another worker has counted, as [`Self::to_bytes`] tells it.
    pub fn merge_bytes(&mut self, bytes: &[u8]) {
        let counts = self.flags.iter_mut().chain(&mut self.distances);
        for (sum, more) in counts.zip(bytes.as_chunks().0) {
            *sum += u32::from_le_bytes(*more);
        }
    }

    /// Adds what another worker has counted.
    pub fn merge(&mut self, other: &Self) {
        let add = |(sum, more): (&mut u32, &u32)| *sum += more;
        self.flags.iter_mut().zip(&other.flags).for_each(add);
        self.distances.iter_mut().zip(&other.distances).for_each(add);
    }
}

/// What codes the symbols of a block: intervals of `1 << bits`, each as its beginning, in the lower half of a
/// word, its end and the bits.
pub struct Intervals {
    intervals: [(u32, u32); MOST_INTERVALS],
    len: usize,
}

/// Two for each node of a block; a power of two.
const MOST_INTERVALS: usize = 2 * crate::page::BLOCK as usize;

impl Intervals {
    /// None yet.
    pub const NONE: Self = Self { intervals: [(0, 0); MOST_INTERVALS], len: 0 };

    #[inline(always)]
    fn push(&mut self, interval: u32, bits: u32) {
        self.intervals[self.len & (MOST_INTERVALS - 1)] = (interval, bits);
        self.len += 1;
    }

    /// Codes all, and forgets them.
    pub fn encode(&mut self, coder: &mut Encoder) {
        for &(interval, bits) in &self.intervals[..self.len] {
            coder.encode(interval & 0xffff, interval >> 16, bits);
        }
        self.len = 0;
    }
}

/// Cumulative frequencies by context.
#[derive(Debug, PartialEq, Eq)]
pub struct Model {
    /// Where flags 1 and 2 begin.
    flags: Vec<[u16; 2]>,
    /// Where each distance begins, and the end: `halves + 1` a context.
    distances: Vec<u16>,
    halves: usize,
}

impl Model {
    /// The most bytes that a model takes, as [`Self::to_bytes`] writes it.
    pub const LONGEST: usize = 1 + 2 * (FLAG_CONTEXTS * 2 + DISTANCE_CONTEXTS * u8::MAX as usize);

    /// The model of what has been counted.
    pub fn new(counts: &Counts) -> Self {
        let flags = frequencies(&counts.flags, FLAGS, FLAG_BITS);
        let flags = flags.chunks_exact(FLAGS).map(|f| [f[0], f[0] + f[1]]).collect();
        let distances = frequencies(&counts.distances, counts.halves, DISTANCE_BITS);
        Self { flags, distances: cumulated(&distances, counts.halves), halves: counts.halves }
    }

    /// The intervals that code a symbol: its flag's and, if it is lost, its distance's.
    #[inline]
    pub fn intervals(&self, context: &Context, before: &Before, symbol: Symbol, out: &mut Intervals) {
        let [one, two] = self.flags(context, before);
        // Out of a register: an array in memory would be read while it is being written.
        let bounds = u64::from(one) << 16 | u64::from(two) << 32 | 2 << FLAG_BITS << 48;
        out.push((bounds >> (16 * symbol.flag())) as u32, FLAG_BITS + 1);
        if let Symbol::Lost(half) = symbol {
            let [a, b] = self.distances(context, before);
            let end = |i: usize| u32::from(a[i]) + u32::from(b[i]);
            let (from, to) = (end(usize::from(half)), end(usize::from(half) + 1));
            out.push(from | to << 16, DISTANCE_BITS + 1);
        }
    }

    /// Decodes a symbol.
    #[inline]
    pub fn decode(&self, coder: &mut crate::coder::Decoder, context: &Context, before: &Before) -> Symbol {
        let [one, two] = self.flags(context, before);
        if coder.is_below(one, FLAG_BITS + 1) {
            coder.consume(0, one, FLAG_BITS + 1);
            Symbol::Unreached
        } else if coder.is_below(two, FLAG_BITS + 1) {
            coder.consume(one, two, FLAG_BITS + 1);
            Symbol::Other
        } else {
            coder.consume(two, 2 << FLAG_BITS, FLAG_BITS + 1);
            let [a, b] = self.distances(context, before);
            let end = |i: usize| u32::from(a[i]) + u32::from(b[i]);
            let at = coder.peek(DISTANCE_BITS + 1) as u16;
            // All ends are compared, some at a time in a register: a search by halves waits for memory and
            // for its own guesses.
            let ends = a[1..self.halves].iter().zip(&b[1..self.halves]);
            let half = usize::from(ends.map(|(a, b)| u16::from(a + b <= at)).sum::<u16>());
            coder.consume(end(half), end(half + 1), DISTANCE_BITS + 1);
            Symbol::Lost(half as u8)
        }
    }

    /// Where flags 1 and 2 begin: the sum over both contexts.
    #[inline]
    fn flags(&self, context: &Context, before: &Before) -> [u32; 2] {
        let [a, b] = flag_contexts(context, before).map(|context| self.flags[context].map(u32::from));
        [a[0] + b[0], a[1] + b[1]]
    }

    /// Where distances begin, by context: their sums count.
    #[inline]
    fn distances(&self, context: &Context, before: &Before) -> [&[u16]; 2] {
        let stride = self.halves + 1;
        distance_contexts(context, before).map(|context| &self.distances[context * stride..][..stride])
    }

    /// The frequencies as bytes: how many distances there are, then every frequency, low bytes before high
    /// ones.
    pub fn to_bytes(&self) -> Vec<u8> {
        let flags = self.flags.iter().flat_map(|&[one, two]| [one, two - one]);
        let distances =
            self.distances.chunks_exact(self.halves + 1).flat_map(|c| c.windows(2).map(|w| w[1] - w[0]));
        let all: Vec<u16> = flags.chain(distances).collect();
        let low = all.iter().map(|f| *f as u8);
        let high = all.iter().map(|f| (f >> 8) as u8);
        std::iter::once(self.halves as u8).chain(low).chain(high).collect()
    }

    /// Reads what [`Self::to_bytes`] writes; `None` if it is not that.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (&halves, rest) = bytes.split_first()?;
        let halves = usize::from(halves);
        let count = FLAG_CONTEXTS * 2 + DISTANCE_CONTEXTS * halves;
        if halves == 0 || rest.len() != 2 * count {
            return None;
        }
        let (low, high) = rest.split_at(count);
        let all: Vec<u16> = low.iter().zip(high).map(|(&l, &h)| u16::from(h) << 8 | u16::from(l)).collect();
        let (flags, distances) = all.split_at(FLAG_CONTEXTS * 2);
        let whole =
            |context: &[u16]| context.iter().map(|&f| u32::from(f)).sum::<u32>() == 1 << DISTANCE_BITS;
        let sound = flags
            .chunks_exact(2)
            .all(|f| f[0] > 0 && f[1] > 0 && u32::from(f[0]) + u32::from(f[1]) < 1 << FLAG_BITS)
            && distances.iter().all(|&f| f > 0)
            && distances.chunks_exact(halves).all(whole);
        sound.then(|| Self {
            flags: flags.chunks_exact(2).map(|f| [f[0], f[0] + f[1]]).collect(),
            distances: cumulated(distances, halves),
            halves,
        })
    }
}

/// Where each of `symbols` frequencies begins, and the end, by context.
fn cumulated(frequencies: &[u16], symbols: usize) -> Vec<u16> {
    let with_ends = |context: &[u16]| {
        let mut sum = 0;
        let mut ends = vec![0];
        ends.extend(context.iter().map(|&frequency| {
            sum += frequency;
            sum
        }));
        ends
    };
    frequencies.chunks_exact(symbols).flat_map(with_ends).collect()
}

/// Frequencies that sum to `1 << bits` in each context, none of them 0.
fn frequencies(counts: &[u32], symbols: usize, bits: u32) -> Vec<u16> {
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
