//! Reading collections: the entries of a file, and the problems that they are understood as.

use super::{CollectionError, Format, Place, bounded::LineLimit, csv, kif_reader, lines, sqlite};
use crate::Problem;
use std::{
    fs::File,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
};
use yomikiri_files::{shift_jis, strip_bom};

/// One problem as it stands in a file.
pub(super) struct FileEntry {
    pub(super) place: Place,
    pub(super) raw: Unparsed,
}

/// What a file says of a problem, not yet understood.
pub(super) enum Unparsed {
    /// SFEN and moves in USI; an effort that cannot be read is why.
    Usi { sfen: String, solution: String, set: String, effort: Result<Option<u64>, String> },
    /// A row that is no problem: why.
    #[cfg(feature = "sqlite")]
    Wrong(String),
    /// Numbered lines of KIF.
    Kif(Vec<(u64, String)>),
}

pub(super) type Entries = Box<dyn Iterator<Item = Result<FileEntry, CollectionError>>>;

/// The problems of a collection in their order. One that cannot be read does not keep the others from being
/// read; after an error of the file system nothing follows.
pub struct Problems {
    path: PathBuf,
    entries: Entries,
}

/// Opens a collection.
///
/// # Errors
/// The file system's; an extension that is none of [`Format::READABLE`]; a database that is no collection.
pub fn read(path: &Path) -> Result<Problems, CollectionError> {
    let format = Format::of(path)?;
    let file = yomikiri_files::open(path).map_err(|error| CollectionError::io(path, error))?;
    let entries = match format {
        Format::Sqlite => sqlite::entries(path)?,
        Format::Csv => csv::entries(path, file)?,
        Format::Sfen | Format::Text => Box::new(numbered(path, file).filter_map(|line| match line {
            Ok((number, line)) => lines::entry(number, &line).map(Ok),
            Err(error) => Some(Err(error)),
        })),
        Format::Kif | Format::Kifu => Box::new(kif_reader::Blocks::new(path, numbered(path, file))),
        Format::Sheet => return Err(CollectionError::Unreadable { path: path.to_owned() }),
    };
    Ok(Problems { path: path.to_owned(), entries })
}

/// The lines of a file with their numbers. What is not UTF-8 is taken for Shift JIS.
fn numbered(path: &Path, file: File) -> impl Iterator<Item = Result<(u64, String), CollectionError>> + use<> {
    let path = path.to_owned();
    let lines = LineLimit::new(BufReader::new(file)).split(b'\n').zip(1..);
    let mut failed = false;
    lines.map_while(move |(line, number)| {
        let line = match line {
            _ if failed => return None,
            Ok(line) => decoded(line),
            Err(error) => {
                failed = true;
                return Some(Err(CollectionError::unread(&path, Place::Line(number), error)));
            }
        };
        // A file without line feeds would be read as one remark, or as nonsense.
        if number == 1 && line.contains('\r') {
            failed = true;
            let message = "a line ends in a carriage return alone: expected line feeds";
            return Some(Err(CollectionError::content(&path, Place::Line(number), message)));
        }
        Some(Ok((number, line)))
    })
}

fn decoded(line: Vec<u8>) -> String {
    let line = String::from_utf8(line).unwrap_or_else(|error| shift_jis::decode(error.as_bytes()).0);
    strip_bom(&line).trim_end_matches('\r').to_owned()
}

impl FileEntry {
    pub(super) fn problem(&self, path: &Path) -> Result<Problem, CollectionError> {
        match &self.raw {
            Unparsed::Usi { set, .. } if !set.is_empty() && !kif_reader::is_set(set) => {
                let message = format!("expected a piece set such as NNNN, found {set:?}");
                Err(CollectionError::content(path, self.place, message))
            }
            Unparsed::Usi { effort: Err(message), .. } => {
                Err(CollectionError::content(path, self.place, message.clone()))
            }
            Unparsed::Usi { sfen, solution, set, effort: Ok(effort) } => {
                Problem::from_usi(sfen, solution, set.clone())
                    .map(|problem| Problem { effort: *effort, ..problem })
                    .map_err(|error| CollectionError::content(path, self.place, error.told()))
            }
            #[cfg(feature = "sqlite")]
            Unparsed::Wrong(message) => Err(CollectionError::content(path, self.place, message.clone())),
            Unparsed::Kif(lines) => kif_reader::problem(lines)
                .map_err(|(line, message)| CollectionError::content(path, Place::Line(line), message)),
        }
    }

    /// Whether the problem has so many plies and the pieces of such a set; one that cannot be read may have.
    fn fits(&self, plies: usize, set: &str) -> bool {
        if let Unparsed::Usi { solution, set: own, .. } = &self.raw {
            if solution.split_whitespace().count() != plies {
                return false;
            }
            // Without a line it is only the position that tells whether there is nothing to solve.
            if plies > 0 && !own.is_empty() {
                return sorted(own) == set;
            }
        }
        self.problem(Path::new("")).map_or(true, |problem| {
            let own = if problem.set.is_empty() { problem.pieces() } else { problem.set.clone() };
            problem.known_plies() == Some(plies) && sorted(&own) == set
        })
    }
}

/// The letters of a set in a fixed order.
fn sorted(set: &str) -> String {
    let mut letters: Vec<char> = set.chars().map(|letter| letter.to_ascii_uppercase()).collect();
    letters.sort_unstable();
    letters.into_iter().collect()
}

impl Problems {
    /// One of the problems with so many plies and the pieces of such a set, and admitted by `like` if that is
    /// given, with its number. `take` is told for the how-manieth of them it decides, from 1, and whether it
    /// takes it instead of the one that it took before; only the last taken is read.
    ///
    /// # Errors
    /// The file cannot be read, or the problem that was taken cannot be understood.
    pub fn choose(
        self,
        plies: usize,
        set: &str,
        like: Option<&dyn Fn(&mut Problem) -> bool>,
        mut take: impl FnMut(u64) -> bool,
    ) -> Result<Option<(u64, Problem)>, CollectionError> {
        let (set, mut fitting, mut taken) = (sorted(set), 0, None);
        for (number, entry) in (1..).zip(self.entries) {
            let entry = entry?;
            if !entry.fits(plies, &set) {
                continue;
            }
            // What `like` has made of it is kept; what cannot be understood fits until it is taken.
            let mut read = like.map(|_| entry.problem(&self.path));
            if let (Some(like), Some(Ok(problem))) = (like, &mut read)
                && !like(problem)
            {
                continue;
            }
            fitting += 1;
            if take(fitting) {
                taken = Some((number, entry, read));
            }
        }
        let problem = |(number, entry, read): (u64, FileEntry, Option<_>)| {
            Ok((number, read.unwrap_or_else(|| entry.problem(&self.path))?))
        };
        taken.map(problem).transpose()
    }
}

impl Iterator for Problems {
    type Item = Result<Problem, CollectionError>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.entries.next()?.and_then(|entry| entry.problem(&self.path)))
    }

    /// Skips without understanding what it skips.
    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        for _ in 0..n {
            if let Err(error) = self.entries.next()? {
                return Some(Err(error));
            }
        }
        self.next()
    }
}
