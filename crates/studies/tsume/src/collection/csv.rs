//! Collections as CSV: the columns of the database, with a header.

use super::{
    CollectionError, Place,
    reader::{Entries, Entry, Raw},
};
use crate::Problem;
use std::{fs::File, io, path::Path};

const COLUMNS: [&str; 8] =
    ["sfen", "plies", "solution", "pieces", "hand_empty", "symmetric", "key", "piece_set"];

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
            &problem.sfen(),
            &problem.plies().to_string(),
            &problem.usi(),
            &problem.pieces(),
            flag(problem.hand_empty()),
            flag(problem.symmetric()),
            &problem.key().to_string(),
            &problem.set,
        ];
        Ok(self.0.write_record(row)?)
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.0.flush()
    }
}

/// The rows of a file. It needs a column `sfen`; `solution` and `piece_set` are taken where they are.
pub(super) fn entries(path: &Path, file: File) -> Result<Entries, CollectionError> {
    let path = path.to_owned();
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(io::BufReader::new(file));
    let header = reader.headers().map_err(|error| failure(&path, error))?;
    let column = |name| header.iter().position(|column| column.trim_start_matches('\u{feff}') == name);
    let Some(sfen) = column("sfen") else {
        let message = "expected a header with a column `sfen`";
        return Err(CollectionError::content(&path, Place::Line(1), &message));
    };
    let (solution, set) = (column("solution"), column("piece_set"));
    let entry = move |record: csv::Result<csv::StringRecord>| {
        let record = record.map_err(|error| failure(&path, error))?;
        let field = |at: Option<usize>| at.and_then(|at| record.get(at)).unwrap_or_default().to_owned();
        let place = Place::Line(record.position().map_or(0, csv::Position::line));
        Ok(Entry {
            place,
            raw: Raw::Usi { sfen: field(Some(sfen)), solution: field(solution), set: field(set) },
        })
    };
    Ok(Box::new(reader.into_records().map(entry)))
}

fn failure(path: &Path, error: csv::Error) -> CollectionError {
    let place = error.position().map_or(Place::File, |position| Place::Line(position.line()));
    if error.is_io_error() {
        CollectionError::io(path, error.into())
    } else {
        CollectionError::content(path, place, &error)
    }
}
