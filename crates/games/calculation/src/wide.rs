//! Random play in bulk with AVX-512: 64 games side by side, a byte of a register each, and a new game where
//! one has ended.
//!
//! Method: that of [`crate::lanes`] with four differences, each of which follows from masks that are
//! registers of their own.
//!
//! - A comparison gives a mask of 64 lanes, and additions, choices and comparisons of it take place under a
//!   mask: a move that is counted down takes three instructions.
//! - The stock is kept as sums of counts up to each rank, so that the card drawn is the number of sums above
//!   a random number, and those sums are one less: three instructions a rank, none of which waits for the one
//!   before.
//! - Every step writes what the placed card covers, card and step, so that taking a card off needs one look
//!   and no chain. Only that look is done game by game.
//! - Games end after 50 to 75 moves. Where six lanes have come to an end they begin new games at once; the
//!   rows of memory are a ring, as no card lies longer than a game lasts.
//!
//! Processor time of 2,560,000 games, three runs in turn, both hardware threads of the core busy:
//! [`crate::lanes`] 1.63 s; this with all lanes waiting for the last to end 0.42 s, refilled 0.37 s. Most
//! that is left are the random numbers.
//!
//! Lane `8 j + i` has its random words at place `j` of register `i`: so the numbers drawn from eight
//! registers fall into place by a shift each.

use crate::{
    rank::KING,
    simple::{Finished, Taste},
    stream::{Purpose, Stream},
    variant::{MAX_BASES, Variant},
};
use std::{
    arch::x86_64::{
        __m512i, _mm_cvtsi32_si128, _mm512_add_epi8, _mm512_add_epi64, _mm512_and_si512,
        _mm512_cmpeq_epi8_mask, _mm512_cmpgt_epu8_mask, _mm512_cmplt_epu8_mask, _mm512_load_si512,
        _mm512_mask_add_epi8, _mm512_mask_add_epi64, _mm512_mask_cmpeq_epi8_mask, _mm512_mask_mov_epi8,
        _mm512_mask_sub_epi8, _mm512_maskz_mov_epi8, _mm512_mul_epu32, _mm512_mullo_epi64, _mm512_or_si512,
        _mm512_set1_epi8, _mm512_set1_epi64, _mm512_setzero_si512, _mm512_sll_epi64, _mm512_srl_epi64,
        _mm512_srli_epi64, _mm512_store_si512, _mm512_xor_si512, _pext_u64,
    },
    hint::black_box,
    ops::Range,
    ptr::{from_mut, from_ref},
};
use yomikiri_core::splitmix::STEP;

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

/// A byte for each lane, in memory.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Row([u8; LANES]);

/// Eight words, in memory.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Eight([u64; 8]);

/// A word for each lane: that of lane `8 j + i` at place `j` of the eight at `i`.
struct Words([Eight; 8]);

/// Whether this machine has the instructions.
pub fn is_possible() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("bmi2")
}

