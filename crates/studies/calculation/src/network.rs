//! The network that tells how good a position is.
//!
//! Method: four kinds of chains of small cells ([`Chains`]), each with one set of weights for all its piles
//! or bases. *Over*: each pile from the top down; the state of a card says what lies over it. *Slots*: each
//! base from the next card that it takes to the last; a slot hears of the copies of its rank, by the sum of
//! their states in the piles and by how many are hidden, and of the slots before it: when can it be filled?
//! *Under*: each pile from the bottom up; a card hears what the slots that wait for its rank have come to.
//! Cards and ranks are looked up by how far each base is from taking them. The last states of the piles, the
//! sum of all slots and the last of each base go with the counts through 64 and 32 units (leaky rectifiers)
//! to the logit.
//!
//! Why: what loses is order, a card under one that waits for it by way of other piles and bases. Sums over
//! pairs of neighbours, the 16,050 features that a single layer added up before, cannot follow such ways; a
//! chain can, by the same few weights everywhere.
//!
//! Cost: 138,000 weights, most of them tables of which a position reads a few rows; about 120 products of a
//! row of 32 with a matrix, two microseconds in floats, as it learns; one in integers ([`Quantized`]), as it
//! plays. Measured: `docs/notes/calculation-values.md`.

mod gradient;
mod quantized;

pub use gradient::Back;
pub use quantized::{Quantized, QuantizedActivations};

use crate::row::{Chains, Matrix, add_each_product, add_products};
use std::{array, ops::Range};
use yomikiri_calculation::{
    BaseTables, Position, Rank,
    rank::KING,
    variant::{MAX_BASES, MAX_CARDS, MAX_PILES},
};
use yomikiri_core::splitmix;
use yomikiri_learn::{Parameters, after};
use yomikiri_simd::{Floats, Simd, WIDTH, by_level};

const RANKS: usize = KING as usize;
/// Counts of a base, and distances to a card, the last for a card that it does not take.
const LEVELS: usize = RANKS + 1;
/// Copies of a rank in a place: none to four.
const COPIES: usize = MAX_BASES + 1;
/// Rows of the first layer of the head.
const HEAD: usize = 2;
/// What goes into the head: the bottoms of the piles, all slots, the tops of the piles, and the last slot of
/// each base.
const INTO: usize = 3 + MAX_BASES;
/// The slots are added up in tenths.
const POOLING: f32 = 0.1;

// Where the weights lie, in rows. What a card or a rank is looked up in: by base, rank and distance, and by
// rank and copies in the stock.
const OVER_NEAR: Range<usize> = 0..MAX_BASES * LEVELS * LEVELS;
const OVER_STOCK: Range<usize> = after(&OVER_NEAR, LEVELS * COPIES);
const SLOT_NEAR: Range<usize> = after(&OVER_STOCK, MAX_BASES * LEVELS * LEVELS);
const SLOT_STOCK: Range<usize> = after(&SLOT_NEAR, LEVELS * COPIES);
const SLOT: Range<usize> = after(&SLOT_STOCK, MAX_BASES * RANKS);
// From cell to cell, and from the copies of a rank to its slots.
const OVER: Range<usize> = after(&SLOT, WIDTH);
const TO_SLOTS: Range<usize> = after(&OVER, WIDTH);
const SLOTS: Range<usize> = after(&TO_SLOTS, WIDTH);
const UNDER_NEAR: Range<usize> = after(&SLOTS, MAX_BASES * LEVELS * LEVELS);
const UNDER_STOCK: Range<usize> = after(&UNDER_NEAR, LEVELS * COPIES);
const TO_CARDS: Range<usize> = after(&UNDER_STOCK, WIDTH);
const UNDER: Range<usize> = after(&TO_CARDS, WIDTH);
// The head.
const FACTS: Range<usize> = after(&UNDER, FACT * HEAD);
const SUMS: Range<usize> = after(&FACTS, INTO * WIDTH * HEAD);
const SECOND: Range<usize> = after(&SUMS, HEAD * WIDTH);
const SECOND_BIAS: Range<usize> = after(&SECOND, 1);
const OUTPUT: Range<usize> = after(&SECOND_BIAS, 1);
const OUTPUT_BIAS: Range<usize> = after(&OUTPUT, 1);
/// Rows of weights.
pub const ROWS: usize = OUTPUT_BIAS.end;

