//! A search that runs, and that may have to keep its answer to itself.

use std::sync::{Condvar, Mutex, PoisonError};
use yomikiri_core::play::{MoveTime, Stop};

/// What the reader holds of a running search. A search that ponders, or that was asked to go on for ever,
/// does not answer before it is let go, even if it has nothing left to do.
pub struct RunningSearch {
    pub stop: Stop,
    /// The time to think from a ponder hit on.
    time: Option<MoveTime>,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    held: bool,
    answered: bool,
}

impl RunningSearch {
    pub fn new(time: Option<MoveTime>, held: bool) -> Self {
        let stop = Stop::new();
        if let Some(time) = time.filter(|_| !held) {
            stop.limit(time);
        }
        let state = Mutex::new(State { held, answered: false });
        Self { stop, time, state, changed: Condvar::new() }
    }

    /// The expected move was made: from now on the clock counts.
    pub fn ponder_hit(&self) {
        if let Some(time) = self.time {
            self.stop.limit(time);
        }
        self.let_go();
    }

    /// Answer now.
    pub fn answer_now(&self) {
        self.stop.stop();
        self.let_go();
    }

    /// Nobody will say anything more: what waits for a word answers now, any other search when it is done.
    pub fn leave(&self) {
        let held = self.state.lock().unwrap_or_else(PoisonError::into_inner).held;
        if held {
            self.answer_now();
        }
    }

    fn let_go(&self) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).held = false;
        self.changed.notify_all();
    }

    /// Waits until the search may answer.
    pub fn wait(&self) {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.changed.wait_while(state, |state| state.held));
    }

    /// The search is about to answer.
    pub fn finish(&self) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).answered = true;
        self.changed.notify_all();
    }

    /// Whether the search has answered, or is about to.
    pub fn is_finished(&self) -> bool {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).answered
    }
}
