//! A journal: lines that are only ever appended, so that long work can be interrupted and gone on with.
//!
//! Plain text. The first line, the heading, says what work it is; every other line is what the work calls
//! finished. Each ends with the CRC-32 of what stands before it, in eight hexadecimal digits after a space.
//! What a sudden end leaves of a last line is cut off; a damaged line in the middle is told and taken out,
//! and whoever opened the journal does its work again. An open journal is locked: a second program that does
//! the same work would write over the lines of the first.
//!
//! It is read as bytes, a line at a time: damage need not leave text, and a foreign file may be of any
//! length. One byte of the heading may be damaged without the journal being taken for another's: the checksum
//! makes any two headings differ in more.

use crate::{input::regular, place::Place};
use std::{
    fs::{self, File, TryLockError},
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write},
    iter,
    path::{Path, PathBuf},
};

/// Why a journal cannot be kept.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The journal of other work, or no journal at all.
    #[error("{}: {message}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        message: String,
    },
    /// A line is not as it was written.
    #[error("{}: line {line} is damaged; the command that wrote it does its work again", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Its number, from 1.
        line: usize,
    },
    /// Somebody else is keeping it.
    #[error("{}: another program that is running writes to this file", path.display())]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// The file cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
}

impl JournalError {
    /// The file.
    pub fn path(&self) -> &Path {
        match self {
            Self::Foreign { path, .. }
            | Self::Damaged { path, .. }
            | Self::Busy { path }
            | Self::Io { path, .. } => path,
        }
    }
}

/// A journal that is being kept.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    /// The file that it has taken the place of, still locked: whoever has opened that is not to go on with
    /// it.
    damaged: Option<File>,
}

/// What stands in a journal.
#[derive(Debug, Default)]
pub struct Entries {
    /// The lines in the order in which they were kept, without the heading and without checksums.
    pub lines: Vec<String>,
    /// The numbers of damaged lines, counted from 1 with the heading, which has been mended. The others have
    /// been taken out of the file, where that could be done.
    pub damaged: Vec<usize>,
}

impl Journal {
    /// Opens a journal, or begins one. The heading is made of words between single spaces; the first of them
    /// says what kind of journal it is, the others (`name=value`) what work it is of.
    ///
    /// # Errors
    /// A journal of other work; one that another program keeps; a file that cannot be read or written, or is
    /// no regular one.
    pub fn open(path: &Path, heading: &str) -> Result<(Self, Entries), JournalError> {
        let mut journal = Self::lock(path)?;
        let (entries, whole) = journal.read(heading)?;
        if whole == 0 {
            journal.empty(heading)?;
        } else {
            if entries.damaged.first() == Some(&1) {
                journal.mend(heading)?;
            }
            journal.cut(whole)?;
            if entries.damaged.iter().any(|&line| line > 1) {
                journal = journal.without_damage(heading, &entries)?;
            }
        }
        Ok((journal, entries))
    }

    /// Begins a journal in the place of whatever is there.
    ///
    /// # Errors
    /// A file that another program keeps as a journal; one that cannot be written, or is no regular one.
    pub fn begin(path: &Path, heading: &str) -> Result<Self, JournalError> {
        let mut journal = Self::lock(path)?;
        journal.empty(heading)?;
        Ok(journal)
    }

