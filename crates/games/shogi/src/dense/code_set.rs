//! Sets of codes of the inner kind: which positions of a row something is true of.
//!
//! A row has up to 223 positions, so four words hold any question about all of them. What a move needs is
//! then asked once a row and not once a position.

use super::lion_tables::{Placed, squares};
use super::lions::SQUARES;
use std::array;
use std::ops::{BitAnd, BitOr, Not};

/// A set of codes below 256.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CodeSet([u64; 4]);

impl CodeSet {
    /// The codes for which a test holds.
    fn of(codes: u16, holds: impl Fn(u16) -> bool) -> Self {
        let mut set = Self::default();
        (0..codes).filter(|&code| holds(code)).for_each(|code| set.insert(code));
        set
    }

    /// Adds a code.
    #[inline(always)]
    pub fn insert(&mut self, code: u16) {
        self.0[(usize::from(code) / 64) & 3] |= 1 << (code % 64);
    }

    /// Whether a code is in the set.
    #[inline(always)]
    pub fn contains(&self, code: u16) -> bool {
        self.0[(usize::from(code) / 64) & 3] >> (code % 64) & 1 == 1
    }

    /// The set, or none of it.
    #[inline(always)]
    pub fn only_if(self, condition: bool) -> Self {
        let mask = u64::from(condition).wrapping_neg();
        Self(self.0.map(|word| word & mask))
    }

    /// Hands out the codes, ascending.
    #[inline(always)]
    pub fn for_each(self, mut visit: impl FnMut(u16)) {
        for (first, mut word) in (0..).step_by(64).zip(self.0) {
            while word != 0 {
                visit(first + word.trailing_zeros() as u16);
                word &= word - 1;
            }
        }
    }
}

impl BitAnd for CodeSet {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(array::from_fn(|word| self.0[word] & other.0[word]))
    }
}

impl BitOr for CodeSet {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(array::from_fn(|word| self.0[word] | other.0[word]))
    }
}

impl Not for CodeSet {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

/// What pieces of the inner kind do on the squares of one lion pair, as sets of codes by square.
#[derive(Debug, Default)]
pub struct InnerSets {
    /// One of the mover's stands there.
    pub own: [CodeSet; SQUARES],
    /// One stands there.
    pub taken: [CodeSet; SQUARES],
    /// One of the enemy's attacks it.
    pub attacked: [CodeSet; SQUARES],
    /// The one on it is the only one that attacks the mover's lion.
    pub only_checker: [CodeSet; SQUARES],
    /// None attacks the mover's lion.
    pub unchecked: CodeSet,
}

impl InnerSets {
    /// Out of what each code has on the board.
    pub fn new(placed: &[Placed]) -> Self {
        let set = |holds: &dyn Fn(&Placed) -> bool| {
            CodeSet::of(placed.len() as u16, |code| holds(&placed[usize::from(code)]))
        };
        let by_square = |mask: &dyn Fn(&Placed) -> u16| {
            array::from_fn(|square| set(&|placed| mask(placed) >> square & 1 == 1))
        };
        Self {
            own: by_square(&|placed| placed.own),
            taken: by_square(&|placed| placed.own | placed.enemy),
            attacked: by_square(&|placed| placed.attacked),
            only_checker: array::from_fn(|square| set(&|placed| placed.checkers == 1 << square)),
            unchecked: set(&|placed| placed.checkers == 0),
        }
    }

    /// The codes with which a move to each square leaves the lion safe that other kinds check so.
    #[inline]
    pub fn safe_to(&self, checkers: u16) -> [CodeSet; SQUARES] {
        match checkers {
            0 => array::from_fn(|square| self.unchecked | self.only_checker[square]),
            one if one.is_power_of_two() => {
                let mut safe = [CodeSet::default(); SQUARES];
                squares(one).for_each(|square| safe[usize::from(square)] = self.unchecked);
                safe
            }
            _ => [CodeSet::default(); SQUARES],
        }
    }
}
