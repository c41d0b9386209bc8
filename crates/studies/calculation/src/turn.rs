//! What a turn can lead to, with as little as possible that is never better than something else.
//!
//! A turn is all that is done with one card turned up: cards off the waste piles to bases, as many as one
//! likes, then the card to a base or onto a pile. So a turn is a setting (the piles and bases after some
//! cards off the piles) and a place for the card. Two rules leave out what is never better than something
//! that stays:
//! - **What can wait waits**: the next turn knows more. Cards leave the piles before the card is placed only,
//!   and only if its place depends on it: they lay in the pile that the card goes onto, or they brought
//!   forward the base that it goes to, or they did so for another that does (`depends`).
//! - **What cannot be wrong is done**: the last card of its rank can go nowhere else, and nothing else can
//!   come in its place. It leaves its pile, or goes to its base as it is turned up, as soon as it can.
//!
//! Both are sound (tests compare with all settings), and leave a half of what there is to look at, late in a
//! game with four piles a tenth (`docs/notes/calculation-search.md`). Who looks but once does without them
//! ([`TurnFilter::Everything`]): of several ways to the same the values see some more clearly, and one look
//! at all of them is a little search. So do the games to learn from.

use crate::network::QuantizedActivations;
use std::cell::RefCell;
use yomikiri_calculation::{Calculation, Move, Position, Rank};

/// What a turn can lead to.
#[derive(Clone, Copy, Debug)]
pub struct TurnOutcome {
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
    /// Whether it is only on the way to another that is at least as good.
    is_passed: bool,
}

impl Setting {
    const fn new(pos: &Position, from: Option<(u16, Move)>) -> Self {
        Self { pos: *pos, from, is_passed: false }
    }
}

/// What a turn can lead to; kept from turn to turn so that nothing is allocated.
#[derive(Clone, Debug, Default)]
pub struct Turn {
    /// The settings, the position itself first.
    pub settings: Vec<Setting>,
    /// The places for the card in all settings.
    pub outcomes: Vec<TurnOutcome>,
    /// What the outcomes lead to, in the order in which they were found, to be valued together, and their
    /// logits.
    pub(crate) positions: Vec<Position>,
    pub(crate) logits: Vec<f32>,
    /// Room for the network that values them.
    pub(crate) activations: QuantizedActivations,
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

    /// The position that an outcome leads to.
    pub fn after(&self, game: &Calculation, outcome: &TurnOutcome) -> Position {
        let mut pos = self.settings[usize::from(outcome.setting)].pos;
        game.make(&mut pos, outcome.place);
        pos
    }

    /// The moves that lead there, in order.
    pub fn moves(&self, outcome: &TurnOutcome) -> Vec<Move> {
        let mut moves = vec![outcome.place];
        let mut here = usize::from(outcome.setting);
        while let Some((before, mv)) = self.settings[here].from {
            moves.push(mv);
            here = usize::from(before);
        }
        moves.reverse();
        moves
    }

    /// The best outcome, the first among equals.
    pub fn best(&self) -> Option<&TurnOutcome> {
        self.outcomes.iter().reduce(|best, other| if other.logit > best.logit { other } else { best })
    }
}

/// How many settings of a turn are looked at in play, those with the fewest moves first: nearly all that
/// there are.
pub const SETTINGS: usize = 128;
/// More than there are: some hundreds late in a game.
pub const ALL_SETTINGS: usize = u16::MAX as usize;

/// Which outcomes of a turn are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnFilter {
    /// Whatever can go to a base goes there: the first lessons, in which games are to be won at all.
    BasesFirst,
    /// A card that could go to a base may be kept back.
    Everything,
    /// The same, but what can wait waits, and what cannot be wrong is done: for searches.
    Undominated,
}

/// Finds what turns can lead to.
#[derive(Clone, Copy, Debug)]
pub struct TurnGenerator<'a> {
    /// The rules.
    pub game: &'a Calculation,
}

