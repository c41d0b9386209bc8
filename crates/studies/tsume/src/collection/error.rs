//! What can go wrong with a collection, and whose fault it is.

use super::Format;
use std::{
    io,
    path::{Path, PathBuf},
};
use yomikiri_core::{Gap, Language};

/// A collection that cannot be written or read.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message().in_language(Language::English))]
pub enum CollectionError {
    /// The name says no form.
    Extension {
        /// The name.
        path: PathBuf,
    },
    /// A form that is for people only.
    Unreadable {
        /// The name.
        path: PathBuf,
    },
    /// What is in the file is wrong.
    Content {
        /// The file.
        path: PathBuf,
        /// Where in the file.
        place: Place,
        /// What is wrong, and what was expected.
        message: Gap,
    },
    /// The file cannot be written or read.
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

yomikiri_core::phrases! { words;
    EXTENSION: "{}: expected a name that ends in {}", "{}: 名前は{}で終わる必要があります";
    SHEET: "{}: a sheet is for printing; problems are read from {}", "{}: 印刷用の紙面です。読めるのは{}です";
    OF_FILE: "{}: {}", "ファイル{}: {}";
    OF_LINE: "{}, line {}: {}", "{}の{}行目: {}";
    OF_ROW: "{}, problem {}: {}", "{}の第{}番: {}";
}

impl CollectionError {
    pub(super) fn io(path: &Path, source: io::Error) -> Self {
        Self::Io { path: path.to_owned(), source }
    }

    pub(super) fn content(path: &Path, place: Place, message: impl Into<Gap>) -> Self {
        Self::Content { path: path.to_owned(), place, message: message.into() }
    }

    /// What went wrong, in each language.
    pub fn message(&self) -> Gap {
        let shown = |path: &Path| path.display().to_string();
        let message = match self {
            Self::Extension { path } => EXTENSION.with(shown(path)).and(Format::EXTENSIONS),
            Self::Unreadable { path } => SHEET.with(shown(path)).and(Format::READABLE),
            Self::Content { path, place: Place::File, message } => {
                OF_FILE.with(shown(path)).and(message.clone())
            }
            Self::Content { path, place: Place::Line(number), message } => {
                OF_LINE.with(shown(path)).and(*number).and(message.clone())
            }
            Self::Content { path, place: Place::Row(number), message } => {
                OF_ROW.with(shown(path)).and(number.to_string()).and(message.clone())
            }
            Self::Io { path, source } => OF_FILE.with(shown(path)).and(source),
        };
        message.into()
    }

    /// A place that could not be read: a line is too long, the file was cut, or the environment failed.
    pub(super) fn unread(path: &Path, place: Place, source: io::Error) -> Self {
        match source.kind() {
            io::ErrorKind::InvalidData => Self::content(path, place, source.to_string()),
            _ => Self::io(path, source),
        }
    }

    /// Whether the environment failed, and not what the user gave.
    pub const fn is_environment(&self) -> bool {
        matches!(self, Self::Io { .. })
    }
}
