//! Collections: files of problems in several forms, chosen by the name, written whole or not at all, and read
//! again.
//!
//! A problem comes and goes by itself, so that a collection may be larger than memory; only the sheet keeps
//! the solutions until its end.

mod bounded;
#[cfg(feature = "sqlite")]
mod by_pieces;
#[cfg(feature = "sqlite")]
mod catalogue;
mod csv;
mod error;
mod format;
mod kif;
mod kif_reader;
mod lines;
mod reader;
mod sheet;
#[cfg(feature = "sqlite")]
mod sqlite;
#[cfg(not(feature = "sqlite"))]
#[path = "without_sqlite.rs"]
mod sqlite;

#[cfg(feature = "sqlite")]
pub use catalogue::Catalogue;
pub use error::{CollectionError, Place};
pub use format::Format;
pub use lines::without_words;
pub use reader::{Problems, read};

use crate::Problem;
use std::{fs::File, io, path::Path};
use yomikiri_files::{Directory, Output};

/// The version of the forms that hold more than a foreign format says: `SQLite` and CSV.
pub const VERSION: u32 = 1;

/// Where a collection comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provenance {
    /// The command that made it.
    pub command: String,
    /// Letters of the piece set that was enumerated; empty if there was none.
    pub set: String,
}

/// A collection that is being written. Until it is [finished](Self::finish) nothing has its name, and one
/// that is dropped before leaves nothing behind.
pub struct Collection {
    // Dropped before the file that it writes to is removed.
    writer: Box<dyn Writer>,
    output: Output,
    count: u64,
}

/// What every form does. A problem comes with its number, from 1.
trait Writer {
    fn push(&mut self, number: u64, problem: &Problem) -> io::Result<()>;

    /// Writes what comes last, and closes the file.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// Begins a collection whose form the extension of `path` chooses.
///
/// # Errors
/// The extension is none of [`Format::EXTENSIONS`], or the file cannot be made.
pub fn create(path: &Path, about: &Provenance) -> Result<Collection, CollectionError> {
    begin(path, about, || Output::new(path))
}

/// Begins a collection in a directory that is being filled.
///
/// # Errors
/// As [`create`].
pub fn create_in(
    directory: &Directory,
    name: &str,
    about: &Provenance,
) -> Result<Collection, CollectionError> {
    begin(&directory.target().join(name), about, || directory.file(name))
}

fn begin(
    path: &Path,
    about: &Provenance,
    output: impl FnOnce() -> io::Result<Output>,
) -> Result<Collection, CollectionError> {
    let format = Format::of(path)?;
    let output = output().map_err(|error| CollectionError::io(path, error))?;
    let writer: io::Result<Box<dyn Writer>> = match format {
        Format::Sqlite => output.path().and_then(|path| boxed(sqlite::Writer::new(path, about))),
        _ => output.file().and_then(|file| of_file(format, file, about)),
    };
    let writer = writer.map_err(|error| CollectionError::io(path, error))?;
    Ok(Collection { writer, output, count: 0 })
}

/// Whoever writes a form to an empty file, from its beginning to its end.
fn of_file(format: Format, file: File, about: &Provenance) -> io::Result<Box<dyn Writer>> {
    match format {
        Format::Sqlite => unreachable!("a database is opened by its name"),
        Format::Csv => boxed(csv::Writer::new(file)),
        Format::Sfen => boxed(Ok(lines::Writer::new(file, false))),
        Format::Text => boxed(Ok(lines::Writer::new(file, true))),
        Format::Kif => boxed(kif::Writer::new(file, kif::Encoding::ShiftJis)),
        Format::Kifu => boxed(kif::Writer::new(file, kif::Encoding::Utf8)),
        Format::Sheet => boxed(sheet::Writer::new(file, about)),
    }
}

fn boxed<W: Writer + 'static>(writer: io::Result<W>) -> io::Result<Box<dyn Writer>> {
    Ok(Box::new(writer?))
}

impl Collection {
    /// Adds a problem.
    ///
    /// # Errors
    /// The file system's; the collection is of no use then.
    pub fn push(&mut self, problem: &Problem) -> Result<(), CollectionError> {
        self.push_numbered(self.count + 1, problem)
    }

    /// Adds a problem under a number of its own, where the form has numbers.
    ///
    /// # Errors
    /// As [`push`](Self::push).
    pub fn push_numbered(&mut self, number: u64, problem: &Problem) -> Result<(), CollectionError> {
        self.count += 1;
        let pushed = self.writer.push(number, problem);
        pushed.map_err(|error| CollectionError::io(self.output.target(), error))
    }

    /// Gives the whole collection its name; how many problems it holds.
    ///
    /// # Errors
    /// The file system's; nothing is left then.
    pub fn finish(self) -> Result<u64, CollectionError> {
        let Self { writer, output, count } = self;
        let target = output.target().to_owned();
        let done = writer.finish().and_then(|()| output.finish());
        done.map(|()| count).map_err(|error| CollectionError::io(&target, error))
    }
}
