//! The transposition table: what is known of positions, in bounded memory.
//!
//! Entries of one board lie side by side whatever the stocks, so that one walk from the board's home slot to the next
//! empty slot meets all that bears on a position: proofs with less in stock, disproofs with more, bounds from either.
//! That is open addressing with linear probing, kept at most [`FULL`] full. Past it the entries with the smallest
//! subtrees go (Nagai's *SmallTreeGC*) and the rest are put back in order, in place.
//!
//! An entry is 32 bytes, two a cache line.

use crate::{Role, Stock};

/// The larger numbers stand for "cannot be": neither proof nor disproof number of an open position comes so high.
pub const NEVER: u32 = 1 << 30;

/// The length of what lasts for ever: a bound that no mate exceeds, a disproof however many plies are allowed.
pub const FOREVER: u16 = u16::MAX;

/// How full the table may become, in 16ths.
const FULL: usize = 11;

/// How full the table is after a collection, in 16ths.
const SWEPT: usize = 6;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known<S> {
    /// Proof number; 0 if the attacker wins.
    pub pn: u32,
    /// Disproof number; 0 if not.
    pub dn: u32,
    /// The stock that a proof needs or a disproof allows; the position's own where all is open.
    pub stock: S,
    /// Decided: in how many plies the attacker wins, or within how many not.
    pub len: u16,
    /// Positions visited below.
    pub amount: u32,
}

impl<S> Known<S> {
    pub const fn is_open(&self) -> bool {
        self.pn != 0 && self.dn != 0
    }

    /// The number that decides for the side that moves here: the least of its moves counts.
    pub const fn phi(&self, mover: Role) -> u32 {
        match mover {
            Role::Attacker => self.pn,
            Role::Defender => self.dn,
        }
    }

    /// The number that decides against the side that moves here: all its moves count.
    pub const fn delta(&self, mover: Role) -> u32 {
        match mover {
            Role::Attacker => self.dn,
            Role::Defender => self.pn,
        }
    }
}

#[derive(Clone, Copy)]
#[repr(C)]
struct Entry {
    key: u64,
    stock: u32,
    pn: u32,
    dn: u32,
    /// 0 in an empty slot.
    amount: u32,
    len: u16,
    /// The least depth at which the position was visited.
    depth: u16,
    /// What becomes of the slot: see [`Entry::is_empty`] and [`Entry::is_dead`].
    state: u32,
}

const EMPTY: u32 = 0;
const USED: u32 = 1;
const DEAD: u32 = 2;

impl Entry {
    const NONE: Self = Self { key: 0, stock: 0, pn: 0, dn: 0, amount: 0, len: 0, depth: 0, state: EMPTY };

    const fn is_empty(&self) -> bool {
        self.state == EMPTY
    }

    /// Superseded by a better entry; kept so that walks over it go on.
    const fn is_dead(&self) -> bool {
        self.state == DEAD
    }

    const fn is_open(&self) -> bool {
        self.pn != 0 && self.dn != 0
    }
}

/// What a look-up found.
pub enum Found<S> {
    /// The position is decided, by itself or by a better or worse one.
    Decided(Known<S>),
    /// It has been visited. `depth` is the least depth at which it was.
    Open { pn: u32, dn: u32, amount: u32, depth: u16 },
    /// Nothing but, perhaps, lower bounds on the two numbers from better and worse stocks.
    Fresh { pn: u32, dn: u32 },
}

/// The table.
pub struct Table {
    entries: Vec<Entry>,
    mask: usize,
    used: usize,
}

impl Table {
    /// A table of at most so many bytes, at least a few kilobytes.
    pub fn new(bytes: usize) -> Self {
        let slots = (bytes / size_of::<Entry>()).max(1024);
        let slots = if slots.is_power_of_two() { slots } else { slots.next_power_of_two() / 2 };
        Self { entries: vec![Entry::NONE; slots], mask: slots - 1, used: 0 }
    }

    fn home(&self, key: u64) -> usize {
        (key >> 7) as usize & self.mask
    }

    /// What is known of a position when the attacker may take at most `len` plies.
    ///
    /// Bounds from other stocks are taken from visits at `depth` or deeper only: numbers from nearer to the root may be
    /// made of this position's own, and the two would push each other up for ever.
    pub fn find<S: Stock>(&self, key: u64, stock: S, len: u16, depth: u16) -> Found<S> {
        let (mut pn, mut dn) = (1, 1);
        let mut open = None;
        let mut at = self.home(key);
        loop {
            let entry = &self.entries[at];
            if entry.is_empty() {
                break;
            }
            at = (at + 1) & self.mask;
            if entry.key != key || entry.is_dead() {
                continue;
            }
            let other = S::from_bits(entry.stock);
            if entry.pn == 0 {
                if entry.len <= len && stock.covers(other) {
                    return Found::Decided(entry.known(other));
                }
            } else if entry.dn == 0 {
                if entry.len >= len && other.covers(stock) {
                    return Found::Decided(entry.known(other));
                }
            } else if other == stock {
                open = Some((entry.pn, entry.dn, entry.amount, entry.depth));
            } else if entry.depth < depth {
            } else if stock.covers(other) {
                dn = dn.max(entry.dn);
            } else if other.covers(stock) {
                pn = pn.max(entry.pn);
            }
        }
        match open {
            Some((own_pn, own_dn, amount, least)) => {
                Found::Open { pn: own_pn.max(pn), dn: own_dn.max(dn), amount, depth: least }
            }
            None => Found::Fresh { pn, dn },
        }
    }

