//! A search that runs, and that may have to keep its answer to itself.

use std::sync::{Condvar, Mutex, PoisonError};
use yomikiri_core::play::{MoveTime, Stop};

/// Until when a search keeps its answer to itself, even if it has nothing left to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// It answers when it is done.
    Nothing,
    /// The move that it ponders on is made.
    PonderHit,
    /// It is told to answer: nothing else ends it.
    Stop,
}

/// What the reader holds of a running search.
pub struct RunningSearch {
    pub stop: Stop,
    /// The time to think from a ponder hit on.
    time: Option<MoveTime>,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    hold: Hold,
    answered: bool,
}

impl RunningSearch {
    pub fn new(time: Option<MoveTime>, hold: Hold) -> Self {
        let stop = Stop::new();
        if let Some(time) = time.filter(|_| hold == Hold::Nothing) {
            stop.limit(time);
        }
        let state = Mutex::new(State { hold, answered: false });
        Self { stop, time, state, changed: Condvar::new() }
    }

    /// The expected move was made: from now on the clock counts. A search that does not ponder goes on.
    pub fn ponder_hit(&self) {
        if self.hold() != Hold::PonderHit {
            return;
        }
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
        if self.hold() != Hold::Nothing {
            self.answer_now();
        }
    }

    fn hold(&self) -> Hold {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).hold
    }

    fn let_go(&self) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).hold = Hold::Nothing;
        self.changed.notify_all();
    }

    /// Waits until the search may answer.
    pub fn wait(&self) {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.changed.wait_while(state, |state| state.hold != Hold::Nothing));
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
