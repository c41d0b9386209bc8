//! The positions with the attacker to move that are mate, for one square of the king: an open-addressed
//! table.
//!
//! A slot is one number: the key of the places in the high 54 bits, six bits for the length, four for flaws.
//! All positions of one king's square are together, because the attacker's moves stay among them: whoever
//! takes them back asks one table alone, which fits the cache.
//!
//! A table that is full doubles while it is small and grows by a quarter when it is large: it holds 0.56 to
//! 0.7 positions a slot then, where doubling leaves 0.35, and what a set will take can be told beforehand. It
//! is mapped, since tables that grow in turns leave holes in an allocator's memory: of RBP 133 MB were taken
//! for 85, mapped 99.

use super::{checkpoint::Kept, storage::Storage};
use std::{
    io::{self, Write},
    sync::Arc,
};
use yomikiri_solve::Arena;

/// What is wrong with a position as a problem.
pub mod flaw {
    /// The attacker may be left with a piece in hand at the end.
    pub const LEFTOVER: u64 = 1;
    /// Two moves or more mate in the shortest way.
    pub const CHOICE: u64 = 2;
    /// A move mates in a longer way.
    pub const LATER: u64 = 4;
    /// Unsound further down a line of longest defence.
    pub const DEEP: u64 = 8;
}

const FLAWS: u32 = 4;
const LENGTH: u32 = 6;
const LOW: u32 = FLAWS + LENGTH;

/// A position of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredMate(u64);

impl StoredMate {
    /// A position's key, length and [`flaw`]s.
    pub fn new(key: u64, plies: u8, flaws: u64) -> Self {
        Self(key << LOW | (plies as u64) << FLAWS | flaws)
    }

    /// The packed number; not 0, since a mate has at least one ply.
    pub const fn number(self) -> u64 {
        self.0
    }

    /// Unpacks it.
    pub const fn from_number(number: u64) -> Self {
        Self(number)
    }

    /// Whether it is an empty slot.
    #[inline]
    const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The key of the places.
    #[inline]
    pub const fn key(self) -> u64 {
        self.0 >> LOW
    }

    /// The length of the mate, at least 1.
    #[inline]
    pub const fn plies(self) -> u8 {
        (self.0 >> FLAWS) as u8 & ((1 << LENGTH) - 1)
    }

    /// The [`flaw`]s.
    #[inline]
    pub const fn flaws(self) -> u64 {
        self.0 & ((1 << FLAWS) - 1)
    }
}

/// The slots of an empty table.
const LEAST: usize = 1 << 8;
/// From so many slots on a table grows by a quarter.
const LARGE: usize = 1 << 14;

/// The next size of a table that is full.
const fn grown(slots: usize) -> usize {
    if slots < LARGE { 2 * slots } else { slots + slots / 4 }
}

/// Whether so many positions are too many for a table.
const fn is_full(len: usize, slots: usize) -> bool {
    len * 10 > slots * 7
}

/// A slot as it lies in memory: a number in the machine's order of bytes.
type Slot = [u8; 8];

/// The slots of a share: some ten thousand positions, which is work for milliseconds.
const SHARE: usize = 1 << 14;

/// The positions of some slots.
fn of_slots(slots: &[Slot]) -> impl Iterator<Item = StoredMate> {
    slots.iter().map(|&slot| StoredMate(u64::from_ne_bytes(slot))).filter(|entry| !entry.is_empty())
}

/// The mates with the king on one square.
#[derive(Debug)]
pub struct Store {
    arena: Arena,
    len: usize,
    storage: Arc<Storage>,
}

impl Store {
    /// An empty table.
    pub fn new(storage: &Arc<Storage>) -> Self {
        Self::with_slots(LEAST, storage)
    }

    /// So many empty slots.
    fn with_slots(slots: usize, storage: &Arc<Storage>) -> Self {
        let arena = storage.bytes((slots * size_of::<Slot>()) as u64);
        Self { arena, len: 0, storage: Arc::clone(storage) }
    }

    /// The number of positions.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// The memory taken, in bytes.
    pub fn bytes(&self) -> usize {
        self.arena.len()
    }

    #[inline]
    fn slots(&self) -> &[Slot] {
        self.arena.as_chunks().0
    }

    #[inline]
    fn entry(&self, at: usize) -> StoredMate {
        StoredMate(u64::from_ne_bytes(self.slots()[at]))
    }

    #[inline]
    fn set(&mut self, at: usize, entry: StoredMate) {
        self.arena.as_chunks_mut().0[at] = entry.0.to_ne_bytes();
    }

