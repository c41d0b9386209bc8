//! Exact values where few cards are hidden.
//!
//! Method: what a turn leads to is worth the mean over the cards that may come next of the best that the next
//! turn can make of each; with the stock empty it is asked whether all comes home. Values are counted: of the
//! n! orders of n hidden cards, how many are won. All of the rest is there to look at less:
//! - **Bounds** (Ballard 1983, Star1): a turn is only of interest if it is better than the best that is
//!   known. Each order that is lost lowers what a turn can still be worth, and most turns are refuted by one
//!   or two cards: those that refuted others are tried first.
//! - **Memory**: positions that differ by the order in which things were done, or by the order of the piles,
//!   are searched once.
//! - **What won before**: a turn that won with this card for certain elsewhere is tried before any is looked
//!   at; learnt values order the others.
//! - **The last but one card** is looked at without values: with one card hidden it is known which, so that
//!   any turn wins or loses. Most that are lost are lost even if that card lay open beside the piles.
//!
//! Turns leave out what can wait ([`TurnFilter::Undominated`]), in every turn.
//!
//! Cost in milliseconds (median, 90 of 100, mean; 60 positions of games by `best:3`, one thread, beside a
//! simulation on both cores):
//!
//! | hidden | three piles | four piles, no card laid out |
//! |---|---|---|
//! | 3 | 0.09, 0.32, 0.19 | 0.14, 0.47, 0.26 |
//! | 4 | 0.24, 4.1, 1.4 | 0.43, 1.7, 1.5 |
//! | 5 | 0.84, 41, 11 (1 was not done in 200) | 1.4, 4.7, 5.6 |
//! | 6 | 4.3 (7) | 5.1, 14, 17 (3) |
//! | 7 | 20 (20) | 20 (7) |
//! | 8 | 200 (32) | 107 (20) |
//!
//! All turns looked at and valued in order, without any of these four, took 9.1 on average with three cards
//! hidden and three piles, where these took 0.47 before turns were lazy (60 positions of games by `best:10`,
//! the same values). Bounds and memory made it 2.1, the last but one card 0.50; turns that won before are
//! worth a factor of two to four where nearly all is won. Memory: 43 MB at most, 41 bytes a position.

use crate::{
    turn::{ALL_SETTINGS, SETTINGS, Turn, TurnFilter},
    value::ValueFunction,
};
use rustc_hash::FxHashMap;
use yomikiri_calculation::{Calculation, Move, PackedPosition, Position, rank::KING, rules::nth};
use yomikiri_core::Keyed;

/// With so many cards hidden at most an exact value may be asked for.
pub const HIDDEN: u32 = 8;
const DEPTHS: usize = HIDDEN as usize + 1;
/// How many settings of a turn are looked at: few are enough where a turn wins for certain; to say that none
/// does takes all.
const FEW_OR_ALL: [usize; 2] = [SETTINGS, ALL_SETTINGS];
/// How many positions are remembered, as many as fit into 2^20 places; then all are forgotten.
const REMEMBERED: usize = 7 << 17;
/// The ranks, and the 0 of no card.
const RANKS: usize = KING as usize + 1;

/// A search, with what it has found out.
#[derive(Default)]
pub struct Endgame {
    /// Positions in which no card is turned up: how many orders are won, or how many at most.
    known: FxHashMap<PackedPosition, Won>,
    /// A turn for each number of cards hidden.
    turns: [Turn; DEPTHS],
    /// How often a card refuted a turn, by the number of cards hidden before it came.
    refuted: [[u32; RANKS]; DEPTHS],
    /// The turn that won for certain last, by the number of cards hidden and the card turned up.
    winning: [[Vec<Move>; RANKS]; DEPTHS],
}

/// How many orders of the hidden cards are won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Won {
    Exactly(i32),
    AtMost(i32),
}

/// The best turn of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Best {
    /// Its number among the outcomes of [`Endgame::turn`].
    pub outcome: usize,
    /// The chance of winning after it.
    pub value: f64,
    /// Whether there was time to find out that no other is better.
    pub is_sure: bool,
}

/// The best of a turn.
struct Found {
    outcome: usize,
    won: i32,
    is_sure: bool,
}

/// Whether there is time for another look.
pub type More<'a> = &'a mut dyn FnMut() -> bool;

/// How many orders so many cards have.
fn orders(cards: u32) -> i32 {
    (1..=cards as i32).product()
}

impl Endgame {
    /// The best turn for the card turned up, with at most [`HIDDEN`] cards hidden, or the best that was found
    /// while there was time.
    pub fn best(&mut self, values: &ValueFunction, pos: &Position, more: More) -> Best {
        let turn = self.look(values, pos, ALL_SETTINGS);
        let Found { outcome, won, is_sure } = self.best_of(values, &turn, -1, more);
        self.turns[pos.hidden() as usize] = turn;
        Best { outcome, value: f64::from(won) / f64::from(orders(pos.hidden())), is_sure }
    }

