//! The part of a kind in a number, where the processor packs bits (`pext`).
//!
//! The squares of a kind among those that are free are packed, and so are its owners and faces; what they
//! amount to is looked up, byte by byte. So it takes as long for many pieces as for one, and has no branch.

use super::index::{SQUARES, choose};
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
    /// combination.
    combinations: Vec<[[u64; BYTES]; COUNTS]>,
    /// For kinds with a bit a piece, and with two: the bits of so many pieces, packed, as owners have them.
    owners: Box<[[[u16; BYTES]; COUNTS]; 2]>,
}

impl Packed {
    /// Tables for so many squares and some kinds, each with its count; none where it does not go so.
    pub fn new(squares: usize, kinds: &[(Kind, u8, bool)]) -> Option<Self> {
        let packer = Packer::chosen()?;
        if kinds.iter().any(|&(_, count, _)| usize::from(count) > PIECES) {
            return None;
        }
        let choose = choose();
        let bits = |byte: usize| (0..8).filter(move |bit| byte >> bit & 1 == 1);
        let combination = |first: usize, below: usize, byte: usize| {
            let squares = bits(byte).zip(below + 1..);
            squares.map(|(bit, nth)| choose[(first + bit).min(SQUARES)].get(nth).copied().unwrap_or(0)).sum()
        };
        let mut owners = Box::new([[[0; BYTES]; COUNTS]; 2]);
        for (each, owners) in (1..).zip(&mut *owners) {
            for (count, owners) in owners.iter_mut().enumerate().take(PIECES + 1) {
                for (packed, owners) in owners.iter_mut().enumerate() {
                    *owners = bits(packed)
                        .filter(|&bit| bit < count)
                        .map(|bit| 1 << (each * (count - 1 - bit)))
                        .sum();
                }
            }
        }
        let combinations = (0..squares.div_ceil(8)).map(|at| {
            std::array::from_fn(|below| std::array::from_fn(|byte| combination(8 * at, below, byte)))
        });
        Some(Self { packer, combinations: combinations.collect(), owners })
    }

    /// Which combination of free squares a kind has, and the owners and faces of its pieces, of which each
    /// takes so many bits.
    #[inline(always)]
    pub fn rank(&self, set: u64, free: u64, [enemies, promoted]: [u64; 2], bits: u8) -> (u64, u64) {
        let pack = |word, by| self.packer.packed(word, by) as usize;
        let owners = &self.owners[usize::from(bits - 1) % 2][set.count_ones() as usize % COUNTS];
        let [enemies, promoted] = [enemies, promoted].map(|word| u64::from(owners[pack(word, set) % BYTES]));
        let (mut combination, mut below, mut rest) = (0, 0, pack(set, free));
        for byte in &self.combinations {
            combination += byte[below % COUNTS][rest % BYTES];
            below += (rest as u8).count_ones() as usize;
            rest >>= 8;
        }
        (combination, enemies | promoted << 1)
    }
}
