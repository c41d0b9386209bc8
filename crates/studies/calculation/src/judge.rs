//! The value of what a turn can lead to, by a network, with as little adding up as possible.
//!
//! A turn is all that is done with one card turned up: cards off the waste piles to bases, as many as one likes, then the card to a base
//! or onto a pile. Cards off the piles are looked at before the card is placed only: what could be done after can be done in the
//! next turn, with more knowledge. So a turn is a setting (the piles and bases after some cards off the piles) and a place for the card.
//!
//! All places are valued together ([`Quantized::logits`]).

use crate::network::{Quantized, View};
use std::cell::RefCell;
use yomikiri_calculation::{Calculation, Move, Outlook, Position};

/// What a turn can lead to.
#[derive(Clone, Copy, Debug)]
pub struct Prospect {
    /// The setting, by its number among those of the turn.
    pub setting: u16,
    /// Where the card goes.
    pub place: Move,
    /// How good it is: the logit of the chance of winning.
    pub logit: f32,
}

/// A position with a card turned up, after some cards off the piles.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// The position.
    pub pos: Position,
    /// The setting that it comes from, and the move: none for the first.
    pub from: Option<(u16, Move)>,
}

/// What a turn can lead to; kept from turn to turn so that nothing is allocated.
#[derive(Clone, Debug, Default)]
pub struct Turn {
    /// The settings, the position itself first.
    pub settings: Vec<Setting>,
    /// The places for the card in all settings.
    pub prospects: Vec<Prospect>,
    /// What the prospects lead to, in the order in which they were found, to be valued together, and their logits.
    pub(crate) positions: Vec<Position>,
    logits: Vec<f32>,
    view: View,
}

thread_local! {
    static KEPT: RefCell<[Turn; 2]> = RefCell::default();
}

impl Turn {
    /// Calls with two turns that this thread keeps: to make room anew takes as long as a dozen looks.
    ///
    /// # Panics
    /// If called from within.
    pub fn kept<R>(call: impl FnOnce([&mut Self; 2]) -> R) -> R {
        KEPT.with_borrow_mut(|turns| call(turns.each_mut()))
    }

    /// The position that a prospect leads to.
    pub fn after(&self, game: &Calculation, prospect: &Prospect) -> Position {
        let mut pos = self.settings[usize::from(prospect.setting)].pos;
        game.make(&mut pos, prospect.place);
        pos
    }

    /// The moves that lead there, in order.
    pub fn moves(&self, prospect: &Prospect) -> Vec<Move> {
        let mut moves = vec![prospect.place];
        let mut here = usize::from(prospect.setting);
        while let Some((before, mv)) = self.settings[here].from {
            moves.push(mv);
            here = usize::from(before);
        }
        moves.reverse();
        moves
    }

    /// The best prospect, the first among equals.
    pub fn best(&self) -> Option<&Prospect> {
        self.prospects.iter().reduce(|best, other| if other.logit > best.logit { other } else { best })
    }
}

/// How many settings of a turn are looked at in play, those with the fewest moves first: nearly all that there are.
pub const SETTINGS: usize = 64;
/// More than there are: some hundreds late in a game.
pub const ALL_SETTINGS: usize = u16::MAX as usize;

/// How free a player is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Habit {
    /// Whatever can go to a base goes there: the first lessons, in which games are to be won at all.
    Eager,
    /// A card that could go to a base may be kept back.
    Free,
}

/// Values by a network.
#[derive(Clone, Debug)]
pub struct Judge<'a> {
    /// The rules.
    pub game: &'a Calculation,
    outlook: Outlook,
    network: &'a Quantized,
    settings: usize,
}

impl<'a> Judge<'a> {
    /// Values by these weights. To be kept: its tables take longer than a look.
    pub fn new(game: &'a Calculation, network: &'a Quantized) -> Self {
        Self { game, outlook: Outlook::new(*game.variant()), network, settings: SETTINGS }
    }

    /// Looks at no more than so many settings of a turn.
    #[must_use]
    pub fn with_settings(self, settings: usize) -> Self {
        Self { settings, ..self }
    }

    /// The value of a position without a card turned up.
    pub fn logit(&self, pos: &Position) -> f32 {
        let mut logits = Vec::new();
        self.network.logits(&self.outlook, &[*pos], &mut View::default(), &mut logits);
        logits[0]
    }

    /// The mean over the cards that may be turned up next of what each makes of a position.
    pub fn mean_of_next(&self, pos: &Position, mut value: impl FnMut(&Position) -> f64) -> f64 {
        let mut sum = 0.0;
        for card in 1..=self.game.variant().ranks() {
            let ways = pos.stock[usize::from(card)];
            if ways > 0 {
                let mut next = *pos;
                next.turn(card);
                sum += f64::from(ways) * value(&next);
            }
        }
        sum / f64::from(pos.hidden())
    }

    /// Looks at a position with a card turned up: finds what the turn can lead to, and its values.
    pub fn look(&self, pos: &Position, habit: Habit, turn: &mut Turn) {
        self.find(pos, habit, self.settings, turn);
        self.value(turn);
    }

    /// Values what was found. Where the stock is empty
    /// the game itself is asked: a turn that wins has an infinite logit, one that loses an infinite one below zero; after one that wins
    /// the others are not asked, and count as lost.
    pub fn value(&self, turn: &mut Turn) {
        let Turn { settings, prospects, positions, logits, view } = turn;
        if settings[0].pos.hidden() > 0 {
            self.network.logits(&self.outlook, positions, view, logits);
            for (prospect, logit) in prospects.iter_mut().zip(logits) {
                prospect.logit = *logit;
            }
            return;
        }
        let mut won = false;
        for (prospect, after) in prospects.iter_mut().zip(positions) {
            let wins = !won && self.game.can_finish(after);
            prospect.logit = if wins { f32::INFINITY } else { f32::NEG_INFINITY };
            won |= wins;
        }
    }

