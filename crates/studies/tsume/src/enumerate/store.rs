//! The positions with the attacker to move that are mate, for one square of the king: an open-addressed
//! table.
//!
//! A slot is one number: the key of the places in the high 54 bits, six bits for the length, four for flaws.
//! All positions of one king's square are together, because the attacker's moves stay among them: a thread
//! that owns the square takes them back without asking anyone, in a table that fits its cache.

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

/// The mates with the king on one square.
#[derive(Clone, Debug)]
pub struct Store {
    slots: Vec<u64>,
    len: usize,
}

impl Default for Store {
    fn default() -> Self {
        Self { slots: vec![0; 1 << 8], len: 0 }
    }
}

impl Store {
    /// The number of positions.
    pub fn len(&self) -> usize {
        self.len
    }

    /// The memory taken, in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(self.slots.as_slice())
    }

    /// All positions, in no order.
    pub fn iter(&self) -> impl Iterator<Item = StoredMate> {
        self.slots.iter().filter(|&&slot| slot != 0).map(|&slot| StoredMate(slot))
    }

    /// The slot of a key, or the empty one where it would go.
    #[inline]
    fn slot(&self, key: u64) -> usize {
        let mask = self.slots.len() - 1;
        let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut at = (hash >> (64 - self.slots.len().trailing_zeros())) as usize;
        while self.slots[at] != 0 && self.slots[at] >> LOW != key {
            at = (at + 1) & mask;
        }
        at
    }

    /// The position of a key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<StoredMate> {
        let slot = self.slots[self.slot(key)];
        (slot != 0).then_some(StoredMate(slot))
    }

    /// Notes one move of the attacker that mates in `plies`: makes the position known, or one with a choice,
    /// or one that also mates later. Whether it is new.
    #[inline]
    pub fn note(&mut self, key: u64, plies: u8, flaws: u64) -> bool {
        let at = self.slot(key);
        let entry = StoredMate(self.slots[at]);
        if self.slots[at] == 0 {
            self.slots[at] = StoredMate::new(key, plies, flaws).0;
            self.len += 1;
            if self.len * 10 > self.slots.len() * 7 {
                self.grow();
            }
            return true;
        }
        self.slots[at] |= if entry.plies() == plies { flaws | flaw::CHOICE } else { flaw::LATER };
        false
    }

    /// Adds flaws to a position that mates in `plies`, if there is one.
    #[inline]
    pub fn blame(&mut self, key: u64, plies: u8, flaws: u64) {
        let at = self.slot(key);
        if StoredMate(self.slots[at]).plies() == plies {
            self.slots[at] |= flaws;
        }
    }

    fn grow(&mut self) {
        let old = std::mem::take(&mut self.slots);
        self.slots = vec![0; old.len() * 2];
        for slot in old.into_iter().filter(|&slot| slot != 0) {
            let at = self.slot(slot >> LOW);
            self.slots[at] = slot;
        }
    }
}
