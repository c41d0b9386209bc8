//! Random play in bulk: 64 games side by side, a byte of a register each, and a new game where one has ended.
//!
//! Method: every game takes each step at the same time and without a branch. Ranks are bytes, so that one
//! comparison says for 64 games whether a base takes a card; a choice among `n` moves is a number that is
//! counted down over the moves in their fixed order, and that is far above any count once it has chosen.
//!
//! - A comparison gives a mask of 64 lanes, and additions and choices take place under a mask: a move that is
//!   counted down takes three instructions of AVX-512 (where masks are registers of their own), six of AVX2.
//! - The stock is kept as sums of counts up to each rank, so that the card drawn is the number of sums above
//!   a random number, and those sums are one less: three instructions a rank, none of which waits for the one
//!   before.
//! - Every step writes what the placed card covers, card and step, so that taking a card off needs one look
//!   and no chain. Only that look is done game by game.
//! - Games end after 50 to 75 moves. Where six lanes have come to an end they begin new games at once; the
//!   rows of memory are a ring, as no card lies longer than a game lasts.
//!
//! The registers are those of the level that the processor has (`yomikiri_simd`); figures for each are in
//! the book's `simd.md`. Every game is the same, move by move, as if it were played alone by
//! [`crate::simple`], which is the slow routine that the tests compare with.

use crate::{
    rank::KING,
    simple::{Finished, PlayoutPolicy},
    stream::{Purpose, Stream},
    variant::{MAX_BASES, MAX_PILES, Variant},
};
use std::{array, ops::Range};
use yomikiri_simd::{Row, Simd, Words, by_level};

/// How many games are played at once.
const LANES: usize = 64;

/// Lanes that have come to an end before they begin anew: few wait for little, many share the work.
const REFILL: u32 = 6;

/// Rows of the ring; step 0 is none.
const ROWS: usize = 256;

/// What a base needs that is closed or not there: no card. (The top of an empty pile is 0.)
const CLOSED: u8 = 0xff;

/// A number that chooses nothing: above any count, and still so after it was counted down.
const NOTHING: u8 = 0xff;

by_level! {
    /// Plays the games with these numbers and gives each to `each` with its number, in any order.
    pub fn play(
        simd,
        variant: Variant,
        policy: PlayoutPolicy,
        seed: u64,
        numbers: Range<u64>,
        each: &mut dyn FnMut(u64, Finished),
    ) {
        match variant.piles() {
            3 => play_with::<S, 3>(simd, variant, policy, seed, numbers, each),
            4 => play_with::<S, 4>(simd, variant, policy, seed, numbers, each),
            // Each of these is a second of the compiler's time at every level.
            _ => play_with::<S, MAX_PILES>(simd, variant, policy, seed, numbers, each),
        }
    }
}

/// The games in play, with room for so many piles. Those that the variant does not have stay empty.
struct Games<S: Simd, const PILES: usize> {
    simd: S,
    variant: Variant,
    /// The rank each base needs.
    needs: [S::Bytes; MAX_BASES],
    /// The top card of each pile, and the step at which it was placed.
    tops: [S::Bytes; PILES],
    links: [S::Bytes; PILES],
    turned: S::Bytes,
    placed: S::Bytes,
    plies: S::Bytes,
    /// Cards in the stock up to each rank; the last is all of them.
    sums: [S::Bytes; KING as usize],
    /// Those of a new game.
    full: [u8; KING as usize],
    deals: Words,
    choices: Words,
    one: S::Bytes,
    /// By step: the card that the placed one covers, and the step of that.
    covered: Box<[[Row; 2]; ROWS]>,
}

/// For the lanes of the mask, the next word of their streams as a number below the lane's bound;
/// [`NOTHING`] for the others.
#[inline(always)]
fn below<S: Simd>(simd: S, words: &mut Words, moves: S::Mask, bounds: S::Bytes) -> S::Bytes {
    simd.pick(moves, simd.below(words, moves, bounds), simd.all_bytes(NOTHING))
}

impl<S: Simd, const PILES: usize> Games<S, PILES> {
    /// No game in any lane.
    #[inline(always)]
    fn none(simd: S, variant: Variant) -> Self {
        let zero = simd.all_bytes(0);
        let rows = vec![[Row([0; LANES]); 2]; ROWS];
        let (stock, mut sum) = (variant.full_stock(), 0);
        let full = array::from_fn(|rank| {
            sum += stock[rank + 1];
            sum
        });
        Self {
            simd,
            variant,
            needs: [simd.all_bytes(CLOSED); MAX_BASES],
            tops: [zero; PILES],
            links: [zero; PILES],
            turned: zero,
            placed: zero,
            plies: zero,
            sums: [zero; KING as usize],
            full,
            deals: Words::ZERO,
            choices: Words::ZERO,
            one: simd.one(),
            covered: rows.into_boxed_slice().try_into().unwrap_or_else(|_| unreachable!("so many rows")),
        }
    }

