//! A file on its way out.

use crate::{permit, place::Place, temporary::Temporary};
use std::{
    fs::{self, File},
    io::{self, ErrorKind},
    os::unix::fs::FileTypeExt,
    path::{Path, PathBuf},
};

/// A file on its way. It goes when it is dropped without having got its name.
#[derive(Debug)]
pub struct Output {
    target: PathBuf,
    writing: Writing,
}

#[derive(Debug)]
enum Writing {
    /// Beside the file of this name, which it will be.
    Named(Temporary, PathBuf),
    /// Into what is there.
    Straight(File),
    /// Into a directory that is filled.
    Within(File, PathBuf),
}

impl Output {
    /// An empty file. Where there is something that is no regular file, what is written goes there at once;
    /// opening a pipe waits for its reader.
    ///
    /// # Errors
    /// A directory; a file that cannot be made.
    pub fn new(target: &Path) -> io::Result<Self> {
        let writing = match Place::of(target)? {
            Place::Name(name) => Writing::Named(Temporary::beside(&name)?, name),
            Place::Open => Writing::Straight(File::options().append(true).open(target)?),
        };
        Ok(Self { target: target.to_owned(), writing })
    }

    /// An empty file in a directory of one's own, with the name that it will have: it is there when the
    /// directory is filled.
    ///
    /// # Errors
    /// A file that cannot be made, or is there.
    pub(crate) fn within(path: &Path, target: PathBuf) -> io::Result<Self> {
        let file = File::options().read(true).write(true).create_new(true).open(path)?;
        Ok(Self { target, writing: Writing::Within(file, path.to_owned()) })
    }

    /// What to write to.
    ///
    /// # Errors
    /// No more files can be open.
    pub fn file(&self) -> io::Result<File> {
        self.handle().try_clone()
    }

    fn handle(&self) -> &File {
        match &self.writing {
            Writing::Named(temporary, _) => temporary.file(),
            Writing::Straight(file) | Writing::Within(file, _) => file,
        }
    }

    /// Where to write, for those who open files by name.
    ///
    /// # Errors
    /// What is written to has no file of its own: a device, a pipe.
    pub fn path(&self) -> io::Result<&Path> {
        match &self.writing {
            Writing::Named(temporary, _) => Ok(temporary.path()),
            Writing::Within(_, path) => Ok(path),
            Writing::Straight(_) => Err(io::Error::new(
                ErrorKind::Unsupported,
                "a file of this form cannot be written to a device or a pipe",
            )),
        }
    }

    /// The name it will have.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Gives the file its name once it is on the disk, unless its directory is filled as a whole; it may be
    /// read by whom the file before it might.
    ///
    /// # Errors
    /// A disk that is full, a name that cannot be had.
    pub fn finish(self) -> io::Result<()> {
        let Writing::Named(temporary, name) = self.writing else { return Ok(()) };
        permit(temporary.path(), &name)?;
        temporary.file().sync_all()?;
        temporary.rename(&name)
    }
}

/// Tries whether a file of this name could be written, without touching what is there.
///
/// # Errors
/// As [`Output::new`].
pub fn ensure(target: &Path) -> io::Result<()> {
    match Place::of(target)? {
        Place::Name(name) => Temporary::beside(&name).map(drop),
        // Opening a pipe would wait for its reader, and closing it again would be its end.
        Place::Open if fs::metadata(target)?.file_type().is_fifo() => Ok(()),
        Place::Open => File::options().append(true).open(target).map(drop),
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
    let output = Output::new(path)?;
    write(&mut output.file()?)?;
    Ok(output.finish()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        io::{Read, Write},
        os::{
            fd::AsRawFd,
            unix::fs::{PermissionsExt, symlink},
        },
    };

    fn names(directory: &Path) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(directory)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    fn save(path: &Path, bytes: &[u8]) -> io::Result<()> {
        write(path, |file| file.write_all(bytes))
    }

    #[test]
    fn a_file_is_there_when_it_is_whole() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("table");
        let written: io::Result<()> = write(&path, |file| {
            file.write_all(b"half")?;
            assert!(!path.exists());
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
    fn two_that_write_one_file_do_not_meet() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("table");
        let [first, second] = [b"first", b"other"].map(|bytes| {
            let output = Output::new(&path).unwrap();
            output.file().unwrap().write_all(bytes).unwrap();
            output
        });
        ensure(&path).unwrap();
        first.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"first");
        second.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"other");
        drop(Output::new(&path).unwrap());
        assert_eq!(
            (fs::read(&path).unwrap(), names(directory.path())),
            (b"other".to_vec(), vec!["table".into()])
        );
    }

    #[test]
    fn trying_a_place_touches_no_name() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("table");
        ensure(&path).unwrap();
        assert_eq!(names(directory.path()), [""; 0]);
        symlink("precious", directory.path().join("table.partial")).unwrap();
        fs::write(directory.path().join("precious"), "gold").unwrap();
        ensure(&path).unwrap();
        save(&path, b"table").unwrap();
        assert_eq!(fs::read(directory.path().join("precious")).unwrap(), b"gold");
        for wrong in
            [directory.path().join("none/table"), directory.path().into(), directory.path().join("x/")]
        {
            assert!(ensure(&wrong).is_err() && save(&wrong, b"").is_err(), "{}", wrong.display());
        }
    }

    #[test]
    fn links_are_followed() {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        fs::create_dir(path("far")).unwrap();
        symlink("far/table", path("second")).unwrap();
        symlink(path("second"), path("first")).unwrap();
        for content in [b"new", b"old"] {
            save(&path("first"), content).unwrap();
            assert_eq!(fs::read(path("far/table")).unwrap(), content);
            assert_eq!(names(&path("far")), ["table"]);
            assert!(path("first").is_symlink() && path("second").is_symlink());
        }
        symlink("round", path("round")).unwrap();
        assert!(save(&path("round"), b"").is_err());
    }

    #[test]
    fn what_is_no_regular_file_is_written_to() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("pipe");
        let (mut reader, writer) = io::pipe().unwrap();
        symlink(format!("/proc/self/fd/{}", writer.as_raw_fd()), &path).unwrap();
        ensure(&path).unwrap();
        save(&path, b"through").unwrap();
        drop(writer);
        let mut read = Vec::new();
        reader.read_to_end(&mut read).unwrap();
        assert_eq!((read, names(directory.path())), (b"through".to_vec(), vec!["pipe".into()]));
        let link = directory.path().join("full");
        symlink("/dev/full", &link).unwrap();
        ensure(&link).unwrap();
        assert_eq!(save(&link, b"x").unwrap_err().kind(), ErrorKind::StorageFull);
        assert!(fs::metadata("/dev/full").unwrap().file_type().is_char_device());
        assert!(Output::new(&link).unwrap().path().is_err());
    }

    #[test]
    fn a_file_keeps_its_permissions() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("secret");
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        save(&path, b"new").unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }
}
