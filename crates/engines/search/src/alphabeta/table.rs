//! The transposition table of alpha-beta: shared by all threads without locks.
//!
//! An entry is two words: its data, and its key xor its data. Threads write and read the two separately; if a
//! reader finds words of two different writes, the key does not come out right and the entry says nothing
//! (Hyatt's method). So plain atomic loads and stores suffice, which cost nothing on usual processors. Four
//! entries make a cache line.
//!
//! What is replaced: the same position, or else the entry of least depth, where each search begun since it
//! was written counts for eight plies.

use super::score;
use crate::pages::Pages;
use std::{
    io,
    sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed},
};

/// Entries that share a cache line.
const BUCKET: usize = 4;

/// How many searches an age tells apart.
const AGES: u8 = 64;

/// In what sense a score is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is at least this.
    Lower = 1,
    /// It is at most this.
    Upper = 2,
    /// It is this.
    Exact = 3,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The code of the best move; 0 if none is known.
    pub best: u16,
    /// The score, with distances from the position.
    pub score: i16,
    /// The static evaluation.
    pub eval: i16,
    /// How deep it was searched.
    pub depth: i8,
    /// In what sense.
    pub bound: Bound,
}

impl Entry {
    fn pack(self, age: u8) -> u64 {
        u64::from(self.best)
            | u64::from(self.score as u16) << 16
            | u64::from(self.eval as u16) << 32
            | u64::from(self.depth as u8) << 48
            | (self.bound as u64) << 56
            | u64::from(age) << 58
    }

    fn unpack(data: u64) -> Option<Self> {
        let bound = match data >> 56 & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            3 => Bound::Exact,
            _ => return None,
        };
        Some(Self {
            best: data as u16,
            score: (data >> 16) as i16,
            eval: (data >> 32) as i16,
            depth: (data >> 48) as i8,
            bound,
        })
    }

    /// The score as seen so many plies from the root.
    #[inline]
    pub fn score_at(self, ply: usize) -> i32 {
        score::from_table(i32::from(self.score), ply)
    }

    /// Whether the score, seen from the root, decides a search with this window.
    #[inline]
    pub fn decides(self, ply: usize, beta: i32) -> bool {
        let at_least = self.score_at(ply) >= beta;
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => at_least,
            Bound::Upper => !at_least,
        }
    }
}

/// The table.
pub struct Table {
    /// Pairs of key xor data, and data.
    buckets: Pages<[AtomicU64; 2 * BUCKET]>,
    age: AtomicU8,
}

impl Table {
    /// A table of at most so many bytes, and at least one bucket.
    ///
    /// # Errors
    /// There is not so much address space.
    pub fn new(bytes: usize) -> io::Result<Self> {
        let buckets = Pages::new((bytes / size_of::<[AtomicU64; 2 * BUCKET]>()).max(1))?;
        Ok(Self { buckets, age: AtomicU8::new(0) })
    }

    /// Another search begins: what was written before may go first.
    pub fn grow_older(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for word in self.buckets.iter_mut().flatten() {
            *word.get_mut() = 0;
        }
    }

    /// The number of the bucket of a position.
    #[inline]
    fn home(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[AtomicU64; 2 * BUCKET] {
        &self.buckets[self.home(key)]
    }

    /// Fetches what is known of a position that will be asked for soon.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        self.buckets.prefetch(self.home(key));
    }

