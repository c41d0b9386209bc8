//! How strong a player is asked to be, and how a weaker one errs.

use crate::Random;

/// A strength from 1, whose moves are hardly better than random ones, to [`MOST`](Self::MOST).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// The number of the strongest level, and how many there are.
    pub const MOST: u8 = 9;

    /// The level of a number, if there is one.
    pub fn new(number: u8) -> Option<Self> {
        (1..=Self::MOST).contains(&number).then_some(Self(number))
    }

    /// All levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=Self::MOST).map(Self)
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// What a table of all levels has for this one.
    pub fn of<T>(self, levels: &[T; Self::MOST as usize]) -> &T {
        &levels[usize::from(self.0) - 1]
    }
}

/// Draws a choice by what each is worth: one that is worth less by a `temperature` is drawn less often by a
/// factor of e (softmax). The first of the best at a temperature of 0; none where there is no choice.
///
/// So a person errs: often by little, seldom by much, and more often where much looks alike.
///
/// # Example
/// ```
/// use yomikiri_core::{Random, play::draw_by_worth};
///
/// let mut random = Random::new(1);
/// assert_eq!(draw_by_worth(&[3.0, 7.0, 7.0], 0.0, &mut random), Some(1));
/// let drawn = (0..1000).filter(|_| draw_by_worth(&[0.0, 1.0], 1.0, &mut random) == Some(1)).count();
/// // e / (1 + e) is 0.731.
/// assert!((690..770).contains(&drawn));
/// ```
pub fn draw_by_worth(worth: &[f64], temperature: f64, random: &mut Random) -> Option<usize> {
    let most = worth.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if temperature <= 0.0 {
        return worth.iter().position(|&one| one >= most);
    }
    let shares: Vec<f64> = worth.iter().map(|one| ((one - most) / temperature).exp()).collect();
    let mut left = f64::from(random.unit()) * shares.iter().sum::<f64>();
    let drawn = shares.iter().position(|share| {
        left -= share;
        left < 0.0
    });
    // Rounding may leave a crumb behind the last one.
    drawn.or(worth.len().checked_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_numbered_from_one() {
        assert_eq!(Level::all().count(), usize::from(Level::MOST));
        assert!(Level::new(0).is_none() && Level::new(10).is_none());
        let names = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
        assert_eq!((Level::new(1).unwrap().of(&names), Level::new(9).unwrap().of(&names)), (&"a", &"i"));
    }

    #[test]
    fn choices_are_drawn_as_often_as_their_worth_says() {
        let (worth, mut random, mut drawn) = ([100.0, 0.0, -300.0, 100.0], Random::new(5), [0.0; 4]);
        let (temperature, draws) = (200.0, 100_000);
        for _ in 0..draws {
            drawn[draw_by_worth(&worth, temperature, &mut random).unwrap()] += 1.0 / f64::from(draws);
        }
        let sum: f64 = worth.iter().map(|one: &f64| (one / temperature).exp()).sum();
        for (worth, share) in worth.iter().zip(drawn) {
            let expected = (worth / temperature).exp() / sum;
            assert!((share - expected).abs() < 0.006, "{worth}: {share}, expected {expected}");
        }
    }

    #[test]
    fn nothing_is_drawn_of_nothing_and_the_best_without_heat() {
        let mut random = Random::new(1);
        assert_eq!(draw_by_worth(&[], 1.0, &mut random), None);
        assert_eq!(draw_by_worth(&[], 0.0, &mut random), None);
        assert_eq!(draw_by_worth(&[-5.0, -1.0, -2.0], 0.0, &mut random), Some(1));
        // A worth that is nothing at all beside the others is never drawn.
        let worth = [f64::NEG_INFINITY, 1.0];
        assert!((0..100).all(|_| draw_by_worth(&worth, 50.0, &mut random) == Some(1)));
    }
}