    /// The file, if nobody else keeps it.
    fn lock(path: &Path) -> Result<Self, JournalError> {
        let io = |error| JournalError::Io { path: path.into(), error };
        // Asked before, as opening a pipe may wait, and after, as it may be another by then.
        if let Ok(there) = fs::metadata(path) {
            regular(&there).map_err(io)?;
        }
        let mut options = File::options();
        let file = options.read(true).write(true).create(true).truncate(false).open(path).map_err(io)?;
        regular(&file.metadata().map_err(io)?).map_err(io)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(JournalError::Busy { path: path.into() }),
            // Not every file system knows locks.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(Self { file, path: path.into(), damaged: None }),
        }
    }

    /// What stands in it, and the length of its whole lines: 0 if the heading is yet to be written.
    fn read(&self, heading: &str) -> Result<(Entries, u64), JournalError> {
        let io = |error| JournalError::Io { path: self.path.clone(), error };
        let mut input = BufReader::new(&self.file);
        let mut entries = Entries::default();
        let first = sealed(heading);
        let mut found = Vec::new();
        input.by_ref().take(first.len() as u64).read_to_end(&mut found).map_err(io)?;
        if first.as_bytes().starts_with(&found) && found.len() < first.len() {
            return Ok((entries, 0));
        }
        let damage = found.iter().zip(first.as_bytes()).filter(|(found, expected)| found != expected).count();
        if found.len() < first.len() || damage > 1 {
            // The rest of what may be the heading of other work.
            input.take(LINE).read_until(b'\n', &mut found).map_err(io)?;
            return Err(foreign(&self.path, &found, heading));
        }
        entries.damaged.extend((damage > 0).then_some(1));
        let mut whole = first.len() as u64;
        for number in 2.. {
            let mut line = Vec::new();
            let length = read_line(&mut input, &mut line).map_err(io)?;
            if line.pop() != Some(b'\n') {
                break;
            }
            whole += length;
            match std::str::from_utf8(&line).ok().and_then(checked) {
                Some(line) => entries.lines.push(line.to_owned()),
                None => entries.damaged.push(number),
            }
        }
        Ok((entries, whole))
    }

    /// Writes the heading over a damaged one.
    fn mend(&mut self, heading: &str) -> Result<(), JournalError> {
        let mended =
            self.file.seek(SeekFrom::Start(0)).and_then(|_| self.file.write_all(sealed(heading).as_bytes()));
        mended.map_err(|error| JournalError::Io { path: self.path.clone(), error })
    }

    /// A journal in its place that has no damaged lines: whoever reads it later is to find it whole. Where
    /// that cannot be written, or the file has no name of its own, they stay.
    fn without_damage(self, heading: &str, entries: &Entries) -> Result<Self, JournalError> {
        let is_named = matches!(Place::of(&self.path), Ok(Place::Name(_)));
        if !is_named || write_whole(&self.path, heading, &entries.lines).is_err() {
            return Ok(self);
        }
        let mut whole = Self::lock(&self.path)?;
        let end = whole.file.seek(SeekFrom::End(0));
        end.map_err(|error| JournalError::Io { path: whole.path.clone(), error })?;
        whole.damaged = Some(self.file);
        Ok(whole)
    }

    /// Leaves the heading alone.
    fn empty(&mut self, heading: &str) -> Result<(), JournalError> {
        self.cut(0)?;
        self.keep(&[heading])
    }

    /// Leaves so many bytes and goes on after them.
    fn cut(&mut self, length: u64) -> Result<(), JournalError> {
        let cut = self.file.set_len(length).and_then(|()| self.file.seek(SeekFrom::End(0)));
        cut.map(|_| ()).map_err(|error| JournalError::Io { path: self.path.clone(), error })
    }

    /// Keeps lines of finished work.
    ///
    /// # Errors
    /// A full disk, and the like.
    pub fn keep<L: AsRef<str>>(&mut self, lines: &[L]) -> Result<(), JournalError> {
        let text: String = lines.iter().map(|line| sealed(line.as_ref())).collect();
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.flush());
        written.map_err(|error| JournalError::Io { path: self.path.clone(), error })
    }
}

/// The longest line, in bytes, that may be one of finished work.
const LINE: u64 = 1 << 20;

/// Reads a line with its end, and gives its length; of one that is too long the beginning and the end alone.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<u64> {
    let mut length = 0;
    loop {
        let more = input.by_ref().take(LINE).read_until(b'\n', line)?;
        length += more as u64;
        if more == 0 || line.ends_with(b"\n") {
            return Ok(length);
        }
        line.truncate(LINE as usize);
    }
}

fn kind(heading: &str) -> Option<&str> {
    heading.split(' ').next()
}

/// Why a first line is not the one expected.
fn foreign(path: &Path, found: &[u8], heading: &str) -> JournalError {
    let found = found.split(|&byte| byte == b'\n').next().unwrap_or_default();
    match std::str::from_utf8(found).ok().and_then(checked) {
        Some(found) if kind(found) == kind(heading) => other_work(path, found, heading),
        _ => no_journal(path, heading),
    }
}

fn other_work(path: &Path, found: &str, heading: &str) -> JournalError {
    let mut pairs = found.split(' ').zip(heading.split(' '));
    let (found, expected) = pairs.find(|(a, b)| a != b).unwrap_or((found, heading));
    let message = format!("this is of other work: {found}, not {expected}");
    JournalError::Foreign { path: path.into(), message }
}

fn no_journal(path: &Path, heading: &str) -> JournalError {
    let message = format!(
        "this is no file of finished work (the first line should begin with {:?})",
        kind(heading).unwrap_or_default()
    );
    JournalError::Foreign { path: path.into(), message }
}

/// Refuses what is no journal of this work, whatever its other lines are like.
///
/// # Errors
/// The file system's; a file that is no journal, or of other work.
pub(crate) fn ensure_of(path: &Path, heading: &str) -> Result<(), JournalError> {
    let io = |error| JournalError::Io { path: path.into(), error };
    let mut first = Vec::new();
    read_line(&mut BufReader::new(crate::open(path).map_err(io)?), &mut first).map_err(io)?;
    // A kill may have cut its end.
    let is_of_work = first.trim_ascii_end() == sealed(heading).trim_ascii_end().as_bytes();
    if is_of_work { Ok(()) } else { Err(foreign(path, &first, heading)) }
}

