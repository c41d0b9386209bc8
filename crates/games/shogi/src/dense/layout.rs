//! A perfect index of the placements of three kinds on ten labels: no holes, and no walk over pieces.
//!
//! The kinds are nested. A code of the outer kind opens a run of the placements of the other two on the
//! labels that it leaves free, a code of the middle kind a *row* of the placements of the inner one. With two
//! pieces each: 803 x (up to 223) x (up to 223), of which 11,878,227 do not collide; an index is three table
//! reads added up.
//!
//! The kind with most codes is outermost because its rank needs no table by occupied labels: the tables that
//! are needed, 25 KB and 86 KB of live entries, stay in the first two caches. (With the chicks innermost: 620
//! KB.) The collision-free index is 3.4 times denser than the product of the codes, and so are all bitmaps
//! and value arrays.

use super::pairs::{LABELS, Pairs};
use std::ops::Range;

/// Where in the layout a code of the inner kind counts from: add [`Layout::rank`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Row {
    /// Index of the row's first entry.
    pub first: u32,
    /// Which labels are taken, as an offset into the table of ranks.
    pub taken: u32,
}

/// The nested index.
#[derive(Debug)]
pub struct Layout {
    /// The kinds, outer to inner.
    pub kinds: [Pairs; 3],
    outer_first: Vec<u32>,
    /// Rows within an outer code's run: `[labels taken << 8 | middle code]`.
    middle_first: Vec<u16>,
    /// Ranks within a row: `[labels taken << 8 | inner code]`.
    inner_rank: Box<[u8; RANKS]>,
    /// The inverse: `[labels taken << 8 | rank]`.
    middle_at: Box<[u8; RANKS]>,
    inner_at: Box<[u8; RANKS]>,
    /// First index of each row in a run, by the number of labels that the outer kind takes.
    row_starts: [Vec<u32>; 3],
    /// Where to begin the search for the outer code of an index, and for the row in a run.
    outer_hint: Vec<u16>,
    row_hint: [Vec<u16>; 3],
    len: u32,
}

/// Entries of a table by labels taken and code (or rank).
const RANKS: usize = 1 << (LABELS + 8);

/// log2 of the indices that share a hint, for runs and rows: fewer than the shortest full run (and row)
/// holds.
const OUTER_HINT: u32 = 12;
const ROW_HINT: u32 = 6;

impl Layout {
    /// The layout for three kinds, outer to inner; the last two must have at most 256 codes.
    pub fn new(kinds: [Pairs; 3]) -> Self {
        let [outer, middle, inner] = &kinds;
        let (inner_rank, inner_at) = ranks(inner);
        let (_, middle_at) = ranks(middle);
        let free = |taken: u16| inner.occupied.iter().filter(|&&o| o & taken == 0).count() as u32;
        let free: Vec<u32> = (0..1 << LABELS).map(free).collect();
        let mut middle_first = vec![0; 1 << 18];
        let mut run_len = vec![0; 1 << 10];
        let mut row_starts = [const { Vec::new() }; 3];
        for taken in (0..1u16 << 10).filter(|taken| taken.count_ones() <= 2) {
            let mut first = 0;
            let mut starts = Vec::new();
            for (code, &occupied) in middle.occupied.iter().enumerate().filter(|(_, o)| *o & taken == 0) {
                assert!(first < 1 << 16, "a run has fewer than 2^16 entries");
                middle_first[usize::from(taken) << 8 | code] = first as u16;
                starts.push(first);
                first += free[usize::from(taken | occupied)];
            }
            run_len[usize::from(taken)] = first;
            row_starts[taken.count_ones() as usize] = starts;
        }
        let mut len = 0;
        let outer_first: Vec<u32> = outer
            .occupied
            .iter()
            .map(|&taken| {
                len += run_len[usize::from(taken)];
                len - run_len[usize::from(taken)]
            })
            .collect();
        let outer_hint = hints(&outer_first, len, OUTER_HINT);
        let row_hint = std::array::from_fn(|taken| {
            let run = run_len.iter().enumerate().find(|(mask, _)| mask.count_ones() as usize == taken);
            hints(&row_starts[taken], run.map_or(0, |(_, &len)| len), ROW_HINT)
        });
        Self {
            kinds,
            outer_first,
            middle_first,
            inner_rank,
            middle_at,
            inner_at,
            row_starts,
            outer_hint,
            row_hint,
            len,
        }
    }

    /// Number of placements.
    pub fn len(&self) -> u32 {
        self.len
    }

    /// The row of an outer and a middle code that do not collide.
    #[inline]
    pub fn row(&self, outer: u16, middle: u16) -> Row {
        let by_outer = self.kinds[0].occupied[outer as usize];
        let taken = by_outer | self.kinds[1].occupied[middle as usize];
        let within = self.middle_first[usize::from(by_outer) << 8 | middle as usize];
        Row { first: self.outer_first[outer as usize] + u32::from(within), taken: u32::from(taken) << 8 }
    }

