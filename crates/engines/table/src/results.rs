//! A table of results without distances: won, drawn or lost, in four tenths of a bit a position.
//!
//! Of each position is stored whether it is *reached*, and of one that the rules do not decide whether it is
//! *lost*. Each such choice is coded by itself, with a chance that is a sum: every set of the game's
//! [`Features`] has a weight, learnt by logistic regression from a part of the very positions, and the sum's
//! place in [`Model::chances`] is the chance. Symbols before in the block, and in the lane,
//! belong to the first sets. [`BLOCK`] is longer than for distances, because there are fewer bits for its
//! end to be lost among.
//!
//! Reading takes sums of small integers and the range coder, nothing else: no floats, no other library.

use crate::coder::{Decoder, Encoder};
use crate::page;
use std::{array, ops::Range};
use yomikiri_core::{Contexts, Features, Value};

/// Nodes of a block.
pub const BLOCK: u64 = 1024;
const SETS: usize = Features::SETS;
/// log2 of the weights of a set, for whether a position is reached and for whether it is lost.
const BITS: [u32; 2] = [13, 16];
/// Weights are in so many parts of a natural unit of log odds.
const UNIT: f32 = 16.0;
/// Sums beyond it are as good as sure.
const SUREST: i32 = 192;
const CHANCES: usize = 2 * SUREST as usize + 1;
/// Chances sum to `1 << CHANCE_BITS`.
const CHANCE_BITS: u32 = 16;
/// One page in so many is learnt from, where there are many.
const SAMPLED: usize = 3;
/// The length of a step of learning.
const STEP: f32 = 0.07;

/// What is asked of a position, in this order.
#[derive(Clone, Copy)]
enum Choice {
    Reached,
    Lost,
}

/// The outcomes of a choice before: those of the last three positions, and by lane. Two bits each, the latest
/// in the lowest; 2 for none.
struct Before {
    last: u8,
    lanes: [u8; 256],
}

impl Before {
    const NOTHING: Self = Self { last: 0b10_10_10, lanes: [0b10_10_10; 256] };

    #[inline]
    fn push(&mut self, lane: u8, outcome: bool) {
        for past in [&mut self.last, &mut self.lanes[usize::from(lane)]] {
            *past = (*past << 2 | u8::from(outcome)) & 0b11_11_11;
        }
    }

    /// The places of the weights that add up, for a set of `1 << bits`.
    #[inline]
    fn places(&self, features: &Features, bits: u32) -> [usize; SETS] {
        let (last, lane) = (u32::from(self.last), u32::from(self.lanes[usize::from(features.lane)]));
        // The last two; the last and the last in the lane; the last three of both.
        let joined = [last & 15, 1 << 12 | (last & 3) << 2 | lane & 3, 1 << 13 | last << 6 | lane];
        array::from_fn(|set| {
            let with =
                features.sets[set] ^ joined.get(set).map_or(0, |joined| joined.wrapping_mul(0x85eb_ca6b));
            set << bits | (with.wrapping_mul(0x9e37_79b1) >> (32 - bits)) as usize
        })
    }
}

/// Weights of both choices, and the chances of their sums.
#[derive(Debug, PartialEq, Eq)]
pub struct Model {
    weights: [Vec<i8>; 2],
    /// The chance of yes by sum, in parts of `1 << CHANCE_BITS`.
    chances: Vec<u16>,
}

/// Walks through a block's choices: `choose` is asked, or told the outcome, and it is passed on to the next.
/// `give` gets each position's state: `None` where it is not reached, else whether it is lost.
#[inline]
fn each_choice(
    block: &[Features],
    mut choose: impl FnMut(&Features, Choice, &Before) -> bool,
    mut give: impl FnMut(&Features, Option<bool>),
) {
    let mut before = [const { Before::NOTHING }; 2];
    for features in block {
        let reached = choose(features, Choice::Reached, &before[0]);
        before[0].push(features.lane, reached);
        let state = reached.then(|| match features.decided {
            Some(value) => matches!(value, Value::Loss(_)),
            None => choose(features, Choice::Lost, &before[1]),
        });
        if let Some(lost) = state {
            before[1].push(features.lane, lost);
        }
        give(features, state);
    }
}

/// The outcome of a choice for a position of known value.
fn outcome(value: Option<Value>, choice: Choice) -> bool {
    match choice {
        Choice::Reached => value.is_some(),
        Choice::Lost => matches!(value, Some(Value::Loss(_))),
    }
}

