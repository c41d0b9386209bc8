//! What goes along with an enumeration, and how its work is handed to threads.

use super::{
    checkpoint::{Checkpoint, Kept},
    error::EnumerationError,
    rules::{KINGS, around, unfold},
    storage::Storage,
};
use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex, MutexGuard,
        atomic::{AtomicUsize, Ordering},
    },
};
use yomikiri_core::play::Progress;

/// Who is told of the progress of an enumeration, where what it holds lies, and where its finished steps are
/// kept.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    /// Who is told.
    pub progress: &'a dyn Progress,
    /// Where tables and lists lie.
    pub storage: &'a Arc<Storage>,
    /// Where finished steps are kept, if they are.
    pub checkpoint: Option<&'a Checkpoint>,
}

/// Work for each of the king's squares, in shares: a square with much of it would keep one thread busy when
/// the others have nothing left. (A corner has a quarter of the mates of a set.)
pub struct Shares<'a, S, P> {
    /// How many shares a square has.
    pub count: &'a (dyn Fn(usize) -> usize + Sync),
    /// What is found for a share of a square.
    pub find: &'a (dyn Fn(usize, usize) -> P + Sync),
    /// Takes in what has been found, in the order of the shares, so that all comes out the same whoever is
    /// quicker.
    pub take: &'a (dyn Fn(P, &mut S) + Sync),
}

impl<'a> Run<'a> {
    /// A run of which nothing is kept.
    pub const fn unkept(progress: &'a dyn Progress, storage: &'a Arc<Storage>) -> Self {
        Self { progress, storage, checkpoint: None }
    }

    /// What is found for each of the king's squares, on all threads, kept as finished steps: `new` is what a
    /// square begins with, `end` is done to what it has when it has taken in all.
    ///
    /// # Errors
    /// A step cannot be kept or read; a file cannot be had.
    pub fn each_king<T: Kept + Send, P: Send>(
        self,
        step: &str,
        new: &dyn Fn(usize) -> T,
        shares: &Shares<'_, T, P>,
        end: fn(&mut T),
    ) -> Result<Vec<T>, EnumerationError> {
        let is_kept: Vec<bool> = (0..KINGS).map(|king| self.is_kept(step, king)).collect();
        let failure = Mutex::new(None);
        let finish = |king: usize, found: &mut T| {
            let step = named(step, king);
            let finished = match self.checkpoint {
                Some(checkpoint) if is_kept[king] => {
                    checkpoint.kept(&step, self.storage).map(|kept| *found = kept)
                }
                checkpoint => {
                    end(found);
                    checkpoint.map_or(Ok(()), |checkpoint| checkpoint.keep(&step, found))
                }
            };
            self.progress.advance(1);
            finished.map_err(|error| *lock(&failure) = Some(error)).is_ok()
        };
        let count = |king: usize| if is_kept[king] { 0 } else { (shares.count)(king) };
        let mut found: Vec<T> = (0..KINGS).map(new).collect();
        let shares = Shares { count: &count, find: shares.find, take: shares.take };
        in_shares(&mut found, self.storage, &shares, &finish);
        self.storage.check()?;
        failure.into_inner().expect(UNPANICKED).map_or(Ok(found), |failure| Err(failure.into()))
    }

    /// Whether such work is finished for all of the king's squares.
    pub fn is_finished(self, step: &str) -> bool {
        (0..KINGS).all(|king| self.is_kept(step, king))
    }

    /// Whether it is kept for one of them.
    fn is_kept(self, step: &str, king: usize) -> bool {
        self.checkpoint.is_some_and(|checkpoint| checkpoint.has(&named(step, king)))
    }
}

/// The name of a step for one square of the king.
fn named(step: &str, king: usize) -> String {
    format!("{step}-king-{king:02}")
}

/// What is found for each of so many pieces of work, on all threads.
pub fn each<T: Send>(count: usize, storage: &Storage, work: &(dyn Fn(usize) -> T + Sync)) -> Vec<T> {
    let found: Vec<Mutex<Option<T>>> = (0..count).map(|_| Mutex::new(None)).collect();
    for_each(count, storage, &|i| {
        *lock(&found[i]) = Some(work(i));
        true
    });
    let done = |found: Mutex<Option<T>>| found.into_inner().expect(UNPANICKED).expect("all have been done");
    found.into_iter().map(done).collect()
}

/// Work for each of the king's squares with an entry of a list of its own, on all threads.
pub fn each_king_with<T: Send>(list: &mut [T], storage: &Storage, work: &(dyn Fn(usize, &mut T) + Sync)) {
    let entries: Vec<Mutex<&mut T>> = list.iter_mut().map(Mutex::new).collect();
    let order = by_work();
    for_each(KINGS, storage, &|i| {
        storage.begin_square();
        work(order[i], *lock(&entries[order[i]]));
        true
    });
}

