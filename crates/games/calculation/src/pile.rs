//! A waste pile: only its top card can be taken.

use crate::{rank::Rank, variant::MAX_CARDS};
use std::fmt;

/// A stack of cards. What lies above its height is zero, so that equal piles are equal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pile {
    height: u8,
    cards: [Rank; MAX_CARDS],
}

impl Pile {
    /// No cards.
    pub const EMPTY: Self = Self { height: 0, cards: [0; MAX_CARDS] };

    /// The cards, the lowest first.
    #[inline]
    pub fn cards(&self) -> &[Rank] {
        &self.cards[..usize::from(self.height)]
    }

    /// How many cards there are.
    #[inline]
    pub const fn height(&self) -> usize {
        self.height as usize
    }

    /// The top card; 0 if there is none.
    #[inline]
    pub fn top(&self) -> Rank {
        if self.height == 0 { 0 } else { self.cards[usize::from(self.height) - 1] }
    }

    /// Puts a card on top.
    ///
    /// # Panics
    /// If there are [`MAX_CARDS`] already.
    #[inline]
    pub fn push(&mut self, card: Rank) {
        self.cards[usize::from(self.height)] = card;
        self.height += 1;
    }

    /// Takes the top card.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub fn pop(&mut self) -> Rank {
        self.height -= 1;
        std::mem::take(&mut self.cards[usize::from(self.height)])
    }
}

impl fmt::Debug for Pile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.cards()).finish()
    }
}