// The facts about the whole: the count of each base; by rank the copies hidden and in piles; cards hidden;
// piles and how many are empty.
const COUNT: usize = 0;
const HOLDS: usize = COUNT + MAX_BASES * LEVELS;
const HIDDEN: usize = HOLDS + LEVELS * COPIES * COPIES;
const EMPTY: usize = HIDDEN + MAX_CARDS + 1;
const FACT: usize = EMPTY + (MAX_PILES + 1) * (MAX_PILES + 1);
/// How many of them hold at most.
const HOLDING: usize = MAX_BASES + RANKS + 2;

/// The weights, or a gradient by them.
#[derive(Clone, Debug, PartialEq)]
pub struct Network(pub Parameters);

/// What the network looks up of a position.
#[derive(Clone, Debug)]
struct Input {
    /// By rank: how far each base is from taking it.
    distances: [[u8; MAX_BASES]; LEVELS],
    /// By rank: copies in the stock.
    stock: [u8; LEVELS],
    /// By rank: copies in the piles.
    piles: [u8; LEVELS],
    /// The ranks that the bases need, in order; 0 where there are no more.
    next: [[Rank; RANKS]; MAX_BASES],
    /// How many those are.
    left: [usize; MAX_BASES],
    facts: [u16; HOLDING],
    holding: usize,
}

impl Input {
    #[inline(always)]
    fn new(base_tables: &BaseTables, pos: &Position) -> Self {
        let mut scene = Self::of_bases(base_tables, pos);
        scene.hold(Self::emptiness(base_tables, pos));
        scene
    }

    /// What follows from the bases and the stock.
    #[inline(always)]
    fn of_bases(base_tables: &BaseTables, pos: &Position) -> Self {
        let mut scene = Self {
            distances: [[KING; MAX_BASES]; LEVELS],
            stock: pos.stock,
            piles: [0; LEVELS],
            next: [[0; RANKS]; MAX_BASES],
            left: [0; MAX_BASES],
            facts: [0; HOLDING],
            holding: 0,
        };
        let mut taken = [0u8; LEVELS];
        for (base, &count) in pos.bases.iter().enumerate() {
            let distances = base_tables.distances(base, count);
            for rank in 1..LEVELS {
                scene.distances[rank][base] = distances[rank];
                taken[rank] += u8::from(distances[rank] == KING);
            }
            scene.hold(COUNT + base * LEVELS + usize::from(count));
            let left = base_tables.left(base, count);
            scene.next[base][..left.len()].copy_from_slice(left);
            scene.left[base] = left.len();
        }
        let ranks = usize::from(base_tables.variant().ranks());
        for (rank, (&stock, taken)) in pos.stock.iter().zip(taken).enumerate().take(ranks + 1).skip(1) {
            // Bases that are not there take no card, as if they had them all.
            let piles = MAX_BASES as u8 - stock - taken;
            scene.piles[rank] = piles;
            scene.hold(HOLDS + (rank * COPIES + usize::from(stock)) * COPIES + usize::from(piles));
        }
        scene.hold(HIDDEN + pos.hidden() as usize);
        scene
    }

    /// The fact that depends on the piles one by one.
    #[inline(always)]
    fn emptiness(base_tables: &BaseTables, pos: &Position) -> usize {
        let piles = &pos.piles[..base_tables.variant().piles()];
        let empty = piles.iter().filter(|pile| pile.height() == 0).count();
        EMPTY + piles.len() * (MAX_PILES + 1) + empty
    }

    #[inline(always)]
    fn hold(&mut self, fact: usize) {
        self.facts[self.holding] = fact as u16;
        self.holding += 1;
    }

    fn facts(&self) -> &[u16] {
        &self.facts[..self.holding]
    }

    /// The rows of a rank in a table by base, rank and distance, and in its table by stock.
    #[inline(always)]
    fn rows(&self, rank: usize, [distances, stock]: [Range<usize>; 2]) -> [usize; MAX_BASES + 1] {
        array::from_fn(|base| match self.distances[rank].get(base) {
            Some(&distance) => distances.start + (base * LEVELS + rank) * LEVELS + usize::from(distance),
            None => stock.start + rank * COPIES + usize::from(self.stock[rank]),
        })
    }
}

