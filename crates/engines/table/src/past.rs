//! What came before in a block: answers, and losses, of all nodes, of those of a lane and of half a lane.

use yomikiri_core::Features;

/// The answers to a question before: the last three, by lane and by half of a lane. Two bits each, the latest
/// in the lowest; 2 for none.
pub struct Past {
    last: u8,
    lanes: [u8; 256],
    halves: [u8; Features::HALVES],
}

/// What of it belongs to a node.
#[derive(Clone, Copy)]
pub struct Seen {
    /// The last three answers.
    pub last: u32,
    /// Those in the lane.
    pub lane: u32,
    /// Those in both halves.
    pub halves: [u32; 2],
}

impl Past {
    /// At the beginning of a block.
    pub const NOTHING: Self =
        Self { last: 0b10_10_10, lanes: [0b10_10_10; 256], halves: [0b10_10_10; Features::HALVES] };

    /// One more answer.
    #[inline]
    pub fn push(&mut self, features: &Features, answer: bool) {
        let push = |past: &mut u8| *past = (*past << 2 | u8::from(answer)) & 0b11_11_11;
        push(&mut self.last);
        push(&mut self.lanes[usize::from(features.lane)]);
        features.halves.into_iter().for_each(|half| push(&mut self.halves[usize::from(half)]));
    }

    /// What belongs to a node.
    #[inline]
    pub fn seen(&self, features: &Features) -> Seen {
        let halves = features.halves.map(|half| self.halves[usize::from(half)].into());
        Seen { last: self.last.into(), lane: self.lanes[usize::from(features.lane)].into(), halves }
    }
}

/// The losses before in a block, each half of its plies and one; 0 for none.
pub struct PastLosses {
    /// The last one and that before it.
    pub last: [u8; 2],
    lanes: [u8; 256],
    halves: [u8; Features::HALVES],
}

impl PastLosses {
    /// At the beginning of a block.
    pub const NOTHING: Self = Self { last: [0; 2], lanes: [0; 256], halves: [0; Features::HALVES] };

    /// One more loss.
    #[inline]
    pub fn push(&mut self, features: &Features, half: u8) {
        let loss = half.saturating_add(1);
        self.last = [loss, self.last[0]];
        self.lanes[usize::from(features.lane)] = loss;
        features.halves.into_iter().for_each(|part| self.halves[usize::from(part)] = loss);
    }

    /// The last one in the lane.
    #[inline]
    pub fn lane(&self, features: &Features) -> u8 {
        self.lanes[usize::from(features.lane)]
    }

    /// The last one in each half of the lane.
    #[inline]
    pub fn halves(&self, features: &Features) -> [u8; 2] {
        features.halves.map(|half| self.halves[usize::from(half)])
    }
}
