//! Fits the network to samples: stochastic gradient descent (Adam) on the logistic loss of what a position is
//! worth.
//!
//! A position's worth is a probability of winning: partly how its game ended, partly what the search made of
//! it, since a score is less noisy than one result. A row of the network is a row that all squares of the
//! king share and one of its group: a group that is seldom seen keeps to what all have in common. Each sample
//! is seen as it is or mirrored left to right, at random: the rules do not tell the two apart.

use super::{
    features::{FEATURES, FEATURES_OF_GROUP, View, mirrored},
    network::{HIDDEN, Network, ONE, Row, UNIT},
    selfplay::Sample,
};
use crate::evaluation::POINTS;
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng, seq::SliceRandom};
use std::ops::Range;
use yomikiri_learn::{Adam, OperationOrder, Parameters, after, logistic};
use yomikiri_simd::{Floats, WIDTH};

/// Samples between two steps.
const BATCH: usize = 4096;

/// Rows of parameters that make up a row of the network.
const PER_ROW: usize = HIDDEN / WIDTH;

// Where the layers lie, in rows of parameters; of the last the first number is the second layer's bias.
const SHARED: Range<usize> = 0..FEATURES_OF_GROUP * PER_ROW;
const ROWS: Range<usize> = after(&SHARED, FEATURES * PER_ROW);
const BIAS: Range<usize> = after(&ROWS, PER_ROW);
const OUTPUT: Range<usize> = after(&BIAS, 2 * PER_ROW);
const OUTPUT_BIAS: Range<usize> = after(&OUTPUT, 1);

/// The most that a weight of the second layer may be, so that the integer sums do not overflow.
const MOST_OUTPUT: f32 = 126.0 / UNIT as f32;

/// The most that a weight of the first layer may be: twice that, shared and of the group, thirteen times fits
/// 16 bits.
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
        Self { epochs: 16, rate: 0.002, result_share: 0.25, seed: 1 }
    }
}

/// A sample's features, from the view of the side to move and of the other.
struct Example {
    views: [[u16; Self::MOST]; 2],
    /// Of each view, whether it may be mirrored.
    in_the_middle: [bool; 2],
    count: u8,
    target: f32,
}

impl Example {
    /// Twelve pieces, two kings among them.
    const MOST: usize = 12;

    fn new(sample: &Sample, settings: Settings) -> Self {
        let (mut views, mut in_the_middle) = ([[0; Self::MOST]; 2], [false; 2]);
        let side = sample.pos.side();
        let mut count = 0;
        let both = View::both(&sample.pos);
        for (place, side) in [side, side.other()].into_iter().enumerate() {
            count = 0;
            let view = both[side.index()];
            view.each(&sample.pos, |feature| {
                views[place][count] = feature as u16;
                count += 1;
            });
            in_the_middle[place] = view.is_in_the_middle();
        }
        let result = sample.result.points() as f32;
        let score = logistic(f32::from(sample.score) / POINTS as f32);
        let target = settings.result_share * result + (1.0 - settings.result_share) * score;
        Self { views, in_the_middle, count: count as u8, target }
    }

    /// The features of a view as rows of the king's group; mirrored, if that is wanted, where the king stands
    /// in the middle (elsewhere the mirrored board has the same).
    fn rows(&self, view: usize, mirror: bool) -> impl Iterator<Item = Range<usize>> {
        let mirror = mirror && self.in_the_middle[view];
        self.views[view][..usize::from(self.count)].iter().map(move |&feature| {
            let feature = usize::from(feature);
            let feature = if mirror { mirrored(feature) } else { feature };
            feature * PER_ROW..(feature + 1) * PER_ROW
        })
    }
}

/// A row of the network in the making.
type Sum = [Floats; PER_ROW];

/// A network in the making.
struct Learner {
    weights: Parameters,
    gradient: Parameters,
    adam: Adam,
    /// The rows of the network: what all groups share, and what is of the group.
    rows: Vec<Floats>,
}

