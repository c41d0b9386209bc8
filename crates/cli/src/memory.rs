//! How much memory the process uses and may use, where the system tells.

use crate::failure::Failure;
use std::fs;

/// Refuses work that needs more memory than there is.
pub fn ensure(need: u64) -> Result<(), Failure> {
    let read = |path| fs::read_to_string(path).unwrap_or_default();
    match available(&read("/proc/meminfo"), &read("/proc/self/limits")) {
        Some(available) if available < need => Err(Failure::Environment(format!(
            "not enough memory: this may take {} MiB, and {} MiB are available; nothing was begun",
            need.div_ceil(1 << 20),
            available >> 20
        ))),
        _ => Ok(()),
    }
}

/// The most memory that the process has used.
pub fn peak_rss_bytes() -> Option<u64> {
    kib(&fs::read_to_string("/proc/self/status").ok()?, "VmHWM:")
}

/// What the system has left, or less where the process is limited to less.
fn available(meminfo: &str, limits: &str) -> Option<u64> {
    let free = kib(meminfo, "MemAvailable:");
    let limit = field(limits, "Max address space").and_then(|limit| limit.parse().ok());
    free.into_iter().chain(limit).min()
}

fn kib(text: &str, name: &str) -> Option<u64> {
    Some(field(text, name)?.parse::<u64>().ok()? << 10)
}

/// The first word after a name at the beginning of a line.
fn field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().find_map(|line| line.strip_prefix(name))?.split_whitespace().next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lesser_of_memory_and_limit_counts() {
        let meminfo = "MemTotal:       24684248 kB\nMemAvailable:       2048 kB\n";
        let limits = |soft| {
            format!("Limit  Soft  Hard  Units\nMax address space         {soft}    unlimited  bytes\n")
        };
        assert_eq!(available(meminfo, &limits("unlimited")), Some(2 << 20));
        assert_eq!(available(meminfo, &limits("1048576")), Some(1 << 20));
        assert_eq!(available(meminfo, ""), Some(2 << 20));
        assert_eq!(available("", &limits("unlimited")), None);
    }

    #[test]
    fn too_much_is_refused_with_figures() {
        ensure(0).unwrap();
        if fs::exists("/proc/meminfo").unwrap_or(false) {
            let refused = ensure(u64::MAX).unwrap_err().to_string();
            assert!(refused.contains("MiB are available"), "{refused}");
        }
    }
}