    /// What is known of a position.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key).chunks_exact(2).find_map(|slot| {
            let data = slot[1].load(Relaxed);
            if slot[0].load(Relaxed) ^ data == key { Entry::unpack(data) } else { None }
        })
    }

    /// Keeps what has been found of a position.
    pub fn put(&self, key: u64, mut entry: Entry) {
        let age = self.age.load(Relaxed);
        let mut victim = (i32::MAX, &self.bucket(key)[..2]);
        for slot in self.bucket(key).chunks_exact(2) {
            let data = slot[1].load(Relaxed);
            let Some(old) = Entry::unpack(data) else {
                victim = (i32::MIN, slot);
                continue;
            };
            if slot[0].load(Relaxed) ^ data == key {
                let recent = age_of(data) == age && entry.bound != Bound::Exact;
                if recent && old.depth > entry.depth + 3 {
                    return;
                }
                if entry.best == 0 {
                    entry.best = old.best;
                }
                victim = (i32::MIN, slot);
                break;
            }
            let searches = i32::from((AGES + age - age_of(data)) % AGES);
            let worth = i32::from(old.depth) - 8 * searches;
            if worth < victim.0 {
                victim = (worth, slot);
            }
        }
        let data = entry.pack(age);
        victim.1[0].store(key ^ data, Relaxed);
        victim.1[1].store(data, Relaxed);
    }

    /// How full the table is with entries of this search, in thousandths, by a sample.
    pub fn fullness(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let used = |slot: &&[AtomicU64]| {
            let data = slot[1].load(Relaxed);
            Entry::unpack(data).is_some() && age_of(data) == age
        };
        let count: usize = sample.iter().map(|bucket| bucket.chunks_exact(2).filter(used).count()).sum();
        (count * 1000 / (sample.len() * BUCKET)) as u32
    }
}

fn age_of(data: u64) -> u8 {
    (data >> 58) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{sync::Barrier, thread};

    fn entry(best: u16, depth: i8) -> Entry {
        Entry { best, score: -17, eval: 23, depth, bound: Bound::Lower }
    }

    #[test]
    fn what_is_put_is_got() {
        let table = Table::new(1 << 16).unwrap();
        assert_eq!(table.get(5), None);
        table.put(5, entry(9, 3));
        assert_eq!(table.get(5), Some(entry(9, 3)));
        // The best move stays where a later search has none.
        table.put(5, entry(0, 4));
        assert_eq!(table.get(5), Some(entry(9, 4)));
        assert_eq!(Entry { score: i16::MIN, eval: i16::MAX, depth: -1, ..entry(u16::MAX, 0) }, {
            let packed = Entry { score: i16::MIN, eval: i16::MAX, depth: -1, ..entry(u16::MAX, 0) }.pack(63);
            Entry::unpack(packed).unwrap()
        });
    }

    #[test]
    fn shallow_and_old_entries_go_first() {
        let table = Table::new(1).unwrap();
        (1..=4).for_each(|key| table.put(key, entry(1, 10 + key as i8)));
        table.put(5, entry(1, 2));
        assert_eq!(
            (1..=5).map(|key| table.get(key).is_some()).collect::<Vec<_>>(),
            [false, true, true, true, true]
        );
        table.grow_older();
        table.put(6, entry(1, 1));
        table.put(7, entry(1, 1));
        assert!(table.get(6).is_some() || table.get(7).is_some());
        assert!(table.get(5).is_none());
    }

    /// Threads write entries whose parts belong together; a mixture of two must never be read.
    #[test]
    fn torn_entries_are_not_read() {
        let table = Table::new(1).unwrap();
        let barrier = Barrier::new(4);
        thread::scope(|scope| {
            for thread in 0..4u64 {
                let (table, barrier) = (&table, &barrier);
                scope.spawn(move || {
                    barrier.wait();
                    for round in 0..200_000u64 {
                        let key = (round * 7 + thread) % 16 * 0x0101_0101_0101_0101;
                        let mark = (key & 0xff) as u16 + 1;
                        if round % 2 == thread % 2 {
                            let score = mark as i16;
                            table.put(
                                key,
                                Entry { best: mark, score, eval: -score, depth: 1, bound: Bound::Exact },
                            );
                        } else if let Some(entry) = table.get(key) {
                            assert_eq!(
                                (entry.best, entry.score, entry.eval),
                                (mark, mark as i16, -(mark as i16))
                            );
                        }
                    }
                });
            }
        });
    }
}
