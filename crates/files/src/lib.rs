//! Files that get their names only when they are whole.
//!
//! What is written goes to a neighbour of the file to be, `.partial` behind its name, and is renamed once it is on the disk: a crash, a
//! full disk or an interruption leaves what was there before, and at most a neighbour whose name says what it is.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

/// The file beside another whose name is the other's with an ending.
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(ending);
    path.with_file_name(name)
}

/// A file on its way. It goes when it is dropped without having got its name.
#[derive(Debug)]
pub struct Partial {
    target: PathBuf,
    path: PathBuf,
}

impl Partial {
    /// An empty file; one that an earlier run was killed over is replaced.
    ///
    /// # Errors
    /// A file that cannot be made.
    pub fn new(target: &Path) -> io::Result<Self> {
        let path = beside(target, ".partial");
        File::create(&path)?;
        Ok(Self { target: target.to_owned(), path })
    }

    /// Where to write.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The name it will have.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Gives the file its name once it is on the disk.
    ///
    /// # Errors
    /// A disk that is full, a name that cannot be had.
    pub fn rename(self) -> io::Result<()> {
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

/// Writes a file that gets its name only when all is written.
///
/// # Errors
/// Those of the file, and those of `write`: nothing is left then.
pub fn write<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut File) -> Result<(), E>,
) -> Result<(), E> {
    let partial = Partial::new(path)?;
    let mut file = File::options().write(true).open(partial.path())?;
    write(&mut file)?;
    Ok(partial.rename()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn names(directory: &Path) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(directory)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_there_when_it_is_whole() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("table");
        let written: io::Result<()> = write(&path, |file| {
            file.write_all(b"half")?;
            assert_eq!(names(directory.path()), ["table.partial"]);
            file.write_all(b" and half")
        });
        written.unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"half and half");
        assert_eq!(names(directory.path()), ["table"]);
    }

    #[test]
    fn what_was_there_stays_when_writing_fails() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("table");
        fs::write(&path, b"old").unwrap();
        let written = write(&path, |file| {
            file.write_all(b"new")?;
            Err(io::Error::other("the disk is full"))
        });
        assert_eq!(written.unwrap_err().to_string(), "the disk is full");
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(names(directory.path()), ["table"]);
    }

    #[test]
    fn neighbours_have_their_endings_behind_the_whole_name() {
        assert_eq!(beside(Path::new("a/b.csv"), ".partial"), Path::new("a/b.csv.partial"));
    }
}
