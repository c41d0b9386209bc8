//! Sets of places, one bit each: what is true of a position for every place of one piece at once.
//!
//! The operations are loops over the words: of closures over arrays (`map`, `from_fn`) the compiler made
//! calls where the crate is compiled in several units, which took a quarter of the time of five pieces.

use super::place::PLACES;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

const WORDS: usize = PLACES.div_ceil(64);

/// A set of places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LocationSet([u64; WORDS]);

impl LocationSet {
    /// No place.
    pub const NONE: Self = Self([0; WORDS]);

    /// The set of one place.
    #[inline]
    pub fn one(at: u16) -> Self {
        let mut set = Self::NONE;
        set.insert(at);
        set
    }

    /// All places that come after one.
    #[inline]
    pub fn above(at: u16) -> Self {
        Self(std::array::from_fn(|word| match (at as usize + 1).checked_sub(word * 64) {
            None | Some(0) => !0,
            Some(below) => u64::MAX.checked_shl(below as u32).unwrap_or(0),
        }))
    }

    /// Adds a place.
    #[inline]
    pub fn insert(&mut self, at: u16) {
        self.0[at as usize / 64] |= 1 << (at % 64);
    }

    /// Whether a place is in the set.
    #[inline]
    pub fn has(&self, at: u16) -> bool {
        self.0[at as usize / 64] >> (at % 64) & 1 == 1
    }

    /// Whether no place is in the set.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, &word| all | word) == 0
    }

    /// How many places are in the set.
    #[inline]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The places in ascending order.
    #[inline]
    pub fn iter(mut self) -> impl Iterator<Item = u16> {
        let mut at = 0;
        std::iter::from_fn(move || {
            while self.0[at] == 0 {
                if at + 1 == WORDS {
                    return None;
                }
                at += 1;
            }
            let word = &mut self.0[at];
            let place = at as u16 * 64 + word.trailing_zeros() as u16;
            *word &= *word - 1;
            Some(place)
        })
    }
}

impl FromIterator<u16> for LocationSet {
    fn from_iter<I: IntoIterator<Item = u16>>(places: I) -> Self {
        let mut set = Self::NONE;
        places.into_iter().for_each(|at| set.insert(at));
        set
    }
}

impl BitAnd for LocationSet {
    type Output = Self;

    #[inline]
    fn bitand(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= other);
        self
    }
}

impl BitOr for LocationSet {
    type Output = Self;

    #[inline]
    fn bitor(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word |= other);
        self
    }
}

impl Not for LocationSet {
    type Output = Self;

    #[inline]
    fn not(mut self) -> Self {
        self.0.iter_mut().for_each(|word| *word = !*word);
        self
    }
}

impl BitAndAssign for LocationSet {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for LocationSet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}
