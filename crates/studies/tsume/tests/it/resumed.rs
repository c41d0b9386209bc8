//! An enumeration that goes on from finished steps, whichever they are, comes to the same, and so does one
//! that lies in files.

use std::{
    fs,
    path::{Path, PathBuf},
};
use yomikiri_core::{Random, play::NoProgress};
use yomikiri_tsume::{
    PieceSet,
    enumerate::{Checkpoint, Disk, Enumeration, EnumerationError, Reading},
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
        let checkpoint = Checkpoint::open(self.directory.path(), &self.set, Reading::default())?;
        let disk = Disk { checkpoint: Some(&checkpoint), files: None };
        Enumeration::by_disk(&self.set, Reading::default(), 63, disk, &NoProgress)
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
        let expected = told(&Enumeration::new(&set, Reading::default(), 63, &NoProgress));
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

/// Whatever of the files is in memory; and a disk that takes nothing is told.
#[test]
fn files_lead_to_the_same() {
    let directory = tempfile::tempdir().unwrap();
    for letters in SETS {
        let set: PieceSet = letters.parse().unwrap();
        let in_files = |directory: &Path, bytes| {
            let disk = Disk { checkpoint: None, files: Some((directory, bytes)) };
            Enumeration::by_disk(&set, Reading::default(), 63, disk, &NoProgress)
        };
        let expected = told(&Enumeration::new(&set, Reading::default(), 63, &NoProgress));
        for bytes in [0, u64::MAX] {
            assert_eq!(told(&in_files(directory.path(), bytes).unwrap()), expected, "{letters}");
        }
        let refused = in_files(&directory.path().join("nowhere"), 0).err().unwrap();
        assert!(matches!(refused, EnumerationError::Disk(_)), "{letters}: {refused}");
    }
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
}