/// Walks through the features of a page, block by block.
fn each_block(
    graph: &impl Contexts,
    page: usize,
    features: &mut Vec<Features>,
    visit: impl FnMut(&[Features]),
) {
    features.clear();
    let nodes = page::nodes_of(page, graph.interior());
    graph.features(nodes.clone(), features);
    page::each_block(features, |features| features.node, nodes, BLOCK, visit);
}

impl Model {
    /// Learns the weights, by one thread, so that they are always the same.
    pub fn learn(graph: &impl Contexts, value: &impl Fn(u64) -> Option<Value>) -> Self {
        let pages = graph.interior().div_ceil(page::PAGE) as usize;
        let mut learner = Learner::new();
        let mut features = Vec::new();
        // Small games are learnt from as a whole, and again and again.
        let (step, rounds) = if pages > 64 * SAMPLED { (SAMPLED, 1) } else { (1, 64_usize.div_ceil(pages)) };
        for round in 0..rounds {
            for page in shuffled(pages, step, round as u64) {
                each_block(graph, page, &mut features, |block| {
                    let choose = |features: &Features, choice, before: &Before| {
                        let outcome = outcome(value(features.node), choice);
                        learner.learn(choice, &before.places(features, BITS[choice as usize]), outcome);
                        outcome
                    };
                    each_choice(block, choose, |_, _| ());
                });
            }
        }
        let rounded = |weight: f32| (weight * UNIT).round().clamp(-127.0, 127.0) as i8;
        let weights =
            learner.weights.map(|weights| weights.into_iter().map(|[weight, _]| rounded(weight)).collect());
        let chances = (-SUREST..=SUREST).map(|sum| {
            let chance = chance(f64::from(sum) / f64::from(UNIT)) * f64::from(1 << CHANCE_BITS);
            (chance.round() as i32).clamp(16, (1 << CHANCE_BITS) - 16) as u16
        });
        Self { weights, chances: chances.collect() }
    }

    /// The chance of yes.
    #[inline]
    fn chance(&self, features: &Features, choice: Choice, before: &Before) -> u32 {
        let weights = &self.weights[choice as usize];
        let places = before.places(features, BITS[choice as usize]);
        let sum: i32 = places.into_iter().map(|place| i32::from(weights[place])).sum();
        u32::from(self.chances[(sum.clamp(-SUREST, SUREST) + SUREST) as usize])
    }

    /// The chances, then how often each weight occurs and all weights in the range coder's hand.
    pub fn to_bytes(&self) -> Vec<u8> {
        let ends = Ends::of(self.weights.iter().flatten());
        let numbers = self.chances.iter().copied().chain(ends.frequencies());
        let mut bytes: Vec<u8> = numbers.flat_map(u16::to_le_bytes).collect();
        let mut coder = Encoder::new(&mut bytes);
        for &weight in self.weights.iter().flatten() {
            let symbol = usize::from(weight as u8);
            coder.encode(ends.0[symbol], ends.0[symbol + 1], CHANCE_BITS);
        }
        coder.finish();
        bytes
    }

    /// Reads what [`Self::to_bytes`] writes; `None` if it is not that.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (numbers, coded) = bytes.split_at_checked(2 * (CHANCES + 256))?;
        let numbers: Vec<u16> = numbers.chunks_exact(2).map(|b| u16::from_le_bytes([b[0], b[1]])).collect();
        let (chances, frequencies) = numbers.split_at(CHANCES);
        let ends = Ends::new(frequencies).filter(|_| !chances.contains(&0))?;
        let mut coder = Decoder::new(coded);
        let weights = BITS.map(|bits| {
            let weight = |_| {
                let at = coder.peek(CHANCE_BITS);
                let symbol = ends.0.partition_point(|&end| end <= at) - 1;
                coder.consume(ends.0[symbol], ends.0[symbol + 1], CHANCE_BITS);
                symbol as u8 as i8
            };
            (0..SETS << bits).map(weight).collect()
        });
        Some(Self { weights, chances: chances.to_vec() })
    }
}

/// Where each of 256 symbols begins, and the end.
struct Ends([u32; 257]);

