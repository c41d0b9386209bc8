//! Finished steps of an enumeration on disk, from which one that was killed goes on.
//!
//! An enumeration is a row of steps, each of which follows from those before it. A step that takes its time
//! has a file, which is there when it is whole ([`yomikiri_files::write`]). Whoever goes on goes through all
//! steps again and reads what is there in place of finding it anew. So no moment of a kill is special, and
//! the end is the same to the byte. What is quick beside the rest has no file: the attacker's moves taken
//! back from what is lost, and the flaws.
//!
//! A file has what was found, in little-endian numbers of eight bytes, and behind it a CRC-32 of the
//! enumeration's description, of the step's name and of what was found: a file of another enumeration, or
//! under another name, is damaged.

use super::{conventions::Conventions, storage::Storage};
use crate::PieceSet;
use std::{
    fs,
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

/// To be raised with every change of what steps find or of how it is written. Of sets of one and two pieces
/// the keys have had three places since 2; of sets of four and five candidates are one number each since 2.
const FORMATS: [u32; PieceSet::MOST] = [2, 2, 1, 2, 2];
/// The file that tells which enumeration it is.
const ABOUT: &str = "enumeration.txt";
/// No other program's, since what ends so is removed when all is done.
const ENDING: &str = "yomikiri-step";
/// No step finds more: a file that is longer is none of ours.
const LONGEST: u64 = 1 << 40;

/// What a step finds.
pub trait Kept: Sized {
    /// Writes it.
    fn write(&self, out: &mut dyn Write) -> io::Result<()>;
    /// Takes it off the front of what was written; what is large is allocated from `storage`.
    fn read(bytes: &mut &[u8], storage: &Arc<Storage>) -> Option<Self>;
}

impl Kept for u64 {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.to_le_bytes())
    }

    fn read(bytes: &mut &[u8], _: &Arc<Storage>) -> Option<Self> {
        let (number, rest) = bytes.split_first_chunk()?;
        *bytes = rest;
        Some(Self::from_le_bytes(*number))
    }
}

impl<T: Kept> Kept for Vec<T> {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        (self.len() as u64).write(out)?;
        self.iter().try_for_each(|item| item.write(out))
    }

    fn read(bytes: &mut &[u8], storage: &Arc<Storage>) -> Option<Self> {
        (0..u64::read(bytes, storage)?).map(|_| T::read(bytes, storage)).collect()
    }
}

impl<A: Kept, B: Kept> Kept for (A, B) {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.0.write(out)?;
        self.1.write(out)
    }

    fn read(bytes: &mut &[u8], storage: &Arc<Storage>) -> Option<Self> {
        Some((A::read(bytes, storage)?, B::read(bytes, storage)?))
    }
}

/// A directory with the finished steps of one enumeration.
#[derive(Debug)]
pub struct Checkpoint {
    directory: PathBuf,
    about: String,
    /// One step is read at a time, since it lies in memory beside what it becomes.
    reading: Mutex<()>,
}

/// Why steps cannot be kept, or gone on from.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The directory has the steps of another enumeration.
    #[error("{} has steps of another enumeration ({found}), expected {expected}", directory.display())]
    Foreign {
        /// The directory.
        directory: PathBuf,
        /// Which enumeration it is.
        found: String,
        /// Which one was asked for.
        expected: String,
    },
    /// A step's file is not as it was written.
    #[error("{} is damaged; without it --resume does that step anew", .0.display())]
    Damaged(PathBuf),
    /// A file cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

impl CheckpointError {
    /// Whether the environment is to blame, and not what was asked for.
    pub const fn is_environment(&self) -> bool {
        !matches!(self, Self::Foreign { .. })
    }
}

impl Checkpoint {
    /// The steps of an enumeration in a directory, which is made if it is not there.
    ///
    /// # Errors
    /// Another enumeration has its steps there; the directory cannot be made or read.
    pub fn open(directory: &Path, set: &PieceSet, conventions: Conventions) -> Result<Self, CheckpointError> {
        let about = format!("{set}, {conventions}, format {}", FORMATS[set.len() - 1]);
        let path = directory.join(ABOUT);
        let failed = |source| CheckpointError::Io { path: path.clone(), source };
        fs::create_dir_all(directory).map_err(failed)?;
        match yomikiri_files::read(&path, 1 << 16) {
            Ok(found) if found == about.as_bytes() => {}
            Ok(found) => {
                let found = String::from_utf8_lossy(&found).into_owned();
                let directory = directory.to_owned();
                return Err(CheckpointError::Foreign { directory, found, expected: about });
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                yomikiri_files::write(&path, |file| file.write_all(about.as_bytes())).map_err(failed)?;
            }
            Err(error) => return Err(failed(error)),
        }
        Ok(Self { directory: directory.to_owned(), about, reading: Mutex::default() })
    }

    /// How many steps are finished.
    ///
    /// # Errors
    /// The directory cannot be read.
    pub fn finished(&self) -> Result<usize, CheckpointError> {
        Ok(self.steps()?.len())
    }