/// The heading and the lines of a journal that is whole.
///
/// # Errors
/// A file that cannot be read, is no journal, or has a damaged line.
pub(crate) fn read_whole(path: &Path) -> Result<(String, Vec<String>), JournalError> {
    let io = |error| JournalError::Io { path: path.into(), error };
    let foreign = |message| JournalError::Foreign { path: path.into(), message };
    let mut input = BufReader::new(crate::open(path).map_err(io)?);
    let (mut heading, mut lines) = (None, Vec::new());
    for number in 1.. {
        let mut line = Vec::new();
        if read_line(&mut input, &mut line).map_err(io)? == 0 {
            break;
        }
        let whole = (line.pop() == Some(b'\n')).then_some(line);
        let line = whole.and_then(|line| checked(str::from_utf8(&line).ok()?).map(str::to_owned));
        match line {
            Some(line) if number == 1 => heading = Some(line),
            Some(line) => lines.push(line),
            None if number == 1 => return Err(foreign("this is no file of finished work".into())),
            None => return Err(JournalError::Damaged { path: path.into(), line: number }),
        }
    }
    let heading = heading.ok_or_else(|| foreign("this is an empty file".into()))?;
    Ok((heading, lines))
}

/// The lines of a journal that is whole, left alone and not locked: many may read it at once.
///
/// # Errors
/// The file system's; a journal that is cut, damaged, or of other work.
pub fn read(path: &Path, heading: &str) -> Result<Vec<String>, JournalError> {
    let (found, lines) = read_whole(path)?;
    if found == heading { Ok(lines) } else { Err(other_work(path, &found, heading)) }
}

/// The number that a line begins with, where the lines of a journal are numbered, and what follows.
pub fn numbered(line: &str) -> Option<(u64, &str)> {
    let (number, rest) = line.split_once(' ')?;
    Some((number.parse().ok()?, rest))
}

/// Writes a journal at once.
///
/// # Errors
/// The file system's. What was there before stays then.
pub(crate) fn write_whole(path: &Path, heading: &str, lines: &[String]) -> Result<(), JournalError> {
    let text: String = iter::once(heading).chain(lines.iter().map(String::as_str)).map(sealed).collect();
    crate::write(path, |file| file.write_all(text.as_bytes()))
        .map_err(|error| JournalError::Io { path: path.into(), error })
}

/// A line with its checksum and its end.
pub fn sealed(line: &str) -> String {
    format!("{line} {:08x}\n", crc32fast::hash(line.as_bytes()))
}