impl Learner {
    fn new(random: &mut ChaCha8Rng) -> Self {
        let mut weights = Parameters::zero(OUTPUT_BIAS.end);
        let mut fill = |rows: Range<usize>, range: Range<f32>| {
            let numbers = weights[rows].iter_mut().flat_map(|row| &mut row.0);
            numbers.for_each(|number| *number = random.random_range(range.clone()));
        };
        fill(SHARED, -0.1..0.1);
        fill(OUTPUT, -0.2..0.2);
        weights[BIAS].fill(Floats([0.1; WIDTH]));
        let gradient = Parameters::zero(OUTPUT_BIAS.end);
        let adam = Adam::new(OUTPUT_BIAS.end, OperationOrder::WeightedSums);
        let mut learner = Self { weights, gradient, adam, rows: vec![Floats::ZERO; ROWS.len()] };
        learner.sum_up();
        learner
    }

    /// The rows of the network from its parameters.
    fn sum_up(&mut self) {
        for (group, own) in self.rows.chunks_mut(SHARED.len()).zip(self.weights[ROWS].chunks(SHARED.len())) {
            group.copy_from_slice(&self.weights[SHARED]);
            add(group, own);
        }
    }

    /// Adds the gradient of an example; gives its loss.
    fn see(&mut self, example: &Example, mirror: bool, learn: bool) -> f32 {
        let mut sums = [[Floats::ZERO; PER_ROW]; 2];
        let mut output = self.weights[OUTPUT_BIAS.start].0[0];
        for (view, sum) in sums.iter_mut().enumerate() {
            sum.copy_from_slice(&self.weights[BIAS]);
            for row in example.rows(view, mirror) {
                add(sum, &self.rows[row]);
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
                for row in example.rows(view, mirror) {
                    let row = ROWS.start + row.start..ROWS.start + row.end;
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
        let (shared, groups) = self.gradient[SHARED.start..ROWS.end].split_at_mut(SHARED.len());
        groups.chunks(shared.len()).for_each(|group| add(shared, group));
        self.gradient.numbers_mut().for_each(|number| *number /= seen as f32);
        self.adam.step(&mut self.weights, &[&self.gradient], -1.0, rate);
        for (row, weights) in self.weights[..].iter_mut().enumerate() {
            let most = if OUTPUT.contains(&row) { MOST_OUTPUT } else { MOST_ROW };
            weights.0 = weights.0.map(|weight| weight.clamp(-most, most));
        }
        self.gradient.clear();
        self.sum_up();
    }

    /// The weights in integers.
    fn quantised(&self) -> Network {
        Network {
            rows: self.rows.chunks_exact(PER_ROW).map(|row| quantised(row, ONE)).collect(),
            bias: quantised(&self.weights[BIAS], ONE),
            output: [0, 1].map(|view| quantised(&self.weights[output_of(view)], UNIT)),
            output_bias: (self.weights[OUTPUT_BIAS.start].0[0] * (ONE * UNIT) as f32).round() as i32,
        }
    }
}

/// A row in integers, of which so many are 1.
fn quantised(row: &[Floats], one: i32) -> Row {
    std::array::from_fn(|at| (row[at / WIDTH].0[at % WIDTH] * one as f32).round() as i16)
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

/// The most samples that are kept aside together, so that hardly any is of a game that is learnt from.
const BLOCK: usize = 1000;

/// Fits a network. One sample in fifty is kept aside, to see whether what is learnt holds for others.
pub fn fit(samples: &[Sample], settings: Settings, report: &mut dyn FnMut(Epoch)) -> Network {
    let mut random = ChaCha8Rng::seed_from_u64(settings.seed);
    let (mut learnt, mut aside) = (Vec::new(), Vec::new());
    let block = (samples.len() / 50).clamp(1, BLOCK);
    for (number, block) in samples.chunks(block).enumerate() {
        let list = if number % 50 == 49 { &mut aside } else { &mut learnt };
        list.extend(block.iter().map(|sample| Example::new(sample, settings)));
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
