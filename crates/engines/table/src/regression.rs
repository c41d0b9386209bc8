//! Tables coded by regression: results in a third of a bit a position, or distances too in 1.4 bits.
//!
//! Of each position is stored whether it is *reached*, and of one that the rules do not decide whether it is
//! *lost*. Each such question is answered by itself, with a chance that is a sum: every set of the game's
//! [`Features`] has a weight, learnt by logistic regression from a part of the very positions ([`learner`]),
//! and the sum's place in [`Model::chances`] is the chance. Answers before in the block, in the lane and in
//! its halves, belong to some of the sets. In how many plies a position is lost, where that is stored, is for
//! [`losses`].
//!
//! A half of a lane is worth as much as the lane: positions of a row differ by where two pieces of one kind
//! are, so that the last one with the second piece on the same square stands one step of the first piece
//! away. A [`block()`] is longer than for distances by frequencies, because there are fewer bits for its end
//! to be lost among.
//!
//! Reading takes sums of small integers and the range coder, nothing else: no floats. The design, its rivals
//! and their figures are in `docs/notes/table.md`.
//!
//! [`learner`]: crate::learner
//! [`losses`]: crate::losses

use crate::coder::{Decoder, Encoder};
use crate::ends::SUM_BITS;
use crate::losses::Losses;
use crate::model::Symbol;
use crate::page;
use crate::past::{Past, PastLosses, Seen};
use crate::weights::{self, place};
use std::{array, io, ops::Range};
use yomikiri_core::{Contexts, Features, Value};

/// Nodes of a block, with distances or without.
pub const fn block(has_distances: bool) -> u64 {
    if has_distances { 512 } else { 1024 }
}

/// log2 of the most weights of a set, for whether a position is reached and for whether it is lost.
const MOST_BITS: [u32; 2] = [13, 16];
/// The features that have a set of weights by themselves, for both questions.
const FIXED: [&[usize]; 2] = [&[4, 6], &[3, 4, 5, 6, 7, 8]];
/// The sets that join what is known of neighbours; they come first.
const JOINED: usize = 4;
/// The most sets of a question.
pub const SETS: usize = 10;
/// Weights are in so many parts of a natural unit of log odds.
const UNIT: f32 = 16.0;
/// Sums beyond it are as good as sure.
const SUREST: i32 = 192;
const CHANCES: usize = 2 * SUREST as usize + 1;
/// Chances sum to `1 << CHANCE_BITS`.
const CHANCE_BITS: u32 = 16;

/// What is asked of a position, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Whether it is reached.
    Reached,
    /// Whether it is lost.
    Lost,
}

impl Question {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Reached, Self::Lost];

    /// How many sets of weights there are.
    const fn sets(self) -> usize {
        JOINED + FIXED[self as usize].len()
    }
}

/// Where the weights of a question lie.
#[derive(Clone, Copy, Debug)]
pub struct Places {
    question: Question,
    /// log2 of the weights of a set.
    width: u32,
}

impl Places {
    /// For a graph of so many interior nodes.
    pub const fn new(question: Question, interior: u64) -> Self {
        Self { question, width: MOST_BITS[question as usize] - weights::less(interior) }
    }

    /// How many there are.
    pub const fn count(self) -> usize {
        self.question.sets() << self.width
    }

    /// Those of all weights that add up, and how many they are.
    pub fn all(self, features: &Features, past: &Past) -> ([usize; SETS], usize) {
        let mut places = [0; SETS];
        let all = self.joined(features, past).into_iter().chain(self.fixed(features));
        let count = places.iter_mut().zip(all).map(|(own, place)| *own = place).count();
        (places, count)
    }

