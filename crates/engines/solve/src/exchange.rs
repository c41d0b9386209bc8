//! Batches of indices on their way between workers.
//!
//! The index space is cut into *parts* of 2^20 nodes. Whoever finds an edge drops its target in an outbox, by
//! part; full chunks go to the part's inbox; and a part is only ever touched by the one worker that has
//! locked it. So there are no atomics on shared cells and no cache misses on far memory: a part's bitmap (128
//! KiB) or cells (1 MiB) fit the second-level cache, and an edge costs four bytes written and read in
//! sequence. Tried against it: parts of 2^21 and 2^22 nodes (see `docs/notes/solve.md`). Nothing else passes
//! between workers, so they might be processes.

use std::{
    iter,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};
use yomikiri_core::{EdgeSink, Node};

/// log2 of the nodes of a part.
pub const PART_BITS: u32 = 20;
/// Nodes of a part.
pub const PART: usize = 1 << PART_BITS;
/// Entries of a chunk.
pub const CHUNK: usize = 4096;
/// The most empty chunks that a worker keeps for use: 64 MiB.
pub const SPARE: usize = 4096;
/// Bytes of a chunk.
pub const CHUNK_BYTES: u64 = 4 * CHUNK as u64;
/// Bytes of the chunks that a worker keeps.
pub const SPARE_BYTES: u64 = SPARE as u64 * CHUNK_BYTES;

/// The part of a node.
#[inline]
pub const fn part_of(node: u64) -> usize {
    (node >> PART_BITS) as usize
}

/// The node's place in its part.
#[inline]
pub const fn place_of(node: u64) -> usize {
    node as usize & (PART - 1)
}

/// The first node of a part.
#[inline]
pub const fn first_of(part: usize) -> u64 {
    (part as u64) << PART_BITS
}

/// In an entry: it opens a set of 64 places, and the lower bits are its number.
const SET: u32 = 1 << 31;
/// Entries of a set: its number, then the lower and the upper half of its bits.
const SET_ENTRIES: usize = 3;

/// The entries of a set.
#[inline]
pub const fn set_entries(word: u32, set: u64) -> [u32; SET_ENTRIES] {
    [SET | word, set as u32, (set >> 32) as u32]
}

/// What a chunk holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A place in the part.
    Place(usize),
    /// Of the 64 places from `64 * word`, those whose bits are set.
    Set {
        /// The number of the set.
        word: usize,
        /// Its bits.
        set: u64,
    },
}

/// What the entries of a chunk say; places are entries too.
pub fn entries(told: &[u32]) -> impl Iterator<Item = Entry> {
    let mut rest = told;
    iter::from_fn(move || match *rest {
        [first, low, high, ref others @ ..] if first >= SET => {
            rest = others;
            Some(Entry::Set { word: (first ^ SET) as usize, set: u64::from(high) << 32 | u64::from(low) })
        }
        [place, ref others @ ..] => {
            rest = others;
            Some(Entry::Place(place as usize))
        }
        [] => None,
    })
}

/// Indices bound for one part, as places in it: four bytes each, however many parts there are, or twelve
/// bytes for those of 64 neighbours.
pub struct Chunk {
    entries: Box<[u32; CHUNK]>,
    len: usize,
}

impl Chunk {
    /// What the chunk says, for [`entries`]. They are places if nothing was added by [`Outbox::push_sets`].
    pub fn entries(&self) -> &[u32] {
        &self.entries[..self.len]
    }

    fn new() -> Self {
        Self { entries: Box::new([0; CHUNK]), len: 0 }
    }
}

/// The way indices travel: through shared memory ([`Inboxes`]), or between processes (`engines/cluster`).
pub trait Exchange {
    /// Hands a chunk over to a part.
    fn send(&self, part: usize, chunk: Chunk);
    /// Takes all chunks that have arrived for a part.
    fn receive(&self, part: usize) -> Vec<Chunk>;
    /// How many entries wait for a part.
    fn waiting(&self, part: usize) -> usize;
    /// How many entries wait in all.
    fn waiting_in_all(&self) -> usize;
    /// How many chunks wait in all.
    fn chunks_in_all(&self) -> usize;
}

/// Inboxes in shared memory.
pub struct Inboxes {
    chunks: Vec<Mutex<Vec<Chunk>>>,
    waiting: Vec<AtomicUsize>,
    in_all: AtomicUsize,
    chunks_in_all: AtomicUsize,
}

