//! A node of the tree: what is known of a move.
//!
//! Every field is an atomic word that is read and written without any lock. Counts and sums are not added to
//! atomically: where two threads do so at the same moment one addition is lost, which for statistics of
//! thousands of play-outs does not matter. What must not be lost, that a node has children, is guarded by its
//! state.
//!
//! Sums are single floats, so that a node takes 36 bytes. A float that is large keeps nothing of what is
//! added: from 2^24 on not even a whole win. So large sums are rounded up as often as what is added is part
//! of a step (stochastic rounding: Croci and others, "Stochastic rounding: implementation, error analysis and
//! applications", 2022): a mean of 2^32 values is right to a few parts in ten thousand, or to 2^-9 where all
//! values are less than that.

use std::sync::atomic::{
    AtomicU32,
    Ordering::{AcqRel, Acquire, Relaxed, Release},
    fence,
};

/// Statistics of a move, seen by the side that makes it; at the root of the tree, by the side that is not to
/// move.
#[derive(Default)]
pub struct Node {
    /// The number of the move.
    number: AtomicU32,
    visits: AtomicU32,
    /// The sum of the values of the visits.
    sum: AtomicU32,
    /// Play-outs through its parent in which the same side made the same move later (all moves as first,
    /// AMAF).
    rave_visits: AtomicU32,
    rave_sum: AtomicU32,
    /// Its share of the weights of all moves.
    prior: AtomicU32,
    /// The first of its children.
    first: AtomicU32,
    /// The number of its children, and its [`State`] in the lowest three bits. Written last, with release.
    state: AtomicU32,
    /// Its value, where that is proven.
    exact: AtomicU32,
}

/// What is below a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Nothing yet.
    Leaf,
    /// Some thread is looking for the moves.
    Busy,
    /// So many children, for the likeliest of its moves.
    Partial(u32),
    /// So many children, for all of its moves.
    Whole(u32),
    /// Nothing that matters: its value is known. It may have children.
    Proven(u32),
}

impl State {
    #[inline]
    pub const fn pack(self) -> u32 {
        match self {
            Self::Leaf => 0,
            Self::Busy => 1,
            Self::Partial(count) => count << 3 | 2,
            Self::Whole(count) => count << 3 | 3,
            Self::Proven(count) => count << 3 | 4,
        }
    }

    pub const fn unpack(word: u32) -> Self {
        let count = word >> 3;
        match word & 7 {
            0 => Self::Leaf,
            1 => Self::Busy,
            2 => Self::Partial(count),
            3 => Self::Whole(count),
            _ => Self::Proven(count),
        }
    }

    /// The number of children.
    #[inline]
    pub const fn children(self) -> u32 {
        match self {
            Self::Partial(count) | Self::Whole(count) | Self::Proven(count) => count,
            Self::Leaf | Self::Busy => 0,
        }
    }

    /// The same, in a copy, where no thread is busy.
    #[inline]
    pub const fn at_rest(self) -> Self {
        if matches!(self, Self::Busy) { Self::Leaf } else { self }
    }
}

/// Up to here sums are rounded to the nearest: a step is at most 2^-8, and values that differ err both ways.
const SMALL_SUM: f32 = 65_536.0;

/// How many bits of a double a float has no room for.
const LOST_BITS: u32 = f64::MANTISSA_DIGITS - f32::MANTISSA_DIGITS;

/// A sum with one more value, from 0 to 1; `count` is another number for each value of a sum.
///
/// What is lost of a large sum is first added to a number that goes through all that may be lost evenly: the
/// multiples of the golden ratio (Weyl). So it carries over as often as it should, and a single thread gets
/// the same sums every time.
#[inline]
fn added(sum: f32, value: f32, count: u32) -> f32 {
    if sum < SMALL_SUM {
        return sum + value;
    }
    let even = count.wrapping_mul(0x9e37_79b9) >> (u32::BITS - LOST_BITS);
    let exact = f64::from(sum) + f64::from(value);
    f64::from_bits((exact.to_bits() + u64::from(even)) >> LOST_BITS << LOST_BITS) as f32
}

fn float(word: &AtomicU32) -> f32 {
    f32::from_bits(word.load(Relaxed))
}

fn set_float(word: &AtomicU32, value: f32) {
    word.store(value.to_bits(), Relaxed);
}

impl Node {
    /// Writes what is known of a move before it has been tried.
    #[inline]
    pub fn init(&self, number: u32, prior: f32) {
        self.number.store(number, Relaxed);
        set_float(&self.prior, prior);
    }

    /// Takes over all that another node knows, and shares its children.
    pub fn copy(&self, other: &Self) {
        let pairs = [
            (&self.number, &other.number),
            (&self.visits, &other.visits),
            (&self.sum, &other.sum),
            (&self.rave_visits, &other.rave_visits),
            (&self.rave_sum, &other.rave_sum),
            (&self.prior, &other.prior),
        ];
        for (own, other) in pairs {
            own.store(other.load(Relaxed), Relaxed);
        }
        let (first, exact, state) = other.below();
        self.first.store(first, Relaxed);
        self.exact.store(exact, Relaxed);
        self.set_state(state.at_rest());
    }

    /// The first of its children, its value and its state, as they belong together: another thread may give
    /// it more children, or prove it, while they are read (a sequence lock, of which the state is the number:
    /// it never comes back to what it was).
    fn below(&self) -> (u32, u32, State) {
        loop {
            let state = self.state();
            let below = (self.first.load(Relaxed), self.exact.load(Relaxed), state);
            fence(Acquire);
            if self.state.load(Relaxed) == state.pack() {
                return below;
            }
        }
    }

    /// Where the first of its children is, with what has been written there.
    #[inline]
    pub fn first(&self) -> u32 {
        self.first.load(Acquire)
    }