    /// Finds what a turn can lead to, with no more than so many settings, without values.
    pub fn find(&self, pos: &Position, habit: Habit, most: usize, turn: &mut Turn) {
        turn.settings.clear();
        turn.prospects.clear();
        turn.positions.clear();
        turn.settings.push(Setting { pos: *pos, from: None });
        let first = match habit {
            Habit::Eager => self.clear_tops(&mut turn.settings),
            Habit::Free => self.settings(&mut turn.settings, most),
        };
        for setting in first..turn.settings.len() {
            let pos = turn.settings[setting].pos;
            let mut forced = false;
            let mut add = |place| {
                let mut next = pos;
                self.game.make(&mut next, place);
                turn.positions.push(next);
                turn.prospects.push(Prospect { setting: setting as u16, place, logit: 0.0 });
            };
            self.game.takers(&pos, pos.turned, |base| {
                add(Move::ToBase(base));
                forced = habit == Habit::Eager;
            });
            if !forced {
                self.piles(&pos).for_each(|pile| add(Move::ToPile(pile as u8)));
            }
        }
    }

    /// The settings that cards off the piles lead to, no more than so many; the first to choose from.
    fn settings(&self, settings: &mut Vec<Setting>, most: usize) -> usize {
        let mut next = 0;
        while next < settings.len() {
            let pos = settings[next].pos;
            for pile in 0..self.game.variant().piles() {
                self.game.takers(&pos, pos.piles[pile].top(), |base| {
                    let mv = Move::FromPile { pile: pile as u8, base };
                    let mut after = pos;
                    self.game.make(&mut after, mv);
                    if settings.len() < most && settings.iter().all(|known| known.pos != after) {
                        settings.push(Setting { pos: after, from: Some((next as u16, mv)) });
                    }
                });
            }
            next += 1;
        }
        0
    }

    /// Puts every top card that a base takes there: the last setting is the only one to choose from.
    fn clear_tops(&self, settings: &mut Vec<Setting>) -> usize {
        let mut pos = settings[0].pos;
        while let Some(mv) = self.first_off(&pos) {
            self.game.make(&mut pos, mv);
            settings.push(Setting { pos, from: Some((settings.len() as u16 - 1, mv)) });
        }
        settings.len() - 1
    }

    /// The first move off a pile.
    fn first_off(&self, pos: &Position) -> Option<Move> {
        let mut found = None;
        for pile in 0..self.game.variant().piles() {
            self.game.takers(pos, pos.piles[pile].top(), |base| {
                found = found.or(Some(Move::FromPile { pile: pile as u8, base }));
            });
        }
        found
    }

    /// The piles that a card may go onto: of several empty ones the first.
    fn piles(&self, pos: &Position) -> impl Iterator<Item = usize> {
        let piles = pos.piles;
        let mut empty = false;
        (0..self.game.variant().piles()).filter(move |&pile| {
            let taken = piles[pile].height() > 0 || !empty;
            empty |= piles[pile].height() == 0;
            taken
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::Network;
    use yomikiri_calculation::{Purpose, Stream, rules::nth};
    use yomikiri_core::Game;

    #[test]
    fn prospects_are_what_their_moves_lead_to() {
        for text in ["calculation", "computer", "superhuman", "ranks=6,piles=2"] {
            let game = Calculation::new(text.parse().unwrap());
            let network = Quantized::new(&Network::new(5));
            let mut turn = Turn::default();
            for number in 0..20 {
                let judge = Judge::new(&game, &network);
                let mut stream = Stream::new(2, number, Purpose::Deal);
                let mut pos = game.start();
                while pos.hidden() > 0 {
                    pos.turn(nth(&pos.stock, stream.below(pos.hidden())));
                    judge.look(&pos, Habit::Free, &mut turn);
                    for prospect in &turn.prospects {
                        let after = turn.after(&game, prospect);
                        let walked =
                            turn.moves(prospect).into_iter().fold(pos, |pos, mv| game.play(&pos, mv));
                        assert_eq!(walked, after);
                        if pos.hidden() > 0 {
                            let anew = judge.logit(&after);
                            assert_eq!(prospect.logit.to_bits(), anew.to_bits(), "{text}: {after:?}");
                        }
                    }
                    let choice = stream.below(turn.prospects.len() as u32) as usize;
                    pos = turn.after(&game, &turn.prospects[choice]);
                }
            }
        }
    }

    /// Which pile is which means nothing, nearly to the bit.
    #[test]
    fn the_order_of_the_piles_means_nothing() {
        use yomikiri_core::Canonical;
        let game = Calculation::new("superhuman".parse().unwrap());
        let network = Quantized::new(&Network::new(5));
        let judge = Judge::new(&game, &network);
        let mut turn = Turn::default();
        let mut stream = Stream::new(3, 1, Purpose::Deal);
        let mut pos = game.start();
        while pos.hidden() > 1 {
            pos.turn(nth(&pos.stock, stream.below(pos.hidden())));
            judge.look(&pos, Habit::Free, &mut turn);
            pos = turn.after(&game, turn.best().unwrap());
            let sorted = judge.logit(&game.canonical(&pos));
            assert!((judge.logit(&pos) - sorted).abs() < 1e-4 * (1.0 + sorted.abs()), "{pos:?}");
        }
    }
}