    /// Those of what is known of neighbours.
    #[inline(always)]
    fn joined(self, features: &Features, past: &Past) -> [usize; JOINED] {
        let Seen { last, lane, halves: [first, second] } = past.seen(features);
        let [zero, one, two, ..] = features.sets;
        // The last two; the last and the last in the lane; the last three of both; of the halves.
        let by_lane = (one, 1 << 12 | (last & 3) << 2 | lane & 3);
        let by_lanes = (two, 1 << 13 | last << 6 | lane);
        let by_second = (two, 1 << 20 | second << 8 | last & 15);
        let joined = match self.question {
            Question::Reached => [(zero, last & 15), by_lane, by_lanes, by_second],
            Question::Lost => [by_lane, by_lanes, by_second, (one, 1 << 22 | (second & 3) << 8 | first & 3)],
        };
        array::from_fn(|set| {
            let (features, joined) = joined[set];
            place(set, features ^ joined.wrapping_mul(0x85eb_ca6b), self.width)
        })
    }

    /// The others.
    #[inline(always)]
    fn fixed(self, features: &Features) -> impl Iterator<Item = usize> {
        let sets = FIXED[self.question as usize].iter().zip(JOINED..);
        sets.map(move |(&own, set)| place(set, features.sets[own], self.width))
    }
}

/// Who answers for the nodes of a block, one after the other.
trait Answers {
    /// Whether a node is reached; `at` is its place in the block.
    fn is_reached(&mut self, at: usize, features: &Features, past: &Past) -> bool;

    /// Whether one that is reached, and not decided by the rules, is lost.
    fn is_lost(&mut self, at: usize, features: &Features, past: &Past) -> bool;

    /// Half of the plies that one takes which is lost.
    fn half(&mut self, features: &Features, past: &Past, losses: &PastLosses) -> u8;

    /// What has come of a node.
    fn met(&mut self, _: &Features, _: Symbol) {}
}

/// Walks through a block, each answer being passed on to the next questions.
#[inline(always)]
fn walk(block: &[Features], answers: &mut impl Answers) {
    let mut past = [const { Past::NOTHING }; 2];
    let mut losses = PastLosses::NOTHING;
    for (at, features) in block.iter().enumerate() {
        let is_reached = answers.is_reached(at, features, &past[0]);
        past[0].push(features, is_reached);
        if !is_reached {
            continue;
        }
        let (is_lost, symbol) = match features.decided {
            Some(value) => (matches!(value, Value::Loss(_)), Symbol::Other),
            None if answers.is_lost(at, features, &past[1]) => {
                let half = answers.half(features, &past[1], &losses);
                losses.push(features, half);
                (true, Symbol::Lost(half))
            }
            None => (false, Symbol::Other),
        };
        past[1].push(features, is_lost);
        answers.met(features, symbol);
    }
}

/// Who is told the answers for nodes of known value.
pub trait Observer {
    /// The answer to a question.
    #[inline]
    fn answer(&mut self, _: Question, _: &Features, _: &Past, _: bool) {}

    /// Half of the plies of a loss.
    #[inline]
    fn half(&mut self, _: &Features, _: &Past, _: &PastLosses, _: u8) {}
}

/// Answers by the values, and tells an observer.
struct Known<'a, V, P> {
    value: &'a V,
    observer: &'a mut P,
}

impl<V: Fn(u64) -> Option<Value>, P: Observer> Answers for Known<'_, V, P> {
    #[inline]
    fn is_reached(&mut self, _: usize, features: &Features, past: &Past) -> bool {
        let answer = (self.value)(features.node).is_some();
        self.observer.answer(Question::Reached, features, past, answer);
        answer
    }

    #[inline]
    fn is_lost(&mut self, _: usize, features: &Features, past: &Past) -> bool {
        let answer = matches!((self.value)(features.node), Some(Value::Loss(_)));
        self.observer.answer(Question::Lost, features, past, answer);
        answer
    }

    #[inline]
    fn half(&mut self, features: &Features, past: &Past, losses: &PastLosses) -> u8 {
        let half = (self.value)(features.node).and_then(Value::plies).map_or(0, |plies| (plies / 2) as u8);
        self.observer.half(features, past, losses, half);
        half
    }
}

/// Walks through the blocks of a page, of so many nodes, and tells an observer the values of its nodes; their
/// features are left.
pub fn observe_page(
    graph: &impl Contexts,
    (page, block): (usize, u64),
    value: &impl Fn(u64) -> Option<Value>,
    features: &mut Vec<Features>,
    observer: &mut impl Observer,
) {
    each_block(graph, page, block, features, |block| walk(block, &mut Known { value, observer }));
}

