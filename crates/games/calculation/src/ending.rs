//! The end of a game, when the stock is empty: can all that is left be brought to the bases?
//!
//! A search over the order in which bases take cards. What lies in the piles never changes but at the top, so
//! that a state is a number: how many cards each base has, and how high each pile still is. A card that is
//! the last of its rank goes where it can; with several copies left the search branches, and visits no state
//! twice. A handful of states, as a rule.
//!
//! A card that is still turned up is one more pile: whoever puts it onto another gains nothing over holding
//! it until a base takes it.

use crate::{
    position::Position,
    rank::{KING, Rank},
    rules::{Calculation, nth},
    variant::{MAX_BASES, MAX_PILES},
};
use std::{
    collections::HashSet,
    hash::{BuildHasherDefault, Hasher},
};
use yomikiri_core::splitmix;

impl Calculation {
    /// Whether all cards can be brought to the bases, now that the stock is empty; a card may be turned up.
    pub fn can_finish(&self, pos: &Position) -> bool {
        debug_assert!(pos.hidden() == 0, "the stock is not empty");
        self.can_finish_from(pos, [pos.turned, 0])
    }

    /// Whether all cards could be brought to the bases if the last card of the stock lay beside the card
    /// turned up from now on: where that is not so, the game is lost.
    pub fn could_finish(&self, pos: &Position) -> bool {
        debug_assert!(pos.hidden() == 1, "more or less than one card is hidden");
        self.can_finish_from(pos, [pos.turned, nth(&pos.stock, 0)])
    }

    /// The same with these cards, 0 for none, as piles of their own.
    fn can_finish_from(&self, pos: &Position, loose: [Rank; LOOSE]) -> bool {
        let mut piles = [&[][..]; PILES];
        for (cards, pile) in piles.iter_mut().zip(&pos.piles) {
            *cards = pile.cards();
        }
        for (cards, card) in piles[MAX_PILES..].iter_mut().zip(&loose) {
            *cards = if *card == 0 { &[] } else { std::slice::from_ref(card) };
        }
        let mut left = [0; KING as usize + 1];
        for card in piles.iter().copied().flatten() {
            left[usize::from(*card)] += 1;
        }
        let mut ending = Ending { game: self, piles, seen: HashSet::default() };
        ending.finish(State::of(pos.bases, &piles), left)
    }
}

/// The cards that lie in no pile: the one turned up, and the last of the stock when it is thought to lie
/// open.
const LOOSE: usize = 2;
/// The piles, and each loose card as one more.
const PILES: usize = MAX_PILES + LOOSE;

/// Bases and heights, packed: four bits for the count of a base, six for the height of a pile.
#[derive(Clone, Copy, PartialEq, Eq)]
struct State(u64);

impl State {
    fn of(bases: [u8; MAX_BASES], piles: &[&[Rank]; PILES]) -> Self {
        let bases = bases.iter().rev().fold(0, |key, &count| key << 4 | u64::from(count));
        let heights = piles.iter().rev().fold(0, |key, cards| key << 6 | cards.len() as u64);
        Self(heights << (4 * MAX_BASES) | bases)
    }

    #[inline]
    const fn count(self, base: usize) -> u8 {
        (self.0 >> (4 * base)) as u8 & 15
    }

    #[inline]
    const fn height(self, pile: usize) -> usize {
        (self.0 >> (4 * MAX_BASES + 6 * pile)) as usize & 63
    }

    /// The top card of the pile on the base.
    #[inline]
    const fn moved(self, pile: usize, base: usize) -> Self {
        Self(self.0 + (1 << (4 * base)) - (1 << (4 * MAX_BASES + 6 * pile)))
    }

    /// Whether the piles are empty.
    #[inline]
    const fn is_done(self) -> bool {
        self.0 >> (4 * MAX_BASES) == 0
    }
}

/// States are distinct numbers already: the finalizer of splitmix64 spreads them.
#[derive(Default)]
struct MixHasher(u64);

impl Hasher for MixHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = splitmix::mix(self.0 ^ number);
    }
}

