//! The way from the root to the current position: what may not be repeated.

use crate::Stock;

/// The low bits of a key that choose a counter.
const FILTER: usize = 1 << 14;

/// The positions on the way, and the hash of the way itself.
///
/// Paths of long problems have thousands of positions, and every child asks; a table of counters answers most
/// of them with one look.
pub struct Path<S> {
    steps: Vec<Step<S>>,
    counts: Vec<u16>,
    /// Where the hash begins: ways of other searches have other hashes.
    salt: u64,
}

struct Step<S> {
    key: u64,
    stock: S,
    hash: u64,
}

impl<S: Stock> Path<S> {
    #[inline]
    pub fn new() -> Self {
        Self { steps: Vec::new(), counts: vec![0; FILTER], salt: 0 }
    }

    /// How many positions lie on the way.
    #[inline]
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    #[inline]
    pub fn push(&mut self, key: u64, stock: S) {
        let hash = self.hash_with(key, stock);
        self.counts[key as usize % FILTER] += 1;
        self.steps.push(Step { key, stock, hash });
    }

    #[inline]
    pub fn pop(&mut self) {
        let step = self.steps.pop().expect("as many pops as pushes");
        self.counts[step.key as usize % FILTER] -= 1;
    }

    /// Begins a new way.
    #[inline]
    pub fn start(&mut self, salt: u64) {
        while !self.steps.is_empty() {
            self.pop();
        }
        self.salt = salt;
    }

    /// A hash of the way.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.steps.last().map_or(self.salt, |step| step.hash)
    }

    /// A hash of the way, prolonged by one position. The order counts, since depths are stored under it.
    #[inline]
    pub fn hash_with(&self, key: u64, stock: S) -> u64 {
        let here = key ^ u64::from(stock.bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (self.hash().rotate_left(5) ^ here).wrapping_mul(0xd6e8_feb8_6659_fd93)
    }

    /// The depth of a position on the way that is the same for the attacker, or better.
    #[inline]
    pub fn repeated(&self, key: u64, stock: S) -> Option<usize> {
        if self.counts[key as usize % FILTER] == 0 {
            return None;
        }
        self.steps.iter().rposition(|step| step.key == key && step.stock.covers(stock))
    }
}