    /// How many piles the variant has: not asked where the room is made for it.
    #[inline(always)]
    const fn piles(&self) -> usize {
        if PILES == MAX_PILES { self.variant.piles() } else { PILES }
    }

    /// Begins games in these lanes; their streams are set already.
    #[inline(always)]
    fn begin(&mut self, lanes: u64) {
        let (simd, variant) = (self.simd, self.variant);
        let lanes = simd.mask(lanes);
        for (base, needs) in self.needs.iter_mut().enumerate() {
            let first = if base < variant.bases() { variant.needs(base, variant.lead()) } else { CLOSED };
            *needs = simd.pick(lanes, simd.all_bytes(first), *needs);
        }
        let zero = simd.all_bytes(0);
        for bytes in self.tops.iter_mut().chain(&mut self.links).chain([&mut self.turned, &mut self.plies]) {
            *bytes = simd.pick(lanes, zero, *bytes);
        }
        let placed = simd.all_bytes((variant.cards() - variant.stock()) as u8);
        self.placed = simd.pick(lanes, placed, self.placed);
        for (sum, &full) in self.sums.iter_mut().zip(&self.full) {
            *sum = simd.pick(lanes, simd.all_bytes(full), *sum);
        }
    }

    /// Turns up a card in every game that waits for one.
    #[inline(always)]
    fn turn(&mut self) {
        let (simd, one) = (self.simd, self.one);
        let zero = simd.all_bytes(0);
        let hidden = self.sums[KING as usize - 1];
        let waits = simd.except(simd.equal(self.turned, zero), simd.equal(hidden, zero));
        let number = below(simd, &mut self.deals, waits, hidden);
        // The ranks from the one drawn on have sums above the number.
        let mut rank = simd.keep(waits, simd.all_bytes(KING + 1));
        for sum in &mut self.sums {
            let above = simd.above(*sum, number);
            *sum = simd.count_down(*sum, above, one);
            rank = simd.count_down(rank, above, one);
        }
        self.turned = simd.or_bytes(self.turned, rank);
    }

    /// How many moves each game chooses from, and the lanes in which the card turned up may go to a pile.
    #[inline(always)]
    fn count(&self, policy: PlayoutPolicy) -> (S::Bytes, S::Mask) {
        let (simd, one) = (self.simd, self.one);
        let zero = simd.all_bytes(0);
        let mut count = zero;
        for need in self.needs {
            count = simd.count_up(count, simd.equal(self.turned, need), one);
            for top in self.tops {
                count = simd.count_up(count, simd.equal(top, need), one);
            }
        }
        let all = simd.equal(zero, zero);
        let mut to_pile = simd.except(all, simd.equal(self.turned, zero));
        if policy == PlayoutPolicy::Bases {
            to_pile = simd.both(to_pile, simd.equal(count, zero));
        }
        (simd.add_bytes(count, simd.keep(to_pile, simd.all_bytes(self.piles() as u8))), to_pile)
    }

    /// The lanes of a number that is counted down and stands at 0 where the move is legal; it is counted
    /// down.
    #[inline(always)]
    fn chosen(&self, number: &mut S::Bytes, legal: S::Mask) -> S::Mask {
        let hit = self.simd.both(legal, self.simd.equal(*number, self.simd.all_bytes(0)));
        *number = self.simd.count_down(*number, legal, self.one);
        hit
    }

    /// Makes the chosen move of every game.
    #[inline(always)]
    fn play(&mut self, mut number: S::Bytes, to_pile: S::Mask, step: usize) {
        let (simd, turned, tops) = (self.simd, self.turned, self.tops);
        let none = simd.mask(0);
        let mut grown = [none; MAX_BASES];
        let mut gone = none;
        for (grown, need) in grown.iter_mut().zip(self.needs) {
            *grown = self.chosen(&mut number, simd.equal(turned, need));
            gone = simd.either(gone, *grown);
        }
        let [mut under, mut below] = [simd.all_bytes(0); 2];
        for pile in 0..PILES {
            let hit = self.chosen(&mut number, if pile < self.piles() { to_pile } else { none });
            under = simd.pick(hit, self.tops[pile], under);
            below = simd.pick(hit, self.links[pile], below);
            self.tops[pile] = simd.pick(hit, turned, self.tops[pile]);
            self.links[pile] = simd.pick(hit, simd.all_bytes(step as u8), self.links[pile]);
            gone = simd.either(gone, hit);
        }
        simd.store_bytes(under, &mut self.covered[step][0]);
        simd.store_bytes(below, &mut self.covered[step][1]);
        let mut popped = [none; PILES];
        for (popped, top) in popped.iter_mut().zip(tops) {
            for (grown, need) in grown.iter_mut().zip(self.needs) {
                let hit = self.chosen(&mut number, simd.equal(top, need));
                *grown = simd.either(*grown, hit);
                *popped = simd.either(*popped, hit);
            }
        }
        self.turned = simd.pick(gone, simd.all_bytes(0), turned);
        self.pop(popped);
        self.grow(grown);
    }

