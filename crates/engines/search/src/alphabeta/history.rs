//! What has been learnt of moves during a search: which cut off, which did not.
//!
//! Each table holds numbers that move towards the limit with each success and away from it with each failure,
//! by a share of what is left (so they never leave the range and forget slowly).

/// The limit of the numbers.
const LIMIT: i32 = 16_384;

/// The most slots for which pairs of moves are remembered: the table grows with the square.
const PAIRED_SLOTS: usize = 2048;

/// The experience of one thread.
pub struct History {
    slots: usize,
    /// By slot.
    alone: Vec<i16>,
    /// Of noisy moves, by slot.
    noisy: Vec<i16>,
    /// By the slot of an earlier move and the slot of the move; empty where there are too many slots.
    after: Vec<i16>,
    /// The code of the move that answered a move last, by its slot.
    counters: Vec<u16>,
}

impl History {
    pub fn new(slots: usize) -> Self {
        let pairs = if slots <= PAIRED_SLOTS { slots * slots } else { 0 };
        Self {
            slots,
            alone: vec![0; slots],
            noisy: vec![0; slots],
            after: vec![0; pairs],
            counters: vec![0; slots],
        }
    }

    /// Makes room for so many slots, if there was room for another number.
    pub fn fit(&mut self, slots: usize) {
        if self.slots != slots {
            *self = Self::new(slots);
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Self::new(self.slots);
    }

    /// What is expected of a quiet move after the moves with these slots.
    #[inline]
    pub fn quiet(&self, slot: usize, before: [Option<usize>; 3]) -> i32 {
        let pair =
            |earlier| self.after.get(earlier * self.slots + slot).map_or(0, |&number| i32::from(number));
        i32::from(self.alone[slot]) + before.into_iter().flatten().map(pair).sum::<i32>()
    }

    /// What is expected of a noisy move.
    #[inline]
    pub fn noisy(&self, slot: usize) -> i32 {
        i32::from(self.noisy[slot])
    }

    /// Learns of a quiet move.
    pub fn learn_quiet(&mut self, slot: usize, before: [Option<usize>; 3], bonus: i32) {
        learn(&mut self.alone[slot], bonus);
        for earlier in before.into_iter().flatten() {
            if let Some(number) = self.after.get_mut(earlier * self.slots + slot) {
                learn(number, bonus);
            }
        }
    }

    /// Learns of a noisy move.
    pub fn learn_noisy(&mut self, slot: usize, bonus: i32) {
        learn(&mut self.noisy[slot], bonus);
    }

    /// The code of the move that answered the last move with this slot; 0 if none did.
    pub fn counter(&self, before: Option<usize>) -> u16 {
        before.map_or(0, |slot| self.counters[slot])
    }

    /// A move answered a move.
    pub fn set_counter(&mut self, before: Option<usize>, code: u16) {
        if let Some(slot) = before {
            self.counters[slot] = code;
        }
    }
}

/// The bonus for a cut-off at a depth.
pub fn bonus(depth: i32) -> i32 {
    (depth * 176 - 100).clamp(40, 1600)
}

fn learn(number: &mut i16, bonus: i32) {
    let old = i32::from(*number);
    *number = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_in_their_range() {
        let mut history = History::new(3);
        for _ in 0..1000 {
            history.learn_quiet(1, [Some(2), None, None], 1600);
            history.learn_noisy(1, -1600);
        }
        let limit = LIMIT;
        assert!((limit - 200..=limit).contains(&history.quiet(1, [None; 3])));
        assert!((2 * limit - 400..=2 * limit).contains(&history.quiet(1, [Some(2), None, None])));
        assert_eq!(history.quiet(1, [Some(0), None, None]), history.quiet(1, [None; 3]));
        assert!((-limit..=200 - limit).contains(&history.noisy(1)));
        assert_eq!(History::new(PAIRED_SLOTS + 1).quiet(7, [Some(1), Some(2), None]), 0);
    }
}