impl Inboxes {
    /// Empty inboxes for so many parts.
    pub fn new(parts: usize) -> Self {
        Self {
            chunks: (0..parts).map(|_| Mutex::default()).collect(),
            waiting: (0..parts).map(|_| AtomicUsize::new(0)).collect(),
            in_all: AtomicUsize::new(0),
            chunks_in_all: AtomicUsize::new(0),
        }
    }
}

impl Exchange for Inboxes {
    fn send(&self, part: usize, chunk: Chunk) {
        self.in_all.fetch_add(chunk.len, Ordering::SeqCst);
        self.chunks_in_all.fetch_add(1, Ordering::Relaxed);
        self.waiting[part].fetch_add(chunk.len, Ordering::Relaxed);
        self.chunks[part].lock().expect("no worker panics with an inbox locked").push(chunk);
    }

    fn receive(&self, part: usize) -> Vec<Chunk> {
        let chunks =
            std::mem::take(&mut *self.chunks[part].lock().expect("no worker panics with an inbox locked"));
        let count = chunks.iter().map(|chunk| chunk.len).sum();
        self.chunks_in_all.fetch_sub(chunks.len(), Ordering::Relaxed);
        self.waiting[part].fetch_sub(count, Ordering::Relaxed);
        self.in_all.fetch_sub(count, Ordering::SeqCst);
        chunks
    }

    fn waiting(&self, part: usize) -> usize {
        self.waiting[part].load(Ordering::Relaxed)
    }

    fn waiting_in_all(&self) -> usize {
        self.in_all.load(Ordering::SeqCst)
    }

    fn chunks_in_all(&self) -> usize {
        self.chunks_in_all.load(Ordering::Relaxed)
    }
}

/// A worker's indices by part, not yet sent.
pub struct Outbox<'a, E> {
    exchange: &'a E,
    chunks: Vec<Chunk>,
    spare: Vec<Chunk>,
    /// How many of them may be kept.
    most_spare: usize,
}

impl<'a, E: Exchange> Outbox<'a, E> {
    /// An empty outbox for so many parts, which keeps so many empty chunks for use.
    pub fn new(exchange: &'a E, parts: usize, most_spare: usize) -> Self {
        let chunks = (0..parts).map(|_| Chunk::new()).collect();
        Self { exchange, chunks, spare: Vec::new(), most_spare }
    }

    /// From now on sends by another exchange. What is left to be sent must have been.
    pub fn send_to(&mut self, exchange: &'a E) {
        debug_assert!(self.chunks.iter().all(|chunk| chunk.len == 0), "it would go to the wrong one");
        self.exchange = exchange;
    }

    /// Adds one index: the faster way where neighbours seldom go to the same part.
    #[inline]
    pub fn push(&mut self, node: impl Node) {
        let node = node.number();
        let chunk = &mut self.chunks[part_of(node)];
        // Read once: the compiler must take the store for one that might change it. The mask tells it what
        // the test below ensures.
        let len = chunk.len;
        chunk.entries[len & (CHUNK - 1)] = place_of(node) as u32;
        chunk.len = len + 1;
        if len + 1 == CHUNK {
            self.send(part_of(node));
        }
    }

    /// Adds those of the 64 indices from `first`, a multiple of 64, whose bits are set in the first word, and
    /// so on: a few words.
    #[inline]
    pub fn push_sets(&mut self, first: u64, sets: &[u64]) {
        let part = part_of(first);
        let room = SET_ENTRIES * sets.len();
        if part_of(first + 64 * sets.len() as u64 - 1) != part {
            return self.push_apart(first, sets);
        }
        // A chunk on hand is never full.
        if self.chunks[part].len >= CHUNK - room {
            self.send(part);
        }
        let chunk = &mut self.chunks[part];
        let mut len = chunk.len;
        for (word, &set) in ((place_of(first) / 64) as u32..).zip(sets) {
            chunk.entries[len..len + SET_ENTRIES].copy_from_slice(&set_entries(word, set));
            // Which words are empty is what a branch predictor cannot guess.
            len += if set == 0 { 0 } else { SET_ENTRIES };
        }
        chunk.len = len;
    }

    /// The same word by word, across the end of a part: a word lies in one.
    #[cold]
    fn push_apart(&mut self, first: u64, sets: &[u64]) {
        let words = (first..).step_by(64).zip(sets.chunks(1));
        words.filter(|(_, word)| **word != [0]).for_each(|(first, word)| self.push_sets(first, word));
    }