/// Plays the games with these numbers and gives each to `each`, as they end.
///
/// # Panics
/// The machine lacks the instructions ([`is_possible`]).
pub fn play(
    variant: Variant,
    taste: Taste,
    seed: u64,
    numbers: Range<u64>,
    each: &mut dyn FnMut(u64, Finished),
) {
    assert!(is_possible(), "AVX-512");
    let play = match variant.piles() {
        1 => play_with::<1>,
        2 => play_with::<2>,
        3 => play_with::<3>,
        4 => play_with::<4>,
        5 => play_with::<5>,
        _ => play_with::<6>,
    };
    // SAFETY: the machine has the instructions.
    unsafe { play(variant, taste, seed, numbers, each) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn load(bytes: &Row) -> __m512i {
    // SAFETY: 64 bytes, aligned to 64.
    unsafe { _mm512_load_si512(from_ref(bytes).cast()) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn store(bytes: &mut Row, register: __m512i) {
    // SAFETY: 64 bytes, aligned to 64.
    unsafe { _mm512_store_si512(from_mut(bytes).cast(), register) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn all(byte: u8) -> __m512i {
    _mm512_set1_epi8(byte as i8)
}

impl Words {
    #[inline]
    fn set(&mut self, lane: usize, word: u64) {
        self.0[lane % 8].0[lane / 8] = word;
    }

    /// For the lanes of the mask, the next word of their streams as a number below the lane's bound;
    /// [`NOTHING`] for the others.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,bmi2")]
    fn below(&mut self, moves: u64, bounds: __m512i) -> __m512i {
        let step = _mm512_set1_epi64(STEP as i64);
        let mut numbers = _mm512_setzero_si512();
        for (i, eight) in self.0.iter_mut().enumerate() {
            let place = from_mut(eight).cast();
            // SAFETY: eight words, aligned to 64 bytes.
            let old = unsafe { _mm512_load_si512(place) };
            let moving = _pext_u64(moves, 0x0101_0101_0101_0101 << i) as u8;
            // SAFETY: as above.
            unsafe { _mm512_store_si512(place, _mm512_mask_add_epi64(old, moving, old, step)) };
            let word = mix(_mm512_add_epi64(old, step));
            // The bounds of these lanes, each alone in its word.
            let byte = _mm512_set1_epi64(0xff);
            let bound = _mm512_and_si512(_mm512_srl_epi64(bounds, _mm_cvtsi32_si128(8 * i as i32)), byte);
            let number = _mm512_srli_epi64::<32>(_mm512_mul_epu32(_mm512_srli_epi64::<32>(word), bound));
            numbers = _mm512_or_si512(numbers, _mm512_sll_epi64(number, _mm_cvtsi32_si128(8 * i as i32)));
        }
        _mm512_mask_mov_epi8(all(NOTHING), moves, numbers)
    }
}

/// `splitmix::mix` of eight words.
#[inline]
#[target_feature(enable = "avx512f,avx512dq")]
fn mix(word: __m512i) -> __m512i {
    let word = _mm512_xor_si512(word, _mm512_srli_epi64::<30>(word));
    let word = _mm512_mullo_epi64(word, _mm512_set1_epi64(0xbf58_476d_1ce4_e5b9_u64 as i64));
    let word = _mm512_xor_si512(word, _mm512_srli_epi64::<27>(word));
    let word = _mm512_mullo_epi64(word, _mm512_set1_epi64(0x94d0_49bb_1331_11eb_u64 as i64));
    _mm512_xor_si512(word, _mm512_srli_epi64::<31>(word))
}

/// The games in play.
struct Games<const PILES: usize> {
    variant: Variant,
    /// The rank each base needs.
    needs: [__m512i; MAX_BASES],
    /// The top card of each pile, and the step at which it was placed.
    tops: [__m512i; PILES],
    links: [__m512i; PILES],
    turned: __m512i,
    placed: __m512i,
    plies: __m512i,
    /// Cards in the stock up to each rank; the last is all of them.
    sums: [__m512i; KING as usize],
    /// Those of a new game.
    full: [u8; KING as usize],
    deals: Words,
    choices: Words,
    /// One in every lane. The compiler is not told: it would make of an addition under a mask two
    /// instructions.
    one: __m512i,
    /// By step: the card that the placed one covers, and the step of that.
    covered: Box<[[Row; 2]; ROWS]>,
}

/// The lanes of a number that is counted down and stands at 0 where the move is legal; it is counted down.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn chosen(number: &mut __m512i, legal: u64, one: __m512i) -> u64 {
    let hit = _mm512_mask_cmpeq_epi8_mask(legal, *number, _mm512_setzero_si512());
    *number = _mm512_mask_sub_epi8(*number, legal, *number, one);
    hit
}

impl<const PILES: usize> Games<PILES> {
    /// No game in any lane.
    #[target_feature(enable = "avx512f,avx512bw")]
    fn none(variant: Variant) -> Self {
        let zero = _mm512_setzero_si512();
        let rows = vec![[Row([0; LANES]); 2]; ROWS];
        let (stock, mut sum) = (variant.full_stock(), 0);
        let full = std::array::from_fn(|rank| {
            sum += stock[rank + 1];
            sum
        });
        Self {
            variant,
            needs: [all(CLOSED); MAX_BASES],
            tops: [zero; PILES],
            links: [zero; PILES],
            turned: zero,
            placed: zero,
            plies: zero,
            sums: [zero; KING as usize],
            full,
            deals: Words([Eight([0; 8]); 8]),
            choices: Words([Eight([0; 8]); 8]),
            one: black_box(all(1)),
            covered: rows.into_boxed_slice().try_into().unwrap_or_else(|_| unreachable!("so many rows")),
        }
    }

    /// Begins games in these lanes; their streams are set already.
    #[target_feature(enable = "avx512f,avx512bw")]
    fn begin(&mut self, lanes: u64) {
        let variant = self.variant;
        for (base, needs) in self.needs.iter_mut().enumerate() {
            let first = if base < variant.bases() { variant.needs(base, variant.lead()) } else { CLOSED };
            *needs = _mm512_mask_mov_epi8(*needs, lanes, all(first));
        }
        let zero = _mm512_setzero_si512();
        for register in self.tops.iter_mut().chain(&mut self.links).chain([&mut self.turned, &mut self.plies])
        {
            *register = _mm512_mask_mov_epi8(*register, lanes, zero);
        }
        let placed = all((variant.cards() - variant.stock()) as u8);
        self.placed = _mm512_mask_mov_epi8(self.placed, lanes, placed);
        for (sum, &full) in self.sums.iter_mut().zip(&self.full) {
            *sum = _mm512_mask_mov_epi8(*sum, lanes, all(full));
        }
    }

    /// Turns up a card in every game that waits for one.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,bmi2")]
    fn turn(&mut self) {
        let zero = _mm512_setzero_si512();
        let hidden = self.sums[KING as usize - 1];
        let waits = _mm512_mask_cmpeq_epi8_mask(_mm512_cmpgt_epu8_mask(hidden, zero), self.turned, zero);
        let number = self.deals.below(waits, hidden);
        // The ranks from the one drawn on have sums above the number.
        let mut rank = _mm512_maskz_mov_epi8(waits, all(KING + 1));
        for sum in &mut self.sums {
            let above = _mm512_cmplt_epu8_mask(number, *sum);
            *sum = _mm512_mask_sub_epi8(*sum, above, *sum, self.one);
            rank = _mm512_mask_sub_epi8(rank, above, rank, self.one);
        }
        self.turned = _mm512_or_si512(self.turned, rank);
    }

    /// How many moves each game chooses from, and the lanes in which the card turned up may go to a pile.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn count(&self, taste: Taste) -> (__m512i, u64) {
        let zero = _mm512_setzero_si512();
        let mut count = zero;
        for need in self.needs {
            count = _mm512_mask_add_epi8(count, _mm512_cmpeq_epi8_mask(self.turned, need), count, self.one);
            for top in self.tops {
                count = _mm512_mask_add_epi8(count, _mm512_cmpeq_epi8_mask(top, need), count, self.one);
            }
        }
        let mut to_pile = _mm512_cmpgt_epu8_mask(self.turned, zero);
        if taste == Taste::Bases {
            to_pile = _mm512_mask_cmpeq_epi8_mask(to_pile, count, zero);
        }
        (_mm512_mask_add_epi8(count, to_pile, count, all(PILES as u8)), to_pile)
    }

    /// Makes the chosen move of every game.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn play(&mut self, mut number: __m512i, to_pile: u64, step: usize) {
        let (turned, tops, one) = (self.turned, self.tops, self.one);
        let mut grown = [0; MAX_BASES];
        let mut gone = 0;
        for (grown, need) in grown.iter_mut().zip(self.needs) {
            *grown = chosen(&mut number, _mm512_cmpeq_epi8_mask(turned, need), one);
            gone |= *grown;
        }
        let (mut under, mut below) = (_mm512_setzero_si512(), _mm512_setzero_si512());
        for (top, link) in self.tops.iter_mut().zip(&mut self.links) {
            let hit = chosen(&mut number, to_pile, one);
            under = _mm512_mask_mov_epi8(under, hit, *top);
            below = _mm512_mask_mov_epi8(below, hit, *link);
            *top = _mm512_mask_mov_epi8(*top, hit, turned);
            *link = _mm512_mask_mov_epi8(*link, hit, all(step as u8));
            gone |= hit;
        }
        store(&mut self.covered[step][0], under);
        store(&mut self.covered[step][1], below);
        let mut popped = [0; PILES];
        for (popped, top) in popped.iter_mut().zip(tops) {
            for (grown, need) in grown.iter_mut().zip(self.needs) {
                let hit = chosen(&mut number, _mm512_cmpeq_epi8_mask(top, need), one);
                *grown |= hit;
                *popped |= hit;
            }
        }
        self.turned = _mm512_maskz_mov_epi8(!gone, turned);
        self.pop(popped);
        self.grow(grown);
    }

    /// Takes the top cards off the piles of these lanes.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn pop(&mut self, popped: [u64; PILES]) {
        let mut links = _mm512_setzero_si512();
        for (popped, link) in popped.into_iter().zip(self.links) {
            links = _mm512_mask_mov_epi8(links, popped, link);
        }
        let (mut steps, mut under, mut below) = (Row([0; LANES]), Row([0; LANES]), Row([0; LANES]));
        store(&mut steps, links);
        let mut waiting = popped.into_iter().fold(0, |all, one| all | one);
        while waiting != 0 {
            let lane = waiting.trailing_zeros() as usize;
            waiting &= waiting - 1;
            let covered = &self.covered[usize::from(steps.0[lane])];
            under.0[lane] = covered[0].0[lane];
            below.0[lane] = covered[1].0[lane];
        }
        let (under, below) = (load(&under), load(&below));
        for (pile, popped) in popped.into_iter().enumerate() {
            self.tops[pile] = _mm512_mask_mov_epi8(self.tops[pile], popped, under);
            self.links[pile] = _mm512_mask_mov_epi8(self.links[pile], popped, below);
        }
    }

    /// Lets the bases of these lanes take one card more.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn grow(&mut self, grown: [u64; MAX_BASES]) {
        let ranks = all(self.variant.ranks());
        for ((grown, need), &step) in grown.into_iter().zip(&mut self.needs).zip(self.variant.steps()) {
            let closed = _mm512_mask_cmpeq_epi8_mask(grown, *need, ranks);
            let next = _mm512_add_epi8(*need, all(step));
            let over = _mm512_cmpgt_epu8_mask(next, ranks);
            let next = _mm512_mask_sub_epi8(next, over, next, ranks);
            *need = _mm512_mask_mov_epi8(_mm512_mask_mov_epi8(*need, grown, next), closed, all(CLOSED));
            self.placed = _mm512_mask_add_epi8(self.placed, grown, self.placed, self.one);
        }
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,bmi2")]
fn play_with<const PILES: usize>(
    variant: Variant,
    taste: Taste,
    seed: u64,
    mut numbers: Range<u64>,
    each: &mut dyn FnMut(u64, Finished),
) {
    let mut games = Games::<PILES>::none(variant);
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
        let (count, to_pile) = games.count(taste);
        let plays = _mm512_cmpgt_epu8_mask(count, _mm512_setzero_si512());
        let number = games.choices.below(plays, count);
        games.plies = _mm512_mask_add_epi8(games.plies, plays, games.plies, games.one);
        games.play(number, to_pile, step);
        ended = !plays;
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
#[target_feature(enable = "avx512f,avx512bw")]
fn tell<const PILES: usize>(
    games: &Games<PILES>,
    ended: u64,
    whose: &[u64; LANES],
    each: &mut dyn FnMut(u64, Finished),
) {
    let (mut placed, mut plies) = (Row([0; LANES]), Row([0; LANES]));
    store(&mut placed, games.placed);
    store(&mut plies, games.plies);
    let cards = games.variant.cards() as u8;
    for lane in lanes(ended) {
        let (placed, plies) = (placed.0[lane], plies.0[lane]);
        each(whose[lane], Finished { won: placed == cards, placed, plies });
    }
}
