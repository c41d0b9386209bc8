//! The processor time that another process has taken.

use std::fs;

/// Ticks a second in `/proc`: on Linux always this many.
const TICKS: f64 = 100.0;

/// Seconds of all threads so far, those that have ended included; 0 where the system does not tell.
///
/// The system counts in hundredths, which one move hardly is; over the moves of a match the errors cancel.
pub fn seconds(process: u32) -> f64 {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The name of the program, in parentheses, may hold spaces.
    let fields = text.rsplit_once(')').map_or("", |(_, fields)| fields);
    let ticks: f64 =
        fields.split_whitespace().skip(11).take(2).filter_map(|field| field.parse::<f64>().ok()).sum();
    ticks / TICKS
}
