//! The parts of a table as files that are read, by whoever looks up and by whoever makes one file of them.

use crate::format::{AFTER_PAGES, Entry, NO_PART, PART_CUT, PART_MAGIC, PART_SUM, TableError, part_path};
use std::{
    fs::File,
    io::{self, BufReader, Read},
    path::{Path, PathBuf},
};
use yomikiri_core::Gap;

/// Bytes of a part that are read at once.
const READ: usize = 1 << 20;

/// The parts of a table while they are read, each from its beginning on.
pub(crate) struct Parts(Vec<(PathBuf, BufReader<File>)>);

impl Parts {
    /// Opens all parts.
    pub fn open(table: &Path, files: u32) -> Result<Self, TableError> {
        let part = |file| {
            let path = part_path(table, file, files);
            let io = |source| TableError::Io { path: path.clone(), source };
            let mut reader = BufReader::with_capacity(READ, yomikiri_files::open(&path).map_err(io)?);
            let mut magic = [0; PART_MAGIC.len()];
            match reader.read_exact(&mut magic) {
                Ok(()) if magic == PART_MAGIC => Ok((path, reader)),
                Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => Err(io(error)),
                _ => Err(damaged(&path, NO_PART)),
            }
        };
        (0..files).map(part).collect::<Result<_, _>>().map(Self)
    }

    /// Reads the page that comes next in its part.
    pub fn read(&mut self, number: usize, entry: &Entry, page: &mut [u8]) -> Result<(), TableError> {
        let (path, reader) = &mut self.0[entry.file as usize];
        match reader.read_exact(page) {
            Ok(()) if crc32fast::hash(page) == entry.crc => Ok(()),
            Ok(()) => Err(damaged(path, PART_SUM.with(number))),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                Err(damaged(path, PART_CUT.with(number)))
            }
            Err(source) => Err(TableError::Io { path: path.clone(), source }),
        }
    }

    /// All pages have been read: nothing may follow them.
    pub fn end(self) -> Result<(), TableError> {
        for (path, mut reader) in self.0 {
            let more =
                reader.read(&mut [0]).map_err(|source| TableError::Io { path: path.clone(), source })?;
            if more > 0 {
                return Err(damaged(&path, AFTER_PAGES));
            }
        }
        Ok(())
    }
}

fn damaged(path: &Path, part: impl Into<Gap>) -> TableError {
    TableError::Damaged { path: path.to_owned(), part: part.into() }
}
