//! The state of all processes between two rounds, on disk.
//!
//! A checkpoint is a directory, `checkpoint-` and its number. It has a file for each part of the index space
//! of which something is known, written by whoever holds the part, and a record for each process, written
//! when the files of all processes are there. Directories may lie on each machine for itself or on a file
//! system that all share. The checkpoint before is removed when all records of the next are written, so that
//! after a kill at any moment there is one that is whole: the newest of which every process has its record.
//!
//! A part's file: CRC-32 of the rest, then zstd of three byte lengths (eight bytes each) and the bytes of
//! what was seen, what was expanded, and the cells. Numbers are little-endian. A record: JSON on a line with
//! its checksum, as in a journal.

use crate::{ClusterError, post::Owners};
use serde::{Deserialize, Serialize};
use std::{
    fs, io,
    io::Write,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};
use yomikiri_files::journal;
use yomikiri_solve::exchange::PART;

/// Fast: it is memory that is written while all wait.
const ZSTD_LEVEL: i32 = 1;
/// The longest part's file, unpacked: two bits and a byte for each node.
const LONGEST: usize = 3 * 8 + 2 * PART / 8 + PART;

/// What the name of a checkpoint begins with.
const NAME: &str = "checkpoint-";

/// The longest record, in bytes.
const RECORD: u64 = 1 << 20;

/// Where checkpoints go, and when.
#[derive(Clone, Debug)]
pub struct Checkpoints {
    /// The directory that holds them.
    pub directory: PathBuf,
    /// How long after one the next is made, at the end of a round.
    pub every: Duration,
    /// Whether to go on from the newest.
    pub resume: bool,
    /// Whether the last stays where the first process has gathered all values: what it makes of them may take
    /// as long as they did. It is for the first process to [`remove`](Self::remove) then.
    pub stays: bool,
}

/// How far the work was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// It was being found out what can be reached.
    Reach,
    /// This level is the next to be solved.
    Level(u16),
}

/// What is the same for all parts.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Record {
    /// Digest of what is solved.
    pub digest: u64,
    /// Number of processes.
    pub processes: usize,
    /// Files of parts, of all processes.
    pub files: u64,
    /// How far the work was.
    pub phase: Phase,
    /// Nodes reached, in figures that the worker knows how to read.
    pub reached: Vec<u64>,
    /// Nodes decided, by level.
    pub decided: Vec<u64>,
    /// Seconds spent on each of both phases.
    pub seconds: [f64; 2],
}

impl Checkpoints {
    /// Numbers of the checkpoints of which a process has its record, ascending.
    ///
    /// # Errors
    /// The directory is there and cannot be read.
    pub fn numbers(&self, process: usize) -> io::Result<Vec<u64>> {
        let mut numbers = self.begun()?;
        numbers.retain(|&number| self.record_path(number, process).exists());
        Ok(numbers)
    }

    /// By how many processes the newest checkpoint was written of which any of them has its record.
    ///
    /// # Errors
    /// The directory is there and cannot be read.
    pub fn processes(&self) -> io::Result<Option<usize>> {
        for number in self.begun()?.into_iter().rev() {
            let Ok(entries) = fs::read_dir(self.path(number)) else { continue };
            let paths = entries.flatten().map(|entry| entry.path());
            let mut records = paths.filter(|path| path.extension().is_some_and(|ending| ending == "json"));
            // What is damaged is told when it is gone on from.
            if let Some(record) = records.find_map(|path| read_record(&path).ok()) {
                return Ok(Some(record.processes));
            }
        }
        Ok(None)
    }

    /// Removes all that there are. What cannot be removed does no harm.
    pub fn remove(&self) {
        self.begun().unwrap_or_default().into_iter().for_each(|number| self.remove_one(number));
    }

    fn remove_one(&self, number: u64) {
        let _ = fs::remove_dir_all(self.path(number));
    }

    /// Numbers of the checkpoints of which there is anything, ascending.
    fn begun(&self) -> io::Result<Vec<u64>> {
        let entries = match fs::read_dir(&self.directory) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut numbers = Vec::new();
        for entry in entries {
            let name = entry?.file_name();
            let number = name.to_str().and_then(|name| name.strip_prefix(NAME)?.parse::<u64>().ok());
            // What is named otherwise is another's.
            numbers.extend(number.filter(|&number| self.path(number).file_name() == Some(&name)));
        }
        numbers.sort_unstable();
        Ok(numbers)
    }

    fn path(&self, number: u64) -> PathBuf {
        self.directory.join(format!("{NAME}{number:06}"))
    }