    /// The turn that [`best`](Self::best) looked at with so many cards hidden, the best at first sight first.
    pub fn turn(&self, hidden: u32) -> &Turn {
        &self.turns[hidden as usize]
    }

    /// The chance of winning from a position in which no card is turned up, with one to [`HIDDEN`] cards
    /// hidden; none if there was no time to find out.
    pub fn value(&mut self, values: &ValueFunction, pos: &Position, more: More) -> Option<f64> {
        self.won(values, pos, -1, more).map(|won| f64::from(won) / f64::from(orders(pos.hidden())))
    }

    /// Looks at no more than so many settings of a position with a card turned up, the best at first sight
    /// first.
    fn look(&mut self, values: &ValueFunction, pos: &Position, settings: usize) -> Turn {
        let mut turn = std::mem::take(&mut self.turns[pos.hidden() as usize]);
        values.turns().find(pos, TurnFilter::Undominated, settings, &mut turn);
        values.value(&mut turn);
        turn.outcomes.sort_by(|a, b| b.logit.total_cmp(&a.logit));
        turn
    }

    /// How many orders are won from a position in which no card is turned up: the number itself if it is
    /// above `floor`, a bound of it that is not above if it is not; none if there was no time.
    fn won(&mut self, values: &ValueFunction, pos: &Position, floor: i32, more: More) -> Option<i32> {
        if pos.hidden() == 1 {
            return Some(i32::from(values.game().can_finish(&next(pos, last(pos)))));
        }
        let key = values.game().key(pos);
        match self.known.get(&key) {
            Some(&Won::Exactly(won)) => return Some(won),
            Some(&Won::AtMost(bound)) if bound <= floor => return Some(bound),
            _ => {}
        }
        let won = self.count(values, pos, floor, more)?;
        if self.known.len() == REMEMBERED {
            self.known.clear();
        }
        self.known.insert(key, if won > floor { Won::Exactly(won) } else { Won::AtMost(won) });
        Some(won)
    }

    /// The same, card by card: those that have refuted turns before come first.
    fn count(&mut self, values: &ValueFunction, pos: &Position, floor: i32, more: More) -> Option<i32> {
        if !values.game().may_be_winnable(pos) {
            return Some(0);
        }
        let (depth, each) = (pos.hidden() as usize, orders(pos.hidden() - 1));
        let mut cards: Vec<usize> = (1..RANKS).filter(|&card| pos.stock[card] > 0).collect();
        cards.sort_by_key(|&card| std::cmp::Reverse(self.refuted[depth][card]));
        // As if all orders that begin with a card not tried yet were won.
        let mut bound = orders(pos.hidden());
        for card in cards {
            let ways = i32::from(pos.stock[card]);
            // What the card must come to, at least one more than this, for the bound to stay above the floor.
            let enough = (floor - (bound - ways * each)).div_euclid(ways);
            let won = self.most(values, &next(pos, card as u8), enough, more)?;
            bound -= ways * (each - won);
            if bound <= floor {
                self.refuted[depth][card] += 1;
                break;
            }
        }
        Some(bound)
    }

    /// How many orders the best turn for the card turned up wins, as [`won`](Self::won) says it.
    fn most(&mut self, values: &ValueFunction, pos: &Position, floor: i32, more: More) -> Option<i32> {
        let (depth, all) = (pos.hidden() as usize, orders(pos.hidden()));
        if !more() {
            return None;
        }
        if depth == 1 {
            return Some(i32::from(self.wins_with_last(values, pos)));
        }
        if let Some(after) = follow(values.game(), pos, &self.winning[depth][usize::from(pos.turned)])
            && self.won(values, &after, all - 1, more)? == all
        {
            return Some(all);
        }
        let mut most = None;
        for settings in FEW_OR_ALL {
            let turn = self.look(values, pos, settings);
            let found = self.best_of(values, &turn, floor, more);
            most = found.is_sure.then_some(found.won);
            let were_all = turn.settings.len() < settings;
            self.turns[depth] = turn;
            if were_all || most.is_none_or(|most| most == all) {
                break;
            }
        }
        most
    }

    /// The best of a turn that was looked at, as [`won`](Self::won) counts; of those before time was up.
    fn best_of(&mut self, values: &ValueFunction, turn: &Turn, mut floor: i32, more: More) -> Found {
        let before = &turn.settings[0].pos;
        let (depth, all) = (before.hidden() as usize, orders(before.hidden()));
        let mut best = Found { outcome: 0, won: 0, is_sure: true };
        for (i, outcome) in turn.outcomes.iter().enumerate() {
            let found = match depth {
                0 => Some(i32::from(outcome.logit > 0.0)),
                _ => self.won(values, &turn.after(values.game(), outcome), floor, more),
            };
            let Some(won) = found else {
                best.is_sure = false;
                break;
            };
            if won > floor {
                (best.outcome, floor) = (i, won);
            }
            best.won = best.won.max(won);
            if won == all {
                self.winning[depth][usize::from(before.turned)] = turn.moves(outcome);
                break;
            }
        }
        best
    }

