//! In how many plies a position is lost, coded by regression.
//!
//! A sum of weights tells a loss's *mean*, and one of other weights at the same places its *spread*, both
//! learnt as those of a normal distribution of the logit of the share of shorter losses: on that scale losses
//! are spread evenly. The distance is then coded by frequencies counted in two contexts that are added up: by
//! mean and spread, and by a coarser mean and the last loss in the second half of the lane, since a loss is
//! often as long as its neighbour's.
//!
//! The rival was a walk down a binary tree of distances, each choice by logistic regression: 2.66 bits a loss
//! for 2.7, in a larger model and with four times as many look-ups (`docs/notes/table.md`).

use crate::ends::{self, DISTANCE_BITS, Ends};
use crate::memory;
use crate::past::{PastLosses, Seen};
use crate::weights::{self, place};
use memmap2::MmapMut;
use miniz_oxide::{deflate::compress_to_vec_zlib, inflate::decompress_to_vec_zlib_with_limit};
use std::io;
use yomikiri_core::Features;

/// Sets of weights.
pub const SETS: usize = 13;
/// log2 of the most weights of a set.
const MOST_BITS: u32 = 15;
/// Strength with which frequencies are packed, the greatest.
const PACKING: u8 = 10;
/// Weights are in so many parts of a unit.
const UNIT: f32 = 32.0;
/// Means and spreads in steps: each is what is added to a sum, what it is divided by, and how many steps
/// there are. Means go from -3 to 3, spreads from -1.6 to 0.2.
const MEAN: [i32; 3] = [96, 3, 64];
const SPREAD: [i32; 3] = [51, 7, 8];
/// Contexts by mean and spread.
const BY_SPREAD: usize = (MEAN[2] * SPREAD[2]) as usize;

/// The step of a sum.
#[inline]
fn step(sum: i32, [added, divided, steps]: [i32; 3]) -> usize {
    ((sum + added) / divided).clamp(0, steps - 1) as usize
}

/// log2 of the weights of a set, for a graph of so many interior nodes.
pub const fn width(interior: u64) -> u32 {
    MOST_BITS - weights::less(interior)
}

/// The places of the weights that add up, where a set has `1 << width`.
#[inline(always)]
pub fn places(width: u32, features: &Features, seen: &Seen, losses: &PastLosses) -> [usize; SETS] {
    let [last, before] = losses.last.map(u32::from);
    let lane = u32::from(losses.lane(features));
    let [first, second] = losses.halves(features).map(u32::from);
    let [zero, one, _, three, four, five, six, seven, eight] = features.sets;
    let hashes = [
        zero,
        one,
        three,
        four,
        five,
        six,
        seven,
        eight,
        last | (seen.last & 15) << 16,
        lane | seen.lane << 8,
        last | before << 8,
        second | seen.halves[1] << 8,
        first | (second / 2) << 8 | (lane / 4) << 16,
    ];
    let mut places = [0; SETS];
    for (set, (own, hash)) in places.iter_mut().zip(hashes).enumerate() {
        *own = place(set, hash, width);
    }
    places
}

/// Weights of means and of spreads, by place.
#[derive(Debug)]
pub struct Weights {
    /// log2 of those of a set.
    width: u32,
    both: Vec<[i8; 2]>,
}

impl Weights {
    /// Those of what has been learnt, with so many in a set.
    pub fn new(width: u32, learnt: &[[f32; 2]]) -> Self {
        let [means, spreads] = [0, 1].map(|kind| weights::rounded(learnt.iter().map(|w| w[kind]), UNIT));
        Self::of(width, means, spreads)
    }

    fn of(width: u32, means: Vec<i8>, spreads: Vec<i8>) -> Self {
        Self { width, both: means.into_iter().zip(spreads).map(|(mean, spread)| [mean, spread]).collect() }
    }

    /// The two contexts of a loss, where there are so many distances.
    #[inline(always)]
    fn contexts(&self, features: &Features, seen: &Seen, losses: &PastLosses, halves: usize) -> [usize; 2] {
        let (mut mean, mut spread) = (0, 0);
        for place in places(self.width, features, seen, losses) {
            let [of_mean, of_spread] = self.both[place];
            mean += i32::from(of_mean);
            spread += i32::from(of_spread);
        }
        let (mean, spread) = (step(mean, MEAN), step(spread, SPREAD));
        let second = usize::from(losses.halves(features)[1]).min(halves);
        [mean * SPREAD[2] as usize + spread, BY_SPREAD + mean / 2 * (halves + 1) + second]
    }
}

