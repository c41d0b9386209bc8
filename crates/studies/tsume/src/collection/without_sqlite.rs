//! In the place of `SQLite`, where the crate is built without it: its files are refused.

use super::{CollectionError, Provenance, reader::Entries};
use crate::Problem;
use std::{io, path::Path};

/// Nobody writes databases.
pub(super) enum Writer {}

fn refused() -> io::Error {
    io::Error::new(io::ErrorKind::Unsupported, "this program was built without SQLite")
}

impl Writer {
    pub(super) fn new(_: &Path, _: &Provenance) -> io::Result<Self> {
        Err(refused())
    }
}

impl super::Writer for Writer {
    fn push(&mut self, _: u64, _: &Problem) -> io::Result<()> {
        match *self {}
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        match *self {}
    }
}

/// Nobody reads them.
pub(super) fn entries(path: &Path) -> Result<Entries, CollectionError> {
    Err(CollectionError::io(path, refused()))
}