    /// Whether some turn wins when one card is hidden: it is known which.
    fn wins_with_last(&mut self, values: &ValueFunction, pos: &Position) -> bool {
        if !values.game().could_finish(pos) {
            return false;
        }
        let turn = &mut self.turns[1];
        for settings in FEW_OR_ALL {
            values.turns().find(pos, TurnFilter::Undominated, settings, turn);
            if turn.positions.iter().any(|after| values.game().can_finish(&next(after, last(after)))) {
                return true;
            }
            if turn.settings.len() < settings {
                break;
            }
        }
        false
    }
}

/// The only card that is hidden.
fn last(pos: &Position) -> u8 {
    nth(&pos.stock, 0)
}

/// The position with a card turned up.
fn next(pos: &Position, card: u8) -> Position {
    let mut next = *pos;
    next.turn(card);
    next
}

/// Where moves lead to, if they can be made and are any.
fn follow(game: &Calculation, pos: &Position, moves: &[Move]) -> Option<Position> {
    let mut pos = *pos;
    for &mv in moves {
        let mut is_legal = false;
        game.each_move(&pos, |legal| is_legal |= legal == mv);
        if !is_legal {
            return None;
        }
        game.make(&mut pos, mv);
    }
    (!moves.is_empty()).then_some(pos)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::{Network, Quantized};
    use yomikiri_calculation::{Calculation, Deal};
    use yomikiri_core::Game;
    use yomikiri_search::solitaire::Expectimax;

    /// Calls with positions of games by values that are none, a card turned up and at most so many hidden.
    fn each_end(
        game: &Calculation,
        hidden: u32,
        games: u64,
        mut each: impl FnMut(&ValueFunction, &Position),
    ) {
        let network = Quantized::new(&Network::new(3));
        let values = ValueFunction::new(game, &network);
        let mut turn = Turn::default();
        for number in 0..games {
            let deal = Deal::of_game(*game.variant(), 4, number);
            let mut pos = game.start();
            for &card in deal.cards() {
                pos.turn(card);
                if pos.hidden() <= hidden {
                    each(&values, &pos);
                }
                values.evaluate(&pos, TurnFilter::Undominated, &mut turn);
                pos = turn.after(game, turn.best().unwrap());
            }
        }
    }

    /// Whatever the values that only order what is looked at.
    #[test]
    fn the_end_is_worth_what_all_play_makes_of_it() {
        for (text, hidden, games) in [("ranks=5,bases=3,piles=1", 5, 500), ("ranks=6,piles=2", 3, 500)] {
            let game = Calculation::new(text.parse().unwrap());
            let mut exact = Expectimax::new(game, 10_000_000);
            let (mut endgame, mut open) = (Endgame::default(), 0);
            each_end(&game, hidden, games, |values, pos| {
                let best = endgame.best(values, pos, &mut || true);
                assert!(best.is_sure);
                let turn = endgame.turn(pos.hidden());
                let after = turn.after(&game, &turn.outcomes[best.outcome]);
                for pos in [pos, &after] {
                    assert!((best.value - exact.value(pos).unwrap()).abs() < 1e-12, "{text}: {pos:?}");
                }
                open += u32::from(best.value > 0.0 && best.value < 1.0);
            });
            assert!(open > 20, "{text}: {open}");
        }
    }

    #[test]
    fn what_there_was_no_time_for_is_not_sure() {
        let game = Calculation::new("ranks=5,bases=3,piles=1".parse().unwrap());
        let (mut stopped, mut done) = (0, 0);
        each_end(&game, 5, 100, |values, pos| {
            let (mut looks, mut endgame) = (0, Endgame::default());
            let best = endgame.best(values, pos, &mut || {
                looks += 1;
                looks < 5
            });
            let sure = Endgame::default().best(values, pos, &mut || true);
            assert!(best.value <= sure.value, "{pos:?}");
            assert!(!best.is_sure || best.value.to_bits() == sure.value.to_bits(), "{pos:?}");
            // What was found out until then is right.
            let later = endgame.best(values, pos, &mut || true);
            assert_eq!(later.value.to_bits(), sure.value.to_bits(), "{pos:?}");
            *(if best.is_sure { &mut done } else { &mut stopped }) += 1;
        });
        assert!(stopped > 20 && done > 20, "{stopped} {done}");
    }
}
