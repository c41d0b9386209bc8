//! Work on a stream with all threads: answers in the order of the stream, each as soon as those before it are
//! there.
//!
//! One thread reads, for nobody knows when the next line comes; what is read ahead is bounded, so that one
//! slow item does not fill the memory with the answers behind it.

use crate::failure::Failure;
use std::{
    collections::BTreeMap,
    io,
    panic::{self, AssertUnwindSafe},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{self, Receiver, Sender, SyncSender},
    },
    thread::{self, JoinHandle},
};

/// So many items are read ahead of the first that is not answered yet.
const AHEAD: usize = 4096;

/// Gives `give` what a worker makes of each item. Each of the threads makes a worker of its own.
pub fn in_order<T, R, W>(
    threads: usize,
    items: impl FnOnce() -> Box<dyn Iterator<Item = T>> + Send + 'static,
    worker: impl Fn() -> W + Clone + Send + 'static,
    mut give: impl FnMut(R) -> Result<(), Failure>,
) -> Result<(), Failure>
where
    T: Send + 'static,
    R: Send + 'static,
    W: FnMut(T) -> R,
{
    let (permits, spent) = mpsc::sync_channel(AHEAD);
    let (sender, jobs) = mpsc::channel();
    let (answers, answered) = mpsc::channel();
    let jobs = Arc::new(Mutex::new(jobs));
    let mut running = vec![spawn(move || read(items(), &permits, &sender))?];
    for _ in 0..threads {
        let (jobs, answers, worker) = (Arc::clone(&jobs), answers.clone(), worker.clone());
        running.push(spawn(move || work(&jobs, worker(), &answers))?);
    }
    // The answers end when the workers do.
    drop(answers);
    let (mut next, mut early) = (0, BTreeMap::new());
    for (number, answer) in answered {
        early.insert(number, answer);
        while let Some(answer) = early.remove(&next) {
            next += 1;
            let _ = spent.recv();
            give(answer.unwrap_or_else(|panicked| panic::resume_unwind(panicked)))?;
        }
    }
    for thread in running {
        thread.join().unwrap_or_else(|panicked| panic::resume_unwind(panicked));
    }
    Ok(())
}

fn spawn(work: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>, Failure> {
    let failed = |error: io::Error| Failure::environment(format!("a thread: {error}"));
    thread::Builder::new().spawn(work).map_err(failed)
}

fn read<T>(items: impl Iterator<Item = T>, permits: &SyncSender<()>, jobs: &Sender<(u64, T)>) {
    for job in (0..).zip(items) {
        if permits.send(()).is_err() || jobs.send(job).is_err() {
            return;
        }
    }
}

/// An answer that never came would be waited for, so that a panic is one.
fn work<T, R>(
    jobs: &Mutex<Receiver<(u64, T)>>,
    mut worker: impl FnMut(T) -> R,
    answers: &Sender<(u64, thread::Result<R>)>,
) {
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((number, item)) = job else { return };
        let answer = panic::catch_unwind(AssertUnwindSafe(|| worker(item)));
        if answers.send((number, answer)).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_come_in_the_order_of_the_items_and_none_is_lost() {
        let mut got = Vec::new();
        // Those that take longest come first.
        let work = || {
            |item: u64| {
                thread::sleep(std::time::Duration::from_micros(200 - (item % 20) * 10));
                item * 2
            }
        };
        in_order(
            2,
            || Box::new(0..500),
            work,
            |answer| {
                got.push(answer);
                Ok(())
            },
        )
        .unwrap();
        assert!(got.iter().copied().eq((0..500).map(|item| item * 2)));
    }

    #[test]
    #[should_panic(expected = "the third")]
    fn a_panic_of_a_worker_is_one_of_all() {
        // More than is read ahead of an answer that does not come.
        let items = || -> Box<dyn Iterator<Item = usize>> { Box::new(0..3 * AHEAD) };
        let work = || |item: usize| assert!(item != 2, "the third");
        in_order(2, items, work, |()| Ok(())).unwrap();
    }

    #[test]
    fn no_more_is_read_ahead_than_is_allowed() {
        let (gate, opened) = mpsc::channel::<()>();
        let (count, counted) = mpsc::channel();
        let opened = Arc::new(Mutex::new(opened));
        let reading = thread::spawn(move || {
            let items = move || -> Box<dyn Iterator<Item = usize>> {
                Box::new((0..2 * AHEAD).inspect(move |&item| count.send(item).unwrap()))
            };
            // The first item waits.
            let work = move || {
                let opened = Arc::clone(&opened);
                move |item: usize| {
                    if item == 0 {
                        let _ = opened.lock().unwrap().recv();
                    }
                    item
                }
            };
            let mut answers = 0;
            in_order(2, items, work, |_| {
                answers += 1;
                Ok(())
            })
            .unwrap();
            answers
        });
        let ahead = counted.iter().take(AHEAD + 1).count();
        assert_eq!(ahead, AHEAD + 1);
        thread::sleep(std::time::Duration::from_millis(50));
        assert!(counted.try_recv().is_err(), "the reader went on");
        drop(gate);
        // The rest is read then.
        assert_eq!(counted.iter().count(), AHEAD - 1);
        assert_eq!(reading.join().unwrap(), 2 * AHEAD);
    }
}
