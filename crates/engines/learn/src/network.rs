//! A small network over sparse binary features.
//!
//! Method: every feature has a row of 32 weights; the rows of those that hold are summed, bent (a leaky
//! rectifier), weighed and put through a logistic function. 32 single floats are two registers of 512 bits: a
//! feature costs two additions, and whoever keeps partial sums pays only for the features that changed.
//! Training is plain stochastic gradient descent on the cross entropy: a feature costs two more
//! multiplications; [`Pace`](crate::Pace) gives rare features higher rates.
//!
//! What goes over rows is compiled for several widths of registers and chosen when the program runs
//! (`multiversion`; no choice is left where the build knows the machine). Nothing is fused or reordered: the
//! same bits on every machine.

use multiversion::multiversion;

/// Width of the hidden layer.
pub const HIDDEN: usize = 32;

/// The weights of a feature, or a sum of such.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub struct Row(pub [f32; HIDDEN]);

impl Row {
    /// Nothing added yet.
    pub const ZERO: Self = Self([0.0; HIDDEN]);

    /// Adds another row.
    #[inline(always)]
    pub fn add(&mut self, other: &Self) {
        for (sum, weight) in self.0.iter_mut().zip(&other.0) {
            *sum += weight;
        }
    }
}

/// How steep the hidden units are below zero.
pub(crate) const LEAK: f32 = 0.05;

/// The weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// By feature.
    pub(crate) rows: Vec<Row>,
    pub(crate) bias: Row,
    pub(crate) output: Row,
    pub(crate) output_bias: f32,
}

impl Network {
    /// A network that knows nothing: small random weights, the same for the same seed.
    pub fn new(features: usize, seed: u64) -> Self {
        let mut random = Random(seed);
        let mut row = |scale: f32| Row(std::array::from_fn(|_| scale * random.symmetric()));
        let rows = (0..features).map(|_| row(0.02)).collect();
        Self { rows, bias: row(0.02), output: row(0.3), output_bias: 0.0 }
    }

    /// How many features it knows.
    pub fn features(&self) -> usize {
        self.rows.len()
    }

    /// The value of a position whose features' rows have this sum, before the logistic function.
    #[inline(always)]
    pub fn logit(&self, sum: &Row) -> f32 {
        // Eight sums side by side, in a fixed order: the same on every machine.
        let mut sums = [0.0f32; 8];
        for (sum, output) in sum.0.as_chunks::<8>().0.iter().zip(self.output.0.as_chunks::<8>().0) {
            for i in 0..8 {
                let bent = if sum[i] > 0.0 { sum[i] } else { LEAK * sum[i] };
                sums[i] += bent * output[i];
            }
        }
        let fours = [sums[0] + sums[4], sums[1] + sums[5], sums[2] + sums[6], sums[3] + sums[7]];
        self.output_bias + ((fours[0] + fours[2]) + (fours[1] + fours[3]))
    }

    /// A sum with the rows of some features added.
    #[inline]
    #[must_use]
    pub fn plus(&self, sum: &Row, features: &[u32]) -> Row {
        add_rows(&self.rows, *sum, features)
    }

    /// The sum of some features' rows.
    pub fn sum(&self, features: &[u32]) -> Row {
        self.plus(&self.bias, features)
    }

    /// The probability for a set of features.
    pub fn value(&self, features: &[u32]) -> f32 {
        logistic(self.logit(&self.sum(features)))
    }

    /// Moves the value of a set of features towards a target, and gives what it was before.
    pub fn learn(&mut self, features: &[u32], target: f32, rate: f32) -> f32 {
        self.learn_each(features, target, rate, |_, _| 1.0)
    }

    /// The same, with a rate for each feature: `pace` gives the factor, and is told the feature and the
    /// error.
    #[inline(always)]
    pub(crate) fn learn_each(
        &mut self,
        features: &[u32],
        target: f32,
        rate: f32,
        pace: impl FnMut(u32, f32) -> f32,
    ) -> f32 {
        learn(self, features, target, rate, pace)
    }
}

/// Adds rows to a sum.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
fn add_rows(rows: &[Row], mut sum: Row, features: &[u32]) -> Row {
    for &feature in features {
        sum.add(&rows[feature as usize]);
    }
    sum
}

/// A step of [`Network::learn_each`].
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
fn learn<P: FnMut(u32, f32) -> f32>(
    network: &mut Network,
    features: &[u32],
    target: f32,
    rate: f32,
    mut pace: P,
) -> f32 {
    let sum = network.sum(features);
    let value = logistic(network.logit(&sum));
    // The derivative of the cross entropy by the logit is simply the error.
    let error = target - value;
    let step = rate * error;
    let mut change = Row::ZERO;
    for i in 0..HIDDEN {
        let slope = if sum.0[i] > 0.0 { 1.0 } else { LEAK };
        change.0[i] = step * network.output.0[i] * slope;
        network.output.0[i] += step * sum.0[i] * slope;
    }
    network.output_bias += step;
    network.bias.add(&change);
    for &feature in features {
        let factor = pace(feature, error);
        for (weight, change) in network.rows[feature as usize].0.iter_mut().zip(&change.0) {
            *weight += factor * change;
        }
    }
    value
}

/// From any number to a probability.
pub fn logistic(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// splitmix64.
struct Random(u64);

impl Random {
    /// A number from -1 to 1.
    fn symmetric(&mut self) -> f32 {
        (yomikiri_core::splitmix::next(&mut self.0) >> 40) as f32 / (1u32 << 23) as f32 - 1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gradient_is_the_slope_of_the_cross_entropy() {
        let network = Network::new(20, 3);
        let (features, target) = ([1, 4, 7, 19], 0.3f32);
        let loss = |network: &Network| {
            let value = f64::from(network.value(&features));
            -(f64::from(target) * value.ln() + f64::from(1.0 - target) * (1.0 - value).ln())
        };
        let rate = 1e-3;
        let mut taught = network.clone();
        taught.learn(&features, target, rate);
        let (row, unit, nudge) = (4, 5, 1e-3f32);
        let mut nudged = network.clone();
        nudged.rows[row].0[unit] += nudge;
        let mut other = network.clone();
        other.rows[row].0[unit] -= nudge;
        let slope = (loss(&nudged) - loss(&other)) / f64::from(2.0 * nudge);
        let step = f64::from(taught.rows[row].0[unit] - network.rows[row].0[unit]) / f64::from(rate);
        assert!((step + slope).abs() < 0.02 * slope.abs(), "{step} against {}", -slope);
        assert_eq!(taught.rows[2], network.rows[2]);
    }

    #[test]
    fn what_no_line_can_tell_apart_is_learnt() {
        let mut network = Network::new(4, 1);
        let cases = [([0, 2], 0.0), ([0, 3], 1.0), ([1, 2], 1.0), ([1, 3], 0.0)];
        for _ in 0..20_000 {
            for (features, target) in &cases {
                network.learn(features, *target, 0.05);
            }
        }
        for (features, target) in &cases {
            assert!((network.value(features) - target).abs() < 0.05);
        }
    }
}
