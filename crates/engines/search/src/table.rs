//! The transposition table: what is known of positions, in bounded memory.
//!
//! Entries of one board lie side by side whatever the stocks, so that one walk from the board's home slot to
//! the next empty slot meets all that bears on a position: proofs with less in stock, disproofs with more,
//! bounds from either. That is open addressing with linear probing, kept at most [`FULL`] full. Past it the
//! entries with the smallest subtrees go (Nagai's *`SmallTreeGC`*) and the rest are put back in order, in
//! place.
//!
//! An entry is 32 bytes, two a cache line. Beside the slots lie *marks*, a byte for each: some bits of the
//! key that is in it (the control bytes of Abseil's *Swiss tables*, 2017). Nine of ten look-ups of a search
//! of mates find nothing, and most of them see that from a word of eight marks; the marks of a table of 64
//! MiB are 2 MiB, which the caches hold. Without marks a look-up met 2.8 slots in 1.9 cache lines, 2.4 of
//! them with other keys, and the search took 1.1 times as long.
//!
//! The number of slots is whatever the memory holds: a key is brought into that range by a multiplication,
//! for a power of two would leave up to half of the memory idle.
//!
//! A table begins small, so that an easy question stays in the caches and touches no more memory than it
//! needs, and grows in place to [`GROWTH`] times as many slots, up to all of them, whenever it is full.
//!
//! Several threads look up and store at once without a lock: an entry is four words that are read and written
//! one by one, and the first holds the key under a mask made of the other three. Words of two entries do not
//! give the key but for one chance in 2^64, so that they are passed over; an entry that another thread
//! overwrites is lost, which costs work and no truth. Only growth and collections need the table alone.

use crate::{Role, Stock, pages::Pages};
use std::{
    io,
    sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed},
};

/// The larger numbers stand for "cannot be": neither proof nor disproof number of an open position comes so
/// high.
pub const NEVER: u32 = 1 << 30;

/// The length of what lasts for ever: a bound that no mate exceeds, a disproof however many plies are
/// allowed.
pub const FOREVER: u16 = u16::MAX;

/// How full the table may become, in 16ths.
const FULL: usize = 11;

/// How full the table is after a collection, in 16ths.
const SWEPT: usize = 6;

/// How many slots a table begins with: 1 MiB.
const FIRST_SLOTS: usize = 1 << 15;

/// How many times as many slots a full table has next.
const GROWTH: usize = 4;

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

/// An entry as it lies in the table: plain words, so that an empty table is memory that nobody has touched
/// yet. The key under the mask of the others; stock and proof number; disproof number and amount; length,
/// depth, state and, in the highest bits, the [`tag`].
type Slot = [u64; 4];

/// How many bits of a key lie open beside its state, so that most other keys are passed over at a glance.
const TAG_BITS: u32 = 24;

const fn tag(key: u64) -> u64 {
    key << (64 - TAG_BITS)
}

const fn has_tag(last: u64, key: u64) -> bool {
    last >> (64 - TAG_BITS) == tag(key) >> (64 - TAG_BITS)
}

/// What hides the key: the words of two entries make another mask.
pub const fn mask([first, second, third]: [u64; 3]) -> u64 {
    first.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ second.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(21)
        ^ third.wrapping_mul(0x1656_67b1_9e37_79f9).rotate_left(42)
}

/// The state of an entry with this last word.
const fn state_of(last: u64) -> u32 {
    (last >> 32) as u32 & STATE
}

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    stock: u32,
    pn: u32,
    dn: u32,
    amount: u32,
    len: u16,
    /// The least depth at which the position was visited.
    depth: u16,
    /// [`EMPTY`], [`USED`], with or without [`REPEATS`], or [`DEAD`].
    state: u32,
}

/// An empty slot: it ends every walk.
const EMPTY: u32 = 0;
const USED: u32 = 1;
/// Superseded by a better entry; kept so that walks over it go on.
const DEAD: u32 = 2;

