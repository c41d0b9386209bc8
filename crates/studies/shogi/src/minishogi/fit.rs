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
use yomikiri_core::Wdl;

/// Samples between two steps.
const BATCH: usize = 4096;

/// Where the weights of the parameters begin: rows, bias, output, output's bias.
const BIAS: usize = FEATURES * HIDDEN;
const OUTPUT: usize = BIAS + HIDDEN;
const OUTPUT_BIAS: usize = OUTPUT + 2 * HIDDEN;
const PARAMETERS: usize = OUTPUT_BIAS + 1;

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
}

fn logistic(number: f32) -> f32 {
    1.0 / (1.0 + (-number).exp())
}

/// The feature on the mirrored square.
fn mirrored(feature: usize) -> usize {
    if feature >= 2 * features::KINDS * 25 {
        return feature;
    }
    let square = feature % 25;
    feature - square + square / 5 * 5 + (4 - square % 5)
}

/// A network in the making.
struct Learner {
    weights: Vec<f32>,
    gradient: Vec<f32>,
    /// Running means of the gradient and of its square.
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: i32,
    mirror: Vec<usize>,
}

impl Learner {
    fn new(random: &mut ChaCha8Rng) -> Self {
        let mut weights = vec![0.0; PARAMETERS];
        weights[..BIAS].fill_with(|| random.random_range(-0.1..0.1));
        weights[BIAS..OUTPUT].fill(0.1);
        weights[OUTPUT..OUTPUT_BIAS].fill_with(|| random.random_range(-0.2..0.2));
        let zeros = || vec![0.0; PARAMETERS];
        let mirror = (0..FEATURES).map(mirrored).collect();
        Self { weights, gradient: zeros(), means: zeros(), squares: zeros(), steps: 0, mirror }
    }

    /// Adds the gradient of an example; gives its loss.
    fn see(&mut self, example: &Example, mirror: bool, learn: bool) -> f32 {
        let mut sums = [[0.0f32; HIDDEN]; 2];
        let count = usize::from(example.count);
        let row = |feature: u16| {
            let feature = usize::from(feature);
            (if mirror { self.mirror[feature] } else { feature }) * HIDDEN
        };
        let mut output = self.weights[OUTPUT_BIAS];
        for (view, sum) in sums.iter_mut().enumerate() {
            sum.copy_from_slice(&self.weights[BIAS..OUTPUT]);
            for &feature in &example.views[view][..count] {
                let row = row(feature);
                sum.iter_mut().zip(&self.weights[row..row + HIDDEN]).for_each(|(sum, weight)| *sum += weight);
            }
            let weights = &self.weights[OUTPUT + view * HIDDEN..][..HIDDEN];
            let products = sum.iter().zip(weights).map(|(sum, weight)| sum.clamp(0.0, 1.0).powi(2) * weight);
            output += products.sum::<f32>();
        }
        let guess = logistic(output);
        let error = guess - example.target;
        if learn {
            self.gradient[OUTPUT_BIAS] += error;
            for (view, sum) in sums.iter().enumerate() {
                let mut back = [0.0f32; HIDDEN];
                for at in 0..HIDDEN {
                    let clipped = sum[at].clamp(0.0, 1.0);
                    self.gradient[OUTPUT + view * HIDDEN + at] += error * clipped * clipped;
                    let slope = if sum[at] > 0.0 && sum[at] < 1.0 { 2.0 * clipped } else { 0.0 };
                    back[at] = error * slope * self.weights[OUTPUT + view * HIDDEN + at];
                    self.gradient[BIAS + at] += back[at];
                }
                for &feature in &example.views[view][..count] {
                    let feature = usize::from(feature);
                    let row = (if mirror { self.mirror[feature] } else { feature }) * HIDDEN;
                    let gradient = &mut self.gradient[row..row + HIDDEN];
                    gradient.iter_mut().zip(&back).for_each(|(sum, back)| *sum += back);
                }
            }
        }
        error * error
    }

    /// One step of Adam over what has been seen.
    fn step(&mut self, seen: usize, rate: f32) {
        const KEEP: (f32, f32) = (0.9, 0.999);
        self.steps += 1;
        let warm = (1.0 - KEEP.0.powi(self.steps), 1.0 - KEEP.1.powi(self.steps));
        for at in 0..PARAMETERS {
            let gradient = self.gradient[at] / seen as f32;
            self.means[at] = KEEP.0 * self.means[at] + (1.0 - KEEP.0) * gradient;
            self.squares[at] = KEEP.1 * self.squares[at] + (1.0 - KEEP.1) * gradient * gradient;
            let change = rate * (self.means[at] / warm.0) / ((self.squares[at] / warm.1).sqrt() + 1e-8);
            let most = if (OUTPUT..OUTPUT_BIAS).contains(&at) { MOST_OUTPUT } else { MOST_ROW };
            self.weights[at] = (self.weights[at] - change).clamp(-most, most);
        }
        self.gradient.fill(0.0);
    }

    /// The weights in integers.
    fn quantised(&self) -> Network {
        let row = |from: usize, one: i32| -> Row {
            std::array::from_fn(|at| (self.weights[from + at] * one as f32).round() as i16)
        };
        Network {
            rows: (0..FEATURES).map(|feature| row(feature * HIDDEN, ONE)).collect(),
            bias: row(BIAS, ONE),
            output: [row(OUTPUT, UNIT), row(OUTPUT + HIDDEN, UNIT)],
            output_bias: (self.weights[OUTPUT_BIAS] * (ONE * UNIT) as f32).round() as i32,
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