/// What the layers make of a position: 100 KiB, of which little is touched; to be used again for the next.
#[derive(Clone, Debug)]
pub struct Activations {
    over: Chains<MAX_PILES, MAX_CARDS>,
    slots: Chains<MAX_BASES, RANKS>,
    under: Chains<MAX_PILES, MAX_CARDS>,
    /// By rank: its copies in the piles, added up.
    copies: [Floats; LEVELS],
    /// By rank: the slots that wait for it, added up.
    waiting: [Floats; LEVELS],
    into: [Floats; INTO],
    head: [Floats; HEAD],
    second: Floats,
}

impl Activations {
    /// Nothing seen yet.
    pub fn new() -> Box<Self> {
        Box::new(Self {
            over: Chains::none(),
            slots: Chains::none(),
            under: Chains::none(),
            copies: [Floats::ZERO; LEVELS],
            waiting: [Floats::ZERO; LEVELS],
            into: [Floats::ZERO; INTO],
            head: [Floats::ZERO; HEAD],
            second: Floats::ZERO,
        })
    }
}

impl Network {
    /// Zeros.
    pub fn zero() -> Self {
        Self(Parameters::zero(ROWS))
    }

    /// A network that knows nothing: small random weights, the same for the same seed. Cells begin with most
    /// of what the one before had.
    pub fn new(seed: u64) -> Self {
        let mut network = Self::zero();
        let mut state = seed;
        for (part, scale) in [
            (OVER_NEAR.start..SLOT.end, 0.2),
            (OVER, 0.09),
            (TO_SLOTS, 0.15),
            (SLOTS, 0.09),
            (UNDER_NEAR.start..UNDER_STOCK.end, 0.2),
            (TO_CARDS, 0.15),
            (UNDER, 0.09),
            (FACTS, 0.1),
            (SUMS, 0.15),
            (SECOND, 0.2),
            (OUTPUT, 0.3),
        ] {
            network.0.randomise(part, scale, || splitmix::next(&mut state));
        }
        for part in [OVER, SLOTS, UNDER] {
            for (unit, row) in network.0[part].iter_mut().enumerate() {
                row.0[unit] += 0.7;
            }
        }
        network
    }

    /// The logit of the chance of winning, for a position without a card turned up.
    pub fn logit(&self, base_tables: &BaseTables, pos: &Position, seen: &mut Activations) -> f32 {
        see(self, base_tables, pos, &Input::new(base_tables, pos), seen)
    }

    /// The logit, from the last layer.
    #[inline(always)]
    fn worth<S: Simd>(&self, simd: S, second: &Floats) -> f32 {
        self.0[OUTPUT_BIAS.start].0[0] + second.bent(simd).dot(simd, &self.0[OUTPUT.start])
    }

    fn matrix(&self, part: Range<usize>) -> &Matrix {
        (&self.0[part]).try_into().expect("as many rows as units")
    }

    /// What a rank is looked up to.
    #[inline(always)]
    fn looked_up<S: Simd>(&self, simd: S, scene: &Input, rank: usize, tables: [Range<usize>; 2]) -> Floats {
        let mut sum = Floats::ZERO;
        for row in scene.rows(rank, tables) {
            sum.add(simd, &self.0[row]);
        }
        sum
    }
}

by_level! {
    /// Takes a position through the layers; the logit.
    fn see(simd, network: &Network, base_tables: &BaseTables, pos: &Position, scene: &Input, seen: &mut Activations) -> f32 {
        let ranks = usize::from(base_tables.variant().ranks());
        seen.into = [Floats::ZERO; INTO];
        over(simd, network, ranks, pos, scene, seen);
        slots(simd, network, ranks, scene, seen);
        under(simd, network, pos, scene, seen);
        head(simd, network, scene, seen);
        network.worth(simd, &seen.second)
    }
}

/// The piles from the top.
#[inline(always)]
fn over<S: Simd>(
    simd: S,
    network: &Network,
    ranks: usize,
    pos: &Position,
    scene: &Input,
    seen: &mut Activations,
) {
    let mut cards = [Floats::ZERO; LEVELS];
    for (rank, card) in cards.iter_mut().enumerate().take(ranks + 1).skip(1) {
        *card = network.looked_up(simd, scene, rank, [OVER_NEAR, OVER_STOCK]);
    }
    for (chain, pile) in pos.piles.iter().enumerate() {
        seen.over.begin(chain, pile.cards().iter().rev(), |&card| cards[usize::from(card)]);
    }
    seen.over.run(simd, network.matrix(OVER));
    seen.copies = [Floats::ZERO; LEVELS];
    for (chain, pile) in pos.piles.iter().enumerate() {
        for (state, &card) in seen.over.states(chain).iter().zip(pile.cards().iter().rev()) {
            seen.copies[usize::from(card)].add(simd, state);
        }
        seen.into[0].add(simd, &seen.over.last(chain));
    }
}

