//! Exact values where few cards are hidden.
//!
//! With three cards hidden there are six orders at most. What a turn leads to is worth the mean over the cards that may come next of the
//! best that the next turn can make of each; with the stock empty it is asked whether all comes home. The learnt values only order what
//! is looked at: nothing is better than certain, and most turns are over at the first look. With three piles 32 milliseconds a game are spent here (two cards: 3), now and then a second: then the best of what was looked at
//! until time was up has to do. It is worth the play-outs it costs: 892 of 1,100 games of three piles at half a second, 871 with two cards.

use crate::judge::{Habit, Judge, Turn};
use yomikiri_calculation::Position;

/// With so many cards hidden, or fewer, the best turn is found exactly.
pub const HIDDEN: u32 = 3;

/// A turn for each card that is hidden at most.
#[derive(Default)]
pub struct Endgame {
    turns: [Turn; HIDDEN as usize + 1],
}

impl Endgame {
    /// The chance of winning from a position in which no card is turned up and at most [`HIDDEN`] are hidden, but one at least; no more than that when
    /// time is up.
    fn value(&mut self, judge: &Judge, pos: &Position, more: &mut dyn FnMut() -> bool) -> f64 {
        judge.mean_of_next(pos, |next| match next.hidden() {
            0 => f64::from(u8::from(judge.game.can_finish(next))),
            _ => self.best(judge, next, more).1,
        })
    }

    /// The best that a turn can lead to, by its number among the prospects of [`turn`](Self::turn), and its value: of those that are looked at
    /// while `more` says that there is time for another.
    pub fn best(&mut self, judge: &Judge, pos: &Position, more: &mut dyn FnMut() -> bool) -> (usize, f64) {
        let depth = pos.hidden() as usize;
        let mut turn = std::mem::take(&mut self.turns[depth]);
        judge.look(pos, Habit::Free, &mut turn);
        turn.prospects.sort_by(|a, b| b.logit.total_cmp(&a.logit));
        let mut best = (0, 0.0);
        for (i, prospect) in turn.prospects.iter().enumerate() {
            let value = match depth {
                0 => f64::from(u8::from(prospect.logit > 0.0)),
                _ => self.value(judge, &turn.after(judge.game, prospect), more),
            };
            if value > best.1 {
                best = (i, value);
            }
            if value >= 1.0 || depth == 0 || !more() {
                break;
            }
        }
        self.turns[depth] = turn;
        best
    }

    /// The turn that was looked at last with so many cards hidden, the best at first sight first.
    pub fn turn(&self, hidden: u32) -> &Turn {
        &self.turns[hidden as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::{Network, Quantized};
    use yomikiri_calculation::{Calculation, Deal};
    use yomikiri_core::Game;
    use yomikiri_search::solitaire::Expectimax;

    #[test]
    fn the_end_is_worth_what_all_play_makes_of_it() {
        let variant = "ranks=5,bases=3,piles=1".parse().unwrap();
        let game = Calculation::new(variant);
        // Whatever the values that only order what is looked at.
        let network = Quantized::new(&Network::new(3));
        let judge = Judge::new(&game, &network);
        let mut exact = Expectimax::new(&game, 1_000_000);
        let (mut endgame, mut turn) = (Endgame::default(), Turn::default());
        let mut open = 0;
        for number in 0..1000 {
            let deal = Deal::of_game(variant, 4, number);
            let mut pos = game.start();
            for &card in deal.cards() {
                pos.turn(card);
                if pos.hidden() <= HIDDEN {
                    let (_, value) = endgame.best(&judge, &pos, &mut || true);
                    assert!((value - exact.value(&pos).unwrap()).abs() < 1e-12, "{pos:?}");
                    open += u32::from(value > 0.0 && value < 1.0);
                }
                judge.look(&pos, Habit::Free, &mut turn);
                pos = turn.after(&game, turn.best().unwrap());
            }
        }
        assert!(open > 20, "{open}");
    }
}
