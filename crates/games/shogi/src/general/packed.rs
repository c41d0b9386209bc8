//! The part of a kind in a number, where the processor packs bits (`pext`).
//!
//! The squares of a kind among those that are free are packed, and so are its owners and faces; what they
//! amount to is looked up, byte by byte. So it takes as long for many pieces as for one, and has no branch on
//! boards of up to 16 squares. Piece by piece, as it is done elsewhere, a solve of shogi-3x4 takes 1.13 times
//! as long; with a loop over all bytes and a table a width of owners, 1.04 times.

use super::binomials::{Binomials, SQUARES};
use crate::Kind;
use yomikiri_simd::Packer;

/// The most pieces of a kind.
const PIECES: usize = 8;
/// The values of a byte, and those of a number of pieces, with room so that a mask bounds them.
const BYTES: usize = 1 << 8;
const COUNTS: usize = 16;

/// Tables for packed sets.
#[derive(Debug)]
pub struct Packed {
    packer: Packer,
    /// For each byte of a set, how many squares lie in lower ones, and its bits: the part of the rank of the
    /// combination. Two bytes at the least.
    combinations: Box<[[[u64; BYTES]; COUNTS]]>,
    /// For so many pieces with so many bits ([`Self::owners_of`]): their packed owners or faces as a number
    /// has them, the other bits left out.
    owners: Box<[[u16; BYTES]; 2 * COUNTS]>,
}

impl Packed {
    /// Tables for so many squares and some kinds, each with its count; none where it does not go so.
    pub fn new(squares: usize, kinds: &[(Kind, u8, bool)], choose: &Binomials) -> Option<Self> {
        let packer = Packer::chosen()?;
        if kinds.iter().any(|&(_, count, _)| usize::from(count) > PIECES) {
            return None;
        }
        let bits = |byte: usize| (0..8).filter(move |bit| byte >> bit & 1 == 1);
        let combination = |first: usize, below: usize, byte: usize| {
            let squares = bits(byte).zip(below + 1..);
            squares.map(|(bit, nth)| choose[(first + bit).min(SQUARES)].get(nth).copied().unwrap_or(0)).sum()
        };
        let mut owners = Box::new([[0; BYTES]; 2 * COUNTS]);
        for (count, each) in (0..=PIECES).flat_map(|count| [(count, 1), (count, 2)]) {
            let row = &mut owners[usize::from(Self::owners_of(count, each))];
            for (packed, owners) in row.iter_mut().enumerate() {
                let known = bits(packed).filter(|&bit| bit < count);
                *owners = known.map(|bit| 1 << (each as usize * (count - 1 - bit))).sum();
            }
        }
        let combinations = (0..squares.div_ceil(8).max(2)).map(|at| {
            std::array::from_fn(|below| std::array::from_fn(|byte| combination(8 * at, below, byte)))
        });
        Some(Self { packer, combinations: combinations.collect(), owners })
    }

    /// The number of the table for the owners of so many pieces, of which each takes a bit or two.
    pub const fn owners_of(count: usize, bits: u32) -> u8 {
        (count % COUNTS * 2) as u8 + bits as u8 - 1
    }

    /// Which combination of free squares a kind has, and the owners and faces of its pieces.
    #[inline(always)]
    pub fn rank(&self, set: u64, free: u64, [enemies, promoted]: [u64; 2], owners: u8) -> (u64, u64) {
        let pack = |word, by| self.packer.packed(word, by) as usize;
        let owners = &self.owners[usize::from(owners) % (2 * COUNTS)];
        let [enemies, promoted] = [enemies, promoted].map(|word| u64::from(owners[pack(word, set) % BYTES]));
        let [first, second, others @ ..] = &*self.combinations else { unreachable!("at least two bytes") };
        let packed = pack(set, free);
        let low = packed % BYTES;
        let mut below = low.count_ones() as usize;
        let mut combination = first[0][low] + second[below % COUNTS][packed / BYTES % BYTES];
        let mut rest = packed >> 8;
        for byte in others {
            below += (rest as u8).count_ones() as usize;
            rest >>= 8;
            combination += byte[below % COUNTS][rest % BYTES];
        }
        (combination, enemies | promoted << 1)
    }
}
