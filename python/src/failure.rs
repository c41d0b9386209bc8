//! Which exceptions Python sees: `ValueError` for what cannot be used, `OSError` where the environment
//! failed.

use pyo3::{
    PyErr,
    exceptions::{PyOSError, PyValueError},
};
use std::fmt::Display;

/// Arguments or text that cannot be used; the sentence names what is wrong and what was expected.
pub fn unusable(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// No memory, no file, or a damaged one.
pub fn environment(error: impl Display) -> PyErr {
    PyOSError::new_err(error.to_string())
}
