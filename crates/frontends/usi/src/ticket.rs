//! A search that may have to keep its answer to itself.

use crate::clock::Plan;
use std::sync::{Condvar, Mutex, PoisonError};
use yomikiri_search::alphabeta::Control;

/// What the reader holds of a running search. A search that ponders, or that was asked to go on for ever,
/// does not answer before it is let go, even if it has nothing left to do.
pub struct Ticket {
    pub control: Control,
    /// The time to think from a ponder hit on.
    plan: Option<Plan>,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    held: bool,
    answered: bool,
}

impl Ticket {
    pub fn new(plan: Option<Plan>, held: bool) -> Self {
        let control = Control::new();
        if let Some(plan) = plan.filter(|_| !held) {
            control.limit(plan.soft, plan.hard);
        }
        let state = Mutex::new(State { held, answered: false });
        Self { control, plan, state, changed: Condvar::new() }
    }

    /// The expected move was made: from now on the clock counts.
    pub fn ponder_hit(&self) {
        if let Some(plan) = self.plan {
            self.control.limit(plan.soft, plan.hard);
        }
        self.let_go();
    }

    /// Answer now.
    pub fn stop(&self) {
        self.control.stop();
        self.let_go();
    }

    /// Nobody will say anything more: what waits for a word answers now, any other search when it is done.
    pub fn leave(&self) {
        let held = self.state.lock().unwrap_or_else(PoisonError::into_inner).held;
        if held {
            self.stop();
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
