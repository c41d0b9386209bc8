//! A file that gets its name only when it is whole.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

/// A neighbour of the file to be, `.partial` behind its name. It goes when it is dropped.
pub(super) struct Partial {
    target: PathBuf,
    path: PathBuf,
}

impl Partial {
    /// An empty file; one that an earlier run was killed over is replaced.
    pub(super) fn new(target: &Path) -> io::Result<Self> {
        let mut path = target.as_os_str().to_owned();
        path.push(".partial");
        let path = PathBuf::from(path);
        File::create(&path)?;
        Ok(Self { target: target.to_owned(), path })
    }

    /// Where to write.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The name it will have.
    pub(super) fn target(&self) -> &Path {
        &self.target
    }

    /// Gives the file its name once it is on the disk.
    pub(super) fn rename(self) -> io::Result<()> {
        File::options().write(true).open(&self.path)?.sync_all()?;
        fs::rename(&self.path, &self.target)
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        // After the renaming there is none; and what fails to be removed is of no use, under a name that says so.
        let _ = fs::remove_file(&self.path);
    }
}
