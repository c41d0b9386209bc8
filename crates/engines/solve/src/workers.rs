//! Threads and their report.

/// Told how far the work is.
pub trait Progress: Sync {
    /// A phase of so many steps begins; 0 where nobody knows how many.
    fn phase(&self, name: &str, steps: u64);
    /// So many more steps are done.
    fn advance(&self, steps: u64);
}

/// Tells nobody.
pub struct NoProgress;

impl Progress for NoProgress {
    fn phase(&self, _: &str, _: u64) {}
    fn advance(&self, _: u64) {}
}

/// Runs `work` on so many threads and collects what they return, in order.
///
/// A worker that panics ends the process: the others may be waiting for it at a barrier, or for its share of the work,
/// and would wait for ever.
pub fn run<T: Send>(threads: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    std::thread::scope(|scope| {
        let work = &work;
        let guarded = move |i| {
            let _guard = AbortOnPanic;
            work(i)
        };
        let handles: Vec<_> = (0..threads).map(|i| scope.spawn(move || guarded(i))).collect();
        handles.into_iter().map(|handle| handle.join().expect("a panic has ended the process")).collect()
    })
}

/// Ends the process if it is dropped by a panic, whose message has been printed by then.
struct AbortOnPanic;

impl Drop for AbortOnPanic {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("a worker of the solver has failed, so the others cannot go on");
            std::process::abort();
        }
    }
}
