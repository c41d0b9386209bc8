//! Threads for work that splits by itself: the one place where pools of them are made, since a system may
//! give none.

use crate::failure::Failure;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::{fmt::Display, sync::Mutex, thread};
use yomikiri_core::Phrase;

yomikiri_core::phrases! { words;
    TOO_FEW: "{} threads cannot be had ({}); --threads asks for fewer", "スレッドを{}本作れません({})。--threadsで減らせます";
    TOO_FEW_HERE: "{} threads cannot be had ({})", "スレッドを{}本作れません({})";
}

/// How many threads.
#[derive(clap::Args)]
pub struct ThreadArgs {
    /// How many threads [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

impl ThreadArgs {
    /// How many, said or not.
    pub fn count(&self) -> usize {
        self.threads.map_or_else(cores, usize::from)
    }
}

/// As many threads as the machine runs at a time.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// So many threads.
pub fn pool(threads: usize) -> Result<ThreadPool, Failure> {
    ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| refused(threads, &error, TOO_FEW))
}

/// So many threads for all that splits by itself without being told a pool; to be asked for before any of
/// that, which panics without.
pub fn global(threads: usize) -> Result<(), Failure> {
    ThreadPoolBuilder::new()
        .num_threads(threads)
        .build_global()
        .map_err(|error| refused(threads, &error, TOO_FEW_HERE))
}

/// Refuses what needs so many threads at a time where they cannot be had: for a library that would panic.
pub fn ensure(threads: usize) -> Result<(), Failure> {
    let gate = Mutex::new(());
    thread::scope(|scope| {
        // Each waits, so that all of them are there at once.
        let closed = gate.lock();
        let made = (0..threads)
            .try_for_each(|_| thread::Builder::new().spawn_scoped(scope, || drop(gate.lock())).map(|_| ()));
        drop(closed);
        made
    })
    .map_err(|error| refused(threads, &error, TOO_FEW_HERE))
}

fn refused(threads: usize, error: &impl Display, why: &'static Phrase) -> Failure {
    Failure::environment(why.with(threads).and(error.to_string()))
}
