//! What a learner is told of a position: numbers of binary features.
//!
//! A feature is a small fact, such as "base 2 has 5 cards, and a 9 lies directly on a 4"; about 250 of 16,000 hold at a time. They
//! come in groups by what they depend on, so that whoever adds up a weight for each can keep the sums of what a move does not
//! touch: what lies in a pile below its top ([`Features::stacked`]), how a pile looks from above ([`Features::crown`]), how the piles
//! look together ([`Features::spread`]), how near the next cards of each base are ([`Features::reach`]), and the counts
//! ([`Features::counts`]). [`Features::all`] is the obvious sum, and what the tests compare with.
//!
//! Positions are those after a move: no card is turned up.

use crate::{
    pile::Pile,
    position::{Counts, Position},
    rank::{KING, Rank},
    variant::{MAX_BASES, MAX_PILES, Variant},
};

/// Counts of a base, and ranks with none: 0 to 13.
const LEVELS: u32 = KING as u32 + 1;
const RANKS: u32 = KING as u32;
const BASES: u32 = MAX_BASES as u32;
/// How many cards ahead a base looks.
const AHEAD: u32 = 8;
/// Depths of a card in its pile are told up to here; one more is for a card that is in none.
const DEPTHS: u32 = 8;
/// Heights of a pile, and cards above a card, are told up to here.
const HEIGHTS: u32 = 16;
/// Cards hidden, in fours.
const PHASES: u32 = 14;

const PAIR: u32 = 0;
const TRIPLE: u32 = PAIR + BASES * RANKS * RANKS * RANKS;
const TOP: u32 = TRIPLE + RANKS * RANKS * RANKS;
const LATER: u32 = TOP + BASES * RANKS * RANKS;
const ABOVE: u32 = LATER + LEVELS * LEVELS;
const TOPS: u32 = ABOVE + LEVELS * HEIGHTS;
const HEIGHT: u32 = TOPS + LEVELS * LEVELS;
const EMPTY: u32 = HEIGHT + HEIGHTS;
const NEXT: u32 = EMPTY + MAX_PILES as u32 + 1;
const COUNT: u32 = NEXT + BASES * AHEAD * (BASES + 1) * (DEPTHS + 1);
const COUNTS: u32 = COUNT + BASES * LEVELS;
const COPIES: u32 = COUNTS + BASES * (BASES - 1) / 2 * LEVELS * LEVELS;
const HIDDEN: u32 = COPIES + RANKS * (BASES + 1) * (BASES + 1);
const PHASE: u32 = HIDDEN + 4 * RANKS + 1;
const TOTAL: u32 = PHASE + PHASES * BASES * LEVELS;

/// How near each rank is to being needed, and how many copies are done with; by rank.
#[derive(Clone, Copy, Debug)]
pub struct Outlook {
    /// How many cards must go before on the base that needs it first; [`KING`] if none needs it any more.
    near: [u8; 16],
    /// Copies on the bases.
    done: [u8; 16],
}

impl Outlook {
    /// How many cards must go before one of this rank on the base that needs it first; [`KING`] if none needs it any more.
    #[inline]
    pub fn near(&self, card: Rank) -> u8 {
        self.near[usize::from(card)]
    }
}

/// The least number of cards above a card of each rank; `DEPTHS` if there is none.
pub type Depths = [u8; 16];

/// The features of a variant's positions.
#[derive(Clone, Debug)]
pub struct Features {
    variant: Variant,
    /// By base and rank: which card of the base it is, from 1; 0 for a base that is not there.
    place: [[u8; 16]; MAX_BASES],
    /// By base and place.
    needs: [[Rank; 16]; MAX_BASES],
}

impl Features {
    /// How many features there are.
    pub const COUNT: usize = TOTAL as usize;

    /// Tells one set of features from another: weights that were learnt for one are noise for any other. To be changed with
    /// whatever changes the meaning of a number.
    pub const DIGEST: u32 = 0xca1c_0001 ^ (TOTAL << 8);

