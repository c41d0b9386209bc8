//! Random play in bulk on any machine: 64 games side by side, one byte of a vector register each.
//!
//! A game of random moves is 50 to 70 steps, each a handful of comparisons: a card is drawn, the legal moves
//! are counted, one of them is chosen. Played one by one, most of the time goes into branches that nobody can
//! predict. Here every game takes each step at the same time and without a branch: ranks are bytes, so that
//! one comparison of two registers says for 64 games whether a base takes a card; a choice among `n` moves is
//! a number that is counted down over the moves in their fixed order, and that is far above any count once it
//! has chosen. A card is drawn from counts by rank in the same way. A pile is a chain: every step writes the
//! card placed and what was beneath it, in two rows of memory, and a pile knows the step of its top card;
//! only taking a card off a pile is done game by game.
//!
//! Random numbers are those of [`Stream`]: every game is the same, move by move, as if it were played alone
//! by [`crate::simple`], which is the slow routine that the tests compare with.

use crate::{
    bytes::{Bytes, Words},
    rank::KING,
    simple::{Finished, Taste},
    stream::{Purpose, Stream},
    variant::{MAX_BASES, MAX_CARDS, Variant},
};

pub use crate::bytes::LANES;

const NONE: Bytes = Bytes::all(0);

/// Every card is placed once and taken off a pile at most once; step 0 is none.
const STEPS: usize = 2 * MAX_CARDS + 2;

/// What a base needs that is closed or not there: no card. (The top of an empty pile is 0.)
const CLOSED: u8 = 0xff;

/// The games of a block.
struct Block<const PILES: usize> {
    /// The rank each base needs.
    needs: [Bytes; MAX_BASES],
    /// The top card of each pile, and the step at which it was placed.
    tops: [Bytes; PILES],
    links: [Bytes; PILES],
    /// Copies of each rank in the stock, and of all together.
    stock: [Bytes; KING as usize + 1],
    hidden: Bytes,
    turned: Bytes,
    /// Where each game's stream of cards stands.
    deals: Words,
    placed: Bytes,
    plies: Bytes,
    /// By step: the card placed on a pile, and the step of what it was placed upon.
    cards: [Bytes; STEPS],
    below: [Bytes; STEPS],
}

impl<const PILES: usize> Block<PILES> {
    fn new(variant: Variant, deals: &Words) -> Self {
        let mut needs = [Bytes::all(CLOSED); MAX_BASES];
        for (base, needs) in needs.iter_mut().enumerate().take(variant.bases()) {
            *needs = Bytes::all(variant.needs(base, variant.lead()));
        }
        Self {
            needs,
            tops: [NONE; PILES],
            links: [NONE; PILES],
            stock: variant.full_stock().map(Bytes::all),
            hidden: Bytes::all(variant.stock() as u8),
            turned: NONE,
            deals: *deals,
            placed: Bytes::all((variant.cards() - variant.stock()) as u8),
            plies: NONE,
            cards: [NONE; STEPS],
            below: [NONE; STEPS],
        }
    }

    /// Turns up a card in every game that waits for one.
    #[inline(always)]
    fn turn(&mut self) {
        let waits = self.turned.is(NONE).and(self.hidden.is(NONE).not());
        let mut number = self.deals.next(waits).below(self.hidden).or(waits.not());
        let mut turned = NONE;
        for (rank, stock) in self.stock.iter_mut().enumerate().skip(1) {
            let hit = number.less(*stock);
            turned = turned.or(hit.and(Bytes::all(rank as u8)));
            // From the choice on it is far above any count, and stays so.
            number = number.minus(*stock).or(hit);
            *stock = stock.plus(hit);
        }
        self.turned = self.turned.or(turned);
        self.hidden = self.hidden.plus(waits);
    }

    /// How many cards each game can put on a base, and how many moves it chooses from.
    #[inline(always)]
    fn count(&self, taste: Taste) -> (Bytes, Bytes) {
        let mut bases = NONE;
        for need in self.needs {
            bases = bases.minus(self.turned.is(need));
            for top in self.tops {
                bases = bases.minus(top.is(need));
            }
        }
        let to_pile = self.turned.is(NONE).not().and(Bytes::all(PILES as u8));
        let allowed = match taste {
            Taste::Any => to_pile,
            Taste::Bases => to_pile.and(bases.is(NONE)),
        };
        (bases, bases.plus(allowed))
    }

