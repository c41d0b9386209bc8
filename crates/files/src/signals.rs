//! Temporaries go also where the process is told to end: by Ctrl-C, TERM or HUP.
//!
//! Nothing is listened for until the first temporary is made: whoever wants to hear of signals otherwise (a
//! mount) writes no files.

use crate::remove;
use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGTERM},
    iterator::Signals,
    low_level::emulate_default_handler,
};
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process,
    sync::{Mutex, MutexGuard, Once, PoisonError, mpsc},
    thread,
};

/// Files and directories to be removed if the process ends by a signal.
static LIVING: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn living() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    LIVING.lock().unwrap_or_else(PoisonError::into_inner)
}

pub fn remember(path: &Path) {
    living().insert(path.to_owned());
}

pub fn forget(path: &Path) {
    living().remove(path);
}

/// While this is held the process does not end by a signal; and it is not had any more once it is ending. Who
/// makes files in a temporary directory, or moves them out of it, does so under it: what is removed would be
/// made again, or moved in part.
pub fn hold_off() -> impl Drop {
    living()
}

/// How often the removal of what is remembered is tried.
const TRIES: usize = 100;

/// Removes all that is remembered; nothing more is until the guard is dropped.
fn removed() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    let living = living();
    for path in living.iter() {
        // Other threads may still be writing into a directory.
        let _ = (0..TRIES).find(|_| remove(path).is_ok() || !path.exists());
    }
    living
}

/// Ends the process, wherever it is, with an exit status; temporaries go.
pub fn exit(status: i32) -> ! {
    let _living = removed();
    process::exit(status)
}

/// Listens from now on. Where no thread can be had for that, what a signal leaves is swept by a later run.
pub fn watch() {
    static BEGUN: Once = Once::new();
    BEGUN.call_once(|| {
        let (ready, is_ready) = mpsc::channel();
        // The thread first: signals that nobody answers any more could not end the process.
        let listener = thread::Builder::new().name("signals".to_owned()).spawn(move || {
            let mut signals = Signals::new(heard());
            let _ = ready.send(());
            for signal in signals.iter_mut().flat_map(Signals::forever) {
                let _living = removed();
                // Ends the process as if nobody had listened.
                let _ = emulate_default_handler(signal);
            }
        });
        if listener.is_ok() {
            let _ = is_ready.recv();
        }
    });
}

/// The signals that end the process; what it was started to ignore (`nohup`) it goes on ignoring.
fn heard() -> Vec<i32> {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0).collect()
}
