//! Work that takes a processor: so much at a time as there are processors, on threads of its own, so that
//! connections are answered meanwhile.

use crate::{fault::Fault, turns::Turns};
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};
use tokio::{sync::Semaphore, task};

/// The places at which work is done.
pub struct Searches {
    free: Arc<Semaphore>,
    places: usize,
    turns: Turns,
}

/// Told by long work between its parts: nobody waits for it any more.
pub struct Abandoned(Arc<AtomicBool>);

impl Abandoned {
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A piece of work on its way to a thread.
type Work<T> = Box<dyn FnOnce(&Abandoned) -> Result<T, Fault> + Send>;

/// Set when the request that waits is dropped: the reader has gone, or its time is over.
struct Waiting(Arc<AtomicBool>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Searches {
    /// As many places as there are processors, but for so many that are left to others, and at least one.
    pub fn new(others: usize) -> Self {
        let places = thread::available_parallelism().map_or(1, usize::from).saturating_sub(others).max(1);
        Self { free: Arc::new(Semaphore::new(places)), places, turns: Turns::default() }
    }

    /// How many places there are.
    pub const fn places(&self) -> usize {
        self.places
    }

    /// Does a piece of work when a place is free. The place is held until the work ends, even where nobody
    /// waits for it any more.
    pub fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Abandoned) -> Result<T, Fault> + Send + 'static,
    ) -> impl Future<Output = Result<T, Fault>> {
        self.run_boxed(Box::new(work))
    }

    /// The same for work that finds what is kept: of several who want the same, told by the key, one works at
    /// a time, and the next find it.
    pub async fn run_in_turn<T: Send + 'static>(
        &self,
        key: String,
        work: impl FnOnce(&Abandoned) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let _turn = self.turns.take(key).await;
        self.run(work).await
    }

    /// [`Self::run`] behind a pointer: a task of tokio is compiled for each kind of result, not for each
    /// piece of work.
    async fn run_boxed<T: Send + 'static>(&self, work: Work<T>) -> Result<T, Fault> {
        let place = self.free.clone().acquire_owned().await.map_err(|_| Fault::Busy)?;
        let abandoned = Arc::new(AtomicBool::new(false));
        let waiting = Waiting(abandoned.clone());
        let work = task::spawn_blocking(move || {
            let _place = place;
            work(&Abandoned(abandoned))
        });
        // A panic has told its story on standard error, and ends this request alone.
        let result = work.await.map_err(|_| Fault::Failed)?;
        drop(waiting);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{sync::atomic::AtomicUsize, time::Duration};
    use tokio::{task::JoinSet, time};

    #[tokio::test]
    async fn so_much_is_done_at_a_time_and_no_more() {
        let (searches, now, most) =
            (Arc::new(Searches::new(0)), Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let mut all = JoinSet::new();
        for number in 0..4 * searches.places() {
            let (searches, now, most) = (searches.clone(), now.clone(), most.clone());
            let work = move |_: &Abandoned| {
                most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                thread::sleep(Duration::from_millis(20));
                now.fetch_sub(1, Ordering::SeqCst);
                Ok(number)
            };
            all.spawn(async move { searches.run(work).await });
        }
        let mut done: Vec<_> = all.join_all().await.into_iter().map(Result::unwrap).collect();
        done.sort_unstable();
        assert_eq!(done, (0..4 * searches.places()).collect::<Vec<_>>());
        assert_eq!(most.load(Ordering::SeqCst), searches.places());
    }

    /// Work whose reader has gone is told so, and keeps its place until it ends.
    #[tokio::test]
    async fn work_that_nobody_waits_for_is_told_so() {
        let searches = Searches::new(usize::MAX);
        assert_eq!(searches.places(), 1);
        let told = Arc::<AtomicBool>::default();
        let (own, began) = (told.clone(), time::Instant::now());
        let work = searches.run(move |abandoned: &Abandoned| {
            while !abandoned.is_set() && began.elapsed() < Duration::from_secs(20) {
                thread::sleep(Duration::from_millis(1));
            }
            own.store(abandoned.is_set(), Ordering::SeqCst);
            Ok(())
        });
        assert!(time::timeout(Duration::from_millis(30), work).await.is_err());
        searches.run(|_: &Abandoned| Ok(())).await.unwrap();
        assert!(told.load(Ordering::SeqCst));
    }
}
