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

use crate::coder::{Decoder, Encoder};
use crate::ends::{self, DISTANCE_BITS, Ends, LINE_BYTES, SUM_BITS, frequencies, number};
use crate::format::BLOCK;
use crate::memory;
use memmap2::MmapMut;
use std::{io, iter};
use yomikiri_core::Context;

/// One page in so many is counted.
pub const SAMPLED: usize = 8;
/// Flags sum to `1 << FLAG_BITS`.
pub const FLAG_BITS: u32 = 12;
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

/// The symbols before in the block, each as its classes, which are all that a context takes of it.
#[derive(Clone, Debug)]
pub struct Before {
    last: Classes,
    second: Classes,
    /// The class of the last symbol in each lane, in steps of 4 distances.
    lanes: [u8; 256],
}

/// A symbol in classes: distances in steps of 4, 8 and 128, a byte each. Class 2 is left for none. They are
/// one number because a symbol is waited for by the next, and a number stays in a register.
#[derive(Clone, Copy, Debug)]
struct Classes(u32);

impl Classes {
    const fn by_4(self) -> u32 {
        self.0 & 0xff
    }

    const fn by_8(self) -> u32 {
        self.0 >> 8 & 0xff
    }

    const fn by_128(self) -> u32 {
        self.0 >> 16
    }
}

impl Before {
    /// At the beginning of a block.
    pub const NOTHING: Self =
        Self { last: Symbol::Other.classes(), second: Symbol::Other.classes(), lanes: [2; 256] };

    /// The class of the last symbol in a lane, apart from all other classes.
    #[inline]
    fn lane_class(&self, context: &Context) -> u32 {
        16 + u32::from(self.lanes[usize::from(context.lane)])
    }

