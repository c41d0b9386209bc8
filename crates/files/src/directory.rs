//! A directory on its way out.

use crate::{Output, parent, permit, place::Place, signals, temporary::Temporary};
use std::{
    fs,
    io::{self, ErrorKind},
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
};

/// What a directory will hold. It is written to a temporary directory inside, which goes when this is dropped
/// before it is finished: a directory that was not filled to the end is empty.
#[derive(Debug)]
pub struct Directory {
    target: PathBuf,
    inner: Temporary,
}

impl Directory {
    /// Begins to fill a directory, which is made if it is not there.
    ///
    /// # Errors
    /// There is something in it ([`ErrorKind::DirectoryNotEmpty`]); it cannot be made.
    pub fn new(target: &Path) -> io::Result<Self> {
        // First, since it removes what a killed process has left in there.
        let new = Self::beside_others(target)?;
        for entry in fs::read_dir(target)? {
            if entry?.path() != new.path() {
                return Err(ErrorKind::DirectoryNotEmpty.into());
            }
        }
        Ok(new)
    }

    /// Begins to add to a directory, which is made if it is not there. What is there stays, but for what gets
    /// the same name.
    ///
    /// # Errors
    /// It cannot be made or written to.
    pub fn beside_others(target: &Path) -> io::Result<Self> {
        fs::create_dir_all(target)?;
        Ok(Self { target: target.to_owned(), inner: Temporary::directory_in(target)? })
    }

    /// An empty file in it.
    ///
    /// # Errors
    /// A file that cannot be made, or is there.
    pub fn file(&self, name: &str) -> io::Result<Output> {
        let _held_off = signals::hold_off();
        Output::within(&self.path().join(name), self.target.join(name))
    }

    /// An empty directory in it; its path.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn directory(&self, name: &str) -> io::Result<PathBuf> {
        let path = self.path().join(name);
        let _held_off = signals::hold_off();
        fs::create_dir_all(&path).map(|()| path)
    }

    /// Writes a file into it, by a path that may lead through directories which are not there yet.
    ///
    /// # Errors
    /// A file that cannot be made or written; it is named.
    pub fn write(&self, path: &str, bytes: &[u8]) -> io::Result<()> {
        let path = self.path().join(path);
        let _held_off = signals::hold_off();
        fs::create_dir_all(parent(&path)).and_then(|()| fs::write(&path, bytes)).map_err(naming(&path))
    }

    /// The directory that is filled.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Where to write.
    pub fn path(&self) -> &Path {
        self.inner.path()
    }

    /// Puts all that was written in its place once it is on the disk, `last` as the last: who finds that
    /// finds all.
    ///
    /// # Errors
    /// A disk that fails, a name that cannot be had.
    pub fn finish(self, last: &str) -> io::Result<()> {
        // All at once: to wait for each of thousands of small files takes minutes.
        rustix::fs::syncfs(self.inner.file())?;
        let mut moves = Vec::new();
        for entry in fs::read_dir(self.path())? {
            let entry = entry?;
            let (name, target) = (entry.file_name(), self.target.join(entry.file_name()));
            // All are looked at before the first is moved.
            let named = || named(&entry.path(), &target).map_err(naming(&target));
            let target = if entry.file_type()?.is_dir() { target.clone() } else { named()? };
            moves.push((name == last, entry.path(), target));
        }
        moves.sort_unstable();
        let _held_off = signals::hold_off();
        moves.into_iter().try_for_each(|(_, from, to)| fs::rename(from, to))
    }
}

/// An error that names what it is of.
fn naming(path: &Path) -> impl Fn(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// The name that a file gets: that at the end of links, with the permissions of what has it.
fn named(file: &Path, target: &Path) -> io::Result<PathBuf> {
    let Place::Name(name) = Place::of(target)? else {
        return Err(io::Error::new(ErrorKind::AlreadyExists, "is no file"));
    };
    if fs::metadata(parent(&name))?.dev() != fs::metadata(parent(file))?.dev() {
        return Err(io::Error::new(ErrorKind::CrossesDevices, "leads to another file system"));
    }
    permit(file, &name)?;
    Ok(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{fs::Permissions, os::unix::fs::PermissionsExt};

    #[test]
    fn a_directory_is_filled_or_empty() {
        let outer = tempfile::tempdir().unwrap();
        let target = outer.path().join("a/site");
        let begun = Directory::new(&target).unwrap();
        fs::write(begun.path().join("page"), "").unwrap();
        drop(begun);
        assert_eq!(fs::read_dir(&target).unwrap().count(), 0);

        fs::create_dir(target.join("yomikiri-1-0.partial")).unwrap();
        let begun = Directory::new(&target).unwrap();
        fs::create_dir(begun.path().join("pages")).unwrap();
        fs::write(begun.path().join("pages/one"), "1").unwrap();
        fs::write(begun.path().join("index"), "2").unwrap();
        assert!(!target.join("pages").exists());
        begun.finish("index").unwrap();
        assert_eq!(fs::read_to_string(target.join("pages/one")).unwrap(), "1");
        assert_eq!(fs::read_dir(&target).unwrap().count(), 2);

        let more = Directory::beside_others(&target).unwrap();
        more.file("index").unwrap().finish().unwrap();
        assert!(more.file("index").is_err(), "there already");
        fs::set_permissions(target.join("index"), Permissions::from_mode(0o600)).unwrap();
        more.finish("").unwrap();
        assert_eq!(fs::read(target.join("index")).unwrap(), b"");
        assert_eq!(fs::metadata(target.join("index")).unwrap().permissions().mode() & 0o777, 0o600);

        let error = Directory::new(&target).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::DirectoryNotEmpty);
        assert_eq!(fs::read_dir(&target).unwrap().count(), 2, "what is there stays");
    }
}