/// Set beside [`USED`]: the position has been disproved by repetition on some way to it.
const REPEATS: u32 = 4;
/// The bits of a state.
const STATE: u32 = 0xff;

impl Entry {
    #[inline]
    const fn of([hidden, first, second, third]: Slot) -> Self {
        Self {
            key: hidden ^ mask([first, second, third]),
            stock: first as u32,
            pn: (first >> 32) as u32,
            dn: second as u32,
            amount: (second >> 32) as u32,
            len: third as u16,
            depth: (third >> 16) as u16,
            state: state_of(third),
        }
    }

    #[inline]
    const fn slot(&self) -> Slot {
        let first = (self.stock as u64) | (self.pn as u64) << 32;
        let second = (self.dn as u64) | (self.amount as u64) << 32;
        let third = (self.len as u64) | (self.depth as u64) << 16 | (self.state as u64) << 32 | tag(self.key);
        [self.key ^ mask([first, second, third]), first, second, third]
    }

    const fn is_open(&self) -> bool {
        self.pn != 0 && self.dn != 0
    }

    const fn is_used(&self) -> bool {
        self.state & USED != 0
    }
}

/// What a look-up found.
pub enum Found<S> {
    /// The position is decided, by itself or by a better or worse one.
    Decided(Known<S>),
    /// It has been visited. `depth` is the least depth at which it was; `repeats` says whether it has been
    /// disproved by repetition on some way to it.
    Open { pn: u32, dn: u32, amount: u32, depth: u16, repeats: bool },
    /// Nothing but, perhaps, lower bounds on the two numbers from better and worse stocks.
    Fresh { pn: u32, dn: u32 },
}

/// How many slots share a word of [marks](Table::marks).
const MARKED: usize = 8;

/// What a slot costs: its entry and its mark.
const SLOT_BYTES: usize = size_of::<Slot>() + 1;

/// The mark of a slot that is [`EMPTY`], as all are at first.
const NO_MARK: u8 = 0;
/// The mark of a slot that is [`DEAD`].
const DEAD_MARK: u8 = 1;

/// The mark of a used slot: some bits of its key that have no part in its home.
const fn mark(key: u64) -> u8 {
    let low = key as u8;
    if low <= DEAD_MARK { low + 2 } else { low }
}

/// A word whose every byte is this one.
const fn repeated(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; MARKED])
}

/// The highest bit of each byte that is zero.
const fn zero_bytes(word: u64) -> u64 {
    const LOW: u64 = repeated(0x7f);
    !(((word & LOW) + LOW) | word | LOW)
}

/// The table.
pub struct Table {
    slots: Pages<[AtomicU64; 4]>,
    /// A byte for each slot, the first in the lowest bits: empty, dead, or some bits of its key. Most
    /// look-ups are in vain; they end here, in memory that is small enough for the caches, and no slot is
    /// read.
    marks: Pages<[AtomicU64; 1]>,
    /// How many of the slots serve by now, the first ones.
    serving: usize,
    used: Counter,
}

/// Slots that share a word of marks, from some slot on.
#[derive(Clone, Copy)]
struct Marked {
    word: usize,
    /// The bits of their marks.
    bits: u64,
}

impl Marked {
    /// The slot of the lowest of some bits.
    #[inline]
    const fn slot(&self, bits: u64) -> usize {
        self.word * MARKED + bits.trailing_zeros() as usize / 8
    }
}

/// Away from what every look-up reads: threads that store write to it all the time.
#[repr(align(128))]
struct Counter(AtomicUsize);

impl Table {
    /// A table of at most so many bytes, at least a few kilobytes.
    ///
    /// # Errors
    /// There is not so much address space.
    pub fn new(bytes: usize) -> io::Result<Self> {
        let slots = (bytes / SLOT_BYTES).max(1024) / MARKED * MARKED;
        Ok(Self {
            slots: Pages::new(slots)?,
            marks: Pages::new(slots / MARKED)?,
            serving: slots.min(FIRST_SLOTS),
            used: Counter(AtomicUsize::new(0)),
        })
    }

