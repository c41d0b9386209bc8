//! How much memory the process uses and may use, where the system tells.
//!
//! What there is, is the least of what the machine has left, what the process is limited to, and what is left
//! to the control groups that it is in (a container's limit): a process that takes more than those give is
//! killed without a word.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// What there is, in bytes; `None` where the system does not tell.
pub fn available() -> Option<u64> {
    let read = |path| fs::read_to_string(path).unwrap_or_default();
    let groups = left_to_groups(&read("/proc/self/cgroup"), Path::new("/sys/fs/cgroup"));
    left(&read("/proc/meminfo"), &read("/proc/self/limits")).into_iter().chain(groups).min()
}

/// What is left to the control groups of a process, as `/proc/self/cgroup` names them; version 2, and the
/// memory controller of version 1.
fn left_to_groups(groups: &str, root: &Path) -> Option<u64> {
    let group = |line: &str| {
        let mut fields = line.splitn(3, ':').skip(1);
        let (controllers, path) = (fields.next()?, fields.next()?.trim_start_matches('/').to_owned());
        let version_1 = controllers.split(',').any(|controller| controller == "memory");
        let (root, files) = match controllers {
            "" => (root.to_owned(), ["memory.max", "memory.current"]),
            _ if version_1 => (root.join("memory"), ["memory.limit_in_bytes", "memory.usage_in_bytes"]),
            _ => return None,
        };
        left_to_group(&root, &root.join(path), files)
    };
    groups.lines().filter_map(group).min()
}

/// The least that is left to a group and those around it. A container may see its own group at the root,
/// under another name.
fn left_to_group(root: &Path, group: &Path, [limit, used]: [&str; 2]) -> Option<u64> {
    let around: Vec<PathBuf> =
        group.ancestors().take_while(|path| path.starts_with(root)).map(Path::to_owned).collect();
    let left = |path: &PathBuf| {
        let read = |name| fs::read_to_string(path.join(name)).ok();
        let number = |text: &str| text.trim().parse::<u64>().ok();
        // Without a limit it is no number, or in version 1 one that no machine has.
        let limit = number(&read(limit)?)?;
        let statistics = read("memory.stat").unwrap_or_default();
        let cached = |name: &str| field(&statistics, name).and_then(number).unwrap_or(0);
        // What files have in memory is given back when it is wanted.
        let files = cached("inactive_file ") + cached("active_file ");
        let used = read(used).as_deref().and_then(number).unwrap_or(0);
        Some(limit.saturating_sub(used.saturating_sub(files)))
    };
    around.iter().filter_map(left).min()
}

/// The most memory that the process has used, in bytes.
pub fn peak_rss_bytes() -> Option<u64> {
    kib(&fs::read_to_string("/proc/self/status").ok()?, "VmHWM:")
}

/// What the system has left, or less where the process is limited to less.
fn left(meminfo: &str, limits: &str) -> Option<u64> {
    kib(meminfo, "MemAvailable:").into_iter().chain(mapped(limits)).min()
}

/// What the process may map, in bytes; `None` where nothing limits it.
pub fn addresses() -> Option<u64> {
    mapped(&fs::read_to_string("/proc/self/limits").unwrap_or_default())
}

/// The same by the text of `/proc/self/limits`.
fn mapped(limits: &str) -> Option<u64> {
    field(limits, "Max address space")?.parse().ok()
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
        assert_eq!(left(meminfo, &limits("unlimited")), Some(2 << 20));
        assert_eq!(left(meminfo, &limits("1048576")), Some(1 << 20));
        assert_eq!(left(meminfo, ""), Some(2 << 20));
        assert_eq!(left("", &limits("unlimited")), None);
    }

    #[test]
    fn the_limit_of_a_container_counts() {
        let root = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        let left = |groups| left_to_groups(groups, root.path());
        assert_eq!(left("0::/a/b\n"), None, "no group is to be seen");
        write("a/memory.max", "1000\n");
        write("a/memory.current", "700\n");
        write("a/memory.stat", "anon 400\nactive_file 100\ninactive_file 200\n");
        write("a/b/memory.max", "max\n");
        assert_eq!(left("0::/a/b\n"), Some(600), "the group around it is full sooner");
        write("a/b/memory.max", "500\n");
        assert_eq!(left("0::/a/b\n"), Some(500));
        // A container sees its own limit at the root, whatever its name is outside.
        write("memory.max", "50\n");
        assert_eq!(left("0::/\n"), Some(50));
        write("memory/memory.limit_in_bytes", "300\n");
        write("memory/memory.usage_in_bytes", "260\n");
        assert_eq!(left("5:cpu,cpuacct:/x\n4:memory:/docker/1\n"), Some(40));
    }
}
