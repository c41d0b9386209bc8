//! Pages shared out among threads.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

/// Runs `work` on every thread with a source of numbers below `count` that all share. What it gives does not
/// depend on how many threads there are: where the system gives fewer, those do all.
pub fn in_parallel<T: Send>(
    threads: usize,
    count: usize,
    work: impl Fn(&dyn Fn() -> Option<usize>) -> T + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let take = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&number| number < count);
    thread::scope(|scope| {
        let spawn = |_| thread::Builder::new().spawn_scoped(scope, || work(&take)).ok();
        let handles: Vec<_> = (1..threads).map_while(spawn).collect();
        let own = work(&take);
        let joined = handles.into_iter().map(|handle| handle.join().expect("a worker panicked"));
        joined.chain([own]).collect()
    })
}

/// What all threads have counted, each as [`in_parallel`] has it, added up.
pub fn counted<T: Send>(
    threads: usize,
    count: usize,
    work: impl Fn(&dyn Fn() -> Option<usize>) -> T + Sync,
    add: impl Fn(&mut T, &T),
) -> T {
    let counts = in_parallel(threads, count, work).into_iter().reduce(|mut sum, more| {
        add(&mut sum, &more);
        sum
    });
    counts.expect("there is at least one thread")
}
