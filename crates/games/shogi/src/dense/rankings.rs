//! The ranks of sets of codes of the inner kind, in rows with whatever labels taken.

use super::code_set::{CodeSet, Ranking};
use super::pairs::{LABELS, Pairs};
use yomikiri_simd::Packer;

/// The ranks of sets of inner codes, by labels taken.
#[derive(Debug)]
pub struct Rankings {
    by_taken: Vec<Ranking>,
    /// How they are found.
    packer: Option<Packer>,
}

impl Rankings {
    /// Tabulates all rows of an inner kind.
    pub fn new(inner: &Pairs) -> Self {
        let fitting = |taken: u16| {
            (0..inner.len() as u16).filter(move |&code| inner.occupied[usize::from(code)] & taken == 0)
        };
        let by_taken = (0..1 << LABELS).map(|taken| Ranking::of(fitting(taken))).collect();
        Self { by_taken, packer: Packer::chosen() }
    }

    /// The ranks of sets of inner codes in a row with these labels taken, as its [`Row`](super::layout::Row)
    /// has them.
    #[inline]
    pub fn ranking(&self, taken: u32) -> &Ranking {
        &self.by_taken[(taken >> 8) as usize]
    }

    /// Hands out the ranks of a set of inner codes in a row, from a number on: see [`Ranking::ranks`].
    #[inline(always)]
    pub fn ranks(&self, taken: u32, codes: CodeSet, from: u32, give: impl FnOnce(&[u64])) {
        let ranking = self.ranking(taken);
        if ranking.is_short() {
            give(&ranking.short_ranks(self.packer, codes, from));
        } else {
            give(&ranking.ranks(self.packer, codes, from));
        }
    }
}