/// A line without its checksum, if that is right.
pub fn checked(line: &str) -> Option<&str> {
    let (line, sum) = line.rsplit_once(' ')?;
    (sum == format!("{:08x}", crc32fast::hash(line.as_bytes()))).then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::fd::AsRawFd;

    const HEADING: &str = "yomikiri-counting 1 seed=3";

    /// A journal of five lines.
    fn five(directory: &Path) -> PathBuf {
        let path = directory.join("journal");
        Journal::open(&path, HEADING).unwrap().0.keep(&["one", "two", "three", "four", "five"]).unwrap();
        path
    }

    #[test]
    fn lines_are_there_when_the_file_is_opened_again() {
        let directory = tempfile::tempdir().unwrap();
        let path = five(directory.path());
        let (mut journal, entries) = Journal::open(&path, HEADING).unwrap();
        assert_eq!(entries.lines, ["one", "two", "three", "four", "five"]);
        journal.keep(&["six"]).unwrap();
        drop(journal);
        assert_eq!(Journal::open(&path, HEADING).unwrap().1.lines.len(), 6);
    }

    #[test]
    fn a_sudden_end_anywhere_loses_one_line_at_most() {
        let directory = tempfile::tempdir().unwrap();
        let path = five(directory.path());
        let bytes = fs::read(&path).unwrap();
        for length in 0..bytes.len() {
            fs::write(&path, &bytes[..length]).unwrap();
            let (mut cut, entries) = Journal::open(&path, HEADING).unwrap();
            let lines = String::from_utf8_lossy(&bytes[..length]).matches('\n').count();
            let whole = lines.saturating_sub(1);
            assert_eq!((entries.lines.len(), entries.damaged.len()), (whole, 0), "{length}");
            cut.keep(&["one", "two", "three", "four", "five"][whole..]).unwrap();
            assert_eq!(fs::read(&path).unwrap(), bytes);
        }
    }

    #[test]
    fn a_damaged_line_is_told_and_the_others_are_kept() {
        let directory = tempfile::tempdir().unwrap();
        let path = five(directory.path());
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.replace("three", "tree")).unwrap();
        let (mut journal, entries) = Journal::open(&path, HEADING).unwrap();
        assert_eq!((entries.damaged, entries.lines.len()), (vec![4], 4));
        // The work is done again: then the journal is whole.
        journal.keep(&["three"]).unwrap();
        assert!(matches!(Journal::open(&path, HEADING), Err(JournalError::Busy { .. })));
        drop(journal);
        assert_eq!(read(&path, HEADING).unwrap(), ["one", "two", "four", "five", "three"]);
    }

    #[test]
    fn a_flipped_bit_anywhere_costs_its_line_and_no_other() {
        let directory = tempfile::tempdir().unwrap();
        let path = five(directory.path());
        let bytes = fs::read(&path).unwrap();
        for (at, bit) in (0..bytes.len()).flat_map(|at| (0..8).map(move |bit| (at, bit))) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << bit;
            fs::write(&path, &damaged).unwrap();
            let (mut journal, entries) = Journal::open(&path, HEADING).unwrap();
            // The end of a line takes the next one with it, and that of the last is like a sudden end.
            let lost = if bytes[at] == b'\n' { 2 } else { 1 };
            assert!(entries.lines.len() >= 5 - lost, "bit {bit} of byte {at}: {entries:?}");
            assert!(!entries.damaged.is_empty() || at == bytes.len() - 1, "bit {bit} of byte {at}");
            journal.keep(&["six"]).unwrap();
            drop(journal);
            let (_, again) = Journal::open(&path, HEADING).unwrap();
            assert_eq!(again.lines.len(), entries.lines.len() + 1, "bit {bit} of byte {at}");
        }
    }

    #[test]
    fn only_a_regular_file_is_a_journal() {
        let directory = tempfile::tempdir().unwrap();
        let (reader, _writer) = io::pipe().unwrap();
        let pipe = PathBuf::from(format!("/proc/self/fd/{}", reader.as_raw_fd()));
        for path in [Path::new("/dev/full"), Path::new("/dev/zero"), &pipe, directory.path()] {
            let opened = [Journal::open(path, HEADING).map(drop), Journal::begin(path, HEADING).map(drop)];
            for refused in opened {
                assert!(matches!(refused, Err(JournalError::Io { .. })), "{}: {refused:?}", path.display());
            }
        }
    }

    #[test]
    fn a_line_of_any_length_is_damage() {
        let directory = tempfile::tempdir().unwrap();
        let path = five(directory.path());
        let mut text = fs::read_to_string(&path).unwrap().replace("three", &"3".repeat(3 << 20));
        Journal::open(&path, HEADING).unwrap();
        fs::write(&path, &text).unwrap();
        let (_, entries) = Journal::open(&path, HEADING).unwrap();
        assert_eq!((entries.damaged, entries.lines.len()), (vec![4], 4));
        // Without an end it is none.
        text.push_str(&"6".repeat(3 << 20));
        fs::write(&path, &text).unwrap();
        assert_eq!(Journal::open(&path, HEADING).unwrap().1.lines.len(), 4);
        assert!(fs::metadata(&path).unwrap().len() < 4 << 20);
    }

    #[test]
    fn beginning_anew_leaves_nothing_of_what_was_there() {
        let directory = tempfile::tempdir().unwrap();
        let path = five(directory.path());
        let kept = Journal::begin(&path, "yomikiri-counting 1 seed=4").unwrap();
        assert!(matches!(Journal::begin(&path, HEADING), Err(JournalError::Busy { .. })));
        drop(kept);
        assert!(Journal::open(&path, "yomikiri-counting 1 seed=4").unwrap().1.lines.is_empty());
    }

    #[test]
    fn what_is_being_kept_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        let path = five(directory.path());
        let (first, _) = Journal::open(&path, HEADING).unwrap();
        let refused = Journal::open(&path, HEADING).unwrap_err().to_string();
        assert!(refused.ends_with("another program that is running writes to this file"), "{refused}");
        drop(first);
        assert_eq!(Journal::open(&path, HEADING).unwrap().1.lines.len(), 5);
    }

    #[test]
    fn what_is_of_other_work_is_refused_and_left_alone() {
        let directory = tempfile::tempdir().unwrap();
        let path = five(directory.path());
        let refused = |heading| Journal::open(&path, heading).unwrap_err().to_string();
        assert!(
            refused("yomikiri-counting 1 seed=4").ends_with(": this is of other work: seed=3, not seed=4")
        );
        assert!(
            refused("yomikiri-waiting 1")
                .ends_with("(the first line should begin with \"yomikiri-waiting\")")
        );
        fs::write(&path, "a letter to my aunt\n").unwrap();
        assert!(refused(HEADING).contains("no file of finished work"));
        fs::write(&path, [0xff, 0xfe]).unwrap();
        assert!(refused(HEADING).contains("no file of finished work"));
        assert_eq!(fs::read(&path).unwrap(), [0xff, 0xfe]);
    }
}