    /// The least length of a mate that is known of a position.
    pub fn least_len<S: Stock>(&self, key: u64, stock: S) -> Option<u16> {
        let mut least = None;
        let mut at = self.home(key);
        while !self.entries[at].is_empty() {
            let entry = &self.entries[at];
            if entry.key == key
                && entry.state == USED
                && entry.pn == 0
                && stock.covers(S::from_bits(entry.stock))
            {
                least = Some(least.map_or(entry.len, |len: u16| len.min(entry.len)));
            }
            at = (at + 1) & self.mask;
        }
        least
    }

    /// Remembers what a visit at some depth found. `stock` is the position's own.
    pub fn store<S: Stock>(&mut self, key: u64, stock: S, known: &Known<S>, depth: u16) {
        let mut slot = None;
        let mut at = self.home(key);
        let mut least = depth;
        while !self.entries[at].is_empty() {
            let entry = &mut self.entries[at];
            if entry.is_dead() {
                slot = slot.or(Some(at));
            } else if entry.key == key && entry.is_superseded(stock, known) {
                if entry.is_open() && S::from_bits(entry.stock) == stock {
                    least = least.min(entry.depth);
                }
                entry.state = DEAD;
                slot = slot.or(Some(at));
            }
            at = (at + 1) & self.mask;
        }
        if slot.is_none() {
            self.used += 1;
        }
        self.entries[slot.unwrap_or(at)] = Entry {
            key,
            stock: known.stock.bits(),
            pn: known.pn,
            dn: known.dn,
            amount: known.amount.max(1),
            len: known.len,
            depth: least,
            state: USED,
        };
    }

    /// Whether the table wants a collection.
    pub fn is_full(&self) -> bool {
        self.used * 16 > self.entries.len() * FULL
    }

    /// Forgets the entries with the smallest subtrees.
    pub fn collect(&mut self) {
        let keep = self.entries.len() / 16 * SWEPT;
        let least = self.amount_of_rank(keep);
        // A walk must not begin in the middle of a run that wraps round the end.
        let start = self.entries.iter().position(Entry::is_empty).unwrap_or(0);
        self.used = 0;
        for step in 0..self.entries.len() {
            let at = (start + step) & self.mask;
            let entry = std::mem::replace(&mut self.entries[at], Entry::NONE);
            if entry.state == USED && entry.amount > least {
                let mut to = self.home(entry.key);
                while !self.entries[to].is_empty() {
                    to = (to + 1) & self.mask;
                }
                self.entries[to] = entry;
                self.used += 1;
            }
        }
    }

    /// The amount that at most `rank` entries exceed, as a sample of the entries tells it.
    fn amount_of_rank(&self, rank: usize) -> u32 {
        let stride = (self.entries.len() / 65536).max(1);
        let used = self.entries.iter().step_by(stride).filter(|entry| entry.state == USED);
        let mut amounts: Vec<u32> = used.map(|entry| entry.amount).collect();
        amounts.sort_unstable_by(|a, b| b.cmp(a));
        amounts.get(rank / stride).copied().unwrap_or(0)
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        if self.used > 0 {
            self.entries.fill(Entry::NONE);
            self.used = 0;
        }
    }
}

impl Entry {
    fn known<S>(&self, stock: S) -> Known<S> {
        Known { pn: self.pn, dn: self.dn, stock, len: self.len, amount: self.amount }
    }

    /// Whether the entry says nothing that `known`, of a position with this stock, does not say.
    fn is_superseded<S: Stock>(&self, stock: S, known: &Known<S>) -> bool {
        let own = S::from_bits(self.stock);
        if known.pn == 0 {
            let reached = own.covers(known.stock);
            (self.pn == 0 && reached && self.len >= known.len) || (self.is_open() && reached)
        } else if known.dn == 0 {
            let reached = known.stock.covers(own);
            (self.dn == 0 && reached && self.len <= known.len)
                || (self.is_open() && reached && (known.len == FOREVER || own == stock))
        } else {
            self.is_open() && own == stock
        }
    }
}