/// Walks through the features of a page, block by block.
fn each_block(
    graph: &impl Contexts,
    page: usize,
    block: u64,
    features: &mut Vec<Features>,
    visit: impl FnMut(&[Features]),
) {
    features.clear();
    let nodes = page::nodes_of(page, graph.interior());
    graph.features(nodes.clone(), features);
    page::each_block(features, |features| features.node, nodes, block, visit);
}

/// Weights of both questions, the chances of their sums, and what losses are coded by if they are.
#[derive(Debug)]
pub struct Model {
    /// log2 of the weights of a set, by question.
    widths: [u32; 2],
    weights: [Vec<i8>; 2],
    /// The chance of yes by sum, in parts of `1 << CHANCE_BITS`.
    chances: Vec<u16>,
    losses: Option<Losses>,
}

impl Model {
    /// The model of what has been learnt of a graph of so many interior nodes, in log odds.
    pub fn new(interior: u64, weights: [Vec<f32>; 2], losses: Option<Losses>) -> Self {
        let weights = weights.map(|weights| weights::rounded(weights.into_iter(), UNIT));
        let chances = (-SUREST..=SUREST).map(|sum| {
            let chance = weights::chance(f64::from(sum) / f64::from(UNIT)) * f64::from(1 << CHANCE_BITS);
            (chance.round() as i32).clamp(16, (1 << CHANCE_BITS) - 16) as u16
        });
        let widths = Question::ALL.map(|question| Places::new(question, interior).width);
        Self { widths, weights, chances: chances.collect(), losses }
    }

    /// Nodes of a block.
    pub const fn block(&self) -> u64 {
        block(self.losses.is_some())
    }

    /// Where the weights of a question lie.
    #[inline(always)]
    const fn places(&self, question: Question) -> Places {
        Places { question, width: self.widths[question as usize] }
    }

    /// The sum of weights at some places.
    #[inline(always)]
    fn sum(&self, question: Question, places: impl Iterator<Item = usize>) -> i32 {
        let weights = &self.weights[question as usize];
        places.map(|place| i32::from(weights[place])).sum()
    }

    /// The chance of yes, when the sum of the weights that no neighbour matters to is known.
    #[inline(always)]
    fn chance(&self, question: Question, features: &Features, past: &Past, fixed: i32) -> u32 {
        let joined = self.places(question).joined(features, past);
        let sum = fixed + self.sum(question, joined.into_iter());
        u32::from(self.chances[(sum.clamp(-SUREST, SUREST) + SUREST) as usize])
    }

    /// The sum of weights that no neighbour matters to.
    #[inline(always)]
    fn fixed(&self, question: Question, features: &Features) -> i32 {
        self.sum(question, self.places(question).fixed(features))
    }

    /// The chances, all weights as [`weights::to_bytes`] writes them, and what losses are coded by.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.chances.iter().copied().flat_map(u16::to_le_bytes).collect();
        bytes.extend(weights::to_bytes(self.weights.iter().flatten().copied()));
        if let Some(losses) = &self.losses {
            bytes.extend(losses.to_bytes());
        }
        bytes
    }

    /// Reads what [`Self::to_bytes`] writes for a graph of so many interior nodes, with losses or without;
    /// `None` if it is not that.
    ///
    /// # Errors
    /// There is no memory for it.
    pub fn from_bytes(bytes: &[u8], interior: u64, has_losses: bool) -> io::Result<Option<Self>> {
        let Some((chances, rest)) = bytes.split_at_checked(2 * CHANCES) else { return Ok(None) };
        let chances: Vec<u16> = chances.as_chunks().0.iter().copied().map(u16::from_le_bytes).collect();
        let places = Question::ALL.map(|question| Places::new(question, interior));
        let (counts, widths) = (places.map(Places::count), places.map(|places| places.width));
        let Some((mut reached, rest)) = weights::from_bytes(rest, counts.iter().sum()) else {
            return Ok(None);
        };
        let weights = (!chances.contains(&0)).then(|| {
            let lost = reached.split_off(counts[0]);
            [reached, lost]
        });
        let losses = if has_losses { Losses::from_bytes(rest, interior)?.map(Some) } else { Some(None) };
        Ok(weights.zip(losses).map(|(weights, losses)| Self { widths, weights, chances, losses }))
    }
}