    /// Takes the top cards off the piles of these lanes.
    #[inline(always)]
    fn pop(&mut self, popped: [S::Mask; PILES]) {
        let simd = self.simd;
        let (mut links, mut any) = (simd.all_bytes(0), simd.mask(0));
        for (popped, link) in popped.into_iter().zip(self.links) {
            links = simd.pick(popped, link, links);
            any = simd.either(any, popped);
        }
        let [mut steps, mut under, mut below] = [Row([0; LANES]); 3];
        simd.store_bytes(links, &mut steps);
        let mut waiting = simd.lanes(any);
        while waiting != 0 {
            let lane = waiting.trailing_zeros() as usize;
            waiting &= waiting - 1;
            let covered = &self.covered[usize::from(steps.0[lane])];
            under.0[lane] = covered[0].0[lane];
            below.0[lane] = covered[1].0[lane];
        }
        let [under, below] = [simd.bytes(&under), simd.bytes(&below)];
        for (pile, popped) in popped.into_iter().enumerate() {
            self.tops[pile] = simd.pick(popped, under, self.tops[pile]);
            self.links[pile] = simd.pick(popped, below, self.links[pile]);
        }
    }

    /// Lets the bases of these lanes take one card more.
    #[inline(always)]
    fn grow(&mut self, grown: [S::Mask; MAX_BASES]) {
        let (simd, ranks) = (self.simd, self.variant.ranks());
        for ((grown, need), &step) in grown.into_iter().zip(&mut self.needs).zip(self.variant.steps()) {
            let closed = simd.both(grown, simd.equal(*need, simd.all_bytes(ranks)));
            let next = simd.add_bytes(*need, simd.all_bytes(step));
            let over = simd.above(next, simd.all_bytes(ranks));
            let next = simd.add_bytes(next, simd.keep(over, simd.all_bytes(ranks.wrapping_neg())));
            *need = simd.pick(closed, simd.all_bytes(CLOSED), simd.pick(grown, next, *need));
            self.placed = simd.count_up(self.placed, grown, self.one);
        }
    }
}

#[inline(always)]
fn play_with<S: Simd, const PILES: usize>(
    simd: S,
    variant: Variant,
    policy: PlayoutPolicy,
    seed: u64,
    mut numbers: Range<u64>,
    each: &mut dyn FnMut(u64, Finished),
) {
    let mut games = Games::<S, PILES>::none(simd, variant);
    // The lanes with a game, and its number.
    let (mut taken, mut whose) = (0_u64, [0; LANES]);
    let mut ended = u64::MAX;
    for step in (1..ROWS).cycle() {
        if ended.count_ones() >= REFILL || ended & taken == taken {
            tell(&games, ended & taken, &whose, each);
            taken &= !ended;
            let mut begun = 0;
            for (lane, number) in lanes(ended).zip(&mut numbers) {
                games.deals.set(lane, Stream::new(seed, number, Purpose::Deal).key());
                games.choices.set(lane, Stream::new(seed, number, Purpose::Choice).key());
                (whose[lane], begun) = (number, begun | 1 << lane);
            }
            taken |= begun;
            if taken == 0 {
                return;
            }
            games.begin(begun);
        }
        games.turn();
        let (count, to_pile) = games.count(policy);
        let rests = simd.equal(count, simd.all_bytes(0));
        let plays = simd.except(simd.mask(u64::MAX), rests);
        let number = below(simd, &mut games.choices, plays, count);
        games.plies = simd.count_up(games.plies, plays, games.one);
        games.play(number, to_pile, step);
        ended = simd.lanes(rests);
    }
}

/// The lanes of a set.
fn lanes(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (lane < LANES).then_some(lane)
    })
}

/// Gives away the games that have ended in these lanes.
#[inline(always)]
fn tell<S: Simd, const PILES: usize>(
    games: &Games<S, PILES>,
    ended: u64,
    whose: &[u64; LANES],
    each: &mut dyn FnMut(u64, Finished),
) {
    let [mut placed, mut plies] = [Row([0; LANES]); 2];
    games.simd.store_bytes(games.placed, &mut placed);
    games.simd.store_bytes(games.plies, &mut plies);
    let cards = games.variant.cards() as u8;
    for lane in lanes(ended) {
        let (placed, plies) = (placed.0[lane], plies.0[lane]);
        each(whose[lane], Finished { won: placed == cards, placed, plies });
    }
}
