//! Random play in bulk: 64 games side by side, one byte of a vector register each.
//!
//! A game of random moves is 50 to 70 steps, each a handful of comparisons: a card is drawn, the legal moves are counted, one of
//! them is chosen. Played one by one a game costs a thousand nanoseconds, most of it in branches that nobody can
//! predict. Here every game takes each step at the same time and without a branch: ranks are bytes, so that one comparison of two
//! registers says for 64 games whether a base takes a card; a choice among `n` moves is a number that is counted down over the
//! moves in their fixed order. A card is drawn from counts by rank in the same way. A pile is a chain: every step
//! writes the card placed and what was beneath it, in two rows of memory, and a pile knows the step of its top card; only taking a
//! card off a pile is done game by game.
//!
//! The loops are plain Rust over arrays of 64 that compilers turn into vector instructions; there is nothing unsafe here.
//! Random numbers are those of [`Stream`]: every game is the same, move by move, as if it were played alone by
//! [`crate::simple`], which is the slow routine that the tests compare with.

use crate::{
    rank::KING,
    simple::{Finished, Taste},
    stream::{Purpose, Stream},
    variant::{MAX_BASES, MAX_CARDS, MAX_PILES, Variant},
};

/// How many games are played at once.
pub const LANES: usize = 64;

/// A byte for each game.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bytes([u8; LANES]);

/// A word for each game.
type Words = [u64; LANES];

const NONE: Bytes = Bytes([0; LANES]);

/// Every card is placed once and taken off a pile at most once; step 0 is none.
const STEPS: usize = 2 * MAX_CARDS + 1;

/// What a base needs that is closed or not there: no card. (The top of an empty pile is 0.)
const CLOSED: u8 = 0xff;
/// A lane of a mask; all bits, so that adding it counts down.
const YES: u8 = 0xff;
/// A number that is no choice: it stays one however often it is counted down.
const CHOSEN: u8 = 0xff;

/// The games of a block.
struct Block {
    /// The rank each base needs.
    needs: [Bytes; MAX_BASES],
    /// The top card of each pile, and the step at which it was placed.
    tops: [Bytes; MAX_PILES],
    links: [Bytes; MAX_PILES],
    /// Copies of each rank in the stock, and of all together.
    stock: [Bytes; KING as usize + 1],
    hidden: Bytes,
    turned: Bytes,
    placed: Bytes,
    plies: Bytes,
    /// By step: the card placed on a pile, and the step of what it was placed upon.
    cards: [Bytes; STEPS],
    below: [Bytes; STEPS],
}

impl Block {
    fn new(variant: &Variant) -> Self {
        let filled = |byte| Bytes([byte; LANES]);
        let mut needs = [filled(CLOSED); MAX_BASES];
        for (base, needs) in needs.iter_mut().enumerate().take(variant.bases()) {
            *needs = filled(variant.needs(base, variant.lead()));
        }
        Self {
            needs,
            tops: [NONE; MAX_PILES],
            links: [NONE; MAX_PILES],
            stock: variant.full_stock().map(filled),
            hidden: filled(variant.stock() as u8),
            turned: NONE,
            placed: filled((variant.cards() - variant.stock()) as u8),
            plies: NONE,
            cards: [NONE; STEPS],
            below: [NONE; STEPS],
        }
    }

    /// Turns up a card in every game that waits for one.
    #[inline(never)]
    fn turn(&mut self, ranks: u8, keys: &Words, full: u8) {
        let mut number = Bytes([CHOSEN; LANES]);
        for lane in 0..LANES {
            let hidden = self.hidden.0[lane];
            let word = Stream::word(keys[lane], u64::from(full.wrapping_sub(hidden)));
            let card = choose(word, hidden);
            number.0[lane] = if self.turned.0[lane] == 0 && hidden > 0 { card } else { CHOSEN };
        }
        for rank in 1..=ranks {
            let stock = &mut self.stock[usize::from(rank)];
            for lane in 0..LANES {
                let hit = mask(number.0[lane] < stock.0[lane]);
                self.turned.0[lane] |= hit & rank;
                // From the choice on it is far above any count, and stays so.
                number.0[lane] = number.0[lane].wrapping_sub(stock.0[lane]) | hit;
                stock.0[lane] = stock.0[lane].wrapping_add(hit);
                self.hidden.0[lane] = self.hidden.0[lane].wrapping_add(hit);
            }
        }
    }

