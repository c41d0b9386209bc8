//! Long work that goes on while its page is open: so much of it at a time, the same request once, ended when
//! nobody looks any more.
//!
//! A page that is open follows the work by server-sent events, and every event that is taken is a look. A
//! page without a script looks when it is loaded.

use crate::works::{Finding, Order, WorkWatch, Works};
use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};
use tokio::{
    sync::{Semaphore, watch},
    task, time,
};
use yomikiri_core::Gap;

/// Pieces of work at a time: each takes all processors by itself.
const AT_A_TIME: usize = 1;

/// Pieces of work that go on or wait.
const OPEN: usize = 8;

/// Pieces of work that are remembered when they are done.
const DONE: usize = 32;

/// Between two events.
const TICK: Duration = Duration::from_millis(500);

/// How long work may take to end when the server does.
const END: Duration = Duration::from_secs(2);

/// How things stand with a piece of work.
#[derive(Clone, Debug, PartialEq)]
pub enum State {
    Waiting,
    Running {
        phase: Gap,
        done: u64,
        of: u64,
    },
    Done(Arc<Finding>),
    Failed(Gap),
    /// By a panic.
    Broken,
    Cancelled,
}

impl State {
    pub const fn is_open(&self) -> bool {
        matches!(self, Self::Waiting | Self::Running { .. })
    }
}

/// A piece of work.
pub struct Job {
    pub number: u64,
    pub order: Order,
    state: watch::Sender<State>,
    looked: Mutex<Instant>,
    cancelled: watch::Sender<bool>,
}

impl Job {
    pub fn state(&self) -> State {
        self.state.borrow().clone()
    }

    /// Somebody looks.
    pub fn look(&self) {
        *self.looked.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// How things stand, now and from now on.
    pub fn follow(&self) -> watch::Receiver<State> {
        let mut states = self.state.subscribe();
        states.mark_changed();
        states
    }

    pub fn cancel(&self) {
        self.cancelled.send_replace(true);
        self.state.send_if_modified(|state| {
            let waits = *state == State::Waiting;
            if waits {
                *state = State::Cancelled;
            }
            waits
        });
    }

    fn is_forgotten(&self, patience: Duration) -> bool {
        self.looked.lock().unwrap_or_else(PoisonError::into_inner).elapsed() > patience
    }
}

impl WorkWatch for Job {
    fn tell(&self, phase: Gap, done: u64, of: u64) {
        self.state.send_replace(State::Running { phase, done, of });
    }

    fn is_over(&self) -> bool {
        *self.cancelled.borrow()
    }
}

/// All pieces of work.
pub struct Jobs {
    works: Arc<dyn Works>,
    known: Mutex<BTreeMap<u64, Arc<Job>>>,
    places: Arc<Semaphore>,
    /// How much is at work at this moment.
    running: Arc<AtomicUsize>,
    /// How long work goes on that nobody looks at.
    patience: Duration,
}

impl Jobs {
    pub fn new(works: Arc<dyn Works>, patience: Duration) -> Self {
        let (known, running) = (Mutex::default(), Arc::default());
        Self { works, known, places: Arc::new(Semaphore::new(AT_A_TIME)), running, patience }
    }

    pub fn works(&self) -> &dyn Works {
        &*self.works
    }

    pub fn job(&self, number: u64) -> Option<Arc<Job>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).get(&number).cloned()
    }

    /// All that are known, the latest first.
    pub fn all(&self) -> Vec<Arc<Job>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).values().rev().cloned().collect()
    }

    /// The work that is asked for: that which goes on, or is done already unless it is to be done anew, or a
    /// new one; none if too much waits.
    pub fn start(&self, order: Order, anew: bool) -> Option<Arc<Job>> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let is_same = |job: &&Arc<Job>| {
            job.order == order
                && !job.is_over()
                && match job.state() {
                    State::Waiting | State::Running { .. } => true,
                    State::Done(_) => !anew,
                    State::Failed(_) | State::Broken | State::Cancelled => false,
                }
        };
        if let Some(same) = known.values().find(is_same) {
            same.look();
            return Some(same.clone());
        }
        if known.values().filter(|job| job.state().is_open()).count() >= OPEN {
            return None;
        }
        let ended: Vec<u64> =
            known.values().filter(|job| !job.state().is_open()).map(|job| job.number).collect();
        for number in ended.iter().take(ended.len().saturating_sub(DONE)) {
            known.remove(number);
        }
        let number = known.last_key_value().map_or(1, |(last, _)| last + 1);
        let job = Arc::new(Job {
            number,
            order,
            state: watch::Sender::new(State::Waiting),
            looked: Mutex::new(Instant::now()),
            cancelled: watch::Sender::new(false),
        });
        known.insert(number, job.clone());
        task::spawn(keep(job.clone(), self.patience));
        task::spawn(work(self.works.clone(), self.places.clone(), self.running.clone(), job.clone()));
        Some(job)
    }
}

impl Drop for Jobs {
    /// The server ends: so does all work, which gets a moment for it.
    fn drop(&mut self) {
        self.all().iter().for_each(|job| job.cancel());
        let began = Instant::now();
        while self.running.load(Ordering::Relaxed) > 0 && began.elapsed() < END {
            thread::sleep(END / 100);
        }
    }
}

/// Counted as long as it is there.
struct Running(Arc<AtomicUsize>);

impl Running {
    fn new(count: Arc<AtomicUsize>) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(count)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Tells the state again and again, so that it shows who looks, and ends the work when nobody does.
async fn keep(job: Arc<Job>, patience: Duration) {
    while job.state().is_open() {
        time::sleep(TICK.min(patience)).await;
        job.state.send_modify(|_| {});
        if job.is_forgotten(patience) {
            job.cancel();
        }
    }
}

/// Does a piece of work when there is a place.
async fn work(works: Arc<dyn Works>, places: Arc<Semaphore>, running: Arc<AtomicUsize>, job: Arc<Job>) {
    let Ok(_place) = places.acquire_owned().await else { return };
    if job.is_over() {
        return;
    }
    job.tell("".into(), 0, 0);
    let own = job.clone();
    let result = task::spawn_blocking(move || {
        let _running = Running::new(running);
        works.run(&own.order, &*own)
    });
    let result = result.await;
    job.state.send_replace(match result {
        _ if job.is_over() => State::Cancelled,
        Ok(Ok(finding)) => State::Done(Arc::new(finding)),
        Ok(Err(why)) => State::Failed(why),
        Err(_) => State::Broken,
    });
}
