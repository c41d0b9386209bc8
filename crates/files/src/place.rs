//! What a name for an output stands for.

use std::{
    fs,
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

/// Where an output goes.
#[derive(Debug)]
pub enum Place {
    /// To a regular file of this name, links followed; it need not be there.
    Name(PathBuf),
    /// Into what is there: a device, a pipe, or a file that is open already (`/dev/stdout`).
    Open,
}

/// As many links in a row as Linux follows.
const LINKS: usize = 40;

impl Place {
    /// # Errors
    /// A directory, or what cannot be looked at.
    pub fn of(target: &Path) -> io::Result<Self> {
        if target.as_os_str().as_encoded_bytes().ends_with(b"/") {
            return Err(ErrorKind::IsADirectory.into());
        }
        match fs::metadata(target) {
            Ok(there) if there.is_dir() => Err(ErrorKind::IsADirectory.into()),
            Ok(there) if !there.is_file() => Ok(Self::Open),
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
            _ => Self::followed(target),
        }
    }

    /// The file at the end of the links, whether it is there or not.
    fn followed(target: &Path) -> io::Result<Self> {
        let mut path = target.to_owned();
        for _ in 0..LINKS {
            // What these show are not names but files that are open; their links may lead to names that are
            // gone.
            if path.starts_with("/proc") || path.starts_with("/dev/fd") {
                return Ok(Self::Open);
            }
            match fs::read_link(&path) {
                Ok(to) => path = path.parent().unwrap_or(Path::new("")).join(to),
                Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::NotFound) => {
                    return Ok(Self::Name(path));
                }
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::other("too many links"))
    }
}
