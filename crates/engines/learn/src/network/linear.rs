//! A linear model in use: 16-bit integers and what one of their steps is worth.

use crate::container::{Container, ModelError, Numbers};

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

    /// The model as a file holds it: the scale, and the weights.
    pub fn to_container(&self, record: String) -> Container {
        let weights = Numbers::Shorts(self.weights.clone());
        let scale = Numbers::Floats(vec![self.scale]);
        Container { record, arrays: vec![(vec![1], scale), (vec![self.weights.len() as u32], weights)] }
    }

    /// The model of a file.
    ///
    /// # Errors
    /// The file holds something else.
    pub fn from_container(container: Container) -> Result<Self, ModelError> {
        match <[_; 2]>::try_from(container.arrays) {
            Ok([(_, Numbers::Floats(scale)), (_, Numbers::Shorts(weights))]) if scale.len() == 1 => {
                Ok(Self { scale: scale[0], weights })
            }
            _ => Err(ModelError::Damaged("its shape is not that of a linear model")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_kept_to_half_a_step() {
        let weights: Vec<f64> = (0..9).map(|i| (f64::from(i) * 1.7).sin()).collect();
        let model = Linear::new(&weights, 1e-3);
        assert!(weights.iter().zip(model.floats()).all(|(weight, read)| (weight - read).abs() <= 0.5001e-3));
        assert_eq!(Linear::from_container(model.to_container(String::new())), Ok(model));
        assert!(Linear::from_container(Container::default()).is_err());
    }
}
