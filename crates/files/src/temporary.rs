//! Temporaries: a file or a directory of one's own that nobody else opens, and that does not outlive who made
//! it for long.
//!
//! Its name begins with `yomikiri-`, holds the process and a count, and ends in `.partial`; it is locked for
//! as long as it is written. One that is not locked has been left by a process that was killed, and goes when
//! the next temporary is made in the same directory.

use crate::{is_named, parent, remove, signals};
use std::{
    ffi::OsStr,
    fs::{self, File, FileType},
    io::{self, ErrorKind},
    path::{Path, PathBuf},
    process,
    sync::atomic::{AtomicU64, Ordering},
};

const BEGINNING: &str = "yomikiri-";
const ENDING: &str = ".partial";

/// A file, or a directory with all that is in it, that goes when it is dropped without having got a name.
#[derive(Debug)]
pub struct Temporary {
    path: PathBuf,
    file: File,
}

impl Temporary {
    /// An empty file in the directory of `target`.
    ///
    /// # Errors
    /// A file that cannot be made there.
    pub fn beside(target: &Path) -> io::Result<Self> {
        Self::make(parent(target), |path| File::options().read(true).write(true).create_new(true).open(path))
    }

    /// An empty directory in another.
    ///
    /// # Errors
    /// A directory that cannot be made there.
    pub fn directory_in(parent: &Path) -> io::Result<Self> {
        Self::make(parent, |path| {
            fs::create_dir(path)?;
            File::open(path).inspect_err(|_| drop(fs::remove_dir(path)))
        })
    }

    fn make(parent: &Path, make: impl Fn(&Path) -> io::Result<File>) -> io::Result<Self> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        signals::watch();
        sweep(parent);
        loop {
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let path = parent.join(format!("{BEGINNING}{}-{count}{ENDING}", process::id()));
            let file = match make(&path) {
                // Left by a process of the same number, or of one in another container.
                Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
                made => made?,
            };
            signals::remember(&path);
            let temporary = Self { path, file };
            // Not every file system knows locks; there nothing is swept either.
            let _ = temporary.file.lock();
            // Somebody who sweeps may have been quicker than the lock.
            if is_named(&temporary.file, &temporary.path)? {
                return Ok(temporary);
            }
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub const fn file(&self) -> &File {
        &self.file
    }

    /// Gives the file a name; what had it before is gone.
    pub fn rename(self, name: &Path) -> io::Result<()> {
        fs::rename(&self.path, name)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // After the renaming there is none; and what fails to be removed is of no use, under a name that says
        // so.
        if is_named(&self.file, &self.path).unwrap_or(false) {
            let _ = remove(&self.path);
        }
        signals::forget(&self.path);
    }
}

/// Removes what killed processes have left. Where that fails, it stays: it keeps nobody from anything.
fn sweep(directory: &Path) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let is_ours = |kind: FileType| kind.is_file() || kind.is_dir();
        if is_name(&entry.file_name()) && entry.file_type().is_ok_and(is_ours) {
            let _ = remove_abandoned(&entry.path());
        }
    }
}

fn remove_abandoned(path: &Path) -> io::Result<()> {
    let file = File::open(path)?;
    // Held until it is gone, so that whoever is about to lock it sees that it is gone.
    file.try_lock()?;
    remove(path)
}

fn is_name(name: &OsStr) -> bool {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let middle = name.to_str().and_then(|name| name.strip_prefix(BEGINNING)?.strip_suffix(ENDING));
    middle.and_then(|middle| middle.split_once('-')).is_some_and(|(pid, count)| number(pid) && number(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_process_left_is_swept_and_nothing_else() {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        for name in ["yomikiri-1-0.partial", "yomikiri-1-x.partial", "x.partial", "yomikiri-1-0.partial.csv"]
        {
            fs::write(path(name), name).unwrap();
        }
        fs::create_dir_all(path("yomikiri-1-1.partial/inner")).unwrap();
        fs::write(path("yomikiri-1-1.partial/inner/page"), "").unwrap();
        let dir = Temporary::directory_in(directory.path()).unwrap();
        fs::write(dir.path().join("page"), "").unwrap();
        let living = Temporary::beside(&path("one")).unwrap();
        let other = Temporary::beside(&path("two")).unwrap();
        assert!(living.path().exists() && other.path().exists(), "a living one stays");
        assert!(dir.path().join("page").exists(), "a living directory stays");
        assert!(!path("yomikiri-1-0.partial").exists() && !path("yomikiri-1-1.partial").exists());
        let gone = dir.path().to_owned();
        drop(dir);
        assert!(!gone.exists());
        for name in ["yomikiri-1-x.partial", "x.partial", "yomikiri-1-0.partial.csv"] {
            assert!(path(name).exists(), "{name}");
        }
    }
}
