//! What the system tells of a process.

use std::fs;

/// Ticks a second in `/proc`: on Linux always this many.
const TICKS: f64 = 100.0;

/// The bytes of memory that a process holds.
pub fn resident(id: u32) -> Result<u64, String> {
    let path = format!("/proc/{id}/status");
    let status = fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
    let kilobytes = line.trim().trim_end_matches(" kB").parse::<u64>();
    kilobytes.map(|kilobytes| kilobytes << 10).map_err(|error| format!("{path}: {error}"))
}

/// The processor time of all threads of a process so far, in seconds, those that have ended included.
///
/// The system counts in hundredths, which one move hardly is; over the moves of a match the errors cancel.
pub fn seconds(id: u32) -> Result<f64, String> {
    ticks(&format!("/proc/{id}/stat"), 13).map(|ticks| ticks / TICKS)
}

/// The processor time of all programs started and ended so far.
pub fn children_seconds() -> Result<f64, String> {
    ticks("/proc/self/stat", 15).map(|ticks| ticks / TICKS)
}

/// User and system time together, two fields of a process's `stat`, counted from 0; the name in brackets may
/// hold spaces.
fn ticks(path: &str, first: usize) -> Result<f64, String> {
    let stat = fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let after_name = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
    let numbers = after_name.split(' ').skip(first - 2).take(2).map(str::parse::<f64>);
    numbers.sum::<Result<f64, _>>().map_err(|_| format!("{path}: {stat}"))
}