/// How many contexts there are.
const fn contexts(halves: usize) -> usize {
    BY_SPREAD + MEAN[2] as usize / 2 * (halves + 1)
}

/// How often each distance occurred in each context.
pub struct Counts<'a> {
    weights: &'a Weights,
    occurred: Vec<u32>,
    halves: usize,
}

impl<'a> Counts<'a> {
    /// No occurrence; distances up to twice `longest_half`.
    pub fn new(weights: &'a Weights, longest_half: u8) -> Self {
        let halves = usize::from(longest_half) + 1;
        Self { weights, occurred: vec![0; contexts(halves) * halves], halves }
    }

    /// Counts one occurrence.
    pub fn add(&mut self, features: &Features, seen: &Seen, losses: &PastLosses, half: u8) {
        for context in self.weights.contexts(features, seen, losses, self.halves) {
            self.occurred[context * self.halves + usize::from(half)] += 1;
        }
    }

    /// Adds what another thread has counted.
    pub fn merge(&mut self, other: &Self) {
        self.occurred.iter_mut().zip(&other.occurred).for_each(|(sum, more)| *sum += more);
    }

    /// The frequencies.
    pub fn frequencies(&self) -> Vec<u16> {
        ends::frequencies(&self.occurred, self.halves, DISTANCE_BITS)
    }
}

/// What losses are coded by.
#[derive(Debug)]
pub struct Losses {
    weights: Weights,
    /// By context where each distance begins, as [`ends`] has it.
    memory: MmapMut,
    halves: usize,
}

impl Losses {
    /// By weights, and the frequencies of distances up to twice `longest_half` in their contexts.
    ///
    /// # Errors
    /// There is no memory for it.
    pub fn new(weights: Weights, frequencies: &[u16], longest_half: u8) -> io::Result<Self> {
        let halves = usize::from(longest_half) + 1;
        let mut memory = memory::large(ends::bytes(contexts(halves), halves))?;
        ends::lay_out(frequencies, halves, &mut memory);
        Ok(Self { weights, memory, halves })
    }

    /// Where distances begin.
    #[inline(always)]
    pub fn ends(&self, features: &Features, seen: &Seen, losses: &PastLosses) -> Ends<'_> {
        let contexts = self.weights.contexts(features, seen, losses, self.halves);
        Ends::of(self.memory.as_chunks().0, contexts, self.halves)
    }

    /// How many distances there are, the weights of means and of spreads as [`weights::to_bytes`] writes
    /// them, then the frequencies, packed by zlib, which every language can read.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![self.halves as u8];
        for kind in 0..2 {
            bytes.extend(weights::to_bytes(self.weights.both.iter().map(|weights| weights[kind])));
        }
        let frequencies: Vec<u16> = ends::frequencies_of(&self.memory, self.halves).collect();
        let plain: Vec<u8> = ends::to_bytes(&frequencies).collect();
        bytes.extend(compress_to_vec_zlib(&plain, PACKING));
        bytes
    }

    /// Reads what [`Self::to_bytes`] writes for a graph of so many interior nodes; `None` if it is not that.
    ///
    /// # Errors
    /// There is no memory for it.
    pub fn from_bytes(bytes: &[u8], interior: u64) -> io::Result<Option<Self>> {
        let width = width(interior);
        let read = || {
            let (&halves, rest) = bytes.split_first().filter(|(halves, _)| **halves > 0)?;
            let (means, rest) = weights::from_bytes(rest, SETS << width)?;
            let (spreads, packed) = weights::from_bytes(rest, SETS << width)?;
            let count = contexts(halves.into()) * usize::from(halves);
            let plain = decompress_to_vec_zlib_with_limit(packed, 2 * count).ok()?;
            if plain.len() != 2 * count {
                return None;
            }
            let frequencies = ends::from_bytes(&plain);
            let weights = Weights::of(width, means, spreads);
            ends::are_whole(&frequencies, halves.into()).then_some((weights, frequencies, halves))
        };
        let Some((weights, frequencies, halves)) = read() else { return Ok(None) };
        Self::new(weights, &frequencies, halves - 1).map(Some)
    }
}
