//! Where the moves of a position lie, for those who come to it by another order of moves.
//!
//! Method: a table by the key of a position, the newer in place of the older. A slot is two words, the key
//! mixed with what is said of it, and that: a slot that two threads wrote at once fits no key (Hyatt and
//! Mann, "A lockless transposition table implementation for parallel search", 2002).
//!
//! Why: nodes that share their children need nothing else to be changed. Each counts the simulations that
//! came to it, so that those above choose by what they saw themselves, and all go on from what is known
//! below. A node that has fewer of the moves than its twin takes over the twin's when it wants more.
//!
//! Cost: a key and a look-up for each simulation, a sixty-fourth of the memory, and a pass over the table for
//! each move of a game. Measured in `docs/notes/blokus.md`.

use super::node::State;
use std::sync::atomic::{
    AtomicU64,
    Ordering::{Acquire, Relaxed, Release},
};

/// Bytes of a tree for each slot: a position takes 16 moves of 36 bytes or more.
const SHARE: usize = 1024;

/// The first of the children of a position, and how many there are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Family {
    pub first: u32,
    pub state: State,
}

/// A key mixed with a word, and the word.
type Slot = [AtomicU64; 2];

/// Positions whose moves are in the tree.
pub struct Twins(Box<[Slot]>);

impl Twins {
    /// A table for a tree of so many bytes; of a single slot where there is no memory for more.
    pub fn new(bytes: usize) -> Self {
        let slots = (bytes / SHARE).next_power_of_two();
        let mut table = Vec::new();
        let room = table.try_reserve_exact(slots);
        table.resize_with(if room.is_ok() { slots } else { 1 }, Slot::default);
        Self(table.into_boxed_slice())
    }

    /// The moves of the position with a key.
    pub fn find(&self, key: u64) -> Option<Family> {
        read(self.slot(key)).filter(|(known, _)| *known == key).map(|(_, family)| family)
    }

    /// The position with a key has these moves, which are there.
    pub fn tell(&self, key: u64, family: Family) {
        write(self.slot(key), key, Some(family));
    }

    /// The moves were taken elsewhere: `to` tells where by where they were, if they are still there. No other
    /// thread is at the table.
    pub fn take(&self, to: impl Fn(u32) -> Option<u32>) {
        for slot in &self.0 {
            if let Some((key, family)) = read(slot) {
                write(slot, key, to(family.first).map(|first| Family { first, ..family }));
            }
        }
    }

    fn slot(&self, key: u64) -> &Slot {
        &self.0[key as usize & (self.0.len() - 1)]
    }
}

fn read([mixed, word]: &Slot) -> Option<(u64, Family)> {
    // Who sees the word sees the moves that were there when it was written.
    let word = word.load(Acquire);
    let family = Family { first: (word >> 32) as u32, state: State::unpack(word as u32) };
    (family.state.children() > 0).then(|| (mixed.load(Relaxed) ^ word, family))
}

fn write([mixed, word]: &Slot, key: u64, family: Option<Family>) {
    let told = family.map_or(0, |family| u64::from(family.first) << 32 | u64::from(family.state.pack()));
    mixed.store(key ^ told, Relaxed);
    word.store(told, Release);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_told_is_found() {
        let twins = Twins::new(64 << 10);
        let family = |i: u32| Family { first: 100 * i, state: State::Partial(1 + i) };
        let key = |i: u32| u64::from(i) << 32 | u64::from(i);
        assert_eq!((0..64).find_map(|i| twins.find(key(i))), None);
        (0..64).for_each(|i| twins.tell(key(i), family(i)));
        assert!((0..64).all(|i| twins.find(key(i)) == Some(family(i))));
        assert_eq!((1..64).find_map(|i| twins.find(i)), None, "slots of other keys");
        // The newer in place of the older.
        twins.tell(5, family(7));
        assert_eq!((twins.find(5), twins.find(key(5))), (Some(family(7)), None));
        // Half of the moves are taken elsewhere.
        twins.take(|first| (first % 200 == 0).then_some(first + 1));
        assert_eq!(twins.find(5), None);
        for i in (0..64).filter(|&i| i != 5) {
            let taken = Family { first: 100 * i + 1, ..family(i) };
            assert_eq!(twins.find(key(i)), (i % 2 == 0).then_some(taken));
        }
    }
}