impl TurnGenerator<'_> {
    /// Finds what a turn can lead to, with no more than so many settings, without values.
    pub fn find(self, pos: &Position, filter: TurnFilter, most: usize, turn: &mut Turn) {
        turn.settings.clear();
        turn.outcomes.clear();
        turn.positions.clear();
        turn.settings.push(Setting::new(pos, None));
        self.settings(&mut turn.settings, filter, most);
        let is_forced = self.is_forced(filter, pos, pos.turned);
        for setting in 0..turn.settings.len() {
            let Setting { pos, is_passed, .. } = turn.settings[setting];
            if is_passed {
                continue;
            }
            let mut is_placed = false;
            let mut add = |place| {
                if filter == TurnFilter::Undominated && !self.depends(place, &turn.settings, setting) {
                    return;
                }
                let mut next = pos;
                self.game.make(&mut next, place);
                turn.positions.push(next);
                turn.outcomes.push(TurnOutcome { setting: setting as u16, place, logit: 0.0 });
            };
            self.game.takers(&pos, pos.turned, |base| {
                add(Move::ToBase(base));
                is_placed = true;
            });
            if !(is_placed && is_forced) {
                self.piles(&pos).for_each(|pile| add(Move::ToPile(pile as u8)));
            }
        }
    }

    /// The settings that cards off the piles lead to, no more than so many; where a move is forced, it alone
    /// is made.
    fn settings(self, settings: &mut Vec<Setting>, filter: TurnFilter, most: usize) {
        let mut next = 0;
        while next < settings.len() {
            let pos = settings[next].pos;
            let forced = self.forced_off(filter, &pos);
            settings[next].is_passed = forced.is_some();
            let mut add = |mv| {
                let mut after = pos;
                self.game.make(&mut after, mv);
                let is_room = settings.len() < most || forced.is_some();
                if is_room && settings.iter().all(|known| known.pos != after) {
                    settings.push(Setting::new(&after, Some((next as u16, mv))));
                }
            };
            match forced {
                Some(mv) => add(mv),
                None => self.each_off(&pos, add),
            }
            next += 1;
        }
    }

    /// Calls with every move off a pile.
    fn each_off(self, pos: &Position, mut each: impl FnMut(Move)) {
        for pile in 0..self.game.variant().piles() {
            self.game.takers(pos, pos.piles[pile].top(), |base| {
                each(Move::FromPile { pile: pile as u8, base });
            });
        }
    }

    /// The first move off a pile that is forced, if there is one.
    fn forced_off(self, filter: TurnFilter, pos: &Position) -> Option<Move> {
        let mut found = None;
        self.each_off(pos, |mv| {
            let Move::FromPile { pile, .. } = mv else { return };
            if found.is_none() && self.is_forced(filter, pos, pos.piles[usize::from(pile)].top()) {
                found = Some(mv);
            }
        });
        found
    }

    /// Whether a card goes to a base as soon as one takes it.
    fn is_forced(self, filter: TurnFilter, pos: &Position, card: Rank) -> bool {
        match filter {
            TurnFilter::BasesFirst => true,
            TurnFilter::Everything => false,
            TurnFilter::Undominated => self.game.missing(pos, card) <= 1,
        }
    }

    /// Whether a place for the card depends on all moves of a setting: on those from its pile or to its base,
    /// and on those from the piles and to the bases of these that came before. Of a rank that no base needs
    /// any more the last card was moved as soon as it could be, on whatever way the setting was found first.
    ///
    /// A move that is left over may be made in the next turn as well, with all that it made possible. So a
    /// setting with fewer moves, which is looked at too, is as good; and of the settings that are as good the
    /// smallest has no move left over.
    fn depends(self, place: Move, settings: &[Setting], setting: usize) -> bool {
        let (mut piles, mut bases) = match place {
            Move::ToBase(base) => (0, 1 << base),
            Move::ToPile(pile) => (1 << pile, 0),
            Move::FromPile { .. } => unreachable!("the card turned up lies in no pile"),
        };
        let mut here = setting;
        while let Some((before, Move::FromPile { pile, base })) = settings[here].from {
            here = usize::from(before);
            let card = settings[here].pos.piles[usize::from(pile)].top();
            if piles >> pile & 1 == 1 || bases >> base & 1 == 1 {
                piles |= 1 << pile;
                bases |= 1 << base;
            } else if self.game.missing(&settings[setting].pos, card) > 0 {
                return false;
            }
        }
        true
    }

    /// The piles that a card may go onto: of several empty ones the first.
    fn piles(self, pos: &Position) -> impl Iterator<Item = usize> {
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
    use yomikiri_calculation::{Purpose, Stream, rules::nth};
    use yomikiri_core::Game;

    /// Whether a turn wins when the card that is still hidden lies open.
    fn wins(game: &Calculation, turn: &Turn) -> bool {
        turn.positions.iter().any(|after| {
            let mut next = *after;
            next.turn(nth(&after.stock, 0));
            game.can_finish(&next)
        })
    }

    #[test]
    fn what_a_lazy_player_leaves_out_is_never_better() {
        lazy_turns_win_as_often(300);
    }

    #[test]
    #[ignore = "seconds: cargo xtask test --full"]
    fn what_a_lazy_player_leaves_out_is_never_better_in_many_games() {
        lazy_turns_win_as_often(1500);
    }

    /// So many games of each of three variants.
    fn lazy_turns_win_as_often(games: u32) {
        let (mut won, mut lost, mut fewer) = (0, 0, 0);
        for text in ["ranks=6", "ranks=7,bases=3,piles=4", "ranks=8,bases=4,piles=5"] {
            let game = Calculation::new(text.parse().unwrap());
            let turns = TurnGenerator { game: &game };
            let (mut free, mut lazy) = (Turn::default(), Turn::default());
            for number in 0..u64::from(games) {
                let mut stream = Stream::new(7, number, Purpose::Deal);
                let mut pos = game.start();
                // Cards are piled up at random, so that much can be done late.
                while pos.hidden() > 2 {
                    pos.turn(nth(&pos.stock, stream.below(pos.hidden())));
                    let place = stream.below(game.variant().piles() as u32) as u8;
                    let mut mv = Move::ToPile(place);
                    if stream.below(3) == 0 {
                        game.takers(&pos, pos.turned, |base| mv = Move::ToBase(base));
                    }
                    game.make(&mut pos, mv);
                }
                pos.turn(nth(&pos.stock, stream.below(pos.hidden())));
                turns.find(&pos, TurnFilter::Everything, ALL_SETTINGS, &mut free);
                turns.find(&pos, TurnFilter::Undominated, ALL_SETTINGS, &mut lazy);
                let wins = wins(&game, &free);
                assert_eq!(wins, self::wins(&game, &lazy), "{text} {number}: {pos:?}");
                *(if wins { &mut won } else { &mut lost }) += 1;
                fewer += u32::from(lazy.positions.len() < free.positions.len());
            }
        }
        let enough = won * 3 > games * 2 && lost * 3 > games * 2 && fewer > games * 2;
        assert!(enough, "{won} {lost} {fewer}");
    }

    /// Of two cards that two bases take, the last of their rank, either may leave first, whatever pile the
    /// card turned up is to go onto.
    #[test]
    fn the_last_cards_leave_together() {
        let game = Calculation::default();
        let mut pos = game.start();
        pos.bases = [6, 9, 11, 5];
        for (pile, below) in [5, 6].into_iter().enumerate() {
            pos.piles[pile].push(below);
            pos.piles[pile].push(7);
        }
        pos.turn(13);
        let mut turn = Turn::default();
        TurnGenerator { game: &game }.find(&pos, TurnFilter::Undominated, ALL_SETTINGS, &mut turn);
        for pile in 0..2 {
            let mut after = pos;
            after.bases = [7, 10, 11, 5];
            after.piles[..2].iter_mut().for_each(|pile| _ = pile.pop());
            game.make(&mut after, Move::ToPile(pile));
            assert!(turn.positions.contains(&after), "{pile}: {:?}", turn.positions);
        }
    }
}
