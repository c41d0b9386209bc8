//! An enumeration that goes on from finished steps, whichever they are, comes to the same, and so does one
//! that lies in files.

use std::{
    fs,
    path::PathBuf,
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};
use yomikiri_core::{
    Random,
    play::{NoProgress, Progress},
};
use yomikiri_tsume::{
    PieceSet,
    enumerate::{Checkpoint, Conventions, Disk, Enumeration, EnumerationError},
};

/// All that is told of an enumeration.
fn told(found: &Enumeration) -> (String, Vec<String>, [usize; 2]) {
    let problems = found.problems(true).map(|problem| problem.sfen() + &problem.usi()).collect();
    (format!("{:?}", found.tally()), problems, [found.positions(), found.bytes()])
}

struct Kept {
    set: PieceSet,
    directory: tempfile::TempDir,
}

impl Kept {
    fn enumerated(&self) -> Result<Enumeration, EnumerationError> {
        let checkpoint = Checkpoint::open(self.directory.path(), &self.set, Conventions::default())?;
        let disk = Disk { checkpoint: Some(&checkpoint), files: None };
        Enumeration::by_disk(&self.set, Conventions::default(), 63, disk, &NoProgress)
    }

    fn steps(&self) -> Vec<PathBuf> {
        let paths = fs::read_dir(self.directory.path()).unwrap().map(|entry| entry.unwrap().path());
        paths.filter(|path| path.extension().is_some_and(|ending| ending == "yomikiri-step")).collect()
    }
}

/// A set without short mates stored, one with, one with ranging pieces.
const SETS: [&str; 3] = ["NNNN", "SNP", "RB"];

#[test]
fn any_finished_steps_lead_to_the_same() {
    finished_steps_lead_to_the_same(&[4, 0]);
}

#[test]
#[ignore = "seconds: cargo xtask test --full"]
fn more_finished_steps_lead_to_the_same() {
    finished_steps_lead_to_the_same(&[1, 4, 16, 8, 0]);
}

/// Of sixteen steps so many stay, one time after the other.
fn finished_steps_lead_to_the_same(kept_steps: &[usize]) {
    let mut random = Random::new(5);
    for letters in SETS {
        let set: PieceSet = letters.parse().unwrap();
        let expected = told(&Enumeration::new(&set, Conventions::default(), 63, &NoProgress));
        let kept = Kept { set, directory: tempfile::tempdir().unwrap() };
        for &keep in kept_steps {
            assert_eq!(told(&kept.enumerated().unwrap()), expected, "{letters}");
            let steps = kept.steps();
            assert!(steps.len() >= 3 * 45, "{letters}: {} steps", steps.len());
            for path in steps.iter().filter(|_| random.below(16) >= keep) {
                fs::remove_file(path).unwrap();
            }
        }
    }
}

/// Whatever of the files is in memory, with finished steps and without.
#[test]
fn files_lead_to_the_same() {
    let (files, steps) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    for letters in SETS {
        let set: PieceSet = letters.parse().unwrap();
        let expected = told(&Enumeration::new(&set, Conventions::default(), 63, &NoProgress));
        let checkpoint = Checkpoint::open(steps.path(), &set, Conventions::default()).unwrap();
        for (checkpoint, bytes) in [(None, u64::MAX), (Some(&checkpoint), 0), (Some(&checkpoint), 0)] {
            let disk = Disk { checkpoint, files: Some((files.path(), bytes)) };
            let found = Enumeration::by_disk(&set, Conventions::default(), 63, disk, &NoProgress);
            assert_eq!(told(&found.unwrap()), expected, "{letters}");
        }
        checkpoint.remove().unwrap();
    }
    assert_eq!(fs::read_dir(files.path()).unwrap().count(), 0);
}

/// Takes the directory of the files away when so many steps have been done.
struct Breaking {
    directory: Mutex<Option<tempfile::TempDir>>,
    left: AtomicU64,
}

impl Progress for Breaking {
    fn phase(&self, _name: &str, _steps: u64) {
        self.advance(1);
    }

    fn advance(&self, steps: u64) {
        if self.left.fetch_sub(steps, Relaxed) <= steps {
            self.left.store(u64::MAX, Relaxed);
            *self.directory.lock().unwrap() = None;
        }
    }
}

/// From whatever moment on no file can be had, that is told, and the steps that are finished are right.
#[test]
fn where_files_cannot_be_had_it_ends() {
    let kept = Kept { set: "RB".parse().unwrap(), directory: tempfile::tempdir().unwrap() };
    let conventions = Conventions::default();
    let expected = Enumeration::new(&kept.set, conventions, 63, &NoProgress).tally().clone();
    // While mates in one are stored, while what is lost is found, and never.
    let mut ended = Vec::new();
    for left in [30, 120, u64::MAX] {
        let files = tempfile::tempdir().unwrap();
        let path = files.path().to_owned();
        let breaking = Breaking { directory: Mutex::new(Some(files)), left: AtomicU64::new(left) };
        let checkpoint = Checkpoint::open(kept.directory.path(), &kept.set, conventions).unwrap();
        let disk = Disk { checkpoint: Some(&checkpoint), files: Some((&path, 0)) };
        match Enumeration::by_disk(&kept.set, conventions, 63, disk, &breaking) {
            Ok(found) => assert_eq!(*found.tally(), expected, "after {left}"),
            Err(error) => {
                ended.push(left);
                assert!(matches!(error, EnumerationError::Disk(_)), "after {left}: {error}");
                assert_eq!(*kept.enumerated().unwrap().tally(), expected, "after {left}");
            }
        }
        checkpoint.remove().unwrap();
    }
    assert_eq!(ended, [30, 120]);
}
