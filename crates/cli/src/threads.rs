//! Threads for work that splits by itself.

use crate::failure::Failure;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// So many threads; 0 for as many as the machine runs at a time.
pub fn pool(threads: usize) -> Result<ThreadPool, Failure> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| Failure::Environment(format!("--threads: {error}")))
}