impl Ends {
    /// By how often each weight occurs.
    fn of<'a>(weights: impl Iterator<Item = &'a i8>) -> Self {
        let mut counts = [0u64; 256];
        for &weight in weights {
            counts[usize::from(weight as u8)] += 1;
        }
        let total: u64 = counts.iter().sum();
        // Every symbol has a place, so that rounding leaves none without.
        let room = (1 << CHANCE_BITS) - 256;
        let mut frequencies = counts.map(|count| 1 + (count * room / total) as u16);
        let spent: u32 = frequencies.iter().map(|&frequency| u32::from(frequency)).sum();
        let most = (0..256).max_by_key(|&symbol| counts[symbol]).unwrap_or(0);
        frequencies[most] += ((1 << CHANCE_BITS) - spent) as u16;
        Self::new(&frequencies).expect("the frequencies sum to the whole")
    }

    /// `None` if the frequencies do not sum to the whole.
    fn new(frequencies: &[u16]) -> Option<Self> {
        let mut ends = [0; 257];
        for (symbol, &frequency) in frequencies.iter().enumerate() {
            ends[symbol + 1] = ends[symbol] + u32::from(frequency);
        }
        (ends[256] == 1 << CHANCE_BITS).then_some(Self(ends))
    }

    fn frequencies(&self) -> impl Iterator<Item = u16> {
        self.0.windows(2).map(|ends| (ends[1] - ends[0]) as u16)
    }
}

/// Weights that are being learnt, each with the sum of its squared gradients.
struct Learner {
    weights: [Vec<[f32; 2]>; 2],
    /// Chances of sums in steps of 1 / 64, so that the result is the same wherever it is computed.
    chances: Vec<f32>,
}

impl Learner {
    const FINE: f32 = 64.0;
    const MOST: i32 = 12 * 64;

    fn new() -> Self {
        let chances =
            (-Self::MOST..=Self::MOST).map(|sum| chance(f64::from(sum) / f64::from(Self::FINE)) as f32);
        Self { weights: BITS.map(|bits| vec![[0.0, 1.0]; SETS << bits]), chances: chances.collect() }
    }

    /// One step along the gradient, by its size so far (`AdaGrad`).
    fn learn(&mut self, choice: Choice, places: &[usize; SETS], outcome: bool) {
        let weights = &mut self.weights[choice as usize];
        let sum: f32 = places.iter().map(|&place| weights[place][0]).sum();
        let sum = ((sum * Self::FINE) as i32).clamp(-Self::MOST, Self::MOST);
        let error = f32::from(u8::from(outcome)) - self.chances[(sum + Self::MOST) as usize];
        for &place in places {
            let [weight, squares] = &mut weights[place];
            *squares += error * error;
            *weight += STEP * error / squares.sqrt();
        }
    }
}

/// The chance for log odds.
fn chance(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

/// Every `step`th number below `count` in an order that jumps about: neighbours in a row would be learnt and
/// forgotten again.
fn shuffled(count: usize, step: usize, seed: u64) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..count).step_by(step).collect();
    let mut state = seed;
    for last in (1..numbers.len()).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        numbers.swap(last, ((state >> 33) % (last as u64 + 1)) as usize);
    }
    numbers
}

/// Codes a page; its features are left for whoever counts them.
pub fn encode(
    graph: &impl Contexts,
    number: usize,
    value: &impl Fn(u64) -> Option<Value>,
    features: &mut Vec<Features>,
    model: &Model,
) -> Vec<u8> {
    let mut blocks = page::Blocks::default();
    each_block(graph, number, features, |block| {
        blocks.push(|coder| {
            let choose = |features: &Features, choice, before: &Before| {
                let outcome = outcome(value(features.node), choice);
                let yes = model.chance(features, choice, before);
                let (from, to) = if outcome { (0, yes) } else { (yes, 1 << CHANCE_BITS) };
                coder.encode(from, to, CHANCE_BITS);
                outcome
            };
            each_choice(block, choose, |_, _| ());
        });
    });
    blocks.into_page(BLOCK)
}

/// Whether a block's nodes that are plausible and reached are lost, from its first node on, out of its bytes.
pub fn decode(
    graph: &impl Contexts,
    mut coder: Decoder,
    nodes: Range<u64>,
    model: &Model,
    features: &mut Vec<Features>,
    mut give: impl FnMut(&Features, bool),
) {
    features.clear();
    graph.features(nodes, features);
    let choose = |features: &Features, choice, before: &Before| {
        let yes = model.chance(features, choice, before);
        let outcome = coder.is_below(yes, CHANCE_BITS);
        let (from, to) = if outcome { (0, yes) } else { (yes, 1 << CHANCE_BITS) };
        coder.consume(from, to, CHANCE_BITS);
        outcome
    };
    each_choice(features, choose, |features, lost| {
        if let Some(lost) = lost {
            give(features, lost);
        }
    });
}
