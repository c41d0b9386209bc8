//! Sets of codes of the inner kind: which positions of a row something is true of.
//!
//! A row has up to 223 positions, so four words hold any question about all of them. What a move needs is
//! then asked once a row and not once a position.

use super::lion_tables::{Placed, is_single, squares};
use super::lions::SQUARES;
use std::array;
use std::ops::{BitAnd, BitOr, BitXor, Not};
use yomikiri_simd::Packer;

/// A set of codes below 256.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(32))]
pub struct CodeSet([u64; 4]);

/// The sets of one code each.
static SINGLE: [CodeSet; 256] = {
    let mut single = [CodeSet([0; 4]); 256];
    let mut code = 0;
    while code < 256 {
        single[code].0[code / 64] = 1 << (code % 64);
        code += 1;
    }
    single
};

impl CodeSet {
    /// The codes for which a test holds.
    fn of(codes: u16, holds: impl Fn(u16) -> bool) -> Self {
        (0..codes).filter(|&code| holds(code)).collect()
    }

    /// The codes from one to another, both among them.
    pub fn between(first: u16, last: u16) -> Self {
        Self(array::from_fn(|word| {
            let start = 64 * word as u16;
            let from = u64::MAX.checked_shl(first.saturating_sub(start).into()).unwrap_or(0);
            let to = u64::MAX.checked_shr((start + 63).saturating_sub(last).into()).unwrap_or(0);
            from & to
        }))
    }

    /// Adds a code. By a look-up, in registers: a word of the set, changed in memory, would be waited for by
    /// the next code and, longer, by whoever reads two words at once.
    #[inline(always)]
    pub fn insert(&mut self, code: u16) {
        *self = *self | SINGLE[usize::from(code) & 255];
    }

    /// Whether a code is in the set.
    #[inline(always)]
    pub fn contains(&self, code: u16) -> bool {
        self.0[(usize::from(code) / 64) & 3] >> (code % 64) & 1 == 1
    }

    /// How many codes there are.
    #[inline(always)]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether there is no code.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
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

impl FromIterator<u16> for CodeSet {
    fn from_iter<I: IntoIterator<Item = u16>>(codes: I) -> Self {
        let mut set = Self::default();
        codes.into_iter().for_each(|code| set.insert(code));
        set
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

impl BitXor for CodeSet {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(array::from_fn(|word| self.0[word] ^ other.0[word]))
    }
}

impl Not for CodeSet {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

/// How many sets each code is in, by bits of the number: the lowest first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally([CodeSet; 6]);

impl Tally {
    /// Counts the codes of one set more, of 63 at the most.
    #[inline(always)]
    pub fn add(&mut self, set: CodeSet) {
        let mut carry = set;
        for bit in &mut self.0 {
            (*bit, carry) = (*bit ^ carry, *bit & carry);
        }
    }

    /// How many sets a code is in.
    #[inline(always)]
    pub fn get(&self, code: u16) -> u32 {
        self.0.iter().rev().fold(0, |sum, bit| sum << 1 | u32::from(bit.contains(code)))
    }
}

/// The bits that codes have in a row with some labels taken: the others are left out and the rest pushed
/// together. Each of the four words by itself in six steps, which shift by powers of two (Warren, Hacker's
/// Delight, `compress`): no instruction that not every processor has, and four words at a time in registers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ranking {
    fitting: CodeSet,
    /// The bits that move in each step.
    moving: [CodeSet; 6],
    /// Rank of the first code of each word.
    first: [u8; 4],
    /// Number of codes that have a rank.
    len: u32,
}

impl Ranking {
    /// Where these codes alone have ranks.
    pub fn of(codes: impl Iterator<Item = u16>) -> Self {
        let mut ranking = Self { fitting: codes.collect(), ..Self::default() };
        ranking.len = ranking.fitting.len();
        let mut rank = 0;
        for (word, fitting) in ranking.fitting.0.into_iter().enumerate() {
            ranking.first[word] = rank as u8;
            rank += fitting.count_ones();
            // A code moves down by the number of those missing below it, bit by bit of that number.
            let places = (0..64u32).filter(|bit| fitting >> bit & 1 == 1).zip(0..);
            for (bit, place) in places {
                let mut at = bit;
                for step in 0..6 {
                    let way = (bit - place) & 1 << step;
                    if way != 0 {
                        ranking.moving[step].0[word] |= 1 << at;
                        at -= way;
                    }
                }
            }
        }
        ranking
    }

    /// The codes that have a rank.
    pub const fn fitting(&self) -> CodeSet {
        self.fitting
    }

    /// The bits of those codes that have a rank, of each word pushed together.
    #[inline(always)]
    fn packed(&self, codes: CodeSet) -> [u64; 4] {
        let mut packed = (codes & self.fitting).0;
        for (step, moving) in self.moving.iter().enumerate() {
            for (word, moving) in packed.iter_mut().zip(moving.0) {
                let moved = *word & moving;
                *word = *word ^ moved | moved >> (1 << step);
            }
        }
        packed
    }

    /// The bits of those codes that have a rank, of each word pushed together, by whatever is fast here.
    #[inline(always)]
    fn packed_by(&self, packer: Option<Packer>, codes: CodeSet) -> [u128; 4] {
        let packed = match packer {
            Some(packer) => array::from_fn(|word| packer.packed(codes.0[word], self.fitting.0[word])),
            None => self.packed(codes),
        };
        packed.map(u128::from)
    }

