//! What can go wrong with a collection, and whose fault it is.

use super::Format;
use std::{
    fmt, io,
    path::{Path, PathBuf},
};

/// A collection that cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum CollectionError {
    /// The name says no form.
    #[error("{}: expected a name that ends in {}", path.display(), Format::EXTENSIONS)]
    Extension {
        /// The name.
        path: PathBuf,
    },
    /// A form that is for people only.
    #[error("{}: a sheet is for printing; problems are read from {}", path.display(), Format::READABLE)]
    Unreadable {
        /// The name.
        path: PathBuf,
    },
    /// What is in the file is wrong.
    #[error("{}{place}: {message}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// Where in the file.
        place: Place,
        /// What is wrong, and what was expected.
        message: String,
    },
    /// The file cannot be written or read.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

/// A place in a collection; counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The file as a whole.
    File,
    /// A line of text.
    Line(u64),
    /// A row of a table, by its number.
    Row(i64),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File => Ok(()),
            Self::Line(number) => write!(f, ", line {number}"),
            Self::Row(number) => write!(f, ", problem {number}"),
        }
    }
}

impl CollectionError {
    pub(super) fn io(path: &Path, source: io::Error) -> Self {
        Self::Io { path: path.to_owned(), source }
    }

    pub(super) fn content(path: &Path, place: Place, message: &impl ToString) -> Self {
        Self::Content { path: path.to_owned(), place, message: message.to_string() }
    }

    /// A place that could not be read: a line is too long, the file was cut, or the environment failed.
    pub(super) fn unread(path: &Path, place: Place, source: io::Error) -> Self {
        match source.kind() {
            io::ErrorKind::InvalidData => Self::content(path, place, &source),
            _ => Self::io(path, source),
        }
    }

    /// Whether the environment failed, and not what the user gave.
    pub const fn is_environment(&self) -> bool {
        matches!(self, Self::Io { .. })
    }
}
