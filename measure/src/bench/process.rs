//! What the system tells of a process.

use std::{fs, path::Path};

/// The bytes of memory that a process holds.
pub fn resident(id: u32) -> Result<u64, String> {
    let path = format!("/proc/{id}/status");
    let status = fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
    let kilobytes = line.trim().trim_end_matches(" kB").parse::<u64>();
    kilobytes.map(|kilobytes| kilobytes << 10).map_err(|error| format!("{path}: {error}"))
}

/// The processor time of a process so far, in seconds.
pub fn seconds(id: u32) -> Result<f64, String> {
    // User and system time, in hundredths of a second.
    Ok(fields(Path::new(&format!("/proc/{id}/stat")), 13..15)?.iter().sum::<f64>() / 100.0)
}

/// The processor time of all programs started and ended so far.
pub fn children_seconds() -> Result<f64, String> {
    Ok(fields(Path::new("/proc/self/stat"), 15..17)?.iter().sum::<f64>() / 100.0)
}

/// Numbers of a process's `stat`, counted from 0; the name in brackets may hold spaces.
fn fields(path: &Path, which: std::ops::Range<usize>) -> Result<Vec<f64>, String> {
    let stat = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let after_name = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
    let numbers = after_name.split(' ').skip(which.start - 2).take(which.len());
    numbers.map(|number| number.parse().map_err(|_| format!("{}: {stat}", path.display()))).collect()
}
