//! A linear model in use: 16-bit integers and what one of their steps is worth.

/// The weights of a linear model.
#[derive(Clone, Debug, PartialEq)]
pub struct Linear {
    /// What a step of the integers is worth.
    pub scale: f32,
    /// The weights, in steps.
    pub weights: Vec<i16>,
}

impl Linear {
    /// Rounds weights to steps of a size; those that are too large are cut off.
    pub fn new(weights: &[f64], scale: f32) -> Self {
        let steps = weights.iter().map(|weight| (weight / f64::from(scale)).round() as i16);
        Self { scale, weights: steps.collect() }
    }

    /// The weights as they are after rounding.
    pub fn floats(&self) -> impl Iterator<Item = f64> + '_ {
        self.weights.iter().map(|&weight| f64::from(weight) * f64::from(self.scale))
    }
}
