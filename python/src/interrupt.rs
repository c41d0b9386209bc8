//! Ctrl-C, or whatever else Python has been told, while work is done without its lock.

use pyo3::{PyErr, Python};
use std::time::{Duration, Instant};

/// How often Python is asked.
const EVERY: Duration = Duration::from_millis(50);

/// Whether Python has been interrupted meanwhile.
pub struct Interrupt {
    asked: Instant,
    raised: Option<PyErr>,
}

impl Interrupt {
    /// From now on.
    pub fn new() -> Self {
        Self { asked: Instant::now(), raised: None }
    }

    /// Whether the work is to go on. Python hears of signals on its main thread only, where what it has for
    /// them runs within this work: it must not use the same solver or checker.
    #[expect(clippy::redundant_closure_for_method_calls, reason = "the method itself is of one lifetime")]
    pub fn goes_on(&mut self) -> bool {
        if self.raised.is_none() && self.asked.elapsed() >= EVERY {
            self.raised = Python::attach(|py| py.check_signals()).err();
            self.asked = Instant::now();
        }
        self.raised.is_none()
    }

    /// What the work has come to, or what was raised meanwhile.
    pub fn or<T>(self, done: T) -> Result<T, PyErr> {
        self.raised.map_or(Ok(done), Err)
    }
}
