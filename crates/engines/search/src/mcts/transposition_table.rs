//! The transposition table of the tree: where the children of a position lie, for simulations that come to it
//! by another order of moves.
//!
//! Method: a table by the key of a position, the newer in place of the older. A slot is two words, the key
//! mixed with what is said of it, and that: a slot that two threads wrote at once fits no key (Hyatt and
//! Mann, "A lockless transposition table implementation for parallel search", 2002).
//!
//! Why: nodes that share their children need nothing else to be changed. Each counts the simulations that
//! came to it, so that those above choose by what they saw themselves, and all go on from what is known
//! below. A node that has fewer of the moves than its twin takes over the twin's when it wants more.
//!
//! Cost: a key and a look-up for each simulation, a sixty-fourth of the memory at the most, and a pass over
//! the table for each move of a game. Measured in `docs/notes/blokus.md`.

use super::node::State;
use std::sync::atomic::{
    AtomicU64,
    Ordering::{Acquire, Relaxed, Release},
};

/// Bytes of a tree for each slot: a position takes 16 moves of 36 bytes or more.
const SHARE: usize = 1024;

/// The first of the children of a position, and how many there are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Children {
    pub first: u32,
    pub state: State,
}

/// A key mixed with a word, and the word.
type Slot = [AtomicU64; 2];

/// The children of positions that are in the tree, by the key of the position.
pub struct TranspositionTable(Box<[Slot]>);

impl TranspositionTable {
    /// A table for a tree of so many bytes; of a single slot where there is no memory for more. It takes
    /// between a 128th and a 64th of them.
    pub fn new(bytes: usize) -> Self {
        let slots = 1 << (bytes / SHARE).max(1).ilog2();
        let mut table = Vec::new();
        let room = table.try_reserve_exact(slots);
        table.resize_with(if room.is_ok() { slots } else { 1 }, Slot::default);
        Self(table.into_boxed_slice())
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.0)
    }

    /// Forgets all positions.
    pub fn clear(&mut self) {
        self.0.fill_with(Slot::default);
    }

    /// The moves of the position with a key.
    pub fn find(&self, key: u64) -> Option<Children> {
        read(self.slot(key)).filter(|(known, _)| *known == key).map(|(_, children)| children)
    }

    /// The position with a key has these moves, which are there.
    pub fn insert(&self, key: u64, children: Children) {
        write(self.slot(key), key, Some(children));
    }

    /// The moves were taken elsewhere: `to` tells where by where they were, if they are still there. No other
    /// thread is at the table.
    pub fn remap(&self, to: impl Fn(u32) -> Option<u32>) {
        for slot in &self.0 {
            if let Some((key, children)) = read(slot) {
                write(slot, key, to(children.first).map(|first| Children { first, ..children }));
            }
        }
    }

    fn slot(&self, key: u64) -> &Slot {
        &self.0[key as usize & (self.0.len() - 1)]
    }
}

fn read([mixed, word]: &Slot) -> Option<(u64, Children)> {
    // Who sees the word sees the moves that were there when it was written.
    let word = word.load(Acquire);
    let children = Children { first: (word >> 32) as u32, state: State::unpack(word as u32) };
    (children.state.children() > 0).then(|| (mixed.load(Relaxed) ^ word, children))
}

fn write([mixed, word]: &Slot, key: u64, children: Option<Children>) {
    let told =
        children.map_or(0, |children| u64::from(children.first) << 32 | u64::from(children.state.pack()));
    mixed.store(key ^ told, Relaxed);
    word.store(told, Release);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_takes_no_more_than_its_share() {
        for mebibytes in [1, 3, 5, 63, 64, 65, 1000] {
            let (bytes, taken) = (mebibytes << 20, TranspositionTable::new(mebibytes << 20).bytes());
            assert!(taken <= bytes / 64 && taken > bytes / 128, "{taken} of {bytes}");
        }
    }

    #[test]
    fn what_was_told_is_found() {
        let transpositions = TranspositionTable::new(64 << 10);
        let children = |i: u32| Children { first: 100 * i, state: State::Partial(1 + i) };
        let key = |i: u32| u64::from(i) << 32 | u64::from(i);
        assert_eq!((0..64).find_map(|i| transpositions.find(key(i))), None);
        (0..64).for_each(|i| transpositions.insert(key(i), children(i)));
        assert!((0..64).all(|i| transpositions.find(key(i)) == Some(children(i))));
        assert_eq!((1..64).find_map(|i| transpositions.find(i)), None, "slots of other keys");
        // The newer in place of the older.
        transpositions.insert(5, children(7));
        assert_eq!((transpositions.find(5), transpositions.find(key(5))), (Some(children(7)), None));
        // Half of the moves are taken elsewhere.
        transpositions.remap(|first| (first % 200 == 0).then_some(first + 1));
        assert_eq!(transpositions.find(5), None);
        for i in (0..64).filter(|&i| i != 5) {
            let taken = Children { first: 100 * i + 1, ..children(i) };
            assert_eq!(transpositions.find(key(i)), (i % 2 == 0).then_some(taken));
        }
    }
}