    /// How many moves each game has to choose from.
    #[inline(never)]
    fn count(&self, variant: &Variant, taste: Taste) -> Bytes {
        let mut count = NONE;
        for need in &self.needs[..variant.bases()] {
            for lane in 0..LANES {
                count.0[lane] = count.0[lane].wrapping_sub(mask(self.turned.0[lane] == need.0[lane]));
            }
            for top in &self.tops[..variant.piles()] {
                for lane in 0..LANES {
                    count.0[lane] = count.0[lane].wrapping_sub(mask(top.0[lane] == need.0[lane]));
                }
            }
        }
        for lane in 0..LANES {
            let to_pile = mask(self.turned.0[lane] != 0) & variant.piles() as u8;
            let kept = taste == Taste::Any || count.0[lane] == 0;
            count.0[lane] = count.0[lane].wrapping_add(if kept { to_pile } else { 0 });
        }
        count
    }

    /// Makes the chosen move of every game; the step is the number of this round, from 1.
    #[inline(never)]
    fn play(&mut self, variant: &Variant, taste: Taste, mut number: Bytes, greedy: &Bytes, step: usize) {
        let mut grown = [NONE; MAX_BASES];
        let mut popped = NONE;
        let mut gone = NONE;
        for (base, grown) in grown.iter_mut().enumerate().take(variant.bases()) {
            for lane in 0..LANES {
                let legal = mask(self.turned.0[lane] == self.needs[base].0[lane]);
                let hit = legal & mask(number.0[lane] == 0);
                number.0[lane] = number.0[lane].wrapping_add(legal);
                grown.0[lane] |= hit;
                gone.0[lane] |= hit;
            }
        }
        self.cards[step] = self.turned;
        for pile in 0..variant.piles() {
            let (top, link, below) = (&mut self.tops[pile], &mut self.links[pile], &mut self.below[step]);
            for lane in 0..LANES {
                let refused = taste == Taste::Bases && greedy.0[lane] != 0;
                let legal = mask(self.turned.0[lane] != 0 && !refused);
                let hit = legal & mask(number.0[lane] == 0);
                number.0[lane] = number.0[lane].wrapping_add(legal);
                below.0[lane] = (below.0[lane] & !hit) | (link.0[lane] & hit);
                link.0[lane] = (link.0[lane] & !hit) | (step as u8 & hit);
                top.0[lane] = (top.0[lane] & !hit) | (self.turned.0[lane] & hit);
                gone.0[lane] |= hit;
            }
        }
        for (pile, top) in self.tops.iter().enumerate().take(variant.piles()) {
            for (base, grown) in grown.iter_mut().enumerate().take(variant.bases()) {
                for lane in 0..LANES {
                    // A card placed in this very step is no candidate: its game has chosen.
                    let legal = mask(top.0[lane] == self.needs[base].0[lane]);
                    let hit = legal & mask(number.0[lane] == 0);
                    number.0[lane] = number.0[lane].wrapping_add(legal);
                    grown.0[lane] |= hit;
                    popped.0[lane] |= hit & (pile as u8 + 1);
                }
            }
        }
        for lane in 0..LANES {
            self.turned.0[lane] &= !gone.0[lane];
        }
        self.pop(&popped);
        self.grow(variant, &grown);
    }