/// A search.
struct Ending<'a> {
    game: &'a Calculation,
    piles: [&'a [Rank]; PILES],
    /// States where the search branched.
    seen: HashSet<u64, BuildHasherDefault<MixHasher>>,
}

/// The most ways on: each base takes a card of one rank, which may lie on each pile.
const WAYS: usize = MAX_BASES * PILES;

impl Ending<'_> {
    /// Whether all can be brought to the bases from here; `left` are the cards in the piles, by rank.
    fn finish(&mut self, mut state: State, mut left: [u8; KING as usize + 1]) -> bool {
        let mut ways = [(State(0), 0); WAYS];
        let mut count;
        // As long as there is a card that is the last of its rank: it can go nowhere else, and nothing else
        // can come in its place.
        'straight: loop {
            count = 0;
            for (pile, cards) in self.piles.iter().enumerate() {
                let Some(below) = state.height(pile).checked_sub(1) else { continue };
                let card = cards[below];
                for base in 0..self.game.variant().bases() {
                    if self.game.takes(base, state.count(base)) != card {
                        continue;
                    }
                    if left[usize::from(card)] == 1 {
                        left[usize::from(card)] = 0;
                        state = state.moved(pile, base);
                        continue 'straight;
                    }
                    ways[count] = (state.moved(pile, base), card);
                    count += 1;
                }
            }
            break;
        }
        if count == 0 {
            return state.is_done();
        }
        // With one way on there is nothing to choose, and nothing to remember.
        (count == 1 || self.seen.insert(state.0))
            && ways[..count].iter().any(|&(next, card)| {
                let mut left = left;
                left[usize::from(card)] -= 1;
                self.finish(next, left)
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Move, Purpose, Stream, Variant, rules::nth};
    use yomikiri_core::Game;

    /// Every order, without a thought; one card may still be hidden.
    fn slowly(game: &Calculation, pos: &Position) -> bool {
        let mut next = *pos;
        if pos.turned == 0 && pos.hidden() > 0 {
            next.turn(nth(&pos.stock, 0));
        }
        let mut moves = Vec::new();
        game.moves(&next, &mut moves);
        game.is_won(&next) || moves.into_iter().any(|mv| slowly(game, &game.play(&next, mv)))
    }

    #[test]
    fn the_end_is_seen_as_if_every_order_were_tried() {
        the_end_is_seen(700);
    }

    #[test]
    #[ignore = "seconds: cargo xtask test --full"]
    fn the_end_of_more_games_is_seen_as_if_every_order_were_tried() {
        the_end_is_seen(2500);
    }

    /// So many games of each of three variants.
    fn the_end_is_seen(games: u64) {
        let (mut won, mut lost) = (0, 0_u64);
        for text in ["ranks=4,steps=1-1-1,piles=3", "ranks=5,bases=3", "ranks=6"] {
            let game = Calculation::new(text.parse::<Variant>().unwrap());
            for number in 0..games {
                let mut pos = game.start();
                let mut stream = Stream::new(1, number, Purpose::Deal);
                // Cards are piled up at random, with a move to a base now and then, so that much is left to
                // be done.
                while pos.hidden() > 0 {
                    pos.turn(nth(&pos.stock, stream.below(pos.hidden())));
                    if pos.hidden() == 1 && !game.could_finish(&pos) {
                        assert!(!slowly(&game, &pos), "{text} {number}: {pos:?}");
                        lost += 1;
                    }
                    if pos.hidden() == 0 {
                        // Before the last card is placed.
                        assert_eq!(game.can_finish(&pos), slowly(&game, &pos), "{text} {number}: {pos:?}");
                    }
                    let mut moves = Vec::new();
                    game.moves(&pos, &mut moves);
                    moves.retain(|mv| !matches!(mv, Move::FromPile { .. }));
                    game.make(&mut pos, moves[stream.below(moves.len() as u32) as usize]);
                }
                let expected = slowly(&game, &pos);
                assert_eq!(game.can_finish(&pos), expected, "{text} {number}: {pos:?}");
                won += u64::from(expected);
            }
        }
        assert!((games / 5..games * 14 / 5).contains(&won), "{won}");
        assert!(lost > games / 5, "{lost}");
    }
}
