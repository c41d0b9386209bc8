//! Threads for work that splits by itself.

use crate::failure::Failure;
use rayon::{ThreadPool, ThreadPoolBuilder};
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
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| Failure::Environment(format!("--threads: {error}")))
}
