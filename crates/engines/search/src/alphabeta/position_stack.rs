//! The positions from the beginning of the game to the current one, for repetitions.

use super::position::PastPosition;

/// The low bits of a key that choose a counter.
const FILTER: usize = 1 << 12;

/// The positions on the way, the current one excluded. Most positions never occurred: one look at a table of
/// counters says so.
pub struct PositionStack {
    positions: Vec<PastPosition>,
    counts: Vec<u16>,
    /// The number of positions at the root of the search.
    root: usize,
    /// At which occurrence of a position the game ends.
    occurrences: usize,
}

impl PositionStack {
    /// The positions of the game before the root; the game ends at so many occurrences of a position.
    pub fn new(past: &[PastPosition], occurrences: usize) -> Self {
        let mut stack =
            Self { positions: Vec::new(), counts: vec![0; FILTER], root: past.len(), occurrences };
        for &position in past {
            stack.push(position);
        }
        stack
    }

    #[inline]
    pub fn push(&mut self, position: PastPosition) {
        self.counts[position.key as usize % FILTER] += 1;
        self.positions.push(position);
    }

    /// Takes the last position off.
    #[inline]
    pub fn pop(&mut self) -> PastPosition {
        let position = self.positions.pop().expect("as many pops as pushes");
        self.counts[position.key as usize % FILTER] -= 1;
        position
    }

    /// The positions since the occurrence that makes the current position a repetition: since the last one
    /// that lies within the search, or since the first if the current one is the last that the rules allow.
    ///
    /// One occurrence within the search suffices, for whoever could do better than to go round once would do
    /// so at once.
    #[inline]
    pub fn cycle(&self, key: u64) -> Option<&[PastPosition]> {
        if self.counts[key as usize % FILTER] == 0 {
            return None;
        }
        let mut seen = 0;
        for (at, _) in self.positions.iter().enumerate().rev().filter(|(_, past)| past.key == key) {
            seen += 1;
            if at >= self.root || seen + 1 == self.occurrences {
                return Some(&self.positions[at..]);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_repetition_counts_within_the_search_and_more_before_it() {
        let past = |key| PastPosition { key, in_check: false };
        let mut stack = PositionStack::new(&[1, 2, 1, 2, 1, 3].map(past), 4);
        assert_eq!(stack.cycle(4), None);
        assert_eq!(stack.cycle(2), None);
        assert_eq!(stack.cycle(1).map(<[PastPosition]>::len), Some(6));
        stack.push(past(7));
        stack.push(past(2));
        assert_eq!(stack.cycle(7).map(<[PastPosition]>::len), Some(2));
        stack.pop();
        stack.pop();
        assert_eq!(stack.cycle(7), None);
    }
}
