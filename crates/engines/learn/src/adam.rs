//! Gradient descent at a rate of its own for each weight (Kingma and Ba 2015).
//!
//! Method: steps follow the mean of the last gradients, divided by the root of the mean of their squares. So
//! weights that are met everywhere and weights that are met seldom learn at the same pace, which layers of a
//! network that share their weights over a board need. Cost: two numbers for each weight.

/// How far back the mean of the gradients reaches.
const MEMORY: f32 = 0.9;

/// The same of their squares.
const LONG_MEMORY: f32 = 0.999;

/// Keeps steps finite where gradients are zero.
const FLOOR: f32 = 1e-6;

/// What is remembered of the gradients.
#[derive(Clone, Debug)]
pub struct Adam {
    means: Vec<[f32; 2]>,
    steps: i32,
}

impl Adam {
    /// For so many weights.
    pub fn new(weights: usize) -> Self {
        Self { means: vec![[0.0; 2]; weights], steps: 0 }
    }

    /// Takes a step along a gradient.
    pub fn step<'a>(
        &mut self,
        weights: impl Iterator<Item = &'a mut f32>,
        gradient: impl Iterator<Item = f32>,
        rate: f32,
    ) {
        self.steps += 1;
        // Both means begin at zero, and are too small by this at first.
        let [full, long] = [MEMORY, LONG_MEMORY].map(|memory| 1.0 - memory.powi(self.steps));
        for ((weight, slope), [mean, square]) in weights.zip(gradient).zip(&mut self.means) {
            *mean += (1.0 - MEMORY) * (slope - *mean);
            *square += (1.0 - LONG_MEMORY) * (slope * slope - *square);
            *weight += rate * (*mean / full) / ((*square / long).sqrt() + FLOOR);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The highest point of a narrow ridge, whose slopes differ a thousandfold, is found.
    #[test]
    fn slopes_of_any_scale_are_climbed() {
        let (mut at, mut adam) = ([5.0f32, -3.0], Adam::new(2));
        for step in 0..4000 {
            let slopes = [-(at[0] - 1.0), -1000.0 * (at[1] - 2.0)];
            adam.step(at.iter_mut(), slopes.into_iter(), 0.01 * (1.0 - step as f32 / 4000.0));
        }
        assert!((at[0] - 1.0).abs() < 1e-3 && (at[1] - 2.0).abs() < 1e-3, "{at:?}");
    }
}