    fn record_path(&self, number: u64, process: usize) -> PathBuf {
        self.path(number).join(format!("process-{process}.json"))
    }

    fn part_path(&self, number: u64, part: usize) -> PathBuf {
        self.path(number).join(format!("part-{part:06}"))
    }
}

/// The bytes of a part: seen, expanded, cells.
pub type Blobs = [Vec<u8>; 3];

/// A worker that writes and reads checkpoints.
pub struct Keeper<'a> {
    checkpoints: &'a Checkpoints,
    process: usize,
    is_first_thread: bool,
    /// The one that was written or read last; 0 if none was.
    pub number: u64,
    last: Instant,
}

impl<'a> Keeper<'a> {
    /// One that has written none.
    pub fn new(checkpoints: &'a Checkpoints, owners: Owners, worker: usize) -> Self {
        let is_first_thread = owners.is_first_thread(worker);
        let process = owners.process(worker);
        Self { checkpoints, process, is_first_thread, number: 0, last: Instant::now() }
    }

    /// Whether it is time for the next.
    pub fn is_due(&self) -> bool {
        self.last.elapsed() >= self.checkpoints.every
    }

    /// The newest that this process could go on from; 0 if there is none or none is wanted.
    pub fn newest(&self) -> Result<u64, ClusterError> {
        if !self.checkpoints.resume {
            return Ok(0);
        }
        let numbers = self.checkpoints.numbers(self.process);
        let numbers = numbers.map_err(|error| self.failed(&self.checkpoints.directory, &error))?;
        Ok(numbers.last().copied().unwrap_or(0))
    }

    /// The record of a checkpoint.
    pub fn record(&self, number: u64) -> Result<Record, ClusterError> {
        let path = self.checkpoints.record_path(number, self.process);
        read_record(&path).map_err(|error| self.failed(&path, &error))
    }

    /// Begins the next checkpoint, also where no part of it is written.
    pub fn begin(&self) -> Result<(), ClusterError> {
        let path = self.checkpoints.path(self.number + 1);
        fs::create_dir_all(&path).map_err(|error| self.failed(&path, &error))
    }

    /// Whether this process has begun a checkpoint that another has.
    pub fn has_begun(&self, number: u64) -> bool {
        self.checkpoints.path(number).is_dir()
    }

    /// Writes one part of the next checkpoint.
    pub fn write_part(&self, part: usize, blobs: [&[u8]; 3]) -> Result<(), ClusterError> {
        let path = self.checkpoints.part_path(self.number + 1, part);
        self.written(&path, || {
            let mut body: Vec<u8> = blobs.iter().flat_map(|blob| (blob.len() as u64).to_le_bytes()).collect();
            body.extend(blobs.concat());
            let packed = zstd::bulk::compress(&body, ZSTD_LEVEL)?;
            yomikiri_files::write(&path, |file| -> io::Result<()> {
                file.write_all(&crc32fast::hash(&packed).to_le_bytes())?;
                file.write_all(&packed)
            })
        })
    }

    /// Writes the record of the next checkpoint, once all parts of all processes are written.
    pub fn write_record(&self, record: &Record) -> Result<(), ClusterError> {
        let path = self.checkpoints.record_path(self.number + 1, self.process);
        self.written(&path, || {
            let line = journal::sealed(&serde_json::to_string(record)?);
            yomikiri_files::write(&path, |file| file.write_all(line.as_bytes()))
        })
    }

    fn written(&self, path: &Path, write: impl FnOnce() -> io::Result<()>) -> Result<(), ClusterError> {
        let made = fs::create_dir_all(path.parent().expect("a checkpoint's file lies in its directory"));
        made.and_then(|()| write()).map_err(|error| self.failed(path, &error))
    }

    /// The next checkpoint is whole, and known to be so by all: the one before goes.
    pub fn finish(&mut self) {
        self.number += 1;
        self.last = Instant::now();
        self.remove(self.number - 1);
    }

    /// Removes a checkpoint. What cannot be removed does no harm; another process may remove it too.
    pub fn remove(&self, number: u64) {
        if self.is_first_thread {
            self.checkpoints.remove_one(number);
        }
    }

    /// Removes all but the one that is gone on from: what was begun of the next would be taken for part of
    /// another next.
    pub fn remove_others(&self) -> Result<(), ClusterError> {
        let begun = self.checkpoints.begun();
        let begun = begun.map_err(|error| self.failed(&self.checkpoints.directory, &error))?;
        begun.into_iter().filter(|&number| number != self.number).for_each(|number| self.remove(number));
        Ok(())
    }