/// The part of `1 << CHANCE_BITS` that an answer takes, by the chance of yes.
#[inline(always)]
const fn interval(answer: bool, yes: u32) -> (u32, u32) {
    if answer { (0, yes) } else { (yes, 1 << CHANCE_BITS) }
}

/// Codes what it is told.
struct Coding<'a, 'b> {
    model: &'a Model,
    coder: &'a mut Encoder<'b>,
}

impl Observer for Coding<'_, '_> {
    #[inline]
    fn answer(&mut self, question: Question, features: &Features, past: &Past, answer: bool) {
        let fixed = self.model.fixed(question, features);
        let yes = self.model.chance(question, features, past, fixed);
        let (from, to) = interval(answer, yes);
        self.coder.encode(from, to, CHANCE_BITS);
    }

    #[inline]
    fn half(&mut self, features: &Features, past: &Past, losses: &PastLosses, half: u8) {
        if let Some(model) = &self.model.losses {
            let ends = model.ends(features, &past.seen(features), losses);
            let half = usize::from(half);
            self.coder.encode(ends.start(half), ends.start(half + 1), SUM_BITS);
        }
    }
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
    each_block(graph, number, model.block(), features, |block| {
        blocks.push(|coder| walk(block, &mut Known { value, observer: &mut Coding { model, coder } }));
    });
    blocks.into_page(model.block())
}

/// Answers out of the bytes of a block.
struct Decoding<'a, F> {
    model: &'a Model,
    coder: Decoder<'a>,
    /// The sums of weights that no neighbour matters to, by node and question.
    fixed: &'a [[i32; 2]],
    give: F,
}

impl<F> Decoding<'_, F> {
    #[inline(always)]
    fn answer(&mut self, question: Question, at: usize, features: &Features, past: &Past) -> bool {
        let yes = self.model.chance(question, features, past, self.fixed[at][question as usize]);
        let answer = self.coder.is_below(yes, CHANCE_BITS);
        let (from, to) = interval(answer, yes);
        self.coder.consume(from, to, CHANCE_BITS);
        answer
    }
}

impl<F: FnMut(&Features, Symbol)> Answers for Decoding<'_, F> {
    #[inline(always)]
    fn is_reached(&mut self, at: usize, features: &Features, past: &Past) -> bool {
        self.answer(Question::Reached, at, features, past)
    }

    #[inline(always)]
    fn is_lost(&mut self, at: usize, features: &Features, past: &Past) -> bool {
        self.answer(Question::Lost, at, features, past)
    }

    #[inline(always)]
    fn half(&mut self, features: &Features, past: &Past, losses: &PastLosses) -> u8 {
        let Some(model) = &self.model.losses else { return 0 };
        let ends = model.ends(features, &past.seen(features), losses);
        ends.decode(&mut self.coder) as u8
    }

    #[inline(always)]
    fn met(&mut self, features: &Features, symbol: Symbol) {
        (self.give)(features, symbol);
    }
}

/// What is kept so that a look-up allocates little.
#[derive(Default)]
pub struct Scratch {
    features: Vec<Features>,
    fixed: Vec<[i32; 2]>,
}

/// What is stored of a block's nodes that are plausible and reached, from its first node on, out of its
/// bytes.
///
/// First all that no neighbour matters to is looked up, then the coder: each of its steps waits for the one
/// before, and what is looked up would wait with it.
pub fn decode(
    graph: &impl Contexts,
    coder: Decoder,
    nodes: Range<u64>,
    model: &Model,
    Scratch { features, fixed }: &mut Scratch,
    give: impl FnMut(&Features, Symbol),
) {
    features.clear();
    graph.features(nodes, features);
    fixed.clear();
    fixed.extend(
        features.iter().map(|features| {
            [model.fixed(Question::Reached, features), model.fixed(Question::Lost, features)]
        }),
    );
    walk(features, &mut Decoding { model, coder, fixed, give });
}
