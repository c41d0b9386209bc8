//! Whether mounts can be tested here.

use std::{fs::OpenOptions, process::Command};

/// A directory to mount on; `None`, and a word about it, where nothing can be mounted.
pub fn place() -> Option<tempfile::TempDir> {
    let fuse = OpenOptions::new().read(true).write(true).open("/dev/fuse");
    let program = Command::new("fusermount3").arg("-V").output();
    match fuse.err().or(program.err()) {
        None => Some(tempfile::tempdir().unwrap()),
        Some(error) => {
            println!("skipped: there is no FUSE here (/dev/fuse, fusermount3): {error}");
            None
        }
    }
}