    /// Reads a part; `None` where nothing was known of it.
    pub fn read_part(&self, part: usize) -> Result<Option<Blobs>, ClusterError> {
        let path = self.checkpoints.part_path(self.number, part);
        let bytes = match yomikiri_files::read(&path, 2 * LONGEST as u64) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            bytes => bytes.map_err(|error| self.failed(&path, &error))?,
        };
        unpack(&bytes).map(Some).ok_or_else(|| self.failed(&path, &"it is damaged"))
    }

    /// What is wrong with a file.
    pub fn failed(&self, path: &Path, what: &impl ToString) -> ClusterError {
        ClusterError::Checkpoint { process: self.process, path: path.to_owned(), what: what.to_string() }
    }

    /// What is wrong if another process has a checkpoint that this one, too, should have.
    pub fn lacks(&self, number: u64) -> ClusterError {
        let what = format!(
            "the checkpoint that another process goes on from, number {number}, is not here; is this the directory \
            of before?"
        );
        self.failed(&self.checkpoints.directory, &what)
    }

    /// What is wrong with the checkpoint that is read.
    pub fn unfit(&self, what: &str) -> ClusterError {
        self.failed(&self.checkpoints.path(self.number), &what)
    }
}

fn read_record(path: &Path) -> io::Result<Record> {
    let bytes = yomikiri_files::read(path, RECORD)?;
    let whole = || {
        let json = journal::checked(std::str::from_utf8(&bytes).ok()?.strip_suffix('\n')?)?;
        serde_json::from_str(json).ok()
    };
    whole().ok_or_else(|| io::Error::other("it is damaged; in another directory the solve begins anew"))
}

fn unpack(bytes: &[u8]) -> Option<Blobs> {
    let (checksum, packed) = bytes.split_first_chunk()?;
    if u32::from_le_bytes(*checksum) != crc32fast::hash(packed) {
        return None;
    }
    let body = zstd::bulk::decompress(packed, LONGEST).ok()?;
    let (lengths, mut rest) = body.split_at_checked(3 * 8)?;
    let mut blobs = Blobs::default();
    for (blob, length) in blobs.iter_mut().zip(lengths.chunks_exact(8)) {
        let length = u64::from_le_bytes(length.try_into().ok()?) as usize;
        let (bytes, others) = rest.split_at_checked(length)?;
        *blob = bytes.to_vec();
        rest = others;
    }
    rest.is_empty().then_some(blobs)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parts and records come back; cut or changed anywhere they are damaged.
    #[test]
    fn what_is_kept_comes_back_or_is_damaged() {
        let directory = tempfile::tempdir().unwrap();
        let directory = directory.path().to_owned();
        let checkpoints = Checkpoints { directory, every: Duration::ZERO, resume: true, stays: false };
        let mut keeper = Keeper::new(&checkpoints, Owners { processes: 1, threads: 1 }, 0);
        keeper.write_part(7, [&[1, 2, 3], &[], &[9; 1000]]).unwrap();
        keeper.number = 1;
        assert_eq!(keeper.read_part(7).unwrap(), Some([vec![1, 2, 3], vec![], vec![9; 1000]]));
        assert_eq!(keeper.read_part(8).unwrap(), None);
        let record = Record {
            digest: 1,
            processes: 1,
            files: 1,
            phase: Phase::Level(3),
            reached: vec![4],
            decided: vec![2, 1],
            seconds: [0.1, 2.7],
        };
        keeper.number = 0;
        keeper.write_record(&record).unwrap();
        keeper.number = 1;
        let read = || keeper.record(1).map(|record| (record.reached, record.decided, record.seconds));
        assert_eq!(read().unwrap(), (vec![4], vec![2, 1], [0.1, 2.7]));
        damaged(&checkpoints.record_path(1, 0), "process-0.json: it is damaged", || read().map(drop));
        damaged(&checkpoints.part_path(1, 7), "part-000007: it is damaged", || keeper.read_part(7).map(drop));
    }

    /// Cuts a file, and changes a bit of it, anywhere.
    fn damaged(path: &Path, told: &str, read: impl Fn() -> Result<(), ClusterError>) {
        let whole = fs::read(path).unwrap();
        for at in 0..whole.len() {
            let mut changed = whole.clone();
            changed[at] ^= 0x10;
            for bytes in [&whole[..at], &changed] {
                fs::write(path, bytes).unwrap();
                let error = read().unwrap_err().to_string();
                assert!(error.contains(told), "{error}");
            }
        }
    }
}
