//! Collections as a database: one transaction, indices at the end, a file that any `SQLite` tool opens.
//!
//! The file has its name only when it is whole, so nothing is gained by a journal or by waiting for the disk
//! before.

use super::{
    CollectionError, Place, Provenance, VERSION,
    reader::{Entries, FileEntry, Unparsed},
};
use crate::Problem;
use rusqlite::{Connection, ErrorCode, OpenFlags, limits::Limit, params};
use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
};
use std::{io, path::Path};

const SCHEMA: &str = "
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    PRAGMA locking_mode = EXCLUSIVE;
    PRAGMA cache_size = -65536;
    PRAGMA page_size = 8192;
    BEGIN;
    CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE problem (
        id INTEGER PRIMARY KEY,
        sfen TEXT NOT NULL,
        plies INTEGER,
        solution TEXT NOT NULL,
        pieces TEXT NOT NULL,
        hand_empty INTEGER NOT NULL,
        symmetric INTEGER NOT NULL,
        key INTEGER NOT NULL,
        piece_set TEXT NOT NULL,
        effort INTEGER
    );";

const INDICES: &str = "
    CREATE INDEX problem_plies ON problem (plies, piece_set);
    CREATE INDEX problem_key ON problem (key);
    CREATE INDEX problem_symmetric ON problem (plies, piece_set) WHERE symmetric = 1;
    COMMIT;";

const INSERT: &str = "INSERT INTO problem VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";

pub(super) struct Writer(Connection);

impl Writer {
    pub(super) fn new(path: &Path, about: &Provenance) -> io::Result<Self> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        Self::to(Connection::open_with_flags(path, flags).map_err(failed)?, about)
    }

    /// Writes to an empty database.
    pub(super) fn to(database: Connection, about: &Provenance) -> io::Result<Self> {
        let begun = database.execute_batch(SCHEMA).and_then(|()| {
            let mut meta = database.prepare("INSERT INTO meta VALUES (?1, ?2)")?;
            meta.execute(["format", &VERSION.to_string()])?;
            meta.execute(["command", &about.command])?;
            meta.execute(["set", &about.set])
        });
        begun.map_err(failed)?;
        Ok(Self(database))
    }

    /// The whole database.
    pub(super) fn indexed(self) -> io::Result<Connection> {
        self.0.execute_batch(INDICES).map_err(failed)?;
        Ok(self.0)
    }
}

impl super::Writer for Writer {
    fn push(&mut self, number: u64, problem: &Problem) -> io::Result<()> {
        let mut insert = self.0.prepare_cached(INSERT).map_err(failed)?;
        let row = params![
            number as i64,
            problem.sfen(),
            problem.known_plies().map(|plies| plies as i64),
            problem.usi(),
            problem.pieces(),
            problem.hand_empty(),
            problem.symmetric(),
            problem.key() as i64,
            problem.set,
            problem.effort.map(|effort| effort as i64),
        ];
        insert.execute(row).map(drop).map_err(failed)
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        self.indexed()?.close().map_err(|(_, error)| failed(error))
    }
}

pub(super) fn failed(error: rusqlite::Error) -> io::Error {
    io::Error::other(error)
}

/// How many rows are fetched at once.
const PAGE: usize = 1024;

/// Opens a collection, within limits.
pub(super) fn open(path: &Path) -> Result<Opened, CollectionError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut database = Connection::open_with_flags(path, flags).map_err(|error| unread(path, error))?;
    let budget = QueryBudget::with(&mut database).map_err(|error| unread(path, error))?;
    let version = "SELECT value FROM meta WHERE name = 'format'";
    let version: String =
        database.query_row(version, [], |row| row.get(0)).map_err(|error| unread(path, error))?;
    if version != VERSION.to_string() {
        let message = format!("format version {version}, this program reads {VERSION}");
        return Err(CollectionError::content(path, Place::File, message));
    }
    let select = select(&database).map_err(|error| unread(path, error))?;
    Ok(Opened { database, budget, select })
}

/// A collection, opened.
pub(super) struct Opened {
    pub(super) database: Connection,
    pub(super) budget: QueryBudget,
    /// The words that ask for what [`entry`] takes.
    pub(super) select: &'static str,
}