/// Work in shares, with an entry of a list for each of the king's squares, on all threads. `end` is done to
/// an entry that has taken in all, and says whether the others are to go on.
pub fn in_shares<S: Send, P: Send>(
    list: &mut [S],
    storage: &Storage,
    shares: &Shares<'_, S, P>,
    end: &(dyn Fn(usize, &mut S) -> bool + Sync),
) {
    let counts: Vec<usize> = (0..KINGS).map(shares.count).collect();
    // A square without shares has an end.
    let units: Vec<(usize, usize)> = by_work()
        .into_iter()
        .flat_map(|king| (0..counts[king].max(1)).map(move |share| (king, share)))
        .collect();
    let entries: Vec<Mutex<Entry<'_, S, P>>> =
        list.iter_mut().map(|own| Mutex::new(Entry { own, taken: 0, waiting: VecDeque::new() })).collect();
    for_each(units.len(), storage, &|unit| {
        let (king, share) = units[unit];
        if share == 0 {
            storage.begin_square();
        }
        let found = (share < counts[king]).then(|| (shares.find)(king, share));
        let Entry { own, taken, waiting } = &mut *lock(&entries[king]);
        if let Some(found) = found {
            let place = share - *taken;
            waiting.resize_with(waiting.len().max(place + 1), || None);
            waiting[place] = Some(found);
        }
        while let Some(found) = waiting.front_mut().and_then(Option::take) {
            waiting.pop_front();
            (shares.take)(found, own);
            *taken += 1;
        }
        *taken < counts[king] || end(king, own)
    });
}

/// The entry of a square.
struct Entry<'a, S, P> {
    own: &'a mut S,
    /// How many shares it has taken in.
    taken: usize,
    /// What has been found for the shares from there on, which wait for others before them. (The library's
    /// maps, one for each kind of finding and number of pieces, were a twentieth of what the compiler got.)
    waiting: VecDeque<Option<P>>,
}

/// Locks what only one thread asks for, or a moment.
fn lock<T>(entry: &Mutex<T>) -> MutexGuard<'_, T> {
    entry.lock().expect(UNPANICKED)
}

/// Why nothing that is locked is poisoned.
const UNPANICKED: &str = "a panic ends the enumeration";

/// The king's squares, those with most work first: a king with few squares around it has most mates. So
/// corners come first, then edges, and the threads end together.
fn by_work() -> Vec<usize> {
    let mut order: Vec<usize> = (0..KINGS).collect();
    order.sort_by_key(|&i| around(unfold(i)).count_ones());
    order
}

/// So many pieces of work, on all threads, while it is to go on and the disk takes what there is: whoever is
/// free takes the next.
///
/// A call through a pointer is nothing beside the work of a square, and what hands work to threads is
/// compiled once: for each closure and each number of pieces it was a megabyte of the program.
fn for_each(count: usize, storage: &Storage, work: &(dyn Fn(usize) -> bool + Sync)) {
    let next = AtomicUsize::new(0);
    rayon::scope(|scope| {
        for _ in 0..rayon::current_num_threads() {
            scope.spawn(|_| {
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    if i >= count {
                        break;
                    }
                    if !(work(i) && storage.settle()) {
                        next.store(count, Ordering::Relaxed);
                    }
                }
            });
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{sync::atomic::AtomicBool, thread, time::Duration};

    /// Whoever is quicker, a square takes in its shares in their order, and ends once, with all of them.
    #[test]
    fn shares_are_taken_in_order() {
        let count = |king: usize| king % 7;
        let find = |king: usize, share: usize| {
            thread::sleep(Duration::from_micros((king * 31 + share * 17) as u64 % 50));
            king * 100 + share
        };
        let take = |found: usize, (taken, _): &mut (Vec<usize>, bool)| taken.push(found);
        let end = |king: usize, (taken, ended): &mut (Vec<usize>, bool)| {
            assert!(taken.len() == count(king) && !*ended);
            *ended = true;
            true
        };
        let mut list = vec![(Vec::new(), false); KINGS];
        let pool = rayon::ThreadPoolBuilder::new().num_threads(5).build().unwrap();
        pool.install(|| {
            let shares = Shares { count: &count, find: &find, take: &take };
            in_shares(&mut list, &Storage::memory(), &shares, &end);
        });
        for (king, entry) in list.into_iter().enumerate() {
            assert_eq!(entry, ((0..count(king)).map(|share| king * 100 + share).collect(), true));
        }
    }

    /// After a square whose end fails no other is begun.
    #[test]
    fn a_failure_ends_all() {
        let has_failed = AtomicBool::new(false);
        let find = |_: usize, _: usize| assert!(!has_failed.load(Ordering::Relaxed));
        let end = |_: usize, ended: &mut u32| {
            *ended += 1;
            has_failed.store(true, Ordering::Relaxed);
            false
        };
        let mut list = vec![0; KINGS];
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        pool.install(|| {
            let shares = Shares { count: &|_| 3, find: &find, take: &|(), _: &mut u32| () };
            in_shares(&mut list, &Storage::memory(), &shares, &end);
        });
        assert_eq!(list.iter().sum::<u32>(), 1);
    }
}
