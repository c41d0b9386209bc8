//! Fits the network to samples: stochastic gradient descent (Adam) on the logistic loss of what a position is
//! worth.
//!
//! A position's worth is a probability of winning: partly how its game ended, partly what the search made of
//! it, since a score is less noisy than one result. Each sample is seen as it is or mirrored left to right,
//! at random: the rules do not tell the two apart.

use super::{
    features::{self, FEATURES},
    network::{HIDDEN, Network, ONE, Row, UNIT},
    selfplay::Sample,
};
use crate::evaluation::POINTS;
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng, seq::SliceRandom};
use std::ops::Range;
use yomikiri_core::Wdl;
use yomikiri_learn::{Adam, OperationOrder, Parameters, after, logistic};
use yomikiri_simd::{Floats, WIDTH};

/// Samples between two steps.
const BATCH: usize = 4096;

/// Rows of parameters that make up a row of the network.
const PER_ROW: usize = HIDDEN / WIDTH;

// Where the layers lie, in rows of parameters; of the last the first number is the second layer's bias.
const ROWS: Range<usize> = 0..FEATURES * PER_ROW;
const BIAS: Range<usize> = after(&ROWS, PER_ROW);
const OUTPUT: Range<usize> = after(&BIAS, 2 * PER_ROW);
const OUTPUT_BIAS: Range<usize> = after(&OUTPUT, 1);

/// The most that a weight of the second layer may be, so that the integer sums do not overflow.
const MOST_OUTPUT: f32 = 126.0 / UNIT as f32;

/// The most that a weight of the first layer may be: thirty of them fit 16 bits.
const MOST_ROW: f32 = 4.0;

/// How the fit goes.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How often each sample is seen.
    pub epochs: usize,
    /// How far a step goes, at first; it falls to a hundredth.
    pub rate: f32,
    /// The share of the game's result in what a position is worth, the rest being the search's score.
    pub result_share: f32,
    /// The seed of the initial weights and the order of samples.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self { epochs: 16, rate: 0.002, result_share: 0.5, seed: 1 }
    }
}

/// A sample's features, from the view of the side to move and of the other.
struct Example {
    views: [[u16; Self::MOST]; 2],
    count: u8,
    target: f32,
}

impl Example {
    /// Twelve pieces, two kings among them.
    const MOST: usize = 12;

    fn new(sample: &Sample, settings: Settings) -> Self {
        let mut views = [[0; Self::MOST]; 2];
        let side = sample.pos.side();
        let mut count = 0;
        for (view, list) in [side, side.other()].into_iter().zip(&mut views) {
            count = 0;
            features::each(&sample.pos, view, |feature| {
                list[count] = feature as u16;
                count += 1;
            });
        }
        let result = match sample.result {
            Wdl::Win => 1.0,
            Wdl::Draw => 0.5,
            Wdl::Loss => 0.0,
        };
        let score = logistic(f32::from(sample.score) / POINTS as f32);
        let target = settings.result_share * result + (1.0 - settings.result_share) * score;
        Self { views, count: count as u8, target }
    }

    /// The features of a view, as rows of parameters; or those that a list gives for them.
    fn rows(&self, view: usize, mirror: Option<&Vec<usize>>) -> impl Iterator<Item = Range<usize>> {
        self.views[view][..usize::from(self.count)].iter().map(move |&feature| {
            let feature = usize::from(feature);
            let feature = mirror.map_or(feature, |mirror| mirror[feature]);
            feature * PER_ROW..(feature + 1) * PER_ROW
        })
    }
}

/// The feature on the mirrored square.
fn mirrored(feature: usize) -> usize {
    if feature >= 2 * features::KINDS * 25 {
        return feature;
    }
    let square = feature % 25;
    feature - square + square / 5 * 5 + (4 - square % 5)
}

/// A row of the network in the making.
type Sum = [Floats; PER_ROW];

/// A network in the making.
struct Learner {
    weights: Parameters,
    gradient: Parameters,
    adam: Adam,
    mirror: Vec<usize>,
}

impl Learner {
    fn new(random: &mut ChaCha8Rng) -> Self {
        let mut weights = Parameters::zero(OUTPUT_BIAS.end);
        let mut fill = |rows: Range<usize>, range: Range<f32>| {
            let numbers = weights[rows].iter_mut().flat_map(|row| &mut row.0);
            numbers.for_each(|number| *number = random.random_range(range.clone()));
        };
        fill(ROWS, -0.1..0.1);
        fill(OUTPUT, -0.2..0.2);
        weights[BIAS].fill(Floats([0.1; WIDTH]));
        let gradient = Parameters::zero(OUTPUT_BIAS.end);
        let adam = Adam::new(OUTPUT_BIAS.end, OperationOrder::WeightedSums);
        Self { weights, gradient, adam, mirror: (0..FEATURES).map(mirrored).collect() }
    }

