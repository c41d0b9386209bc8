//! Processor time: what a player may use, and what a simulation has used, however busy the machine is.

use rustix::time::{ClockId, Timespec, clock_gettime};

/// The processor time of this thread, in seconds.
pub fn thread_seconds() -> f64 {
    seconds(clock_gettime(ClockId::ThreadCPUTime))
}

/// The processor time of all threads of the process, in seconds.
pub fn process_seconds() -> f64 {
    seconds(clock_gettime(ClockId::ProcessCPUTime))
}

fn seconds(time: Timespec) -> f64 {
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}