    /// How many slots it has or may come to have.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Where the entries of a board begin: its key as a fraction of all keys.
    #[inline]
    fn home(&self, key: u64) -> usize {
        ((u128::from(key) * self.serving as u128) >> 64) as usize
    }

    /// The slot after another one.
    fn after(&self, at: usize) -> usize {
        if at + 1 == self.serving { 0 } else { at + 1 }
    }

    /// The word of marks with that of a slot, and the part of it from that slot on.
    #[inline]
    fn marks_from(&self, at: usize) -> (Marked, u64) {
        let marked = Marked { word: at / MARKED, bits: u64::MAX << (at % MARKED * 8) };
        (marked, self.marks[marked.word][0].load(Relaxed))
    }

    /// Gives the slots from a key's home to the next empty one that have its mark or, if `dead`, are dead,
    /// until `visit` has enough; the empty one, if it came so far.
    #[inline]
    fn each_marked(&self, key: u64, dead: bool, mut visit: impl FnMut(usize) -> bool) -> Option<usize> {
        let (mut marked, mut marks) = self.marks_from(self.home(key));
        loop {
            let empty = zero_bytes(marks) & marked.bits;
            let mut wanted = zero_bytes(marks ^ repeated(mark(key)));
            if dead {
                wanted |= zero_bytes(marks ^ repeated(DEAD_MARK));
            }
            // What lies behind the first empty slot is not of this walk.
            wanted &= marked.bits & (empty ^ empty.wrapping_sub(1));
            while wanted != 0 {
                if visit(marked.slot(wanted)) {
                    return None;
                }
                wanted &= wanted - 1;
            }
            if empty != 0 {
                return Some(marked.slot(empty));
            }
            let next = (marked.word + 1) * MARKED;
            (marked, marks) = self.marks_from(if next == self.serving { 0 } else { next });
        }
    }

    /// Marks a slot. A thread that marks another slot of the word at the same time may undo it: then entries
    /// are lost until the table grows or is collected. To make sure would wait for the stores before, a
    /// twelfth of all time.
    #[inline]
    fn set_mark(&self, at: usize, mark: u8) {
        let (word, shift) = (&self.marks[at / MARKED][0], at % MARKED * 8);
        word.store(word.load(Relaxed) & !(0xff << shift) | u64::from(mark) << shift, Relaxed);
    }