    /// The features for a variant.
    pub fn new(variant: Variant) -> Self {
        let mut place = [[0; 16]; MAX_BASES];
        let mut needs = [[0; 16]; MAX_BASES];
        for base in 0..variant.bases() {
            for count in 0..variant.ranks() {
                let rank = variant.needs(base, count);
                place[base][usize::from(rank)] = count + 1;
                needs[base][usize::from(count)] = rank;
            }
        }
        Self { variant, place, needs }
    }

    /// What the bases still need.
    #[inline]
    pub fn outlook(&self, bases: &[u8; MAX_BASES]) -> Outlook {
        let (mut near, mut done) = ([KING; 16], [0; 16]);
        for (place, &count) in self.place.iter().zip(bases) {
            for rank in 0..16 {
                let there = place[rank] != 0;
                let distance = place[rank].wrapping_sub(count + 1);
                near[rank] = near[rank].min(if there && place[rank] > count { distance } else { KING });
                done[rank] += u8::from(there && place[rank] <= count);
            }
        }
        Outlook { near, done }
    }

    /// A card that lies directly on another, and that perhaps on a third; 0 for none.
    #[inline]
    pub fn stacked(
        &self,
        bases: &[u8; MAX_BASES],
        [third, lower, upper]: [Rank; 3],
        mut each: impl FnMut(u32),
    ) {
        if lower == 0 {
            return;
        }
        let pair = u32::from(lower - 1) * RANKS + u32::from(upper - 1);
        for (base, (place, &count)) in self.place.iter().zip(bases).enumerate().take(self.variant.bases()) {
            // A base that is past both says nothing of the two.
            if place[usize::from(lower)] > count || place[usize::from(upper)] > count {
                each(PAIR + (base as u32 * RANKS + u32::from(count)) * RANKS * RANKS + pair);
            }
        }
        if third != 0 {
            each(TRIPLE + u32::from(third - 1) * RANKS * RANKS + pair);
        }
    }

    /// A whole pile, card by card.
    #[inline]
    pub fn pile(&self, bases: &[u8; MAX_BASES], pile: &Pile, mut each: impl FnMut(u32)) {
        let (mut third, mut lower) = (0, 0);
        for &upper in pile.cards() {
            self.stacked(bases, [third, lower, upper], &mut each);
            (third, lower) = (lower, upper);
        }
    }

    /// A pile as it looks from above.
    #[inline]
    pub fn crown(&self, bases: &[u8; MAX_BASES], outlook: &Outlook, pile: &Pile, mut each: impl FnMut(u32)) {
        let top = pile.top();
        if top == 0 {
            return;
        }
        for (base, &count) in bases.iter().enumerate().take(self.variant.bases()) {
            if count < KING {
                each(TOP + (base as u32 * RANKS + u32::from(count)) * RANKS + u32::from(top - 1));
            }
        }
        let mut latest = 0;
        for (above, &card) in pile.cards().iter().rev().enumerate() {
            let near = u32::from(outlook.near[usize::from(card)]);
            each(ABOVE + near * HEIGHTS + (above as u32).min(HEIGHTS - 1));
            if above > 0 {
                each(LATER + near * LEVELS + latest);
            }
            latest = latest.max(near);
        }
    }

    /// The piles seen together; `tops` and `heights` are theirs.
    #[inline]
    pub fn spread(&self, tops: &[Rank; MAX_PILES], heights: &[u8; MAX_PILES], mut each: impl FnMut(u32)) {
        let piles = self.variant.piles();
        let mut empty = 0;
        for i in 0..piles {
            each(HEIGHT + u32::from(heights[i]).min(HEIGHTS - 1));
            empty += u32::from(heights[i] == 0);
            for j in 0..i {
                let (a, b) = (u32::from(tops[i].min(tops[j])), u32::from(tops[i].max(tops[j])));
                each(TOPS + a * LEVELS + b);
            }
        }
        each(EMPTY + empty);
    }

