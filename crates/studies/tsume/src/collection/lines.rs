//! One problem a line: SFEN, and behind the word `moves` the solution in USI.

use super::{
    Place,
    reader::{FileEntry, Unparsed},
};
use crate::Problem;
use std::{
    fs::File,
    io::{self, BufWriter, Write},
};
use yomikiri_files::strip_bom;

/// Writes SFEN with a move count, as most programs expect it.
pub(super) struct Writer {
    out: BufWriter<File>,
    solutions: bool,
}

impl Writer {
    pub(super) fn new(file: File, solutions: bool) -> Self {
        Self { out: BufWriter::new(file), solutions }
    }
}

impl super::Writer for Writer {
    fn push(&mut self, _number: u64, problem: &Problem) -> io::Result<()> {
        write!(self.out, "{} 1", problem.sfen())?;
        if self.solutions && !problem.line.is_empty() {
            write!(self.out, " moves {}", problem.usi())?;
        }
        writeln!(self.out)
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.out.flush()
    }
}

/// A line without a byte order mark before it, and without the words that USI has before a position.
pub fn without_words(line: &str) -> &str {
    let text = strip_bom(line).trim();
    let text = text.strip_prefix("position ").unwrap_or(text);
    text.strip_prefix("sfen ").unwrap_or(text)
}

/// The entry of a line; none if it is empty or a comment.
pub(super) fn entry(number: u64, line: &str) -> Option<FileEntry> {
    let text = without_words(line);
    if text.is_empty() || text.starts_with('#') {
        return None;
    }
    let (sfen, solution) = text.split_once(" moves").unwrap_or((text, ""));
    let (sfen, solution) = (sfen.to_owned(), solution.to_owned());
    let raw = Unparsed::Usi { sfen, solution, set: String::new(), effort: Ok(None) };
    Some(FileEntry { place: Place::Line(number), raw })
}
