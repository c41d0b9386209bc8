//! Learning the weights of [`regression`] from the values of a part of the pages.
//!
//! Questions are learnt by logistic regression, losses as normal distributions, both by steps along the
//! gradient that shrink with its size so far (`AdaGrad`). Each is learnt by one thread in a fixed order,
//! beside the others, so that a table does not depend on how many there are. In the order of the index it
//! would diverge: the last positions seen push the others out.

use crate::format::Header;
use crate::losses::{self, Counts, Losses};
use crate::model;
use crate::page;
use crate::parallel;
use crate::past::{Past, PastLosses};
use crate::regression::{self, Model, Observer, Places, Question};
use crate::weights;
use std::io;
use yomikiri_core::{Contexts, Features, Value};

/// One page in so many is learnt from, where there are many.
const SAMPLED: usize = 3;
/// The length of a step for questions.
const STEP: f32 = 0.07;
/// The lengths of a step for the means and the spreads of losses.
const LOSS_STEPS: [f32; 2] = [0.02, 0.01];

/// A weight that is being learnt, with the sum of its squared gradients.
type Weight = [f32; 2];

/// One step of a weight along a gradient.
#[inline]
fn step([weight, squares]: &mut Weight, gradient: f32, length: f32) {
    *squares += gradient * gradient;
    *weight += length * gradient / squares.sqrt();
}

/// Values of a function in steps of 1 / 64, so that what is learnt is the same wherever it is computed.
struct Tabled {
    values: Vec<f32>,
    most: i32,
}

impl Tabled {
    const FINE: f32 = 64.0;

    /// Of arguments from `-most` to `most`; beyond them the value at the end.
    fn new(most: i32, function: impl Fn(f64) -> f64) -> Self {
        let most = most * Self::FINE as i32;
        let value = |argument| function(f64::from(argument) / f64::from(Self::FINE)) as f32;
        Self { values: (-most..=most).map(value).collect(), most }
    }

    #[inline]
    fn of(&self, argument: f32) -> f32 {
        let argument = ((argument * Self::FINE) as i32).clamp(-self.most, self.most);
        self.values[(argument + self.most) as usize]
    }
}

/// Weights of a question.
struct OfQuestion {
    question: Question,
    places: Places,
    weights: Vec<Weight>,
    chances: Tabled,
}

impl Observer for OfQuestion {
    fn answer(&mut self, question: Question, features: &Features, past: &Past, answer: bool) {
        if question != self.question {
            return;
        }
        let (places, count) = self.places.all(features, past);
        let places = &places[..count];
        let sum: f32 = places.iter().map(|&place| self.weights[place][0]).sum();
        let error = f32::from(u8::from(answer)) - self.chances.of(sum);
        for &place in places {
            step(&mut self.weights[place], error, STEP);
        }
    }
}

/// Weights of the means and spreads of losses.
struct OfLosses {
    width: u32,
    weights: Vec<[Weight; 2]>,
    /// Where each distance lies on the scale of means.
    scale: Vec<f32>,
    /// One through the square of the spread.
    narrow: Tabled,
}

impl Observer for OfLosses {
    fn half(&mut self, features: &Features, past: &Past, losses: &PastLosses, half: u8) {
        let places = losses::places(self.width, features, &past.seen(features), losses);
        let sum = |kind: usize| places.iter().map(|&place| self.weights[place][kind][0]).sum::<f32>();
        let (distance, narrow) = (self.scale[usize::from(half)] - sum(0), self.narrow.of(sum(1)));
        // Of the logarithm of the density; bounded, since a single loss is to move nothing far.
        let of_mean = (distance * narrow).clamp(-4.0, 4.0);
        let of_spread = (distance * distance * narrow - 1.0).clamp(-3.0, 3.0);
        for place in places {
            let [mean, spread] = &mut self.weights[place];
            step(mean, of_mean, LOSS_STEPS[0]);
            step(spread, of_spread, LOSS_STEPS[1]);
        }
    }
}

/// Where distances up to twice `longest_half` lie on the scale of means: the logit of the share of shorter
/// losses, by one page in some.
fn scale(graph: &impl Contexts, value: &impl Fn(u64) -> Option<Value>, longest_half: u8) -> Vec<f32> {
    let mut counts = vec![1u64; usize::from(longest_half) + 1];
    for page in (0..page::count_of(graph)).step_by(model::SAMPLED) {
        for node in page::nodes_of(page, graph.interior()) {
            if let Some(Value::Loss(plies)) = value(node) {
                counts[usize::from(plies / 2)] += 1;
            }
        }
    }
    let all = counts.iter().sum::<u64>() as f64;
    let mut shorter = 0;
    let place = |&count: &u64| {
        let share = (shorter as f64 + count as f64 / 2.0) / all;
        shorter += count;
        ((share / (1.0 - share)).ln() / 1.7) as f32
    };
    counts.iter().map(place).collect()
}

