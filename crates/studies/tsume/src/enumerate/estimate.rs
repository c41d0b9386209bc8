//! What an enumeration will take, told before it begins.
//!
//! Nearly every mate of several pieces has some that are not needed and can be anywhere. So the mates of a
//! set are about those of the sets that have one piece less, each as often as there are places for the piece:
//! summed over the kinds of the set, a mate is counted once for each needless piece. What is held is a share
//! of that sum which depends on little but the number of pieces ([`share`]). The mates of the smaller sets
//! are counted, for each square of the king, since the size of a table follows from the number of its
//! positions.

use super::{
    backward::KeysByKing,
    place::{KindTables, mirror_square},
    rules::{KINGS, around, fold, squares, unfold},
    store::Store,
};
use yomikiri_shogi::{Kind, Variant, attacks::Tables};

/// The program itself and what its threads work with.
const BASE: u64 = 13 << 20;

/// What an enumeration is expected to take, in bytes.
#[derive(Clone, Copy, Debug)]
pub struct Needs {
    /// Memory, with everything there.
    pub memory: u64,
    /// What is in memory even if there are files.
    always: u64,
    /// The tables that are asked at a time.
    asked: u64,
}

impl Needs {
    /// The least memory, with the rest in files.
    pub fn least(&self) -> u64 {
        self.memory.min(self.always + self.asked)
    }

    /// What lies in files, about: as much as is held in memory, since lists have more room there and tables
    /// of the smaller sets have gone when those of the set grow.
    pub const fn disk(&self) -> u64 {
        self.memory - BASE
    }

    /// What of the files may be there, of so much memory.
    pub const fn resident(&self, memory: u64) -> u64 {
        memory.saturating_sub(self.always)
    }
}

/// What shares find before it is added, and the smaller sets while they are counted: of GGGGN and GGPPP 29
/// and 53 MiB were in memory and in no file, of SNPP 6, the program's own among them.
const LISTS: u64 = 32 << 20;

/// Problems take a part in so many of what is held: of GGSSP, which has many, 110 MB of 2.6 GB, twice while
/// they are put together.
const PROBLEMS: u64 = 16;

/// How many positions are held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// Mates, by the king's square.
    pub mates: Vec<u64>,
    /// Lost positions.
    pub lost: u64,
}

impl Held {
    /// No positions.
    pub fn none() -> Self {
        Self { mates: vec![0; KINGS], lost: 0 }
    }

    /// What is held that is longer than `short` plies; the first of the lists is lost in `first` plies.
    pub fn of(stores: &[Store], lost: &[KeysByKing], first: u8, short: u8) -> Self {
        let longer = |store: &Store| store.iter().filter(|entry| entry.plies() > short).count() as u64;
        let levels = (first..).step_by(2).zip(lost).filter(|&(plies, _)| plies > short);
        let lost = levels.flat_map(|(_, lost)| lost).map(|keys| keys.len() as u64).sum();
        Self { mates: stores.iter().map(longer).collect(), lost }
    }

    /// What a set of so many pieces will hold that is longer than `short` plies, from what the sets without
    /// one of its kinds hold.
    pub fn grown(pieces: usize, short: u8, smaller: impl Iterator<Item = (Kind, Self)>) -> Self {
        let mut sum = Self::none();
        for (kind, held) in smaller {
            let places = places(kind);
            sum.mates.iter_mut().zip(held.mates).for_each(|(sum, mates)| *sum += mates * places);
            sum.lost += held.lost * places;
        }
        let share = |count: u64| (count as f64 * share(pieces, short)) as u64;
        Self { mates: sum.mates.into_iter().map(share).collect(), lost: share(sum.lost) }
    }

    /// What is taken while those longer than `short` plies are found, in a set of so many pieces and kinds.
    ///
    /// Beside tables and lists: where all mates are stored, lists before they are put together (two numbers
    /// for each lost position); where short ones are walked over, lists of the smaller sets and of what may
    /// be a problem, of which 3 to 4 MiB a kind were seen for sets of four pieces, and 0.14 to 0.3 of what is
    /// held for six sets of five (0.4 for five pawns), when a position that may be a problem took 24 bytes.
    /// Since it takes 8, peaks are 0.94 (SNPP), 1.03 (GGGGN) and 0.91 (GGPPP) of what is told.
    pub fn needs(&self, short: u8, (pieces, kinds): (usize, u64)) -> Needs {
        const NUMBER: u64 = size_of::<u64>() as u64;
        let stores: Vec<u64> =
            self.mates.iter().map(|&mates| Store::bytes_of(mates as usize) as u64).collect();
        let held = stores.iter().sum::<u64>() + self.lost * NUMBER;
        let beside = match (short, pieces) {
            (0, _) => 2 * self.lost * NUMBER,
            (_, ..5) => held.min(kinds << 22),
            _ => held * 22 / 100,
        };
        Needs {
            memory: BASE + held + beside,
            always: BASE + (held / 5).min(LISTS) + held / PROBLEMS,
            asked: (0..KINGS)
                .map(|king| squares(asked_from(king)).map(|king| stores[usize::from(king)]).sum())
                .max()
                .unwrap_or(0),
        }
    }
}

/// The tables that are asked when the king is on a square: those of all squares that he reaches in two moves,
/// back and forth; as bits.
fn asked_from(king: usize) -> u128 {
    let twice = squares(around(unfold(king))).flat_map(|square| squares(around(square)).chain([square]));
    twice.fold(0, |set, square| set | 1 << fold(square.min(mirror_square(square))))
}

/// How many of the places of a needless piece give a mate that has not been counted for another one. A mate
/// of one ply needs two pieces or so, one of five three; the others are needless.
///
/// Measured: 0.97 to 1.00 for eleven sets of three pieces, 1.06 / 2 for LLLL; beyond three plies 0.929 to
/// 0.937 for six sets of four and 0.92 / 2 for GGPPP and NNNNP.
fn share(pieces: usize, short: u8) -> f64 {
    let (once, needed) = if short == 0 { (0.98, 2) } else { (0.93, 3) };
    once / pieces.saturating_sub(needed).max(1) as f64
}

/// Where a piece can be.
fn places(kind: Kind) -> u64 {
    let variant = Variant::tsume();
    let tables = KindTables::new(kind, &variant, &Tables::<u128>::new(&variant));
    tables.valid.iter().filter(|&&valid| valid).count() as u64
}
