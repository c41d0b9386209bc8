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
    found::Found,
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

/// What the bases still need, as far as features ask.
#[derive(Clone, Copy, Debug)]
pub struct Outlook {
    /// By rank: how many cards must go before on the base that needs it first; [`KING`] if none needs it any more.
    near: [u8; 16],
    /// By rank: copies on the bases.
    done: [u8; 16],
    /// By base: a bit for each rank that it still needs.
    open: [u16; MAX_BASES],
    /// By base: its first feature of two cards, with the cards that it has.
    pairs: [u32; MAX_BASES],
}

impl Outlook {
    /// How many cards must go before one of this rank on the base that needs it first; [`KING`] if none needs it any more.
    #[inline]
    pub fn near(&self, card: Rank) -> u8 {
        self.near[usize::from(card)]
    }
}

/// What a base with so many cards needs: what an outlook is made of.
#[derive(Clone, Copy, Debug)]
struct Needs {
    near: [u8; 16],
    done: [u8; 16],
    open: u16,
    /// The next ranks; 0 where there is none.
    next: [Rank; AHEAD as usize],
    /// How many of those there are.
    ahead: u8,
}

impl Needs {
    const NONE: Self = Self { near: [KING; 16], done: [0; 16], open: 0, next: [0; AHEAD as usize], ahead: 0 };

    fn of(variant: Variant, base: usize, count: u8) -> Self {
        let mut needs = Self::NONE;
        for place in 0..variant.ranks() {
            let rank = usize::from(variant.needs(base, place));
            match place.checked_sub(count) {
                None => needs.done[rank] = 1,
                Some(distance) => {
                    needs.near[rank] = distance;
                    needs.open |= 1 << rank;
                    if u32::from(distance) < AHEAD {
                        needs.next[usize::from(distance)] = rank as Rank;
                        needs.ahead = distance + 1;
                    }
                }
            }
        }
        needs
    }
}

/// The least number of cards above a card of each rank; `DEPTHS` if there is none.
pub type Depths = [u8; 16];

/// The features of a variant's positions.
#[derive(Clone, Debug)]
pub struct Features {
    variant: Variant,
    /// By base and the cards that it has.
    needs: Box<[[Needs; LEVELS as usize]; MAX_BASES]>,
}

impl Features {
    /// How many features there are.
    pub const COUNT: usize = TOTAL as usize;

    /// Tells one set of features from another: weights that were learnt for one are noise for any other. To be changed with
    /// whatever changes the meaning of a number.
    pub const DIGEST: u32 = 0xca1c_0001 ^ (TOTAL << 8);

    /// The features for a variant.
    pub fn new(variant: Variant) -> Self {
        let mut needs = Box::new([[Needs::NONE; LEVELS as usize]; MAX_BASES]);
        for (base, needs) in needs.iter_mut().enumerate().take(variant.bases()) {
            for (count, needs) in needs.iter_mut().enumerate() {
                *needs = Needs::of(variant, base, count as u8);
            }
        }
        Self { variant, needs }
    }

    /// What the bases still need.
    #[inline]
    pub fn outlook(&self, bases: &[u8; MAX_BASES]) -> Outlook {
        let mut outlook =
            Outlook { near: [KING; 16], done: [0; 16], open: [0; MAX_BASES], pairs: [0; MAX_BASES] };
        for (base, &count) in bases.iter().enumerate() {
            let needs = &self.needs[base][usize::from(count)];
            for rank in 0..16 {
                outlook.near[rank] = outlook.near[rank].min(needs.near[rank]);
                outlook.done[rank] += needs.done[rank];
            }
            outlook.open[base] = needs.open;
            outlook.pairs[base] = PAIR + (base as u32 * RANKS + u32::from(count)) * RANKS * RANKS;
        }
        outlook
    }

    /// A card that lies directly on another, and that perhaps on a third; 0 for none.
    #[inline(always)]
    pub fn stacked(&self, outlook: &Outlook, [third, lower, upper]: [Rank; 3], found: &mut Found) {
        if lower == 0 {
            return;
        }
        let pair = u32::from(lower - 1) * RANKS + u32::from(upper - 1);
        for (open, first) in outlook.open.iter().zip(outlook.pairs) {
            // A base that is past both says nothing of the two.
            found.push_if((open >> lower | open >> upper) & 1 == 1, first + pair);
        }
        found.push_if(third != 0, TRIPLE + u32::from(third) * RANKS * RANKS + pair - RANKS * RANKS);
    }

    /// A whole pile, card by card.
    #[inline]
    pub fn pile(&self, outlook: &Outlook, pile: &Pile, found: &mut Found) {
        let (mut third, mut lower) = (0, 0);
        for &upper in pile.cards() {
            self.stacked(outlook, [third, lower, upper], found);
            (third, lower) = (lower, upper);
        }
    }