    fn steps(&self) -> Result<Vec<PathBuf>, CheckpointError> {
        let paths = || -> io::Result<Vec<PathBuf>> {
            fs::read_dir(&self.directory)?.map(|entry| Ok(entry?.path())).collect()
        };
        let failed = |source| CheckpointError::Io { path: self.directory.clone(), source };
        let mut paths = paths().map_err(failed)?;
        paths.retain(|path| path.extension().is_some_and(|ending| ending == ENDING));
        Ok(paths)
    }

    /// Removes the steps: what they led to is written down.
    ///
    /// # Errors
    /// A file cannot be removed.
    pub fn remove(self) -> Result<(), CheckpointError> {
        // Last what says whose they are.
        for path in self.steps()?.into_iter().chain([self.directory.join(ABOUT)]) {
            fs::remove_file(&path).map_err(|source| CheckpointError::Io { path, source })?;
        }
        Ok(())
    }

    fn path(&self, step: &str) -> PathBuf {
        self.directory.join(step).with_extension(ENDING)
    }

    /// Whether a step is finished.
    pub(super) fn has(&self, step: &str) -> bool {
        self.path(step).exists()
    }

    /// What a finished step has found.
    pub(super) fn kept<T: Kept>(&self, step: &str, storage: &Arc<Storage>) -> Result<T, CheckpointError> {
        let path = self.path(step);
        let _one = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
        match yomikiri_files::read(&path, LONGEST) {
            Ok(bytes) => self.read(step, &bytes, storage).ok_or(CheckpointError::Damaged(path)),
            Err(source) => Err(CheckpointError::Io { path, source }),
        }
    }

    /// Keeps what a step has found: it is finished.
    pub(super) fn keep(&self, step: &str, found: &impl Kept) -> Result<(), CheckpointError> {
        let path = self.path(step);
        self.write(step, &path, found).map_err(|source| CheckpointError::Io { path, source })
    }

    /// A checksum that has seen whose step it is.
    fn sum(&self, step: &str) -> crc32fast::Hasher {
        let mut sum = crc32fast::Hasher::new();
        sum.update(self.about.as_bytes());
        sum.update(step.as_bytes());
        sum
    }

    fn read<T: Kept>(&self, step: &str, bytes: &[u8], storage: &Arc<Storage>) -> Option<T> {
        let (mut body, checksum) = bytes.split_last_chunk()?;
        let mut sum = self.sum(step);
        sum.update(body);
        if sum.finalize() != u32::from_le_bytes(*checksum) {
            return None;
        }
        T::read(&mut body, storage).filter(|_| body.is_empty())
    }

    fn write(&self, step: &str, path: &Path, found: &impl Kept) -> io::Result<()> {
        yomikiri_files::write(path, |file| {
            let mut out = BufWriter::with_capacity(1 << 16, Summed { file, sum: self.sum(step) });
            found.write(&mut out)?;
            let Summed { file, sum } = out.into_inner().map_err(io::IntoInnerError::into_error)?;
            file.write_all(&sum.finalize().to_le_bytes())
        })
    }
}

/// A file with the checksum of what has been written.
struct Summed<'a> {
    file: &'a mut fs::File,
    sum: crc32fast::Hasher,
}

impl Write for Summed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(directory: &Path, set: &str) -> Result<Checkpoint, CheckpointError> {
        Checkpoint::open(directory, &set.parse().unwrap(), Conventions::default())
    }

    type Found = Vec<(u64, Vec<u64>)>;

    /// A step is done once; cut or changed anywhere, or under another name, it is damaged.
    #[test]
    fn a_step_comes_back_or_is_damaged() {
        let directory = tempfile::tempdir().unwrap();
        let checkpoint = open(directory.path(), "GGP").unwrap();
        let storage = Storage::memory();
        let found: Found = vec![(3, vec![1, 2, u64::MAX]), (0, vec![])];
        assert!(!checkpoint.has("one") && checkpoint.kept::<Found>("one", &storage).is_err());
        checkpoint.keep("one", &found).unwrap();
        assert!(checkpoint.has("one"));
        let again = || checkpoint.kept::<Found>("one", &storage);
        assert_eq!(again().unwrap(), found);
        assert_eq!(checkpoint.finished().unwrap(), 1);
        let path = checkpoint.path("one");
        let whole = fs::read(&path).unwrap();
        for at in 0..whole.len() {
            let mut changed = whole.clone();
            changed[at] ^= 0x10;
            for bytes in [&whole[..at], &changed] {
                fs::write(&path, bytes).unwrap();
                let error = again().unwrap_err();
                assert!(
                    error.is_environment() && error.to_string().contains("one.yomikiri-step is damaged"),
                    "{error}"
                );
            }
        }
        fs::write(&path, &whole).unwrap();
        fs::rename(&path, checkpoint.path("two")).unwrap();
        assert!(checkpoint.kept::<Found>("two", &storage).is_err(), "another step's");
    }

    #[test]
    fn steps_of_another_enumeration_are_refused() {
        let directory = tempfile::tempdir().unwrap();
        let checkpoint = open(directory.path(), "GGP").unwrap();
        checkpoint.keep("one", &1u64).unwrap();
        let error = open(directory.path(), "GP").unwrap_err();
        assert!(!error.is_environment());
        assert!(error.to_string().contains("another enumeration (GGP"), "{error}");
        open(directory.path(), "GGP").unwrap().remove().unwrap();
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
        open(directory.path(), "GP").unwrap();
    }
}
