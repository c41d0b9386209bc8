//! Progress on standard error, for a person who waits longer than a second.

use crate::told;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::{
    borrow::Cow,
    io::{self, IsTerminal},
    thread,
    time::Duration,
};

/// A bar that appears only on a terminal, and only when the work takes its time. Threads may share it.
pub struct Progress {
    bar: ProgressBar,
}

/// How long one waits without wondering.
const UNSEEN: Duration = Duration::from_secs(1);

/// The mark of a line that tells pages of progress every now and then: behind it are the steps done, those of
/// the phase, and its name.
const MARK: &str = "progress";

/// A line of progress taken apart: the name of the phase, the steps done, and how many there are.
pub fn read(line: &str) -> Option<(&str, u64, u64)> {
    let mut parts = line.strip_prefix(MARK)?.strip_prefix(' ')?.splitn(3, ' ');
    let (done, of) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    Some((parts.next()?, done, of))
}

/// How often the bar is drawn though no step is done: a clock that runs tells that the program lives.
const TICK: Duration = Duration::from_millis(250);

impl Progress {
    /// A bar that is not yet to be seen.
    pub fn new() -> Self {
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::hidden());
        if told::by_pages() {
            let told = bar.downgrade();
            let _ = thread::Builder::new().spawn(move || {
                while let Some(bar) = told.upgrade().filter(|bar| !bar.is_finished()) {
                    let (done, of) = (bar.position(), bar.length().unwrap_or(0));
                    eprintln!("{MARK} {done} {of} {}", bar.message());
                    drop(bar);
                    thread::sleep(TICK);
                }
            });
        } else if io::stderr().is_terminal() {
            let unseen = bar.downgrade();
            // Who cannot have a thread goes without a bar.
            let _ = thread::Builder::new().spawn(move || {
                thread::sleep(UNSEEN);
                if let Some(bar) = unseen.upgrade().filter(|bar| !bar.is_finished()) {
                    bar.set_draw_target(ProgressDrawTarget::stderr());
                    bar.enable_steady_tick(TICK);
                }
            });
        }
        Self { bar }
    }

    /// Begins a phase of so many steps; 0 where nobody knows how many.
    pub fn phase(&self, name: impl Into<Cow<'static, str>>, steps: u64) {
        let template = match steps {
            0 => "{msg:<12} {human_pos} so far  {elapsed}",
            _ => "{msg:<12} {wide_bar} {percent:>3}%  {elapsed} ({left})",
        };
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        self.bar.set_style(style.with_key("left", left));
        self.bar.reset();
        self.bar.set_length(steps);
        self.bar.set_message(name);
    }

    /// Some steps of the phase are done.
    pub fn advance(&self, steps: u64) {
        self.bar.inc(steps);
    }
}

/// The estimate, which needs a step to be made of.
fn left(state: &ProgressState, out: &mut dyn std::fmt::Write) {
    let _ = match state.pos() {
        0 => write!(out, "no estimate yet"),
        _ => write!(out, "about {} left", HumanDuration(state.eta())),
    };
}

impl yomikiri_core::play::Progress for Progress {
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