    /// How deep in a pile the cards of each rank lie.
    #[inline]
    pub fn depths(pile: &Pile) -> Depths {
        let mut depths = [DEPTHS as u8; 16];
        let height = pile.height();
        // From the bottom: what lies higher overwrites.
        for (i, &card) in pile.cards().iter().enumerate() {
            depths[usize::from(card)] = ((height - 1 - i) as u8).min(DEPTHS as u8 - 1);
        }
        depths
    }

    /// The same after a card is put on the pile.
    #[inline]
    pub fn deeper(depths: &Depths, card: Rank) -> Depths {
        let mut deeper =
            depths.map(|depth| if depth < DEPTHS as u8 { (depth + 1).min(DEPTHS as u8 - 1) } else { depth });
        deeper[usize::from(card)] = 0;
        deeper
    }

    /// How near the next cards of each base are; `depths` are the least of all piles.
    #[inline]
    pub fn reach(&self, bases: &[u8; MAX_BASES], stock: &Counts, depths: &Depths, mut each: impl FnMut(u32)) {
        for (base, &count) in bases.iter().enumerate().take(self.variant.bases()) {
            let ahead = (self.variant.ranks() - count).min(AHEAD as u8);
            for distance in 0..ahead {
                let rank = usize::from(self.needs[base][usize::from(count + distance)]);
                let place = base as u32 * AHEAD + u32::from(distance);
                let copies = place * (BASES + 1) + u32::from(stock[rank]);
                each(NEXT + copies * (DEPTHS + 1) + u32::from(depths[rank]));
            }
        }
    }

    /// What can be counted: the bases, the stock, the copies in the waste.
    #[inline]
    pub fn counts(
        &self,
        bases: &[u8; MAX_BASES],
        outlook: &Outlook,
        stock: &Counts,
        mut each: impl FnMut(u32),
    ) {
        let hidden: u32 = stock.iter().map(|&count| u32::from(count)).sum();
        let mut pair = 0;
        for (base, &count) in bases.iter().enumerate().take(self.variant.bases()) {
            let count = u32::from(count);
            each(COUNT + base as u32 * LEVELS + count);
            each(PHASE + (hidden.div_ceil(4) * BASES + base as u32) * LEVELS + count);
            for &other in &bases[..base] {
                each(COUNTS + (pair * LEVELS + u32::from(other)) * LEVELS + count);
                pair += 1;
            }
        }
        each(HIDDEN + hidden);
        let copies = self.variant.bases() as u8;
        let ranks = usize::from(self.variant.ranks());
        for (rank, (&stock, done)) in stock.iter().zip(outlook.done).enumerate().take(ranks + 1).skip(1) {
            let waste = copies - stock - done;
            let both = u32::from(stock) * (BASES + 1) + u32::from(waste);
            each(COPIES + (rank as u32 - 1) * (BASES + 1) * (BASES + 1) + both);
        }
    }

    /// All features of a position in which no card is turned up.
    pub fn all(&self, pos: &Position, mut each: impl FnMut(u32)) {
        debug_assert_eq!(pos.turned, 0, "positions are told after a move");
        let outlook = self.outlook(&pos.bases);
        let mut depths = [DEPTHS as u8; 16];
        let (mut tops, mut heights) = ([0; MAX_PILES], [0; MAX_PILES]);
        for (i, pile) in pos.piles[..self.variant.piles()].iter().enumerate() {
            self.pile(&pos.bases, pile, &mut each);
            self.crown(&pos.bases, &outlook, pile, &mut each);
            (tops[i], heights[i]) = (pile.top(), pile.height() as u8);
            for (least, depth) in depths.iter_mut().zip(Self::depths(pile)) {
                *least = depth.min(*least);
            }
        }
        self.spread(&tops, &heights, &mut each);
        self.reach(&pos.bases, &pos.stock, &depths, &mut each);
        self.counts(&pos.bases, &outlook, &pos.stock, &mut each);
    }
}
