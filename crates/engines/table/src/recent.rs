//! The blocks that were decoded last, shared by all threads.
//!
//! Positions that follow each other ask for the same blocks: a third of those of a page, six sevenths of
//! those of the pages of some games, and each of two threads a fifth of what the other has
//! (`docs/notes/web.md`). A block has one place, which it takes from whatever was there: that is one look
//! under one lock, held for a moment, where a list by age would have to be kept in order under a lock for
//! all.

use crate::model::Symbol;
use std::sync::{Arc, Mutex, PoisonError};

/// How many nodes there is room for, at two bytes each.
const NODES: u64 = 1 << 22;

/// The nodes of a block from its first one on.
pub type Beginning = Arc<[Mark]>;

/// What is stored of a node, in two bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark(u16);

/// What a [`Mark`] stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// Not reached, or not plausible.
    Unreached,
    /// Won or drawn, and the rules do not say so themselves.
    NotLost,
    /// The rules tell the value.
    Decided,
    /// Lost in twice as many plies.
    Lost(u8),
}

impl Mark {
    /// Of a node that is not plausible.
    pub const UNREACHED: Self = Self(0);
    const NOT_LOST: u16 = 1;
    const DECIDED: u16 = 2;
    const LOST: u16 = 3;

    /// The mark of a plausible node.
    #[inline]
    pub const fn of(symbol: Symbol, is_decided: bool) -> Self {
        match symbol {
            Symbol::Unreached => Self::UNREACHED,
            _ if is_decided => Self(Self::DECIDED),
            Symbol::Other => Self(Self::NOT_LOST),
            Symbol::Lost(half) => Self(Self::LOST + half as u16),
        }
    }

    /// What it stands for.
    #[inline]
    pub const fn meaning(self) -> Meaning {
        match self.0 {
            0 => Meaning::Unreached,
            Self::NOT_LOST => Meaning::NotLost,
            Self::DECIDED => Meaning::Decided,
            lost => Meaning::Lost((lost - Self::LOST) as u8),
        }
    }
}

/// Beginnings of blocks, in 8 MiB at the most, and one more for what they cost beside.
#[derive(Debug)]
pub struct Recent(Box<[Place]>);

/// Where a block is, with its number, if one is there.
type Place = Mutex<Option<(u64, Beginning)>>;

impl Recent {
    /// Nothing, with room for blocks of a length.
    pub fn new(length: u64) -> Self {
        Self((0..NODES / length).map(|_| Mutex::new(None)).collect())
    }

    /// So many nodes of a block, or more, if they are there.
    pub fn get(&self, block: u64, count: usize) -> Option<Beginning> {
        let place = self.place(block).lock().unwrap_or_else(PoisonError::into_inner);
        let (own, nodes) = place.as_ref()?;
        (*own == block && nodes.len() >= count).then(|| nodes.clone())
    }

    /// Keeps the nodes of a block, and gives them.
    pub fn put(&self, block: u64, nodes: Beginning) -> Beginning {
        *self.place(block).lock().unwrap_or_else(PoisonError::into_inner) = Some((block, nodes.clone()));
        nodes
    }

    /// Where a block is, if it is there: those that are near each other are asked for together, and have
    /// different places.
    fn place(&self, block: u64) -> &Place {
        &self.0[(block % self.0.len() as u64) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nodes(count: usize, half: u8) -> Beginning {
        std::iter::repeat_n(Mark::of(Symbol::Lost(half), false), count).collect()
    }

    #[test]
    fn a_mark_stands_for_what_it_was_made_of() {
        for half in 0..=u8::MAX {
            assert_eq!(Mark::of(Symbol::Lost(half), false).meaning(), Meaning::Lost(half));
            assert_eq!(Mark::of(Symbol::Lost(half), true).meaning(), Meaning::Decided);
        }
        assert_eq!(Mark::of(Symbol::Other, false).meaning(), Meaning::NotLost);
        assert_eq!(Mark::of(Symbol::Other, true).meaning(), Meaning::Decided);
        for is_decided in [false, true] {
            assert_eq!(Mark::of(Symbol::Unreached, is_decided), Mark::UNREACHED);
        }
        assert_eq!(Mark::UNREACHED.meaning(), Meaning::Unreached);
    }

    #[test]
    fn a_block_is_kept_until_another_takes_its_place() {
        let recent = Recent::new(256);
        let places = recent.0.len() as u64;
        for (block, half) in (0..places).zip((0..=9).cycle()) {
            recent.put(block, nodes(100, half));
        }
        for (block, half) in (0..places).zip((0..=9).cycle()) {
            assert_eq!(recent.get(block, 100), Some(nodes(100, half)), "{block}");
            assert_eq!(recent.get(block, 101), None, "less is known of it");
            assert_eq!(recent.get(block + places, 1), None, "another block");
        }
        recent.put(places + 5, nodes(3, 77));
        assert_eq!((recent.get(5, 1), recent.get(places + 5, 3)), (None, Some(nodes(3, 77))));
        let most: usize = 256 * places as usize * size_of::<Mark>();
        assert!(most <= 8 << 20);
    }
}
