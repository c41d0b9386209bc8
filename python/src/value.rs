//! Values as Python sees them.

use pyo3::prelude::*;
use yomikiri_core as core;

/// What a position is worth to the side to move under best play.
///
/// Values are ordered from the worst to the best for the side to move: a quick loss, a slow loss, a draw, a
/// slow win, a quick win.
#[pyclass(module = "yomikiri", frozen, eq, ord, hash)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(pub core::Value);

#[pymethods]
impl Value {
    /// `"win"`, `"draw"` or `"loss"`.
    #[getter]
    pub fn result(&self) -> &'static str {
        self.0.wdl().word()
    }

    /// The distance to the end in plies; `None` for a draw, or where it is not known.
    #[getter]
    pub fn plies(&self) -> Option<u16> {
        self.0.plies()
    }

    fn __repr__(&self) -> String {
        format!("<Value {}>", self.0)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }
}