    /// Takes the top card off a pile (counted from 1) in every game that asks for it.
    #[inline(never)]
    fn pop(&mut self, popped: &Bytes) {
        for (eight, piles) in popped.0.as_chunks::<8>().0.iter().enumerate() {
            let mut waiting = u64::from_le_bytes(*piles);
            while waiting != 0 {
                let shift = waiting.trailing_zeros() & !7;
                let (lane, pile) = (8 * eight + shift as usize / 8, (waiting >> shift) as u8);
                waiting &= !(0xff << shift);
                let pile = usize::from(pile) - 1;
                let beneath = self.below[usize::from(self.links[pile].0[lane])].0[lane];
                self.links[pile].0[lane] = beneath;
                self.tops[pile].0[lane] = self.cards[usize::from(beneath)].0[lane];
            }
        }
    }

    /// Lets the bases take one card more.
    #[inline(never)]
    fn grow(&mut self, variant: &Variant, grown: &[Bytes; MAX_BASES]) {
        let ranks = variant.ranks();
        for (base, &step) in variant.steps().iter().enumerate() {
            for lane in 0..LANES {
                let (old, grown) = (self.needs[base].0[lane], grown[base].0[lane]);
                let next = old.wrapping_add(step);
                let next = if next > ranks { next - ranks } else { next };
                let next = if old == ranks { CLOSED } else { next };
                self.needs[base].0[lane] = (old & !grown) | (next & grown);
                self.placed.0[lane] = self.placed.0[lane].wrapping_sub(grown);
            }
        }
    }
}

/// All bits if it is so, none if not.
#[inline(always)]
fn mask(so: bool) -> u8 {
    if so { YES } else { 0 }
}

/// A word as a number below a small bound.
#[inline(always)]
fn choose(word: u64, bound: u8) -> u8 {
    crate::stream::below(word, u32::from(bound)) as u8
}

/// Plays [`LANES`] games, those with the numbers from `first` on.
pub fn play(variant: &Variant, taste: Taste, seed: u64, first: u64) -> [Finished; LANES] {
    let mut block = Block::new(variant);
    let keys = |purpose| {
        let mut keys = [0; LANES];
        for (lane, key) in keys.iter_mut().enumerate() {
            *key = Stream::new(seed, first.wrapping_add(lane as u64), purpose).key();
        }
        keys
    };
    let (deals, choices) = (keys(Purpose::Deal), keys(Purpose::Choice));
    let full = variant.stock() as u8;
    for step in 1.. {
        block.turn(variant.ranks(), &deals, full);
        let count = block.count(variant, taste);
        if count.0 == [0; LANES] {
            break;
        }
        let mut number = Bytes([CHOSEN; LANES]);
        let mut greedy = NONE;
        for lane in 0..LANES {
            let word = Stream::word(choices[lane], step as u64 - 1);
            let choice = choose(word, count.0[lane]);
            let moves = mask(count.0[lane] != 0);
            number.0[lane] = choice | !moves;
            block.plies.0[lane] = block.plies.0[lane].wrapping_sub(moves);
        }
        if taste == Taste::Bases {
            greedy = block.taken(variant);
        }
        block.play(variant, taste, number, &greedy, step);
    }
    let cards = variant.cards() as u8;
    std::array::from_fn(|lane| Finished {
        won: block.placed.0[lane] == cards,
        placed: block.placed.0[lane],
        plies: block.plies.0[lane],
    })
}

impl Block {
    /// Where some base takes some card.
    #[inline(never)]
    fn taken(&self, variant: &Variant) -> Bytes {
        let mut taken = NONE;
        for need in &self.needs[..variant.bases()] {
            for lane in 0..LANES {
                taken.0[lane] |= mask(self.turned.0[lane] == need.0[lane]);
            }
            for top in &self.tops[..variant.piles()] {
                for lane in 0..LANES {
                    taken.0[lane] |= mask(top.0[lane] == need.0[lane]);
                }
            }
        }
        taken
    }
}
