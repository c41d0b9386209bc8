//! A game of dice, for tests: a die is thrown and added, or passed by at the cost of two, until 7 or more;
//! exactly 7 wins.

use super::{DefaultPolicy, Pick};
use yomikiri_core::{Canonical, Game, Keyed, Odds, Solitaire, splitmix};

/// The sum, and the die thrown (0: none yet).
pub struct Dice;

impl Game for Dice {
    type Pos = (u8, u8);
    type Move = bool;

    fn start(&self) -> (u8, u8) {
        (0, 0)
    }

    fn moves(&self, pos: &(u8, u8), out: &mut Vec<bool>) {
        if pos.1 != 0 {
            out.extend([true, false]);
        }
    }

    fn play(&self, pos: &(u8, u8), take: bool) -> (u8, u8) {
        (pos.0 + if take { pos.1 } else { 2 }, 0)
    }
}

impl Solitaire for Dice {
    fn payoff(&self, pos: &(u8, u8)) -> Option<f64> {
        (pos.0 >= 7 && pos.1 == 0).then_some(if pos.0 == 7 { 1.0 } else { 0.0 })
    }

    fn chances(&self, pos: &(u8, u8), out: &mut Vec<((u8, u8), Odds)>) {
        if pos.0 < 7 && pos.1 == 0 {
            out.extend((1..=4).map(|die| ((pos.0, die), Odds { ways: u32::from(die), of: 10 })));
        }
    }
}

impl Keyed for Dice {
    type Key = (u8, u8);

    fn key(&self, pos: &(u8, u8)) -> (u8, u8) {
        self.canonical(pos)
    }
}

impl Canonical for Dice {
    fn canonical(&self, pos: &(u8, u8)) -> (u8, u8) {
        *pos
    }
}

/// Takes every die.
pub struct Taker;

impl DefaultPolicy<Dice> for Taker {
    fn play_out(&self, game: &Dice, pos: &(u8, u8), pick: Pick) -> f64 {
        let mut pos = *pos;
        loop {
            if let Some(payoff) = game.payoff(&pos) {
                return payoff;
            }
            pos = game.happen(&pos, pick).unwrap_or_else(|| game.play(&pos, true));
        }
    }
}

/// A generator for tests.
pub fn generator(seed: u64) -> impl FnMut(u32) -> u32 {
    let mut state = seed;
    move |bound| (((splitmix::next(&mut state) >> 32) * u64::from(bound)) >> 32) as u32
}
