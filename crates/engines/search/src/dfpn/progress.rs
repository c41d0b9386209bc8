//! When a search is given up, since its table is too small.
//!
//! A full table forgets the smallest subtrees. Where a position needs more of them at once than are kept,
//! they are searched and forgotten in turns: numbers that should rise fall back to their first estimates, and
//! the search can go on like that for ever, or deeper and deeper into ever new positions.
//!
//! # Criterion
//! A search is given up that has expanded [`MOST`] positions for each slot of its table since one of the two
//! numbers of its root was last higher than ever before. Numbers that go up and down are no progress: every
//! collection makes them do so. New heights are, since each is a bound that more work had to reach, and there
//! are only so many of them; so that every search ends.
//!
//! What else was looked at, on a lone king that 32 MiB did not decide while a full table was collected late
//! (RRGG on 4a): after 30 million positions four of five were still entered for the first time, and one of
//! seven was still decided that had not been before. So neither tells such a search from a long one. What
//! does is that nothing comes of it: no position that needs more than the table is ever left.
//!
//! # How many
//! The root need not be seen at all before a problem is solved: with a single first move its thresholds are
//! endless. So the limit is to be above what a whole search takes that a small table decides. Of 137 classics
//! a table of 1 MiB decides 87 within 3 million positions; the longest of them went 42, 37, 33 and 33
//! positions a slot without a new height, the next 28. Of a table of 64 MiB the limit is 134 million
//! positions, more than twice of what the longest problem takes that has been solved at all (Microcosmos, 50
//! million).

/// How many positions a search may expand for each slot of its table without a new height of the root's
/// numbers.
const MOST: u64 = 64;

/// How many positions a search by a table of so many slots may expand without a new height of the root's
/// numbers.
const fn most_in_vain(slots: usize) -> u64 {
    MOST.saturating_mul(slots as u64)
}

/// How high a root's numbers have been, and when that was new.
pub struct Progress {
    highest: (u32, u32),
    /// Positions expanded at that time.
    at: u64,
}

impl Progress {
    /// That of a search that begins after so many positions.
    pub const fn new(nodes: u64) -> Self {
        Self { highest: (0, 0), at: nodes }
    }

    /// Takes note of the proof and disproof number of the root after so many positions.
    pub fn note(&mut self, (pn, dn): (u32, u32), nodes: u64) {
        let (highest_pn, highest_dn) = self.highest;
        if pn > highest_pn || dn > highest_dn {
            *self = Self { highest: (pn.max(highest_pn), dn.max(highest_dn)), at: nodes };
        }
    }

    /// Whether a search has done in vain, after so many positions, what a table of so many slots should be
    /// enough for.
    pub const fn is_hopeless(&self, nodes: u64, slots: usize) -> bool {
        nodes - self.at > most_in_vain(slots)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_new_heights_are_progress() {
        let mut progress = Progress::new(1000);
        let limit = |at: u64| at + MOST * 10;
        assert!(!progress.is_hopeless(limit(1000), 10) && progress.is_hopeless(limit(1000) + 1, 10));
        for (numbers, nodes, moved) in [
            ((5, 5), 2000, 2000),
            ((4, 5), 3000, 2000),
            ((5, 3), 4000, 2000),
            ((2, 6), 5000, 5000),
            ((5, 6), 6000, 5000),
            ((6, 1), 7000, 7000),
            ((6, 6), 8000, 7000),
        ] {
            progress.note(numbers, nodes);
            let is_hopeless = |nodes| progress.is_hopeless(nodes, 10);
            assert_eq!(
                (is_hopeless(limit(moved)), is_hopeless(limit(moved) + 1)),
                (false, true),
                "{numbers:?}"
            );
        }
    }
}
