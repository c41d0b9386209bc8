//! One way for files out, and one for files in.
//!
//! Out ([`Output`], [`write()`]): what is written goes to a temporary of its own beside the file to be, and
//! takes its name once it is on the disk. A crash, a full disk or an interruption leaves what was there
//! before; two runs with one name each give it a whole file, the later one stays. Links are followed: the
//! file that they point to is replaced. What is no regular file (a device, a pipe) is written to as it is.
//! Two runs that cannot both mean one name take a [`Claim`] on it. A [`Directory`] is empty
//! until all of it is written.
//!
//! In ([`read`], [`open`]): regular files only, since a pipe may wait and a device may have no end, and only
//! so many bytes.
//!
//! Texts of shogi programs are read and written in [`shift_jis`], tables for data frames are written as
//! [`parquet`].
//!
//! Long work is kept as it is done: a [`Journal`] of finished pieces, from which an interrupted run goes on,
//! and of work that splits by itself one for each [`Shard`], which [`merge()`] puts together.
//!
//! What of memory there is for what is not kept in files tells [`memory`].

mod claim;
mod directory;
mod input;
pub mod journal;
pub mod memory;
mod output;
pub mod parquet;
mod place;
mod shard;
pub mod shift_jis;
mod signals;
mod temporary;

use place::Place;

pub use claim::{Claim, Claimed};
pub use directory::Directory;
pub use input::{line, open, read, read_all, strip_bom};
pub use journal::{Entries, Journal, JournalError};
pub use output::{Output, ensure, write};
pub use shard::{Merged, Shard, merge};
pub use signals::exit;

use std::{
    env,
    fs::{self, File},
    io,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
};

/// Where tables are kept, unless somebody says otherwise: `yomikiri` under `$XDG_DATA_HOME`, or under
/// `~/.local/share`.
pub fn data_directory() -> PathBuf {
    // The XDG base directory specification tells to ignore what is not absolute.
    let absolute = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let data = absolute("XDG_DATA_HOME").or_else(|| absolute("HOME").map(|home| home.join(".local/share")));
    data.unwrap_or_default().join("yomikiri")
}

/// Whether two names lead to one file, be it there or not yet.
pub fn is_same(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| -> io::Result<PathBuf> {
        let path = match Place::of(path) {
            Ok(Place::Name(name)) => name,
            _ => path.to_owned(),
        };
        let beside = || Ok(parent(&path).canonicalize()?.join(path.file_name().unwrap_or_default()));
        path.canonicalize()
            .or_else(|_: io::Error| beside())
            .or_else(|_: io::Error| std::path::absolute(&path))
    };
    place(one).is_ok_and(|one| place(other).is_ok_and(|other| one == other))
}

/// Whether a name still leads to an open file or directory.
fn is_named(file: &File, path: &Path) -> io::Result<bool> {
    let own = file.metadata()?;
    Ok(fs::metadata(path).is_ok_and(|named| (named.dev(), named.ino()) == (own.dev(), own.ino())))
}

/// Gives a file the permissions of what has a name, if something has.
fn permit(file: &Path, name: &Path) -> io::Result<()> {
    fs::metadata(name).map_or(Ok(()), |before| fs::set_permissions(file, before.permissions()))
}

/// Removes a file, or a directory with all that is in it.
fn remove(path: &Path) -> io::Result<()> {
    if fs::symlink_metadata(path)?.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) }
}

/// The directory that a file is in.
fn parent(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The file beside another whose name is the other's with an ending.
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(ending);
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_file_may_have_several_names() {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        fs::create_dir(path("inner")).unwrap();
        std::os::unix::fs::symlink("one", path("link")).unwrap();
        assert!(is_same(&path("one"), &path("inner/../one")), "not yet there");
        assert!(is_same(&path("one"), &path("link")), "a link to what is not yet there");
        assert!(!is_same(&path("one"), &path("other")) && is_same(&path("none/one"), &path("none/one")));
        fs::write(path("one"), "").unwrap();
        assert!(is_same(&path("one"), &path("link")));
        assert!(!is_same(&path("one"), &path("inner")));
    }

    #[test]
    fn neighbours_have_their_endings_behind_the_whole_name() {
        assert_eq!(beside(Path::new("a/b.csv"), ".games"), Path::new("a/b.csv.games"));
    }
}