    /// Whether there are so few ranks that [`Self::short_ranks`] has room for them. So it is with three of
    /// ten labels taken, and in most rows four are.
    #[inline(always)]
    pub const fn is_short(&self) -> bool {
        self.len < 128
    }

    /// [`Self::ranks`] where [`Self::is_short`].
    #[inline(always)]
    pub fn short_ranks(&self, packer: Option<Packer>, codes: CodeSet, from: u32) -> [u64; 3] {
        let [a, b, c, d] = self.packed_by(packer, codes);
        let [_, to_b, to_c, to_d] = self.first;
        shifted(a | b << to_b | (c | d << (to_d - to_c)) << to_c, from % 64)
    }

    /// The ranks of those codes that have one, from a number on: bits from the last multiple of 64 before it.
    #[inline(always)]
    pub fn ranks(&self, packer: Option<Packer>, codes: CodeSet, from: u32) -> [u64; 5] {
        // By halves, and the places of the second by choices: words put together in memory, each where its
        // rank says, would wait for each other.
        let [a, b, c, d] = self.packed_by(packer, codes);
        let [_, to_b, to_c, to_d] = self.first;
        let low = shifted(a | b << to_b, from % 64);
        let at = from % 64 + u32::from(to_c);
        let high = shifted(c | d << (to_d - to_c), at % 64);
        let within = |place| if place < 3 { high[place] } else { 0 };
        let place = at as usize / 64;
        array::from_fn(|word| {
            let high = if place == 0 {
                within(word)
            } else if place == 1 {
                within(word.wrapping_sub(1))
            } else {
                within(word.wrapping_sub(2))
            };
            high | if word < 3 { low[word] } else { 0 }
        })
    }
}

/// Bits further up by less than a word.
#[inline(always)]
fn shifted(bits: u128, by: u32) -> [u64; 3] {
    let (low, all) = (bits << by, bits >> 1 >> (127 - by));
    [low as u64, (low >> 64) as u64, all as u64]
}

/// What pieces of the inner kind do on the squares of one lion pair, as sets of codes by square.
#[derive(Debug, Default)]
pub struct InnerSets {
    /// One of the mover's stands there.
    pub own: [CodeSet; SQUARES],
    /// One stands there.
    pub taken: [CodeSet; SQUARES],
    /// One of the mover's steps to it, whatever stands there.
    pub reached: [CodeSet; SQUARES],
    /// One of the enemy's attacks it.
    pub attacked: [CodeSet; SQUARES],
    /// The one on it is the only one that attacks the mover's lion.
    pub only_checker: [CodeSet; SQUARES],
    /// None attacks the mover's lion.
    pub unchecked: CodeSet,
    /// At most one attacks the mover's lion.
    pub checked_once: CodeSet,
    /// None of the mover's attacks the enemy's lion.
    pub harmless: CodeSet,
    /// The enemy holds one.
    pub enemy_holds: CodeSet,
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
            reached: by_square(&|placed| placed.reach[0] | placed.reach[1]),
            attacked: by_square(&|placed| placed.attacked),
            only_checker: array::from_fn(|square| set(&|placed| placed.checkers == 1 << square)),
            unchecked: set(&|placed| placed.checkers == 0),
            checked_once: set(&|placed| is_single(placed.checkers)),
            harmless: set(&|placed| placed.threats == 0),
            enemy_holds: set(&|placed| placed.hands[1] > 0),
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

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_core::Random;

    /// A set that holds about one code in some.
    fn random_set(random: &mut Random) -> CodeSet {
        let one_in = 1 + random.below(8);
        (0..256).filter(|_| random.below(one_in) == 0).collect()
    }

    #[test]
    fn ranks_are_numbers_of_fitting_codes_below() {
        let mut random = Random::new(1);
        for _ in 0..3000 {
            let (fitting, codes) = (random_set(&mut random), random_set(&mut random));
            // A row starts anywhere and has at most 256 positions.
            let (ranking, from) =
                (Ranking::of((0..256).filter(|&c| fitting.contains(c))), random.next() as u32);
            let mut expected = [0; 5];
            let fitting = (0..256).filter(|&code| fitting.contains(code));
            for (rank, code) in (from % 64..).zip(fitting) {
                expected[rank as usize / 64] |= u64::from(codes.contains(code)) << (rank % 64);
            }
            for packer in [None, Packer::chosen()] {
                assert_eq!(ranking.ranks(packer, codes, from), expected);
                if ranking.is_short() {
                    assert_eq!(ranking.short_ranks(packer, codes, from), expected[..3]);
                }
            }
        }
    }

    #[test]
    fn codes_between_two_are_no_others() {
        for first in 0..256 {
            for last in first..256 {
                let expected: CodeSet = (first..=last).collect();
                assert_eq!(CodeSet::between(first, last), expected, "{first} {last}");
            }
        }
    }

    #[test]
    fn a_tally_counts_sets() {
        let mut random = Random::new(2);
        for sets in 0..64 {
            let (mut tally, mut expected) = (Tally::default(), [0; 256]);
            for _ in 0..sets {
                let set = if random.below(4) == 0 { !CodeSet::default() } else { random_set(&mut random) };
                tally.add(set);
                set.for_each(|code| expected[usize::from(code)] += 1);
            }
            (0..256).for_each(|code| assert_eq!(tally.get(code), expected[usize::from(code)]));
        }
    }
}