    /// The memory that so many positions take, in bytes.
    pub fn bytes_of(len: usize) -> usize {
        let mut slots = LEAST;
        while is_full(len, slots) {
            slots = grown(slots);
        }
        slots * size_of::<Slot>()
    }

    /// All positions, in no order.
    pub fn iter(&self) -> impl Iterator<Item = StoredMate> {
        of_slots(self.slots())
    }

    /// How many shares of the positions there are.
    pub fn shares(&self) -> usize {
        self.slots().len().div_ceil(SHARE)
    }

    /// The positions of a share.
    pub fn share(&self, share: usize) -> impl Iterator<Item = StoredMate> {
        of_slots(self.slots().chunks(SHARE).nth(share).unwrap_or_default())
    }

    /// The slot of a key, or the empty one where it would go.
    #[inline]
    fn slot(&self, key: u64) -> usize {
        let slots = self.slots().len();
        let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut at = ((u128::from(hash) * slots as u128) >> 64) as usize;
        loop {
            let entry = self.entry(at);
            if entry.is_empty() || entry.key() == key {
                return at;
            }
            at += 1;
            if at == slots {
                at = 0;
            }
        }
    }

    /// The position of a key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<StoredMate> {
        Some(self.entry(self.slot(key))).filter(|entry| !entry.is_empty())
    }

    /// Notes one move of the attacker that mates in `plies`: makes the position known, or one with a choice,
    /// or one that also mates later.
    #[inline]
    pub fn note(&mut self, key: u64, plies: u8, flaws: u64) {
        let at = self.slot(key);
        let entry = self.entry(at);
        if entry.is_empty() {
            self.set(at, StoredMate::new(key, plies, flaws));
            self.len += 1;
            if is_full(self.len, self.slots().len()) {
                self.grow();
            }
            return;
        }
        let flaws = if entry.plies() == plies { flaws | flaw::CHOICE } else { flaw::LATER };
        self.set(at, StoredMate(entry.0 | flaws));
    }

    /// Adds flaws to a position that mates in `plies`, if there is one.
    #[inline]
    pub fn blame(&mut self, key: u64, plies: u8, flaws: u64) {
        let at = self.slot(key);
        let entry = self.entry(at);
        if entry.plies() == plies {
            self.set(at, StoredMate(entry.0 | flaws));
        }
    }

    fn grow(&mut self) {
        let larger = Self { len: self.len, ..Self::with_slots(grown(self.slots().len()), &self.storage) };
        let old = std::mem::replace(self, larger);
        old.iter().for_each(|entry| self.put(entry));
    }

    /// Puts a position into an empty slot.
    fn put(&mut self, entry: StoredMate) {
        let at = self.slot(entry.key());
        self.set(at, entry);
    }
}

/// What is in the table; how many slots it has follows from that.
impl Kept for Store {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        (self.len as u64).write(out)?;
        self.iter().try_for_each(|entry| entry.0.write(out))
    }

    fn read(bytes: &mut &[u8], storage: &Arc<Storage>) -> Option<Self> {
        let len = u64::read(bytes, storage)? as usize;
        let mut store = Self { len, ..Self::with_slots(Self::bytes_of(len) / size_of::<Slot>(), storage) };
        for _ in 0..len {
            store.put(StoredMate(u64::read(bytes, storage)?));
        }
        Some(store)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is put in is there, whatever the size, and a table that was kept is as large as it was.
    #[test]
    fn a_table_holds_what_was_noted() {
        let mut store = Store::new(&Storage::memory());
        let key = |i: u64| i.wrapping_mul(0x2545_f491_4f6c_dd1d) >> LOW;
        for i in 1..60_000 {
            store.note(key(i), 1, 0);
            assert_eq!((store.len() as u64, store.bytes()), (i, Store::bytes_of(store.len())), "{i}");
        }
        store.note(key(77), 3, 0);
        assert_eq!(store.len(), 59_999, "it is noted already");
        store.blame(key(78), 1, flaw::DEEP);
        let mut kept = Vec::new();
        store.write(&mut kept).unwrap();
        let read = Store::read(&mut kept.as_slice(), &Storage::memory()).unwrap();
        assert_eq!((read.len(), read.bytes()), (store.len(), store.bytes()));
        for i in 1..60_000 {
            let flaws = [(77, flaw::LATER), (78, flaw::DEEP)].iter().find(|flawed| flawed.0 == i);
            let expected = Some(StoredMate::new(key(i), 1, flaws.map_or(0, |flawed| flawed.1)));
            assert_eq!((store.get(key(i)), read.get(key(i))), (expected, expected), "{i}");
            assert_eq!(read.get(key(i + 60_000)), None, "{i}");
        }
    }
}
