//! A journal: lines that are only ever appended, so that long work can be interrupted and gone on with.
//!
//! Plain text. The first line, the heading, says what work it is; every other line is what the work calls finished. Each
//! ends with the CRC-32 of what stands before it, in eight hexadecimal digits after a space. What a sudden end leaves of a
//! last line is cut off; a damaged line in the middle is told, and whoever opened the journal does its work again.
//! An open journal is locked: a second program that does the same work would write over the lines of the first.

use std::{
    fs::{self, TryLockError},
    io::{self, Read, Seek, SeekFrom, Write},
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

/// A journal that is being kept.
#[derive(Debug)]
pub struct Journal {
    file: fs::File,
    path: PathBuf,
}

/// What stands in a journal.
#[derive(Debug, Default)]
pub struct Entries {
    /// The lines in the order in which they were kept, without the heading and without checksums.
    pub lines: Vec<String>,
    /// The numbers of damaged lines, counted from 1 with the heading.
    pub damaged: Vec<usize>,
}

impl Journal {
    /// Opens a journal, or begins one. The heading is made of words between single spaces; the first of them says what kind
    /// of journal it is, the others (`name=value`) what work it is of.
    ///
    /// # Errors
    /// A journal of other work; one that another program keeps; a file that cannot be read or written.
    pub fn open(path: &Path, heading: &str) -> Result<(Self, Entries), JournalError> {
        let io = |error| JournalError::Io { path: path.into(), error };
        let mut options = fs::OpenOptions::new();
        let mut file = options.read(true).write(true).create(true).truncate(false).open(path).map_err(io)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(JournalError::Busy { path: path.into() }),
            // Not every file system knows locks.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        let mut text = String::new();
        let read = file.read_to_string(&mut text);
        read.map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData => no_journal(path, heading),
            _ => io(error),
        })?;
        let mut journal = Self { file, path: path.into() };
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines().enumerate();
        let mut entries = Entries::default();
        match lines.next() {
            None if sealed(heading).starts_with(&text) => {
                journal.cut(0)?;
                journal.keep(&[heading])?;
            }
            None => return Err(no_journal(path, heading)),
            Some((_, first)) => journal.compare(first, heading)?,
        }
        for (number, line) in lines {
            match checked(line) {
                Some(line) => entries.lines.push(line.to_owned()),
                None => entries.damaged.push(number + 1),
            }
        }
        if whole > 0 {
            journal.cut(whole as u64)?;
        }
        Ok((journal, entries))
    }

    fn compare(&self, line: &str, heading: &str) -> Result<(), JournalError> {
        match checked(line) {
            Some(found) if found == heading => Ok(()),
            Some(found) if kind(found) == kind(heading) => {
                let mut pairs = found.split(' ').zip(heading.split(' '));
                let (found, expected) = pairs.find(|(a, b)| a != b).unwrap_or((found, heading));
                let message = format!("this is of other work: {found}, not {expected}");
                Err(JournalError::Foreign { path: self.path.clone(), message })
            }
            _ => Err(no_journal(&self.path, heading)),
        }
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

fn kind(heading: &str) -> Option<&str> {
    heading.split(' ').next()
}

fn no_journal(path: &Path, heading: &str) -> JournalError {
    let message = format!(
        "this is no file of finished work (the first line should begin with {:?})",
        kind(heading).unwrap_or_default()
    );
    JournalError::Foreign { path: path.into(), message }
}

/// A line with its checksum.
fn sealed(line: &str) -> String {
    format!("{line} {:08x}\n", crc32fast::hash(line.as_bytes()))
}

/// A line without its checksum, if that is right.
fn checked(line: &str) -> Option<&str> {
    let (line, sum) = line.rsplit_once(' ')?;
    (u32::from_str_radix(sum, 16).ok()? == crc32fast::hash(line.as_bytes())).then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let (_, entries) = Journal::open(&path, HEADING).unwrap();
        assert_eq!((entries.damaged, entries.lines.len()), (vec![4], 4));
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
