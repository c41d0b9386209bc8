//! What goes along with an enumeration, and how its work is handed to threads.

use super::{
    checkpoint::{Checkpoint, CheckpointError, Kept},
    rules::{KINGS, around, unfold},
};
use std::{
    convert::Infallible,
    sync::{
        Mutex, MutexGuard,
        atomic::{AtomicUsize, Ordering},
    },
};
use yomikiri_core::play::Progress;

/// Who is told of the progress of an enumeration, and where its finished steps are kept.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    /// Who is told.
    pub progress: &'a dyn Progress,
    /// Where finished steps are kept, if they are.
    pub checkpoint: Option<&'a Checkpoint>,
}

impl<'a> Run<'a> {
    /// A run of which nothing is kept.
    pub const fn unkept(progress: &'a dyn Progress) -> Self {
        Self { progress, checkpoint: None }
    }

    /// Work for each of the king's squares as [`each_king`], which is kept as finished steps.
    pub fn each_king<T: Kept + Send>(
        self,
        step: &str,
        work: &(dyn Fn(usize) -> T + Sync),
    ) -> Result<Vec<T>, CheckpointError> {
        try_each_king(&|i| {
            let found = match self.checkpoint {
                Some(checkpoint) => checkpoint.step(&named(step, i), &mut || work(i)),
                None => Ok(work(i)),
            };
            self.progress.advance(1);
            found
        })
    }

    /// Whether such work is finished for all of the king's squares.
    pub fn is_finished(self, step: &str) -> bool {
        self.checkpoint.is_some_and(|checkpoint| (0..KINGS).all(|i| checkpoint.has(&named(step, i))))
    }
}

/// The name of a step for one square of the king.
fn named(step: &str, king: usize) -> String {
    format!("{step}-king-{king:02}")
}

/// What is found for each of the king's squares, on all threads.
pub fn each_king<T: Send>(work: &(dyn Fn(usize) -> T + Sync)) -> Vec<T> {
    let Ok(found) = try_each_king(&|i| Ok::<_, Infallible>(work(i)));
    found
}

/// The same, but a failure ends it: squares that no thread has begun are left.
fn try_each_king<T: Send, E: Send>(work: &(dyn Fn(usize) -> Result<T, E> + Sync)) -> Result<Vec<T>, E> {
    let found: Vec<Mutex<Option<Result<T, E>>>> = (0..KINGS).map(|_| Mutex::new(None)).collect();
    for_each_king(&|i| {
        let result = work(i);
        let goes_on = result.is_ok();
        *lock(&found[i]) = Some(result);
        goes_on
    });
    // What was left has none, and then there is a failure.
    found.into_iter().filter_map(|found| found.into_inner().expect("no square has panicked")).collect()
}

/// Work for each of the king's squares with an entry of a list of its own, on all threads.
pub fn each_king_with<T: Send>(list: &mut [T], work: &(dyn Fn(usize, &mut T) + Sync)) {
    let entries: Vec<Mutex<&mut T>> = list.iter_mut().map(Mutex::new).collect();
    for_each_king(&|i| {
        work(i, *lock(&entries[i]));
        true
    });
}

/// Locks what only one thread asks for.
fn lock<T>(entry: &Mutex<T>) -> MutexGuard<'_, T> {
    entry.lock().expect("no other thread has it")
}

/// Work for each of the king's squares, on all threads, while it is to go on: whoever is free takes the next.
///
/// A king with few squares around it has most mates, and so the most work: corners come first, then edges, so
/// that the threads end together. A call through a pointer is nothing beside the work of a square, and what
/// hands work to threads is compiled once: for each closure and each number of pieces it was a megabyte of
/// the program.
fn for_each_king(work: &(dyn Fn(usize) -> bool + Sync)) {
    let mut order = Vec::with_capacity(KINGS);
    for around_it in [3, 5, 8] {
        order.extend((0..KINGS).filter(|&i| around(unfold(i)).count_ones() == around_it));
    }
    let next = AtomicUsize::new(0);
    rayon::scope(|scope| {
        for _ in 0..rayon::current_num_threads() {
            scope.spawn(|_| {
                while let Some(&i) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if !work(i) {
                        next.store(KINGS, Ordering::Relaxed);
                    }
                }
            });
        }
    });
}