/// The bases, from the next slot to the last.
#[inline(always)]
fn slots<S: Simd>(simd: S, network: &Network, ranks: usize, scene: &Input, seen: &mut Activations) {
    let mut needs = [Floats::ZERO; LEVELS];
    for (rank, need) in needs.iter_mut().enumerate().take(ranks + 1).skip(1) {
        let mut sum = [network.looked_up(simd, scene, rank, [SLOT_NEAR, SLOT_STOCK])];
        if scene.piles[rank] > 0 {
            add_products(simd, &mut sum, network.matrix(TO_SLOTS), [&seen.copies[rank]]);
        }
        *need = sum[0];
    }
    for (base, next) in scene.next.iter().enumerate() {
        let of_base = &network.0[SLOT][base * RANKS..];
        seen.slots.begin(base, next[..scene.left[base]].iter().enumerate(), |(slot, &rank)| {
            let mut sum = needs[usize::from(rank)];
            sum.add(simd, &of_base[slot]);
            sum
        });
    }
    seen.slots.run(simd, network.matrix(SLOTS));
    let mut all = Floats::ZERO;
    seen.waiting = [Floats::ZERO; LEVELS];
    for (base, next) in scene.next.iter().enumerate() {
        for (state, &rank) in seen.slots.states(base).iter().zip(next) {
            all.add(simd, state);
            seen.waiting[usize::from(rank)].add(simd, state);
        }
        seen.into[3 + base] = seen.slots.last(base);
    }
    seen.into[1].add_times(simd, POOLING, &all);
}

/// The piles from the bottom, by what the slots of the bases say of their cards.
#[inline(always)]
fn under<S: Simd>(simd: S, network: &Network, pos: &Position, scene: &Input, seen: &mut Activations) {
    let mut cards = [Floats::ZERO; LEVELS];
    for rank in (1..LEVELS).filter(|&rank| scene.piles[rank] > 0) {
        let mut sum = [network.looked_up(simd, scene, rank, [UNDER_NEAR, UNDER_STOCK])];
        add_products(simd, &mut sum, network.matrix(TO_CARDS), [&seen.waiting[rank]]);
        cards[rank] = sum[0];
    }
    for (chain, pile) in pos.piles.iter().enumerate() {
        seen.under.begin(chain, pile.cards().iter(), |&card| cards[usize::from(card)]);
    }
    seen.under.run(simd, network.matrix(UNDER));
    for chain in 0..MAX_PILES {
        seen.into[2].add(simd, &seen.under.last(chain));
    }
}

/// The matrix from an input to a half of the head.
const fn sums(half: usize, input: usize) -> Range<usize> {
    let start = SUMS.start + (half * INTO + input) * WIDTH;
    start..start + WIDTH
}

/// The matrix from a half of the head to the second layer.
const fn second(half: usize) -> Range<usize> {
    let start = SECOND.start + half * WIDTH;
    start..start + WIDTH
}

#[inline(always)]
fn head<S: Simd>(simd: S, network: &Network, scene: &Input, seen: &mut Activations) {
    seen.head = [Floats::ZERO; HEAD];
    let facts = network.0[FACTS].as_chunks::<HEAD>().0;
    for &fact in scene.facts() {
        for (sum, row) in seen.head.iter_mut().zip(&facts[usize::from(fact)]) {
            sum.add(simd, row);
        }
    }
    for (input, into) in seen.into.iter().enumerate() {
        let matrices = array::from_fn(|half| network.matrix(sums(half, input)));
        add_each_product(simd, &mut seen.head, matrices, [into; HEAD]);
    }
    let mut last = [network.0[SECOND_BIAS.start]];
    for (half, units) in seen.head.iter().enumerate() {
        add_products(simd, &mut last, network.matrix(second(half)), [&units.bent(simd)]);
    }
    seen.second = last[0];
}