    /// Adds indices, of which those bound for one part follow each other.
    #[inline]
    pub fn extend(&mut self, nodes: &[impl Node]) {
        let mut rest = nodes;
        while let Some(first) = rest.first() {
            let part = part_of(first.number());
            let chunk = &mut self.chunks[part];
            let places = &mut chunk.entries[chunk.len..];
            let bound = rest.iter().map(|node| node.number()).take_while(|&node| part_of(node) == part);
            let mut count = 0;
            for (place, node) in places.iter_mut().zip(bound) {
                *place = place_of(node) as u32;
                count += 1;
            }
            chunk.len += count;
            rest = &rest[count..];
            if chunk.len == CHUNK {
                self.send(part);
            }
        }
    }

    #[cold]
    fn send(&mut self, part: usize) {
        let fresh = self.spare.pop().unwrap_or_else(Chunk::new);
        self.exchange.send(part, std::mem::replace(&mut self.chunks[part], fresh));
    }

    /// Sends all that is left.
    pub fn flush(&mut self) {
        for part in 0..self.chunks.len() {
            if self.chunks[part].len > 0 {
                self.send(part);
            }
        }
    }

    /// Takes a received chunk back for use.
    pub fn recycle(&mut self, mut chunk: Chunk) {
        chunk.len = 0;
        if self.spare.len() < self.most_spare {
            self.spare.push(chunk);
        }
    }
}

/// Edges of a graph where neighbours seldom lead to the same part.
impl<N: Node, E: Exchange> EdgeSink<N> for Outbox<'_, E> {
    #[inline]
    fn edges(&mut self, targets: &[N]) {
        for &target in targets {
            self.push(target);
        }
    }

    #[inline]
    fn edge_sets(&mut self, first: u64, sets: &[u64]) {
        self.push_sets(first, sets);
    }
}

/// Send single indices, outside any worker.
pub fn seed(exchange: &impl Exchange, parts: usize, nodes: &[impl Node]) {
    let mut outbox = Outbox::new(exchange, parts, 0);
    outbox.extend(nodes);
    outbox.flush();
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{array, collections::BTreeMap};
    use yomikiri_core::Random;

    /// The places that entries tell, one by one.
    fn places(told: &[u32]) -> Vec<usize> {
        let each = |entry| match entry {
            Entry::Place(place) => vec![place],
            Entry::Set { word, set } => {
                (0..64).filter(|bit| set >> bit & 1 == 1).map(|bit| word * 64 + bit).collect()
            }
        };
        entries(told).flat_map(each).collect()
    }

    #[test]
    fn nodes_and_sets_arrive_as_often_as_they_were_sent() {
        const PARTS: usize = 3;
        let mut random = Random::new(1);
        let inboxes = Inboxes::new(PARTS);
        let mut outbox = Outbox::new(&inboxes, PARTS, 2);
        let mut sent: BTreeMap<u64, u32> = BTreeMap::new();
        for _ in 0..40_000 {
            let node = random.below(PARTS * PART) as u64;
            let nodes: Vec<u64> =
                match random.below(3) {
                    0 => {
                        outbox.push(node);
                        vec![node]
                    }
                    1 => {
                        let nodes: Vec<u64> = (node..(node + 9).min((PARTS * PART) as u64)).collect();
                        outbox.extend(&nodes);
                        nodes
                    }
                    _ => {
                        let sets: [u64; 5] = array::from_fn(|_| {
                            if random.below(2) == 0 { 0 } else { random.next() & random.next() }
                        });
                        // Often across the end of a part.
                        let ends = [node, (node / PART as u64 + 1) * PART as u64 - 192];
                        let first =
                            (ends[random.below(2)] / 64 * 64).min((PARTS * PART - 64 * sets.len()) as u64);
                        outbox.push_sets(first, &sets);
                        (0..64 * 5)
                            .filter(|bit| sets[bit / 64] >> (bit % 64) & 1 == 1)
                            .map(|bit| first + bit as u64)
                            .collect()
                    }
                };
            for node in nodes {
                *sent.entry(node).or_default() += 1;
            }
        }
        outbox.flush();
        let mut arrived: BTreeMap<u64, u32> = BTreeMap::new();
        for part in 0..PARTS {
            assert!(inboxes.waiting(part) > 0);
            for chunk in inboxes.receive(part) {
                for place in places(chunk.entries()) {
                    *arrived.entry(first_of(part) + place as u64).or_default() += 1;
                }
            }
        }
        assert!(sent == arrived);
        assert_eq!((inboxes.waiting_in_all(), inboxes.chunks_in_all()), (0, 0));
    }
}
