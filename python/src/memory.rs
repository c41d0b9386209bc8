//! Work that needs more memory than there is, is refused before it is begun.

use pyo3::{PyResult, exceptions::PyMemoryError};
use yomikiri_files::memory::available;

/// Raises `MemoryError` where there are not so many bytes.
pub fn ensure(need: u64) -> PyResult<()> {
    match available() {
        Some(available) if available < need => {
            let [need, available] = [need.div_ceil(1 << 20), available >> 20];
            Err(PyMemoryError::new_err(format!(
                "this may take {need} MiB, and {available} MiB are available; nothing was begun"
            )))
        }
        _ => Ok(()),
    }
}
