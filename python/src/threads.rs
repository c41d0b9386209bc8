//! How many threads may be asked for.

use crate::failure::unusable;
use pyo3::PyResult;

/// The most threads, as on the command line: more than any machine gains by.
const MOST: usize = 1024;

/// A number of threads. Raises `ValueError` for none and for more than there can be.
pub fn checked_threads(threads: usize) -> PyResult<usize> {
    if (1..=MOST).contains(&threads) {
        return Ok(threads);
    }
    Err(unusable(format!("threads: expected 1 to {MOST}, not {threads}")))
}
