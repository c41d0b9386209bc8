//! Random play in bulk, in the fastest way that this machine has: [`crate::wide`] where it has AVX-512, else
//! [`crate::lanes`]. Both play the games of [`crate::simple`], move by move.

use crate::{
    lanes::{self, LANES},
    simple::{Finished, Taste},
    variant::Variant,
};
use std::ops::Range;

/// Plays the games with these numbers and gives each to `each` with its number, in any order.
pub fn play(
    variant: Variant,
    taste: Taste,
    seed: u64,
    numbers: Range<u64>,
    each: &mut dyn FnMut(u64, Finished),
) {
    #[cfg(target_arch = "x86_64")]
    if crate::wide::is_possible() {
        return crate::wide::play(variant, taste, seed, numbers, each);
    }
    for first in numbers.clone().step_by(LANES) {
        let games = lanes::play(variant, taste, seed, first);
        (first..numbers.end).zip(games).for_each(|(number, game)| each(number, game));
    }
}
