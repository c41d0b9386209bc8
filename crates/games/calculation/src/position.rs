//! A position: the bases, the waste piles, the card turned up, and what the stock holds, as far as anyone can
//! know.

use crate::{
    pile::Pile,
    rank::{KING, Rank},
    variant::{MAX_BASES, MAX_PILES},
};

/// How many cards of each rank there are; the entry 0 is not used.
pub type Counts = [u8; KING as usize + 1];

/// All that the rules need to go on. The order of the stock is hidden from players and is no part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// How many cards lie on each base.
    pub bases: [u8; MAX_BASES],
    /// The card turned up and not yet placed; 0 if there is none.
    pub turned: Rank,
    /// How many cards of each rank are still face down.
    pub stock: Counts,
    /// The waste piles; those that the variant does not have are empty.
    pub piles: [Pile; MAX_PILES],
}

impl Position {
    /// How many cards are still face down.
    #[inline]
    pub fn hidden(&self) -> u32 {
        self.stock.iter().map(|&count| u32::from(count)).sum()
    }

    /// How many cards lie on the bases.
    #[inline]
    pub fn placed(&self) -> u32 {
        self.bases.iter().map(|&count| u32::from(count)).sum()
    }

    /// Turns up a card of the stock.
    #[inline]
    pub fn turn(&mut self, card: Rank) {
        self.stock[usize::from(card)] -= 1;
        self.turned = card;
    }
}