    /// Rank of an inner code in its row.
    #[inline]
    pub fn rank(&self, taken: u32, inner: u16) -> u32 {
        u32::from(self.inner_rank[(taken | u32::from(inner)) as usize & (RANKS - 1)])
    }

    /// The inner code of a rank.
    #[inline]
    pub fn inner(&self, taken: u32, rank: u32) -> u16 {
        u16::from(self.inner_at[(taken | rank) as usize & (RANKS - 1)])
    }

    /// The inner codes of a row's first entries.
    pub fn inners(&self, taken: u32, count: u32) -> &[u8] {
        &self.inner_at[taken as usize..][..count as usize]
    }

    /// The indices of an outer code.
    pub fn run(&self, outer: u16) -> Range<u32> {
        let end = self.outer_first.get(usize::from(outer) + 1).copied().unwrap_or(self.len);
        self.outer_first[usize::from(outer)]..end
    }

    /// The indices of all placements with codes from the given lists, outer to inner.
    pub fn indices<'a>(
        &'a self,
        [outers, middles, inners]: &'a [Vec<u16>; 3],
    ) -> impl Iterator<Item = u32> + 'a {
        let taken = |kind: usize, code: u16| self.kinds[kind].occupied[code as usize];
        let pairs = outers.iter().flat_map(|&outer| middles.iter().map(move |&middle| (outer, middle)));
        let rows = pairs.filter(move |&(outer, middle)| taken(0, outer) & taken(1, middle) == 0);
        rows.flat_map(move |(outer, middle)| {
            let (row, by_row) = (self.row(outer, middle), taken(0, outer) | taken(1, middle));
            let fit = inners.iter().filter(move |&&inner| taken(2, inner) & by_row == 0);
            fit.map(move |&inner| row.first + self.rank(row.taken, inner))
        })
    }

    /// The row that holds an index: its outer code, its middle code, and its end.
    pub fn find(&self, index: u32) -> (u16, u16, u32) {
        let outer = last_at_most(&self.outer_first, self.outer_hint[(index >> OUTER_HINT) as usize], index);
        let taken = self.kinds[0].occupied[outer];
        let size = taken.count_ones() as usize;
        let (starts, within) = (&self.row_starts[size], index - self.outer_first[outer]);
        let row = last_at_most(starts, self.row_hint[size][(within >> ROW_HINT) as usize], within);
        let middle = self.middle_at[usize::from(taken) << 8 | row];
        let end = match starts.get(row + 1) {
            Some(next) => self.outer_first[outer] + next,
            None => self.run(outer as u16).end,
        };
        (outer as u16, u16::from(middle), end)
    }
}

/// For each group of 2^bits indices, the last run that begins at or before the group's first index.
fn hints(starts: &[u32], len: u32, bits: u32) -> Vec<u16> {
    let groups = 0..len.div_ceil(1 << bits);
    groups.map(|group| (starts.partition_point(|&start| start <= group << bits) - 1) as u16).collect()
}

/// The last run that begins at or before an index, from a hint on.
fn last_at_most(starts: &[u32], hint: u16, index: u32) -> usize {
    let starts_by = |run: usize| starts.get(run).is_some_and(|&start| start <= index);
    // Where all runs are longer than what shares a hint this is all, and no branch has to guess.
    let mut run = hint as usize + usize::from(starts_by(hint as usize + 1));
    while starts_by(run + 1) {
        run += 1;
    }
    run
}

/// A table whose size the compiler knows, so that a mask spares the test of an index; never on the stack.
#[expect(clippy::unnecessary_box_returns, reason = "on the heap from the start")]
pub fn zeroed<const N: usize>() -> Box<[u8; N]> {
    let Ok(table) = vec![0; N].into_boxed_slice().try_into() else {
        unreachable!("the slice has this length")
    };
    table
}

/// For each set of taken labels, the codes that avoid it, ranked; and the code of each rank.
fn ranks(kind: &Pairs) -> (Box<[u8; RANKS]>, Box<[u8; RANKS]>) {
    let (mut rank, mut at) = (zeroed::<RANKS>(), zeroed::<RANKS>());
    for taken in 0..1usize << 10 {
        let codes = (0..kind.len()).filter(|&code| usize::from(kind.occupied[code]) & taken == 0);
        for (place, code) in codes.enumerate() {
            rank[taken << 8 | code] = place as u8;
            at[taken << 8 | place] = code as u8;
        }
    }
    (rank, at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_index_is_found_again() {
        let full = Layout::new([Pairs::new(2, true), Pairs::new(2, false), Pairs::new(2, false)]);
        assert_eq!(full.len(), 11_878_227);
        let mut index = 0;
        while index < full.len() {
            let (outer, middle, end) = full.find(index);
            let row = full.row(outer, middle);
            assert!(row.first <= index && index < end);
            for i in row.first..end {
                let inner = full.inner(row.taken, i - row.first);
                assert_eq!(row.first + full.rank(row.taken, inner), i);
            }
            index = end;
        }
    }
}
