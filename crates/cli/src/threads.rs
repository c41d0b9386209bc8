//! Threads for work that splits by itself: the one place where pools of them are made, since a system may
//! give none.

use crate::failure::Failure;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::thread;

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
    ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|error| refused(threads, &error, "; --threads asks for fewer"))
}

/// So many threads for all that splits by itself without being told a pool; to be asked for before any of
/// that, which panics without.
pub fn global(threads: usize) -> Result<(), Failure> {
    ThreadPoolBuilder::new().num_threads(threads).build_global().map_err(|error| refused(threads, &error, ""))
}

fn refused(threads: usize, error: &ThreadPoolBuildError, advice: &str) -> Failure {
    Failure::Environment(format!("{threads} threads cannot be had ({error}){advice}"))
}
