//! Progress on standard error, for a person who waits longer than a second.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::{
    borrow::Cow,
    io::{self, IsTerminal},
    time::{Duration, Instant},
};

/// A bar that appears only on a terminal, and only when the work takes its time. Threads may share it.
pub struct Progress {
    bar: ProgressBar,
    began: Instant,
}

/// How long one waits without wondering.
const PATIENCE: Duration = Duration::from_secs(1);

impl Progress {
    /// A bar that is not yet to be seen.
    pub fn new() -> Self {
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::hidden());
        Self { bar, began: Instant::now() }
    }

    /// Begins a phase of so many steps; 0 where nobody knows how many.
    pub fn phase(&self, name: impl Into<Cow<'static, str>>, steps: u64) {
        let template = match steps {
            0 => "{msg:<12} {human_pos} so far  {elapsed}",
            _ => "{msg:<12} {wide_bar} {percent:>3}%  {elapsed} (about {eta} left)",
        };
        self.bar.set_style(
            ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()),
        );
        self.bar.reset();
        self.bar.set_length(steps);
        self.bar.set_message(name);
    }

    /// Some steps of the phase are done.
    pub fn advance(&self, steps: u64) {
        if self.bar.is_hidden() && self.began.elapsed() > PATIENCE && io::stderr().is_terminal() {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.inc(steps);
    }
}

impl yomikiri_solve::Progress for Progress {
    fn phase(&self, name: &str, steps: u64) {
        self.phase(name.to_owned(), steps);
    }

    fn advance(&self, steps: u64) {
        self.advance(steps);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