    /// Adds the gradient of an example; gives its loss.
    fn see(&mut self, example: &Example, mirror: bool, learn: bool) -> f32 {
        let mut sums = [[Floats::ZERO; PER_ROW]; 2];
        let mut output = self.weights[OUTPUT_BIAS.start].0[0];
        for (view, sum) in sums.iter_mut().enumerate() {
            sum.copy_from_slice(&self.weights[BIAS]);
            for row in example.rows(view, mirror.then_some(&self.mirror)) {
                add(sum, &self.weights[row]);
            }
            let mut products = 0.0;
            for (sum, weights) in sum.iter().zip(&self.weights[output_of(view)]) {
                for (sum, weight) in sum.0.iter().zip(&weights.0) {
                    products += sum.clamp(0.0, 1.0).powi(2) * weight;
                }
            }
            output += products;
        }
        let error = logistic(output) - example.target;
        if learn {
            self.gradient[OUTPUT_BIAS.start].0[0] += error;
            for (view, sum) in sums.iter().enumerate() {
                let back = self.teach_output(view, sum, error);
                add(&mut self.gradient[BIAS], &back);
                for row in example.rows(view, mirror.then_some(&self.mirror)) {
                    add(&mut self.gradient[row], &back);
                }
            }
        }
        error * error
    }

    /// Adds the gradient of the second layer; gives that by the sums of a view.
    fn teach_output(&mut self, view: usize, sum: &Sum, error: f32) -> Sum {
        let mut back = [Floats::ZERO; PER_ROW];
        for (part, row) in output_of(view).enumerate() {
            for at in 0..WIDTH {
                let number = sum[part].0[at];
                let clipped = number.clamp(0.0, 1.0);
                self.gradient[row].0[at] += error * clipped * clipped;
                let slope = if number > 0.0 && number < 1.0 { 2.0 * clipped } else { 0.0 };
                back[part].0[at] = error * slope * self.weights[row].0[at];
            }
        }
        back
    }

    /// One step over what has been seen.
    fn step(&mut self, seen: usize, rate: f32) {
        self.gradient.numbers_mut().for_each(|number| *number /= seen as f32);
        self.adam.step(&mut self.weights, &[&self.gradient], -1.0, rate);
        for (row, weights) in self.weights[..].iter_mut().enumerate() {
            let most = if OUTPUT.contains(&row) { MOST_OUTPUT } else { MOST_ROW };
            weights.0 = weights.0.map(|weight| weight.clamp(-most, most));
        }
        self.gradient.clear();
    }

    /// The weights in integers.
    fn quantised(&self) -> Network {
        let row = |first: usize, one: i32| -> Row {
            let number = |at: usize| self.weights[first + at / WIDTH].0[at % WIDTH];
            std::array::from_fn(|at| (number(at) * one as f32).round() as i16)
        };
        Network {
            rows: ROWS.step_by(PER_ROW).map(|first| row(first, ONE)).collect(),
            bias: row(BIAS.start, ONE),
            output: [row(OUTPUT.start, UNIT), row(OUTPUT.start + PER_ROW, UNIT)],
            output_bias: (self.weights[OUTPUT_BIAS.start].0[0] * (ONE * UNIT) as f32).round() as i32,
        }
    }
}

/// The rows of the second layer for one of the views.
const fn output_of(view: usize) -> Range<usize> {
    OUTPUT.start + view * PER_ROW..OUTPUT.start + (view + 1) * PER_ROW
}

fn add(sum: &mut [Floats], row: &[Floats]) {
    for (sum, row) in sum.iter_mut().zip(row) {
        for (sum, number) in sum.0.iter_mut().zip(&row.0) {
            *sum += number;
        }
    }
}

/// How far an epoch has brought the fit.
#[derive(Clone, Copy, Debug)]
pub struct Epoch {
    /// Its number, from 1.
    pub number: usize,
    /// The mean square error of the probability on the samples that are learnt from.
    pub error: f32,
    /// The same on those that are kept aside.
    pub aside: f32,
}

/// Fits a network. One sample in fifty is kept aside, to see whether what is learnt holds for others.
pub fn fit(samples: &[Sample], settings: Settings, report: &mut dyn FnMut(Epoch)) -> Network {
    let mut random = ChaCha8Rng::seed_from_u64(settings.seed);
    let (mut learnt, mut aside) = (Vec::new(), Vec::new());
    for (at, sample) in samples.iter().enumerate() {
        let list = if at % 50 == 49 { &mut aside } else { &mut learnt };
        list.push(Example::new(sample, settings));
    }
    let mut learner = Learner::new(&mut random);
    let batches = (learnt.len().div_ceil(BATCH) * settings.epochs).max(1);
    let mut done = 0;
    for number in 1..=settings.epochs {
        learnt.shuffle(&mut random);
        let mut error = 0.0;
        for batch in learnt.chunks(BATCH) {
            error += batch.iter().map(|example| learner.see(example, random.random(), true)).sum::<f32>();
            let share = done as f32 / batches as f32;
            learner.step(batch.len(), settings.rate * 0.01f32.powf(share));
            done += 1;
        }
        let missed = aside.iter().fold(0.0, |sum, example| sum + learner.see(example, false, false));
        let mean = |sum: f32, count: usize| sum / count.max(1) as f32;
        report(Epoch { number, error: mean(error, learnt.len()), aside: mean(missed, aside.len()) });
    }
    learner.quantised()
}