    /// A pile as it looks from above: its top card, and those below.
    #[inline]
    pub fn crown(
        &self,
        bases: &[u8; MAX_BASES],
        outlook: &Outlook,
        top: Rank,
        below: &[Rank],
        found: &mut Found,
    ) {
        if top == 0 {
            return;
        }
        for (base, &count) in bases.iter().enumerate().take(self.variant.bases()) {
            let feature = TOP + (base as u32 * RANKS + u32::from(count)) * RANKS + u32::from(top - 1);
            found.push_if(count < KING, feature);
        }
        let mut latest = u32::from(outlook.near(top));
        found.push(ABOVE + latest * HEIGHTS);
        for (above, &card) in below.iter().rev().enumerate() {
            let near = u32::from(outlook.near[usize::from(card & 15)]);
            found.push(ABOVE + near * HEIGHTS + (above as u32 + 1).min(HEIGHTS - 1));
            found.push(LATER + near * LEVELS + latest);
            latest = latest.max(near);
        }
    }

    /// The piles seen together; `tops` and `heights` are theirs.
    #[inline]
    pub fn spread(&self, tops: &[Rank; MAX_PILES], heights: &[u8; MAX_PILES], found: &mut Found) {
        let piles = self.variant.piles();
        let mut empty = 0;
        for i in 0..piles {
            found.push(HEIGHT + u32::from(heights[i]).min(HEIGHTS - 1));
            empty += u32::from(heights[i] == 0);
            for j in 0..i {
                let (a, b) = (u32::from(tops[i].min(tops[j])), u32::from(tops[i].max(tops[j])));
                found.push(TOPS + a * LEVELS + b);
            }
        }
        found.push(EMPTY + empty);
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
    pub fn reach(&self, bases: &[u8; MAX_BASES], stock: &Counts, depths: &Depths, found: &mut Found) {
        let mut states = [0; 16];
        for ((state, stock), depth) in states.iter_mut().zip(stock).zip(depths) {
            *state = stock * (DEPTHS as u8 + 1) + depth;
        }
        for (base, &count) in bases.iter().enumerate().take(self.variant.bases()) {
            let Needs { next, ahead, .. } = &self.needs[base][usize::from(count)];
            let mut features = [0; AHEAD as usize];
            for (distance, (feature, rank)) in features.iter_mut().zip(next).enumerate() {
                let place = base as u32 * AHEAD + distance as u32;
                let state = states[usize::from(rank & 15)];
                *feature = NEXT + place * (BASES + 1) * (DEPTHS + 1) + u32::from(state);
            }
            found.push_first(features, usize::from(*ahead));
        }
    }

    /// What can be counted: the bases, the stock, the copies in the waste.
    #[inline]
    pub fn counts(&self, bases: &[u8; MAX_BASES], outlook: &Outlook, stock: &Counts, found: &mut Found) {
        let hidden: u32 = stock.iter().map(|&count| u32::from(count)).sum();
        let mut pair = 0;
        for (base, &count) in bases.iter().enumerate().take(self.variant.bases()) {
            let count = u32::from(count);
            found.push(COUNT + base as u32 * LEVELS + count);
            found.push(PHASE + (hidden.div_ceil(4) * BASES + base as u32) * LEVELS + count);
            for &other in &bases[..base] {
                found.push(COUNTS + (pair * LEVELS + u32::from(other)) * LEVELS + count);
                pair += 1;
            }
        }
        found.push(HIDDEN + hidden);
        let copies = self.variant.bases() as u32;
        let mut features = [0; RANKS as usize];
        let ranks = stock[1..].iter().zip(&outlook.done[1..]);
        // Ranks that the variant does not have are written and not counted.
        for ((rank, feature), (&stock, &done)) in features.iter_mut().enumerate().zip(ranks) {
            let (stock, done) = (u32::from(stock), u32::from(done));
            let both = stock * (BASES + 1) + copies - stock - done;
            *feature = COPIES + rank as u32 * (BASES + 1) * (BASES + 1) + both;
        }
        found.push_first(features, usize::from(self.variant.ranks()));
    }

    /// All features of a position in which no card is turned up.
    pub fn all(&self, pos: &Position, found: &mut Found) {
        debug_assert_eq!(pos.turned, 0, "positions are told after a move");
        let outlook = self.outlook(&pos.bases);
        let mut depths = [DEPTHS as u8; 16];
        let (mut tops, mut heights) = ([0; MAX_PILES], [0; MAX_PILES]);
        for (i, pile) in pos.piles[..self.variant.piles()].iter().enumerate() {
            let below = pile.cards().split_last().map_or(&[][..], |(_, below)| below);
            self.pile(&outlook, pile, found);
            self.crown(&pos.bases, &outlook, pile.top(), below, found);
            (tops[i], heights[i]) = (pile.top(), pile.height() as u8);
            for (least, depth) in depths.iter_mut().zip(Self::depths(pile)) {
                *least = depth.min(*least);
            }
        }
        self.spread(&tops, &heights, found);
        self.reach(&pos.bases, &pos.stock, &depths, found);
        self.counts(&pos.bases, &outlook, &pos.stock, found);
    }
}
