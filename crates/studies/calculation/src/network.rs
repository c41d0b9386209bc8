//! The network that tells how good a position is.

mod gradient;

pub use gradient::Back;

use crate::row::{Chains, Matrix, Row, WIDTH, add_products};
use multiversion::multiversion;
use std::ops::Range;
use yomikiri_calculation::{
    Position, Rank, Variant,
    rank::KING,
    variant::{MAX_BASES, MAX_CARDS, MAX_PILES},
};

const RANKS: usize = KING as usize;
/// Counts of a base, and distances to a card, the last for a card that it has.
const LEVELS: usize = RANKS + 1;
/// Copies of a rank: none to four.
const COPIES: usize = MAX_BASES + 1;
/// Rows of the first layer of the head.
const HEAD: usize = 2;
/// What goes into the head: the bottoms of the piles, all slots of the bases, and the last slot of each.
const INTO: usize = 3 + MAX_BASES;
/// The slots are added up in tenths.
const POOLING: f32 = 0.1;

const CARD: Range<usize> = 0..MAX_BASES * LEVELS * LEVELS;
const CARD_STOCK: Range<usize> = after(&CARD, LEVELS * COPIES);
const NEED: Range<usize> = after(&CARD_STOCK, MAX_BASES * LEVELS * LEVELS);
const NEED_STOCK: Range<usize> = after(&NEED, LEVELS * COPIES);
const SLOT: Range<usize> = after(&NEED_STOCK, MAX_BASES * RANKS);
const PILE: Range<usize> = after(&SLOT, WIDTH);
const LINK: Range<usize> = after(&PILE, WIDTH);
const CHAIN: Range<usize> = after(&LINK, WIDTH);
const UNDER_CARD: Range<usize> = after(&CHAIN, MAX_BASES * LEVELS * LEVELS);
const UNDER_STOCK: Range<usize> = after(&UNDER_CARD, LEVELS * COPIES);
const RETURN: Range<usize> = after(&UNDER_STOCK, WIDTH);
const UNDER: Range<usize> = after(&RETURN, WIDTH);
const FACTS: Range<usize> = after(&UNDER, FACT * HEAD);
const SUMS: Range<usize> = after(&FACTS, INTO * WIDTH * HEAD);
const SECOND: Range<usize> = after(&SUMS, HEAD * WIDTH);
const SECOND_BIAS: Range<usize> = after(&SECOND, 1);
const OUTPUT: Range<usize> = after(&SECOND_BIAS, 2);
const ROWS: usize = OUTPUT.end;

// The facts about the whole.
const COUNT: usize = 0;
const HOLDS: usize = COUNT + MAX_BASES * LEVELS;
const HIDDEN: usize = HOLDS + LEVELS * COPIES * COPIES;
const EMPTY: usize = HIDDEN + MAX_CARDS + 1;
const FACT: usize = EMPTY + MAX_PILES + 1;
/// How many of them hold.
const HOLDING: usize = MAX_BASES + RANKS + 2;

const fn after(before: &Range<usize>, count: usize) -> Range<usize> {
    before.end..before.end + count
}

/// How many weights there are.
pub const WEIGHTS: usize = ROWS * WIDTH;

/// The weights, or a gradient by them.
#[derive(Clone, Debug, PartialEq)]
pub struct Network(pub Vec<Row>);

/// What the network looks up of a position.
#[derive(Clone, Debug)]
pub struct Scene {
    /// By rank: how far each base is from taking it, and how many are in the stock.
    pub near: [[u8; MAX_BASES]; LEVELS],
    /// By rank.
    pub stock: [u8; LEVELS],
    /// The ranks that the bases need, in order.
    pub next: [[Rank; RANKS]; MAX_BASES],
    pub counts: [u8; MAX_BASES],
    pub facts: [u16; HOLDING],
    pub held: usize,
}

/// What the bases of a variant need.
#[derive(Clone, Debug)]
pub struct Tables {
    pub variant: Variant,
    /// By base, count and rank.
    near: Box<[[[u8; LEVELS]; LEVELS]; MAX_BASES]>,
    /// By base and place.
    needs: [[Rank; RANKS]; MAX_BASES],
}

impl Tables {
    pub fn new(variant: Variant) -> Self {
        let mut near = Box::new([[[KING; LEVELS]; LEVELS]; MAX_BASES]);
        let mut needs = [[0; RANKS]; MAX_BASES];
        for base in 0..variant.bases() {
            for place in 0..variant.ranks() {
                let rank = variant.needs(base, place);
                needs[base][usize::from(place)] = rank;
                for count in 0..=place {
                    near[base][usize::from(count)][usize::from(rank)] = place - count;
                }
            }
        }
        Self { variant, near, needs }
    }