/// What asks for entries. Collections of older programs have no efforts.
pub(super) fn select(database: &Connection) -> rusqlite::Result<&'static str> {
    let has_effort = "SELECT count(*) FROM pragma_table_info('problem') WHERE name = 'effort'";
    let columns: u32 = database.query_row(has_effort, [], |row| row.get(0))?;
    Ok(if columns > 0 {
        "SELECT id, sfen, solution, piece_set, effort FROM problem"
    } else {
        "SELECT id, sfen, solution, piece_set, NULL FROM problem"
    })
}

/// The entry of a row. An effort that is no number was not measured. A row whose SFEN, solution or set is no
/// text is an entry that tells so, and no error of the query, which would hide the rows after it.
pub(super) fn entry(row: &rusqlite::Row<'_>) -> rusqlite::Result<FileEntry> {
    let effort = row.get_ref(4)?.as_i64().ok().and_then(|effort| u64::try_from(effort).ok());
    let texts = || {
        Ok(Unparsed::Usi { sfen: row.get(1)?, solution: row.get(2)?, set: row.get(3)?, effort: Ok(effort) })
    };
    let raw = texts().unwrap_or_else(|error: rusqlite::Error| Unparsed::Wrong(error.to_string()));
    Ok(FileEntry { place: Place::Row(row.get(0)?), raw })
}

/// The rows of a collection in their order.
pub(super) fn entries(path: &Path) -> Result<Entries, CollectionError> {
    let Opened { database, budget, select } = open(path)?;
    let (path, mut last, mut ended) = (path.to_owned(), i64::MIN, false);
    let pages = std::iter::from_fn(move || {
        if ended {
            return None;
        }
        budget.anew(1);
        let page = page(&database, select, last).map_err(|error| unread(&path, error));
        let page = page.map_or_else(|error| vec![Err(error)], |rows| rows.into_iter().map(Ok).collect());
        match page.last() {
            Some(Ok(FileEntry { place: Place::Row(id), .. })) => last = *id,
            _ => ended = true,
        }
        Some(page)
    });
    Ok(Box::new(pages.flatten()))
}

/// What a foreign file may ask of the reader: `problem` may be a view that has no end.
pub(super) struct QueryBudget(Arc<AtomicU32>);

impl QueryBudget {
    /// Steps of the database's machine between two looks.
    const STEPS: i32 = 100_000;
    /// How many such a page of rows may take; one of ours takes less than the first.
    const LOOKS: u32 = 100;
    /// The longest text, in bytes.
    const LENGTH: i32 = 1 << 16;

    pub(super) fn with(database: &mut Connection) -> rusqlite::Result<Self> {
        database.set_limit(Limit::SQLITE_LIMIT_LENGTH, Self::LENGTH)?;
        let left = Arc::new(AtomicU32::new(Self::LOOKS));
        let looks = left.clone();
        let is_over = move || {
            looks.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err()
        };
        database.progress_handler(Self::STEPS, Some(is_over))?;
        Ok(Self(left))
    }

    /// For a query that takes as long as so many pages of rows.
    pub(super) fn anew(&self, pages: u32) {
        self.0.store(Self::LOOKS * pages, Ordering::Relaxed);
    }
}

fn page(database: &Connection, select: &str, after: i64) -> rusqlite::Result<Vec<FileEntry>> {
    let mut select = database.prepare_cached(&format!("{select} WHERE id > ?1 ORDER BY id LIMIT ?2"))?;
    select.query_map(params![after, PAGE as i64], entry)?.collect()
}

/// A file that is no database, or none of ours, is the user's mistake; all else is the environment's.
pub(super) fn unread(path: &Path, error: rusqlite::Error) -> CollectionError {
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt) => {
            let message = format!("the collection is damaged ({error})");
            CollectionError::io(path, io::Error::new(io::ErrorKind::InvalidData, message))
        }
        Some(ErrorCode::NotADatabase | ErrorCode::Unknown) => {
            let message = format!("this is no collection of problems ({error})");
            CollectionError::content(path, Place::File, message)
        }
        Some(ErrorCode::OperationInterrupted | ErrorCode::TooBig) => {
            let message = "this is no collection of problems: its rows have no end";
            CollectionError::content(path, Place::File, message)
        }
        Some(_) => CollectionError::io(path, failed(error)),
        None => CollectionError::content(path, Place::File, error.to_string()),
    }
}