    /// Where the first of its children is from now on; they must be there.
    #[inline]
    pub fn set_first(&self, first: u32) {
        self.first.store(first, Release);
    }

    #[inline]
    pub fn number(&self) -> u32 {
        self.number.load(Relaxed)
    }

    #[inline]
    pub fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    #[inline]
    pub fn sum(&self) -> f32 {
        float(&self.sum)
    }

    #[inline]
    pub fn rave_visits(&self) -> u32 {
        self.rave_visits.load(Relaxed)
    }

    #[inline]
    pub fn rave_sum(&self) -> f32 {
        float(&self.rave_sum)
    }

    #[inline]
    pub fn prior(&self) -> f32 {
        float(&self.prior)
    }

    /// The mean of the visits; nothing is known before the first.
    #[inline]
    pub fn mean(&self) -> Option<f32> {
        let visits = self.visits();
        (visits > 0).then(|| self.sum() / visits as f32)
    }

    /// A play-out begins to go through here. Until its value is added it counts as lost, so that other
    /// threads rather look elsewhere.
    #[inline]
    pub fn add_virtual_loss(&self) {
        self.visits.store(self.visits() + 1, Relaxed);
    }

    /// The value of the play-out that went through here.
    #[inline]
    pub fn add_value(&self, value: f32) {
        set_float(&self.sum, added(self.sum(), value, self.visits()));
    }

    /// A play-out in which the move was made later.
    #[inline]
    pub fn add_rave(&self, value: f32) {
        let visits = self.rave_visits() + 1;
        self.rave_visits.store(visits, Relaxed);
        set_float(&self.rave_sum, added(self.rave_sum(), value, visits));
    }

    /// Its value, if that is proven.
    #[inline]
    pub fn exact(&self) -> Option<f32> {
        matches!(self.state(), State::Proven(_)).then(|| float(&self.exact))
    }

    /// Its value, as its children prove it, is known from now on. A node that a thread is busy with stays as
    /// it is, or the children that it gets would be lost: whoever comes through it next proves it.
    #[inline]
    pub fn prove(&self, value: f32) {
        let proven = |word| match State::unpack(word) {
            State::Partial(count) | State::Whole(count) => Some(State::Proven(count).pack()),
            State::Leaf | State::Busy | State::Proven(_) => None,
        };
        let mut known = self.state.load(Acquire);
        while let Some(next) = proven(known) {
            // Written first: whoever reads that it is proven finds it.
            set_float(&self.exact, value);
            match self.state.compare_exchange_weak(known, next, AcqRel, Acquire) {
                Ok(_) => return,
                Err(other) => known = other,
            }
        }
    }

    /// The game is over at a claimed node, with this value.
    #[inline]
    pub fn end(&self, value: f32) {
        set_float(&self.exact, value);
        self.set_state(State::Proven(0));
    }

    #[inline]
    pub fn state(&self) -> State {
        State::unpack(self.state.load(Acquire))
    }

    /// What is below it from now on; the children must be there.
    #[inline]
    pub fn set_state(&self, state: State) {
        self.state.store(state.pack(), Release);
    }

    /// Whether this thread, and no other, is the one to give the node children, or more of them.
    #[inline]
    pub fn claim(&self, state: State) -> bool {
        let claimed = self.state.compare_exchange(state.pack(), State::Busy.pack(), Acquire, Relaxed);
        // Whoever sees what this thread writes from now on sees that it is busy, too.
        fence(Release);
        claimed.is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_core::Random;

    /// A mean stays what it is, however many values there are: those that are all alike, and others.
    #[test]
    fn means_of_many_values_are_right() {
        const MANY: u32 = 1 << 25;
        for (low, high) in [(0.3, 0.3), (0.2, 0.9)] {
            let (node, mut random) = (Node::default(), Random::new(1));
            let mut exact = 0.0;
            for _ in 0..MANY {
                let value = low + (high - low) * (random.next() >> 40) as f32 / (1 << 24) as f32;
                exact += f64::from(value);
                node.add_virtual_loss();
                node.add_value(value);
                node.add_rave(value);
            }
            let exact = exact / f64::from(MANY);
            let rave = node.rave_sum() / node.rave_visits() as f32;
            for mean in [node.mean().unwrap(), rave] {
                let error = (f64::from(mean) - exact).abs();
                assert!(error < 2e-4, "{low} to {high}: {mean}, expected {exact}");
            }
        }
    }

    /// Sums of searches that are not very long are as they would be without care, to the bit.
    #[test]
    fn small_sums_are_plain() {
        let (mut sum, mut plain, mut random) = (0.0, 0.0_f32, Random::new(2));
        for count in 0..100_000 {
            let value = (random.next() >> 40) as f32 / (1 << 24) as f32;
            sum = added(sum, value, count);
            plain += value;
        }
        assert!(sum > 49_000.0 && sum.to_bits() == plain.to_bits());
    }

    /// Children that another thread is about to give are not lost by a proof in between.
    #[test]
    fn a_proof_leaves_children_as_they_are() {
        let node = Node::default();
        node.set_state(State::Partial(16));
        assert!(node.claim(State::Partial(16)));
        node.prove(1.0);
        assert_eq!((node.state(), node.exact()), (State::Busy, None));
        node.set_state(State::Whole(20));
        node.prove(0.75);
        assert_eq!((node.state(), node.exact()), (State::Proven(20), Some(0.75)));
        let over = Node::default();
        assert!(over.claim(State::Leaf));
        over.end(0.0);
        assert_eq!((over.state(), over.exact()), (State::Proven(0), Some(0.0)));
    }

    #[test]
    fn a_node_is_small() {
        assert_eq!(size_of::<Node>(), 36);
    }
}