    #[inline(always)]
    pub fn scene(&self, pos: &Position) -> Scene {
        let mut scene = Scene {
            near: [[KING; MAX_BASES]; LEVELS],
            stock: pos.stock,
            next: [[0; RANKS]; MAX_BASES],
            counts: pos.bases,
            facts: [0; HOLDING],
            held: 0,
        };
        let copies = self.variant.bases() as u8;
        let mut done = [0u8; LEVELS];
        let mut fact = |at: usize| {
            scene.facts[scene.held] = at as u16;
            scene.held += 1;
        };
        for (base, &count) in pos.bases.iter().enumerate() {
            let near = &self.near[base][usize::from(count)];
            for rank in 1..LEVELS {
                scene.near[rank][base] = near[rank];
                done[rank] += u8::from(near[rank] == KING);
            }
            fact(COUNT + base * LEVELS + usize::from(count));
            let left = &self.needs[base][usize::from(count)..];
            scene.next[base][..left.len()].copy_from_slice(left);
        }
        let absent = MAX_BASES as u8 - copies;
        for rank in 1..=usize::from(self.variant.ranks()) {
            let stock = pos.stock[rank];
            let piles = copies + absent - stock - done[rank];
            fact(HOLDS + (rank * COPIES + usize::from(stock)) * COPIES + usize::from(piles));
        }
        let piles = &pos.piles[..self.variant.piles()];
        fact(HIDDEN + pos.hidden() as usize);
        fact(EMPTY + piles.iter().filter(|pile| pile.height() == 0).count());
        scene
    }
}

/// What the layers make of a position.
#[derive(Clone, Debug)]
pub struct Seen {
    pub piles: Chains<MAX_PILES, MAX_CARDS>,
    pub slots: Chains<MAX_BASES, RANKS>,
    /// The piles from the bottom.
    pub under: Chains<MAX_PILES, MAX_CARDS>,
    /// By rank: the slots that need it, added up.
    pub wanted: [Row; LEVELS],
    /// By rank: its copies in the piles, added up.
    pub copies: [Row; LEVELS],
    pub into: [Row; INTO],
    pub head: [Row; HEAD],
    pub second: Row,
}

impl Seen {
    pub fn nothing() -> Box<Self> {
        Box::new(Self {
            piles: Chains::none(),
            slots: Chains::none(),
            under: Chains::none(),
            wanted: [Row::ZERO; LEVELS],
            copies: [Row::ZERO; LEVELS],
            into: [Row::ZERO; INTO],
            head: [Row::ZERO; HEAD],
            second: Row::ZERO,
        })
    }
}

impl Network {
    pub fn zero() -> Self {
        Self(vec![Row::ZERO; ROWS])
    }

    /// A network that knows nothing: small random weights, the same for the same seed.
    pub fn new(seed: u64) -> Self {
        let mut network = Self::zero();
        let mut state = seed;
        for (part, scale) in [
            (CARD, 0.2),
            (CARD_STOCK, 0.2),
            (NEED, 0.2),
            (NEED_STOCK, 0.2),
            (SLOT, 0.2),
            (PILE, 0.09),
            (LINK, 0.15),
            (CHAIN, 0.09),
            (UNDER_CARD, 0.2),
            (UNDER_STOCK, 0.2),
            (RETURN, 0.15),
            (UNDER, 0.09),
            (FACTS, 0.1),
            (SUMS, 0.15),
            (SECOND, 0.2),
            (OUTPUT.start..OUTPUT.start + 1, 0.3),
        ] {
            for row in &mut network.0[part] {
                for weight in &mut row.0 {
                    let number = (yomikiri_core::splitmix::next(&mut state) >> 40) as f32;
                    *weight = scale * (number / (1u32 << 23) as f32 - 1.0);
                }
            }
        }
        for part in [PILE, CHAIN, UNDER] {
            for (i, row) in network.0[part].iter_mut().enumerate() {
                row.0[i] += 0.7;
            }
        }
        network
    }

    fn matrix(&self, part: Range<usize>) -> &Matrix {
        (&self.0[part]).try_into().expect("as many rows as units")
    }

    /// The logit of the chance of winning.
    pub fn logit(&self, tables: &Tables, pos: &Position, seen: &mut Seen) -> f32 {
        let scene = tables.scene(pos);
        see(self, tables, pos, &scene, seen);
        self.output(seen)
    }

    fn output(&self, seen: &Seen) -> f32 {
        self.0[OUTPUT.start + 1].0[0] + seen.second.bent().dot(&self.0[OUTPUT.start])
    }

    pub fn weights(&self) -> impl Iterator<Item = f32> + '_ {
        self.0.iter().flat_map(|row| row.0)
    }

    pub fn weights_mut(&mut self) -> impl Iterator<Item = &mut f32> + '_ {
        self.0.iter_mut().flat_map(|row| &mut row.0)
    }
}

/// The rows of a rank in a table and in its table by stock.
#[inline(always)]
fn rows(scene: &Scene, rank: usize, [table, by_stock]: [Range<usize>; 2]) -> [usize; MAX_BASES + 1] {
    std::array::from_fn(|base| match scene.near[rank].get(base) {
        Some(&near) => table.start + (base * LEVELS + rank) * LEVELS + usize::from(near),
        None => by_stock.start + rank * COPIES + usize::from(scene.stock[rank]),
    })
}

