//! Threads.

use crate::SolveError;
use std::{
    sync::{Condvar, Mutex, PoisonError},
    thread,
};

/// Runs `work` on so many threads and collects what they return, in order.
///
/// None begins before all are there: workers wait for each other, and would wait for ever for one that cannot
/// be made.
///
/// A worker that panics ends the process: the others may be waiting for it at a barrier, or for its share of
/// the work, and would wait for ever.
///
/// # Errors
/// [`SolveError::Threads`] where the system gives fewer threads; nothing has been done then.
pub fn run<T: Send>(threads: usize, work: impl Fn(usize) -> T + Sync) -> Result<Vec<T>, SolveError> {
    let gate = Gate::default();
    thread::scope(|scope| {
        let (work, gate) = (&work, &gate);
        let guarded = move |i| {
            let _guard = AbortOnPanic;
            gate.wait().then(|| work(i))
        };
        let spawn = |i| thread::Builder::new().spawn_scoped(scope, move || guarded(i));
        let handles: Result<Vec<_>, _> = (0..threads).map(spawn).collect();
        gate.open(handles.is_ok());
        let handles = handles.map_err(|error| SolveError::Threads { threads, error })?;
        let worked = handles.into_iter().map(|handle| handle.join().expect("a panic has ended the process"));
        Ok(worked.map(|done| done.expect("the gate was opened to all")).collect())
    })
}

/// Where workers wait until it is known whether all are there.
#[derive(Default)]
struct Gate {
    /// Whether to begin, once that is known.
    begin: Mutex<Option<bool>>,
    known: Condvar,
}

impl Gate {
    fn open(&self, begin: bool) {
        *self.begin.lock().unwrap_or_else(PoisonError::into_inner) = Some(begin);
        self.known.notify_all();
    }

    /// Whether to begin.
    fn wait(&self) -> bool {
        let begin = self.begin.lock().unwrap_or_else(PoisonError::into_inner);
        let known = self.known.wait_while(begin, |begin| begin.is_none());
        known.unwrap_or_else(PoisonError::into_inner).unwrap_or(false)
    }
}

/// Ends the process if it is dropped by a panic, whose message has been printed by then: for threads that
/// others wait for.
pub struct AbortOnPanic;

impl Drop for AbortOnPanic {
    fn drop(&mut self) {
        if thread::panicking() {
            eprintln!("a worker of the solver has failed, so the others cannot go on");
            std::process::abort();
        }
    }
}