    /// Fetches what a look-up will want first.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        self.marks.prefetch(self.home(key) / MARKED);
    }

    /// Fetches the entry that a look-up will want then, if it is likely that there is one.
    #[inline]
    pub fn prefetch_entry(&self, key: u64) {
        let (home, marks) = self.marks_from(self.home(key));
        let same = zero_bytes(marks ^ repeated(mark(key))) & home.bits;
        if same != 0 {
            self.slots.prefetch(home.slot(same));
        }
    }

    /// Fetches the slot in which an entry will most likely be stored.
    #[inline]
    pub fn prefetch_place(&self, key: u64) {
        let (home, marks) = self.marks_from(self.home(key));
        let places = (zero_bytes(marks ^ repeated(mark(key))) | zero_bytes(marks)) & home.bits;
        if places != 0 {
            self.slots.prefetch(home.slot(places));
        }
    }

    /// The entry in a slot if it is used and of a board.
    #[inline]
    fn entry_of(&self, at: usize, last: u64, key: u64) -> Option<Entry> {
        if state_of(last) & USED == 0 || !has_tag(last, key) {
            return None;
        }
        let [hidden, first, second, _] = &self.slots[at];
        let entry = Entry::of([hidden.load(Relaxed), first.load(Relaxed), second.load(Relaxed), last]);
        (entry.key == key).then_some(entry)
    }

    #[inline]
    fn write(&self, at: usize, entry: &Entry) {
        self.slots[at].iter().zip(entry.slot()).for_each(|(word, number)| word.store(number, Relaxed));
        self.set_mark(at, if entry.is_used() { mark(entry.key) } else { DEAD_MARK });
    }

    /// Visits the used entries of a board until `visit` has enough.
    #[inline]
    fn walk(&self, key: u64, mut visit: impl FnMut(&Entry) -> bool) {
        self.each_marked(key, false, |at| {
            let last = self.slots[at][3].load(Relaxed);
            self.entry_of(at, last, key).is_some_and(|entry| visit(&entry))
        });
    }

    /// What is known of a position when the attacker may take at most `len` plies.
    ///
    /// Bounds from other stocks are taken from visits at `depth` or deeper only: numbers from nearer to the
    /// root may be made of this position's own, and the two would push each other up for ever.
    // Its answer goes through memory in pieces where it is a call.
    #[inline(always)]
    pub fn find<S: Stock>(&self, key: u64, stock: S, len: u16, depth: u16) -> Found<S> {
        let (mut pn, mut dn) = (1, 1);
        let (mut open, mut decided) = (None, None);
        self.walk(key, |entry| {
            let other = S::from_bits(entry.stock);
            let decides = match (entry.pn, entry.dn) {
                (0, _) => entry.len <= len && stock.covers(other),
                (_, 0) => entry.len >= len && other.covers(stock),
                _ if other == stock => {
                    open = Some(*entry);
                    false
                }
                (less, more) => {
                    if entry.depth >= depth {
                        dn = if stock.covers(other) { dn.max(more) } else { dn };
                        pn = if other.covers(stock) { pn.max(less) } else { pn };
                    }
                    false
                }
            };
            if decides {
                decided = Some(entry.known(other));
            }
            decides
        });
        match (decided, open) {
            (Some(known), _) => Found::Decided(known),
            (None, Some(Entry { pn: own_pn, dn: own_dn, amount, depth, state, .. })) => {
                let (pn, dn) = (own_pn.max(pn), own_dn.max(dn));
                Found::Open { pn, dn, amount, depth, repeats: state & REPEATS != 0 }
            }
            (None, None) => Found::Fresh { pn, dn },
        }
    }

    /// The least length of a mate that is known of a position.
    pub fn least_len<S: Stock>(&self, key: u64, stock: S) -> Option<u16> {
        let mut least: Option<u16> = None;
        self.walk(key, |entry| {
            if entry.pn == 0 && stock.covers(S::from_bits(entry.stock)) {
                least = Some(least.map_or(entry.len, |len| len.min(entry.len)));
            }
            false
        });
        least
    }

    /// Remembers what a visit at some depth found. `stock` is the position's own.
    pub fn store<S: Stock>(&self, key: u64, stock: S, known: &Known<S>, depth: u16) {
        self.put(key, stock, known, depth, USED);
    }

    /// Remembers that an open position has been disproved by repetition on the way to it, at some depth.
    pub fn store_repeating<S: Stock>(&self, key: u64, stock: S, known: &Known<S>, depth: u16) {
        self.put(key, stock, known, depth, USED | REPEATS);
    }

    fn put<S: Stock>(&self, key: u64, stock: S, known: &Known<S>, depth: u16, mut used: u32) {
        let (mut free, mut least) = (None, depth);
        let empty = self.each_marked(key, true, |at| {
            let last = self.slots[at][3].load(Relaxed);
            let superseded = self.entry_of(at, last, key).filter(|entry| entry.is_superseded(stock, known));
            if let Some(entry) = superseded {
                if entry.is_open() && S::from_bits(entry.stock) == stock {
                    least = least.min(entry.depth);
                    used |= entry.state;
                }
                // The new entry takes the place of the first; meanwhile others may still find that.
                if free.is_some() {
                    self.write(at, &Entry { state: DEAD, ..entry });
                }
                free = free.or(Some(at));
            } else if state_of(last) == DEAD {
                free = free.or(Some(at));
            }
            false
        });
        if free.is_none() {
            self.used.0.fetch_add(1, Relaxed);
        }
        let entry = Entry {
            key,
            stock: known.stock.bits(),
            pn: known.pn,
            dn: known.dn,
            amount: known.amount.max(1),
            len: known.len,
            depth: least,
            state: used,
        };
        self.write(free.or(empty).expect("the walk ends at an empty slot"), &entry);
    }

    /// Whether the table is full while slots are left that do not serve yet.
    pub fn can_grow(&self) -> bool {
        self.is_full() && self.serving < self.slots.len()
    }

    /// Makes room in a full table: lets more slots serve, or if all do forgets what was cheap.
    pub fn make_room(&mut self) {
        if self.can_grow() {
            self.grow();
        } else if self.is_full() {
            self.collect();
        }
    }

    /// Puts an entry into the first free slot from its home on.
    fn settle(&mut self, entry: &Entry) {
        let mut to = self.home(entry.key);
        while !self.is_empty(to) {
            to = self.after(to);
        }
        self.write(to, entry);
        *self.used.0.get_mut() += 1;
    }

    fn is_empty(&self, at: usize) -> bool {
        state_of(self.slots[at][3].load(Relaxed)) == EMPTY
    }

    /// Empties a slot; what was in it.
    fn take(&mut self, at: usize) -> Entry {
        self.set_mark(at, NO_MARK);
        Entry::of(self.slots[at].each_mut().map(|word| std::mem::take(word.get_mut())))
    }

    /// Lets more slots serve. Homes keep their order and only move up, so that taken from the last slot on
    /// most entries settle among those that have moved already; the few others are put aside until all have.
    fn grow(&mut self) {
        let before = self.serving;
        self.serving = self.slots.len().min(before * GROWTH);
        *self.used.0.get_mut() = 0;
        let mut aside = Vec::new();
        for at in (0..before).rev() {
            let entry = self.take(at);
            if !entry.is_used() {
                continue;
            }
            let settled = at..self.serving;
            let home = self.home(entry.key);
            let free = settled.contains(&home).then_some(home..self.serving);
            match free.and_then(|mut free| free.find(|&to| self.is_empty(to))) {
                Some(to) => {
                    self.write(to, &entry);
                    *self.used.0.get_mut() += 1;
                }
                None => aside.push(entry),
            }
        }
        for entry in &aside {
            self.settle(entry);
        }
    }

    /// Whether the table wants room.
    pub fn is_full(&self) -> bool {
        self.used.0.load(Relaxed) * 16 > self.serving * FULL
    }

    /// Forgets the entries with the smallest subtrees.
    fn collect(&mut self) {
        let least = self.amount_of_rank(self.serving / 16 * SWEPT);
        // A walk must not begin in the middle of a run that wraps round the end.
        let start = (0..self.serving).find(|&at| self.is_empty(at)).unwrap_or(0);
        *self.used.0.get_mut() = 0;
        for at in (start..self.serving).chain(0..start) {
            let entry = self.take(at);
            if entry.is_used() && entry.amount > least {
                self.settle(&entry);
            }
        }
    }

    /// The amount that at most `rank` entries exceed, as a sample of the entries tells it.
    fn amount_of_rank(&self, rank: usize) -> u32 {
        let stride = (self.serving / 65536).max(1);
        let slots = self.slots[..self.serving].iter().step_by(stride);
        let used = slots.map(|slot| Entry::of(slot.each_ref().map(|word| word.load(Relaxed))));
        let mut amounts: Vec<u32> = used.filter(Entry::is_used).map(|entry| entry.amount).collect();
        amounts.sort_unstable_by(|a, b| b.cmp(a));
        amounts.get(rank / stride).copied().unwrap_or(0)
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        if *self.used.0.get_mut() > 0 {
            let slots = self.slots[..self.serving].iter_mut();
            let marks = self.marks[..self.serving / MARKED].iter_mut();
            slots.flatten().chain(marks.flatten()).for_each(|word| *word.get_mut() = 0);
            (self.serving, *self.used.0.get_mut()) = (self.slots.len().min(FIRST_SLOTS), 0);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::Tokens;

    /// A stock that is always empty.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    struct Nothing;

    impl Stock for Nothing {
        fn covers(self, _: Self) -> bool {
            true
        }
        fn join(self, _: Self) -> Self {
            self
        }
        fn meet(self, _: Self) -> Self {
            self
        }
        fn bits(self) -> u32 {
            0
        }
        fn from_bits(_: u32) -> Self {
            Self
        }
    }

    fn key(number: u64) -> u64 {
        yomikiri_core::splitmix::mix(number)
    }

    fn proof(amount: u32) -> Known<Nothing> {
        Known { pn: 0, dn: NEVER, stock: Nothing, len: 3, amount }
    }

    fn has(table: &Table, number: u64) -> bool {
        matches!(table.find(key(number), Nothing, FOREVER, 0), Found::Decided(_))
    }

    #[test]
    fn all_of_the_memory_is_used() {
        for bytes in [1 << 20, (1 << 20) - 32, 3 << 19, 1_000_000, 9_999_999] {
            let mut table = Table::new(bytes).unwrap();
            let slots = bytes / SLOT_BYTES / MARKED * MARKED;
            for number in 0..slots as u64 * 5 / 8 {
                table.store(key(number), Nothing, &proof(1), 0);
                if table.can_grow() {
                    table.make_room();
                }
            }
            assert_eq!((table.slots.len(), table.serving), (slots, slots));
            let mut halves = [0; 8];
            (0..8000).for_each(|number| halves[table.home(key(number)) * 8 / slots] += 1);
            assert!(halves.iter().all(|&count| (800..1200).contains(&count)), "{bytes}: {halves:?}");
        }
    }

    #[test]
    fn nothing_is_lost_while_a_table_grows() {
        let mut table = Table::new(FIRST_SLOTS * GROWTH * GROWTH * SLOT_BYTES).unwrap();
        // Keys of few homes, the last among them, make long runs, some round the end.
        let home = |number: u64| (key(number) | 0xffff_0000_0000_0000) << (number % 3 * 8);
        let mut growths = 0;
        for number in 0..(FIRST_SLOTS * GROWTH) as u64 {
            let key = if number % 64 == 0 { home(number) } else { key(number) };
            let serving = table.serving;
            table.store(key, Nothing, &proof(1), 0);
            if table.can_grow() {
                table.make_room();
            }
            growths += usize::from(table.serving > serving);
        }
        assert_eq!((growths, *table.used.0.get_mut()), (2, FIRST_SLOTS * GROWTH));
        for number in 0..(FIRST_SLOTS * GROWTH) as u64 {
            let key = if number % 64 == 0 { home(number) } else { key(number) };
            assert!(matches!(table.find(key, Nothing, FOREVER, 0), Found::Decided(_)), "{number}");
        }
    }

    #[test]
    fn that_a_position_repeats_is_remembered_until_it_is_decided() {
        let table = Table::new(1 << 20).unwrap();
        let open = |pn| Known { pn, dn: 1, stock: Nothing, len: 0, amount: 1 };
        let repeats = |table: &Table| match table.find(key(1), Nothing, FOREVER, 0) {
            Found::Open { pn, depth, repeats, .. } => Some((pn, depth, repeats)),
            Found::Decided(_) | Found::Fresh { .. } => None,
        };
        table.store(key(1), Nothing, &open(2), 7);
        assert_eq!(repeats(&table), Some((2, 7, false)));
        table.store_repeating(key(1), Nothing, &open(3), 9);
        assert_eq!(repeats(&table), Some((3, 7, true)));
        table.store(key(1), Nothing, &open(4), 8);
        assert_eq!(repeats(&table), Some((4, 7, true)));
        table.store(key(1), Nothing, &proof(1), 8);
        assert_eq!(repeats(&table), None);
    }

    #[test]
    fn a_collection_keeps_what_was_dear_in_a_table_of_any_size() {
        for slots in [1024, 1500, 2047] {
            let mut table = Table::new(slots * SLOT_BYTES).unwrap();
            for number in 0..slots as u64 {
                let amount = if number % 4 == 0 { 1000 } else { 1 };
                table.store(key(number), Nothing, &proof(amount), 0);
                if table.is_full() {
                    table.make_room();
                }
            }
            for number in (0..slots as u64).filter(|number| number % 4 == 0) {
                assert!(has(&table, number), "{slots}: {number}");
            }
        }
    }

    /// What the marks say of a word, byte by byte.
    #[test]
    fn marks_are_told_byte_by_byte() {
        let mut random = yomikiri_core::Random::new(1);
        for _ in 0..10_000 {
            // Few values, so that zeros and their neighbours are there.
            let bytes: [u8; MARKED] = std::array::from_fn(|_| [0, 0, 1, 2, 127, 128, 255][random.below(7)]);
            let slow = bytes.map(|byte| if byte == 0 { 0x80 } else { 0 });
            assert_eq!(zero_bytes(u64::from_le_bytes(bytes)), u64::from_le_bytes(slow), "{bytes:?}");
        }
        assert!((0..=255).map(mark).all(|mark| mark > DEAD_MARK));
    }

    /// The marks beside the slots are those of what is in them, after all that is done to a table.
    #[test]
    fn every_slot_has_its_mark() {
        let check = |table: &mut Table| {
            for at in 0..table.slots.len() {
                let entry = Entry::of(table.slots[at].each_ref().map(|word| word.load(Relaxed)));
                let expected = match entry.state {
                    EMPTY => NO_MARK,
                    DEAD => DEAD_MARK,
                    _ => mark(entry.key),
                };
                let told = (table.marks[at / MARKED][0].load(Relaxed) >> (at % MARKED * 8)) as u8;
                assert_eq!(told, expected, "{at}");
            }
        };
        let mut table = Table::new(FIRST_SLOTS * 2 * SLOT_BYTES).unwrap();
        let (mut random, mut dead) = (yomikiri_core::Random::new(2), 0);
        for round in 0..20 {
            for _ in 0..FIRST_SLOTS / 4 {
                let stock = Tokens([random.below(4) as u8, 0]);
                let (pn, dn) = [(0, NEVER), (1, 1), (2, 1), (NEVER, 0)][random.below(4)];
                let known = Known { pn, dn, stock, len: FOREVER, amount: random.below(9) as u32 };
                table.store(key(random.below(FIRST_SLOTS) as u64), stock, &known, 0);
                table.make_room();
            }
            let states = table.slots.iter().map(|slot| state_of(slot[3].load(Relaxed)));
            dead += states.filter(|&state| state == DEAD).count();
            check(&mut table);
            if round == 10 {
                table.clear();
                check(&mut table);
            }
        }
        assert!(dead > 100, "{dead}");
    }

    #[test]
    fn words_of_two_entries_are_no_entry() {
        let entry =
            |pn, amount, len| Entry { key: key(7), stock: 3, pn, dn: 5, amount, len, depth: 2, state: USED };
        // Changes that would cancel out if words were only taken together bit by bit.
        let (one, other) = (entry(2, 10, 4).slot(), entry(3, 11, 5).slot());
        for mixed in 0..16 {
            let words = std::array::from_fn(|at| if mixed >> at & 1 == 0 { one[at] } else { other[at] });
            assert_eq!(Entry::of(words).key == key(7), words == one || words == other, "{mixed:04b}");
        }
    }

    #[test]
    fn what_threads_store_at_once_is_found_or_lost_but_never_another() {
        let table = Table::new(1 << 16).unwrap();
        let len = |number: u64| (number % 1000) as u16;
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let table = &table;
                scope.spawn(move || {
                    for round in 0..200_000_u64 {
                        let number = (round * 7 + thread) % 1000;
                        if let Found::Decided(known) = table.find(key(number), Nothing, FOREVER, 0) {
                            assert_eq!((known.pn, known.dn, known.len), (0, NEVER, len(number)));
                        }
                        let known = Known { len: len(number), ..proof(1 + round as u32 % 9) };
                        table.store(key(number), Nothing, &known, thread as u16);
                    }
                });
            }
        });
        let found = (0..1000).filter(|&number| has(&table, number)).count();
        assert!(found > 900, "{found}");
    }
}