#[inline(always)]
fn looked_up(network: &Network, scene: &Scene, rank: usize, tables: [Range<usize>; 2]) -> Row {
    let mut sum = Row::ZERO;
    for row in rows(scene, rank, tables) {
        sum.add(&network.0[row]);
    }
    sum
}

#[multiversion(targets("x86_64+avx512f", "x86_64+avx2+fma"))]
fn see(network: &Network, tables: &Tables, pos: &Position, scene: &Scene, seen: &mut Seen) {
    let ranks = usize::from(tables.variant.ranks());
    let mut cards = [Row::ZERO; LEVELS];
    for rank in 1..=ranks {
        cards[rank] = looked_up(network, scene, rank, [CARD, CARD_STOCK]);
    }
    for (chain, pile) in pos.piles.iter().enumerate() {
        seen.piles.lengths[chain] = pile.height();
        for (cell, card) in seen.piles.cells[chain].iter_mut().zip(pile.cards().iter().rev()) {
            *cell = cards[usize::from(*card)];
        }
    }
    seen.piles.run(network.matrix(PILE));
    let mut held = [false; LEVELS];
    seen.copies = [Row::ZERO; LEVELS];
    seen.into = [Row::ZERO; INTO];
    for (chain, pile) in pos.piles.iter().enumerate() {
        for (cell, card) in seen.piles.cells[chain].iter().zip(pile.cards().iter().rev()) {
            seen.copies[usize::from(*card)].add(cell);
            held[usize::from(*card)] = true;
        }
        seen.into[0].add(&seen.piles.last(chain));
    }
    let mut needs = [Row::ZERO; LEVELS];
    for rank in 1..=ranks {
        needs[rank] = looked_up(network, scene, rank, [NEED, NEED_STOCK]);
        if held[rank] {
            let mut sum = [needs[rank]];
            add_products(&mut sum, network.matrix(LINK), [&seen.copies[rank]]);
            needs[rank] = sum[0];
        }
    }
    for base in 0..MAX_BASES {
        let next = &scene.next[base];
        let length = next.iter().take_while(|&&rank| rank != 0).count();
        seen.slots.lengths[base] = length;
        for slot in 0..length {
            let mut sum = needs[usize::from(next[slot])];
            sum.add(&network.0[SLOT.start + base * RANKS + slot]);
            seen.slots.cells[base][slot] = sum;
        }
    }
    seen.slots.run(network.matrix(CHAIN));
    let mut all = Row::ZERO;
    seen.wanted = [Row::ZERO; LEVELS];
    for base in 0..MAX_BASES {
        let length = seen.slots.lengths[base];
        for (cell, rank) in seen.slots.cells[base][..length].iter().zip(&scene.next[base]) {
            all.add(cell);
            seen.wanted[usize::from(*rank)].add(cell);
        }
        seen.into[3 + base] = seen.slots.last(base);
    }
    seen.into[1].add_times(POOLING, &all);
    under(network, pos, scene, &held, seen);
    head(network, scene, seen);
}

/// The matrix from an input to a half of the head.
const fn sums_part(half: usize, input: usize) -> Range<usize> {
    let start = SUMS.start + (half * INTO + input) * WIDTH;
    start..start + WIDTH
}

/// The piles from the bottom, by what the slots of the bases say of their cards.
#[inline(always)]
fn under(network: &Network, pos: &Position, scene: &Scene, held: &[bool; LEVELS], seen: &mut Seen) {
    let mut cards = [Row::ZERO; LEVELS];
    for rank in (1..LEVELS).filter(|&rank| held[rank]) {
        let mut sum = [looked_up(network, scene, rank, [UNDER_CARD, UNDER_STOCK])];
        add_products(&mut sum, network.matrix(RETURN), [&seen.wanted[rank]]);
        cards[rank] = sum[0];
    }
    seen.under.lengths = seen.piles.lengths;
    for (chain, pile) in pos.piles.iter().enumerate() {
        for (cell, card) in seen.under.cells[chain].iter_mut().zip(pile.cards()) {
            *cell = cards[usize::from(*card)];
        }
    }
    seen.under.run(network.matrix(UNDER));
    for chain in 0..MAX_PILES {
        seen.into[2].add(&seen.under.last(chain));
    }
}

#[inline(always)]
fn head(network: &Network, scene: &Scene, seen: &mut Seen) {
    let mut sums = [Row::ZERO; HEAD];
    let facts = &network.0[FACTS].as_chunks::<HEAD>().0;
    for &fact in &scene.facts[..scene.held] {
        for i in 0..HEAD {
            sums[i].add(&facts[usize::from(fact)][i]);
        }
    }
    for (half, sum) in sums.iter_mut().enumerate() {
        for (input, into) in seen.into.iter().enumerate() {
            let mut more = [*sum];
            add_products(&mut more, network.matrix(sums_part(half, input)), [into]);
            *sum = more[0];
        }
    }
    seen.head = sums;
    let mut second = [network.0[SECOND_BIAS.start]];
    for k in 0..HEAD {
        let start = SECOND.start + k * WIDTH;
        add_products(&mut second, network.matrix(start..start + WIDTH), [&seen.head[k].bent()]);
    }
    seen.second = second[0];
}
