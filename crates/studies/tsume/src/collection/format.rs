//! The forms of a collection, and the names that choose them.

use super::CollectionError;
use std::path::Path;

/// The form of a collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A database of one table `problem`, one row a problem.
    Sqlite,
    /// SFEN, one position a line.
    Sfen,
    /// SFEN and the solution in USI, one problem a line.
    Text,
    /// KIF in Shift JIS, as its specification has it.
    Kif,
    /// KIF in UTF-8.
    Kifu,
    /// A table for spreadsheets.
    Csv,
    /// Diagrams to print, with the solutions at the end.
    Sheet,
}

impl Format {
    /// What a collection's name may end in.
    pub const EXTENSIONS: &str = ".sqlite, .db, .sfen, .txt, .kif, .kifu, .csv or .html";
    /// What the name of a collection that can be read ends in.
    pub const READABLE: &str = ".sqlite, .db, .sfen, .txt, .kif, .kifu or .csv";

    /// Whether a problem's effort is written with it.
    pub const fn keeps_efforts(self) -> bool {
        matches!(self, Self::Sqlite | Self::Csv)
    }

    /// The form that a name chooses.
    ///
    /// # Errors
    /// It chooses none.
    pub fn of(path: &Path) -> Result<Self, CollectionError> {
        let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
        Ok(match extension.to_str() {
            Some("sqlite" | "db") => Self::Sqlite,
            Some("sfen") => Self::Sfen,
            Some("txt") => Self::Text,
            Some("kif") => Self::Kif,
            Some("kifu") => Self::Kifu,
            Some("csv") => Self::Csv,
            Some("html") => Self::Sheet,
            _ => return Err(CollectionError::Extension { path: path.to_owned() }),
        })
    }
}
