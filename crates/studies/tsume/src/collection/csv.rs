//! Collections as CSV: the columns of the database, with a header. Where the solution is not known, `plies`
//! is left empty, and `effort` where it was not measured.
//!
//! A spreadsheet takes what begins with `=`, `+`, `-` or `@` for a formula: such a cell (a position with a
//! promoted piece in its first corner) gets an apostrophe before it, which is taken off where the file is
//! read.

use super::{
    CollectionError, Place,
    bounded::LineLimit,
    reader::{Entries, FileEntry, Unparsed},
};
use crate::Problem;
use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};
use yomikiri_files::strip_bom;

const COLUMNS: [&str; 9] =
    ["sfen", "plies", "solution", "pieces", "hand_empty", "symmetric", "key", "piece_set", "effort"];

pub(super) struct Writer(csv::Writer<File>);

impl Writer {
    pub(super) fn new(file: File) -> io::Result<Self> {
        let mut writer = csv::Writer::from_writer(file);
        writer.write_record(COLUMNS)?;
        Ok(Self(writer))
    }
}

impl super::Writer for Writer {
    fn push(&mut self, _number: u64, problem: &Problem) -> io::Result<()> {
        let flag = |flag| if flag { "1" } else { "0" };
        let row = [
            &no_formula(problem.sfen()),
            &problem.known_plies().map_or(String::new(), |plies| plies.to_string()),
            &no_formula(problem.usi()),
            &no_formula(problem.pieces()),
            flag(problem.hand_empty()),
            flag(problem.symmetric()),
            &problem.key().to_string(),
            &no_formula(problem.set.clone()),
            &problem.effort.map_or(String::new(), |effort| effort.to_string()),
        ];
        Ok(self.0.write_record(row)?)
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.0.flush()
    }
}

/// How a cell begins that a spreadsheet takes for a formula, or that would be taken for one of ours.
const MARKS: [char; 5] = ['=', '+', '-', '@', '\''];

/// A cell that no spreadsheet takes for a formula.
fn no_formula(text: String) -> String {
    if text.starts_with(MARKS) { format!("'{text}") } else { text }
}

/// What was in a cell before [`no_formula`].
fn plain(text: &str) -> &str {
    text.strip_prefix('\'').filter(|text| text.starts_with(MARKS)).unwrap_or(text)
}

/// A reader that fails at its end within a cell in quotation marks: the file was cut.
struct Quotes<R> {
    inner: R,
    is_open: bool,
}

impl<R: Read> Quotes<R> {
    const fn new(inner: R) -> Self {
        Self { inner, is_open: false }
    }
}

impl<R: Read> Read for Quotes<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(into)?;
        // A mark within a cell is doubled, so that there are two for each cell that is whole.
        self.is_open = into[..count].iter().fold(self.is_open, |is_open, &byte| is_open ^ (byte == b'"'));
        if count == 0 && self.is_open && !into.is_empty() {
            let message = "a cell in quotation marks has no end: the file was cut";
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        Ok(count)
    }
}

/// The rows of a file. It needs a column `sfen`; `solution`, `piece_set` and `effort` are taken where they
/// are.
pub(super) fn entries(path: &Path, file: File) -> Result<Entries, CollectionError> {
    let path = path.to_owned();
    let mut reader = csv::ReaderBuilder::new()
        .flexible(true)
        .from_reader(Quotes::new(LineLimit::new(io::BufReader::new(file))));
    let header = reader.headers().map_err(|error| failure(&path, error))?;
    let column = |name| header.iter().position(|column| strip_bom(column) == name);
    let Some(sfen) = column("sfen") else {
        let message = "expected a header with a column `sfen`";
        return Err(CollectionError::content(&path, Place::Line(1), message));
    };
    let (solution, set, effort) = (column("solution"), column("piece_set"), column("effort"));
    let entry = move |record: csv::Result<csv::StringRecord>| {
        let record = record.map_err(|error| failure(&path, error))?;
        let field =
            |at: Option<usize>| plain(at.and_then(|at| record.get(at)).unwrap_or_default()).to_owned();
        let place = Place::Line(record.position().map_or(0, csv::Position::line));
        let effort = match field(effort) {
            measured if measured.is_empty() => Ok(None),
            measured => measured
                .parse()
                .map(Some)
                .map_err(|_| format!("effort: expected a number of positions, found {measured:?}")),
        };
        Ok(FileEntry {
            place,
            raw: Unparsed::Usi {
                sfen: field(Some(sfen)),
                solution: field(solution),
                set: field(set),
                effort,
            },
        })
    };
    Ok(Box::new(reader.into_records().map(entry)))
}

fn failure(path: &Path, error: csv::Error) -> CollectionError {
    let place = error.position().map_or(Place::File, |position| Place::Line(position.line()));
    let told = error.to_string();
    match error.into_kind() {
        csv::ErrorKind::Io(source) => CollectionError::unread(path, place, source),
        _ => CollectionError::content(path, place, told),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_no_formula_and_read_as_it_was() {
        for text in ["", "4k4/9", "+R7k/9", "=cmd|' /C calc'!A0", "-1", "@x", "'", "'=", "''"] {
            let cell = no_formula(text.to_owned());
            assert!(!cell.starts_with(['=', '+', '-', '@']), "{cell}");
            assert_eq!(plain(&cell), text);
        }
        assert_eq!(plain("'tis a note"), "'tis a note", "not one of ours");
    }
}