    /// One more symbol.
    #[inline]
    pub fn push(&mut self, context: &Context, symbol: Symbol) {
        self.second = self.last;
        self.last = symbol.classes();
        self.lanes[usize::from(context.lane)] = self.last.by_4() as u8;
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

    #[inline]
    const fn classes(self) -> Classes {
        match self {
            Self::Unreached => Classes(0),
            Self::Other => Classes(0x01_01_01),
            Self::Lost(half) => {
                let half = half as u32;
                Classes(0x03_03_03 + (half >> 2) + (half >> 3 << 8) + (half >> 7 << 16))
            }
        }
    }
}

/// The two contexts of a flag.
#[inline]
fn flag_contexts(context: &Context, before: &Before) -> [usize; 2] {
    let lane = before.lane_class(context);
    let (near, far) = (before.last.by_4(), before.second.by_128());
    [hash(context.fine, near, far, FLAG_CONTEXTS), hash(context.coarse, near.min(4), lane, FLAG_CONTEXTS)]
}

/// The two contexts of a distance.
#[inline]
fn distance_contexts(context: &Context, before: &Before) -> [usize; 2] {
    let lane = before.lane_class(context);
    let (near, far) = (before.last.by_4(), before.second.by_8());
    [
        hash(context.coarse, near, far, DISTANCE_CONTEXTS),
        hash(context.fine, before.last.by_8(), lane, DISTANCE_CONTEXTS),
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
const MOST_INTERVALS: usize = 2 * BLOCK as usize;

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
///
/// All numbers have two bytes, the low one first. Where flags 1 and 2 begin, by context; then the contexts of
/// distances as `ends` has them.
#[derive(Debug)]
pub struct Model {
    memory: MmapMut,
    halves: usize,
}

/// Bytes of all flags: whole lines.
const FLAG_BYTES: usize = 4 * FLAG_CONTEXTS;

impl Model {
    /// The most bytes that a model takes, as [`Self::to_bytes`] writes it.
    pub const LONGEST: usize = 1 + 2 * (FLAG_CONTEXTS * 2 + DISTANCE_CONTEXTS * u8::MAX as usize);

    /// The model of what has been counted.
    ///
    /// # Errors
    /// There is no memory for it.
    pub fn new(counts: &Counts) -> io::Result<Self> {
        let flags = frequencies(&counts.flags, FLAGS, FLAG_BITS);
        let flags = flags.chunks_exact(FLAGS).map(|f| [f[0], f[1]]);
        Self::cumulated(flags, &frequencies(&counts.distances, counts.halves, DISTANCE_BITS), counts.halves)
    }

    /// The model of the frequencies of flags 0 and 1, and of distances.
    fn cumulated(
        flags: impl Iterator<Item = [u16; 2]>,
        distances: &[u16],
        halves: usize,
    ) -> io::Result<Self> {
        let mut memory = memory::large(FLAG_BYTES + ends::bytes(DISTANCE_CONTEXTS, halves))?;
        let (of_flags, of_distances) = memory.split_at_mut(FLAG_BYTES);
        for (starts, [zero, one]) in of_flags.as_chunks_mut().0.iter_mut().zip(flags) {
            *starts = (u32::from(zero) | u32::from(zero + one) << 16).to_le_bytes();
        }
        ends::lay_out(distances, halves, of_distances);
        Ok(Self { memory, halves })
    }

    /// The intervals that code a symbol: its flag's and, if it is lost, its distance's.
    #[inline]
    pub fn intervals(&self, context: &Context, before: &Before, symbol: Symbol, out: &mut Intervals) {
        let [one, two] = self.flags(context, before);
        // Out of a register: an array in memory would be read while it is being written.
        let bounds = u64::from(one) << 16 | u64::from(two) << 32 | 2 << FLAG_BITS << 48;
        out.push((bounds >> (16 * symbol.flag())) as u32, FLAG_BITS + 1);
        if let Symbol::Lost(half) = symbol {
            let (ends, half) = (self.distances(context, before), usize::from(half));
            out.push(ends.start(half) | ends.start(half + 1) << 16, SUM_BITS);
        }
    }

    /// Reads all of it in order, so that it lies near the processor: looks all over it would each wait for
    /// memory.
    pub fn fetch(&self) {
        std::hint::black_box(self.memory.chunks(LINE_BYTES).fold(0, |all, line| all ^ line[0]));
    }

    /// Decodes a symbol.
    #[inline(always)]
    pub fn decode(&self, coder: &mut Decoder, context: &Context, before: &Before) -> Symbol {
        let [one, two] = self.flags(context, before);
        if coder.is_below(two, FLAG_BITS + 1) {
            if coder.is_below(one, FLAG_BITS + 1) {
                coder.consume(0, one, FLAG_BITS + 1);
                return Symbol::Unreached;
            }
            coder.consume(one, two, FLAG_BITS + 1);
            return Symbol::Other;
        }
        coder.consume(two, 2 << FLAG_BITS, FLAG_BITS + 1);
        Symbol::Lost(self.distances(context, before).decode(coder) as u8)
    }

    /// Where flags 1 and 2 begin: the sum over both contexts.
    #[inline]
    fn flags(&self, context: &Context, before: &Before) -> [u32; 2] {
        let starts = self.memory[..FLAG_BYTES].as_chunks().0;
        let [a, b] = flag_contexts(context, before).map(|at| u32::from_le_bytes(starts[at]));
        // Both numbers are added at once: neither sum has more than two bytes.
        let both = a + b;
        [both & 0xffff, both >> 16]
    }

    /// Where distances begin.
    #[inline]
    fn distances(&self, context: &Context, before: &Before) -> Ends<'_> {
        let all: &[[u8; LINE_BYTES]] = self.memory[FLAG_BYTES..].as_chunks().0;
        Ends::of(all, distance_contexts(context, before), self.halves)
    }

    /// The frequencies as bytes: how many distances there are, then every frequency, low bytes before high
    /// ones.
    pub fn to_bytes(&self) -> Vec<u8> {
        let numbers = |bytes| <[u8]>::as_chunks(bytes).0.iter().copied().map(number);
        let starts: Vec<u16> = numbers(&self.memory[..FLAG_BYTES]).collect();
        let flags = starts.chunks_exact(2).flat_map(|starts| [starts[0], starts[1] - starts[0]]);
        let distances = ends::frequencies_of(&self.memory[FLAG_BYTES..], self.halves);
        let all: Vec<u16> = flags.chain(distances).collect();
        iter::once(self.halves as u8).chain(ends::to_bytes(&all)).collect()
    }

    /// Reads a model as a table stores it, packed; `None` if it is none.
    ///
    /// # Errors
    /// There is no memory for it.
    pub fn from_packed(packed: &[u8]) -> io::Result<Option<Self>> {
        let Ok(bytes) = zstd::bulk::decompress(packed, Self::LONGEST) else { return Ok(None) };
        Self::from_bytes(&bytes)
    }

    /// Reads what [`Self::to_bytes`] writes; `None` if it is not that.
    ///
    /// # Errors
    /// There is no memory for it.
    pub fn from_bytes(bytes: &[u8]) -> io::Result<Option<Self>> {
        let Some((&halves, rest)) = bytes.split_first() else { return Ok(None) };
        let halves = usize::from(halves);
        let count = FLAG_CONTEXTS * 2 + DISTANCE_CONTEXTS * halves;
        if halves == 0 || rest.len() != 2 * count {
            return Ok(None);
        }
        let all = ends::from_bytes(rest);
        let (flags, distances) = all.split_at(FLAG_CONTEXTS * 2);
        let sound = flags
            .chunks_exact(2)
            .all(|f| f[0] > 0 && f[1] > 0 && u32::from(f[0]) + u32::from(f[1]) < 1 << FLAG_BITS)
            && ends::are_whole(distances, halves);
        let flags = flags.as_chunks().0.iter().copied();
        if sound { Self::cumulated(flags, distances, halves).map(Some) } else { Ok(None) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coder::tests::Slow;
    use yomikiri_core::Random;

    /// What the contexts of a symbol are made of, said without numbers put together.
    struct SlowBefore {
        symbols: Vec<(u8, Symbol)>,
    }

    impl SlowBefore {
        fn class(symbol: Option<Symbol>, shift: u32) -> u32 {
            match symbol {
                Some(Symbol::Unreached) => 0,
                Some(Symbol::Other) => 1,
                None => 2,
                Some(Symbol::Lost(half)) => 3 + (u32::from(half) >> shift),
            }
        }

        fn contexts(&self, context: &Context) -> [[usize; 2]; 2] {
            let back = |by: usize| {
                let at = self.symbols.len().checked_sub(by);
                Some(at.map_or(Symbol::Other, |at| self.symbols[at].1))
            };
            let mut same_lane = self.symbols.iter().rev().filter(|(lane, _)| *lane == context.lane);
            let lane = 16 + Self::class(same_lane.next().map(|(_, symbol)| *symbol), 2);
            let (last, second) = (back(1), back(2));
            let near = Self::class(last, 2);
            [
                [
                    hash(context.fine, near, Self::class(second, 7), FLAG_CONTEXTS),
                    hash(context.coarse, near.min(4), lane, FLAG_CONTEXTS),
                ],
                [
                    hash(context.coarse, near, Self::class(second, 3), DISTANCE_CONTEXTS),
                    hash(context.fine, Self::class(last, 3), lane, DISTANCE_CONTEXTS),
                ],
            ]
        }
    }

    /// The frequencies of a model out of its bytes, as the file's description has them.
    struct SlowModel {
        frequencies: Vec<u32>,
        halves: usize,
    }

    impl SlowModel {
        fn new(bytes: &[u8]) -> Self {
            let (low, high) = bytes[1..].split_at((bytes.len() - 1) / 2);
            let frequencies = low.iter().zip(high).map(|(&low, &high)| u32::from(high) << 8 | u32::from(low));
            Self { frequencies: frequencies.collect(), halves: bytes[0].into() }
        }

        /// Where symbols begin by both contexts, from frequencies of so many a context.
        fn starts(frequencies: &[u32], each: usize, contexts: [usize; 2]) -> Vec<u32> {
            let sum = |end: usize| contexts.iter().flat_map(|at| &frequencies[at * each..][..end]).sum();
            (0..=each).map(sum).collect()
        }

        fn decode(&self, coder: &mut Slow, [flag, distance]: [[usize; 2]; 2]) -> Symbol {
            let (flags, distances) = self.frequencies.split_at(2 * FLAG_CONTEXTS);
            match coder.take(&Self::starts(flags, 2, flag), FLAG_BITS + 1) {
                0 => Symbol::Unreached,
                1 => Symbol::Other,
                _ => {
                    let mut starts = Self::starts(distances, self.halves, distance);
                    starts.pop();
                    Symbol::Lost(coder.take(&starts, DISTANCE_BITS + 1) as u8)
                }
            }
        }
    }

    fn symbol(random: &mut Random, halves: usize) -> Symbol {
        match random.below(5) {
            0 => Symbol::Unreached,
            1 | 2 => Symbol::Other,
            _ => {
                let most = 1 + random.below(halves);
                Symbol::Lost(random.below(most) as u8)
            }
        }
    }

    fn context(random: &mut Random) -> Context {
        let (fine, coarse) = (random.below(7) as u32, random.below(7) as u32);
        Context { node: 0, decided: None, fine, coarse, lane: random.below(5) as u8 * 63 }
    }

    /// Symbols come back, and any other bytes are decoded as by a decoder that looks for each symbol one by
    /// one, whatever the longest distance is.
    #[test]
    fn symbols_are_decoded_as_one_by_one() {
        let mut random = Random::new(7);
        for halves in [1, 2, 31, 32, 33, 63, 64, 88, 255] {
            let (mut counts, mut before) = (Counts::new(halves as u8 - 1), Before::NOTHING);
            for _ in 0..20_000 {
                let (context, symbol) = (context(&mut random), symbol(&mut random, halves));
                counts.add(&context, &before, symbol);
                before.push(&context, symbol);
            }
            let bytes = Model::new(&counts).unwrap().to_bytes();
            let model = Model::from_bytes(&bytes).unwrap().unwrap();
            assert!(model.to_bytes() == bytes, "{halves}");
            let slow_model = SlowModel::new(&bytes);
            for is_message in [true, false].repeat(20) {
                let contexts: Vec<Context> = (0..200).map(|_| context(&mut random)).collect();
                let symbols: Vec<Symbol> = contexts.iter().map(|_| symbol(&mut random, halves)).collect();
                let message = if is_message {
                    let mut message = Vec::new();
                    let (mut coder, mut before) = (Encoder::new(&mut message), Before::NOTHING);
                    let mut intervals = Intervals::NONE;
                    for (context, &symbol) in contexts.iter().zip(&symbols) {
                        model.intervals(context, &before, symbol, &mut intervals);
                        before.push(context, symbol);
                    }
                    intervals.encode(&mut coder);
                    coder.finish();
                    message
                } else {
                    (0..150).map(|_| random.next() as u8).collect()
                };
                let (mut coder, mut before) = (Decoder::new(&message), Before::NOTHING);
                let (mut slow, mut slow_before) = (Slow::new(&message), SlowBefore { symbols: Vec::new() });
                for (at, context) in contexts.iter().enumerate() {
                    let symbol = model.decode(&mut coder, context, &before);
                    let expected = slow_model.decode(&mut slow, slow_before.contexts(context));
                    assert_eq!(symbol, expected, "{halves} {at}");
                    assert!(!is_message || symbol == symbols[at], "{halves} {at}");
                    before.push(context, symbol);
                    slow_before.symbols.push((context.lane, symbol));
                }
            }
        }
    }
}
