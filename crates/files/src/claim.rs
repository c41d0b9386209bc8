//! A claim on a name: of two runs that cannot both mean it, the second is told.

use crate::{beside, is_named, signals};
use std::{
    fs::{self, File, TryLockError},
    io,
    path::{Path, PathBuf},
};

/// A name that is claimed until this is dropped: an empty file beside it, `.lock` behind its name, locked.
/// One that a killed process left keeps nobody from claiming.
#[derive(Debug)]
pub struct Claim {
    path: PathBuf,
    _file: File,
}

/// What came of claiming a name.
#[derive(Debug)]
pub enum Claimed {
    /// It is ours.
    Ours(Claim),
    /// Another program that is running has it.
    Theirs,
}

impl Claim {
    /// Claims the name of an output.
    ///
    /// # Errors
    /// The file beside it cannot be made.
    pub fn take(target: &Path) -> io::Result<Claimed> {
        signals::watch();
        let path = beside(target, ".lock");
        loop {
            let file = File::options().read(true).append(true).create(true).open(&path)?;
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => return Ok(Claimed::Theirs),
                // Not every file system knows locks.
                Ok(()) | Err(TryLockError::Error(_)) => {}
            }
            // Whoever had it may have removed it between our opening and our locking.
            if is_named(&file, &path)? {
                signals::remember(&path);
                return Ok(Claimed::Ours(Self { path, _file: file }));
            }
        }
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        // Before the lock is let go: what is removed is ours.
        let _ = fs::remove_file(&self.path);
        signals::forget(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_claimed_once() {
        let directory = tempfile::tempdir().unwrap();
        let target = directory.path().join("model");
        let is_ours = |claimed: &Claimed| matches!(claimed, Claimed::Ours(_));
        // One that a killed process left.
        fs::write(beside(&target, ".lock"), "").unwrap();
        let first = Claim::take(&target).unwrap();
        assert!(is_ours(&first) && !is_ours(&Claim::take(&target).unwrap()));
        drop(first);
        assert!(!beside(&target, ".lock").exists());
        assert!(is_ours(&Claim::take(&target).unwrap()));
    }
}