    /// Makes the chosen move of every game; the step is the number of this round, from 1.
    #[inline(always)]
    fn play(&mut self, variant: Variant, mut number: Bytes, to_pile: Bytes, step: usize) {
        let mut chosen = |legal: Bytes| {
            let hit = legal.and(number.is(NONE));
            number = number.plus(legal);
            hit
        };
        let tops = self.tops;
        let mut grown = self.needs.map(|need| chosen(self.turned.is(need)));
        let mut gone = grown.into_iter().fold(NONE, Bytes::or);
        let mut below = NONE;
        for pile in 0..PILES {
            let hit = chosen(to_pile);
            below = below.or(self.links[pile].and(hit));
            self.links[pile] = hit.pick(Bytes::all(step as u8), self.links[pile]);
            self.tops[pile] = hit.pick(self.turned, self.tops[pile]);
            gone = gone.or(hit);
        }
        (self.cards[step], self.below[step]) = (self.turned, below);
        let mut popped = NONE;
        for (pile, top) in tops.into_iter().enumerate() {
            for (base, grown) in grown.iter_mut().enumerate() {
                let hit = chosen(top.is(self.needs[base]));
                *grown = grown.or(hit);
                popped = popped.or(hit.and(Bytes::all(pile as u8 + 1)));
            }
        }
        self.turned = self.turned.and(gone.not());
        self.pop(&popped);
        self.grow(variant, &grown);
    }

    /// Takes the top card off a pile (counted from 1) in every game that asks for it.
    #[inline(always)]
    fn pop(&mut self, popped: &Bytes) {
        let mut waiting = popped.lanes();
        while waiting != 0 {
            let lane = waiting.trailing_zeros() as usize;
            waiting &= waiting - 1;
            let pile = usize::from(popped.0[lane]) - 1;
            let beneath = self.below[usize::from(self.links[pile].0[lane])].0[lane];
            self.links[pile].0[lane] = beneath;
            self.tops[pile].0[lane] = self.cards[usize::from(beneath)].0[lane];
        }
    }

    /// Lets the bases take one card more.
    #[inline(always)]
    fn grow(&mut self, variant: Variant, grown: &[Bytes; MAX_BASES]) {
        let ranks = Bytes::all(variant.ranks());
        for (base, &step) in variant.steps().iter().enumerate() {
            let old = self.needs[base];
            let next = old.plus(Bytes::all(step));
            let next = next.minus(ranks.less(next).and(ranks));
            let next = next.or(old.is(ranks));
            self.needs[base] = grown[base].pick(next, old);
            self.placed = self.placed.minus(grown[base]);
        }
    }
}

/// Plays [`LANES`] games, those with the numbers from `first` on.
pub fn play(variant: Variant, taste: Taste, seed: u64, first: u64) -> [Finished; LANES] {
    let play = match variant.piles() {
        1 => play_with::<1>,
        2 => play_with::<2>,
        3 => play_with::<3>,
        4 => play_with::<4>,
        5 => play_with::<5>,
        _ => play_with::<6>,
    };
    play(variant, taste, seed, first)
}

fn play_with<const PILES: usize>(variant: Variant, taste: Taste, seed: u64, first: u64) -> [Finished; LANES] {
    let keys = |purpose| {
        let key = |lane| Stream::new(seed, first.wrapping_add(lane as u64), purpose).key();
        Words(std::array::from_fn(key))
    };
    let mut block = Block::<PILES>::new(variant, &keys(Purpose::Deal));
    let mut choices = keys(Purpose::Choice);
    for step in 1.. {
        block.turn();
        let (bases, count) = block.count(taste);
        let plays = count.is(NONE).not();
        if plays == NONE {
            break;
        }
        let number = choices.next(plays).below(count).or(plays.not());
        block.plies = block.plies.minus(plays);
        let mut to_pile = block.turned.is(NONE).not();
        if taste == Taste::Bases {
            to_pile = to_pile.and(bases.is(NONE));
        }
        block.play(variant, number, to_pile, step);
    }
    let cards = variant.cards() as u8;
    std::array::from_fn(|lane| Finished {
        won: block.placed.0[lane] == cards,
        placed: block.placed.0[lane],
        plies: block.plies.0[lane],
    })
}