impl Observer for Counts<'_> {
    fn half(&mut self, features: &Features, past: &Past, losses: &PastLosses, half: u8) {
        self.add(features, &past.seen(features), losses, half);
    }
}

/// Tells an observer the values of a part of the pages.
fn observe_pages(
    graph: &impl Contexts,
    block: u64,
    value: &impl Fn(u64) -> Option<Value>,
    observer: &mut impl Observer,
) {
    let pages = page::count_of(graph);
    let mut features = Vec::new();
    // Small games are learnt from as a whole, and again and again.
    let (step, rounds) = if pages > 64 * SAMPLED { (SAMPLED, 1) } else { (1, 64_usize.div_ceil(pages)) };
    for round in 0..rounds {
        for page in shuffled(pages, step, round as u64) {
            regression::observe_page(graph, (page, block), value, &mut features, observer);
        }
    }
}

/// What is learnt by one thread.
enum Learnt {
    Question(Question, Vec<f32>),
    Losses(losses::Weights),
}

/// Learns what a table of results or a compact one is coded by.
///
/// # Errors
/// There is no memory for it.
pub fn learn<G: Contexts>(
    header: &Header,
    graph: &G,
    value: &(impl Fn(u64) -> Option<Value> + Sync),
    threads: usize,
) -> io::Result<Model> {
    let block = regression::block(header.kind.has_distances());
    let of_question = |question: Question| {
        let places = Places::new(question, graph.interior());
        let weights = vec![[0.0, 1.0]; places.count()];
        let mut learner = OfQuestion { question, places, weights, chances: Tabled::new(12, weights::chance) };
        observe_pages(graph, block, value, &mut learner);
        Learnt::Question(question, learner.weights.into_iter().map(|[weight, _]| weight).collect())
    };
    let of_losses = || {
        let width = losses::width(graph.interior());
        let weights = vec![[[0.0, 1.0]; 2]; losses::SETS << width];
        let narrow = Tabled::new(2, |spread| (-2.0 * spread).exp());
        let scale = scale(graph, value, header.longest_half());
        let mut learner = OfLosses { width, weights, scale, narrow };
        observe_pages(graph, block, value, &mut learner);
        let weights = learner.weights.iter().map(|both| both.map(|[weight, _]| weight));
        Learnt::Losses(losses::Weights::new(width, &weights.collect::<Vec<_>>()))
    };
    // The longest first.
    let tasks: [&(dyn Fn() -> Learnt + Sync); 3] =
        [&|| of_question(Question::Lost), &|| of_question(Question::Reached), &of_losses];
    let tasks = &tasks[..if header.kind.has_distances() { 3 } else { 2 }];
    let learnt = parallel::in_parallel(threads, tasks.len(), |next| {
        std::iter::from_fn(next).map(|task| tasks[task]()).collect::<Vec<_>>()
    });
    let (mut questions, mut of_losses) = ([const { Vec::new() }; 2], None);
    for learnt in learnt.into_iter().flatten() {
        match learnt {
            Learnt::Question(question, weights) => questions[question as usize] = weights,
            Learnt::Losses(weights) => of_losses = Some(weights),
        }
    }
    let losses = of_losses.map(|weights| count_losses(header, graph, value, threads, weights)).transpose()?;
    Ok(Model::new(graph.interior(), questions, losses))
}

/// What losses are coded by whose weights are known: how often each distance occurs is counted.
fn count_losses<G: Contexts>(
    header: &Header,
    graph: &G,
    value: &(impl Fn(u64) -> Option<Value> + Sync),
    threads: usize,
    weights: losses::Weights,
) -> io::Result<Losses> {
    let (longest, block) = (header.longest_half(), regression::block(true));
    let count = |next: &dyn Fn() -> Option<usize>| {
        let (mut counts, mut features) = (Counts::new(&weights, longest), Vec::new());
        while let Some(number) = next() {
            let page = (number * model::SAMPLED, block);
            regression::observe_page(graph, page, value, &mut features, &mut counts);
        }
        counts
    };
    let pages = page::count_of(graph).div_ceil(model::SAMPLED);
    let frequencies = parallel::counted(threads, pages, count, Counts::merge).frequencies();
    Losses::new(weights, &frequencies, longest)
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
