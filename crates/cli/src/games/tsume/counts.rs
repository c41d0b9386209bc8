//! The counts of many sets in a file, one set a line: an enumeration that was interrupted goes on, and shares
//! of the sets, enumerated by machines that know nothing of each other, are put together by `yomikiri merge`.
//!
//! A journal. The heading says what is counted: `yomikiri-enumeration 1` and the conventions; every other
//! line is the number of a set and its counts, a JSON object. What a run has cost is left out, so that the
//! file is the same whoever made it.

use crate::{
    failure::Failure,
    text::{note, note_damaged},
};
use serde::Serialize;
use std::{collections::BTreeSet, ops::Range, path::Path};
use yomikiri_files::{Entries, Journal, Shard, journal};

/// The sets whose counts are there, and the file that keeps more.
pub struct Counts {
    journal: Journal,
    there: BTreeSet<u64>,
}

impl Counts {
    /// Opens the file of `--counts`, or begins it: of all sets, or of a share of them.
    pub fn open(path: &Path, work: &str, shard: Option<Shard>, sets: Range<u64>) -> Result<Self, Failure> {
        let heading = Shard::heading_of(shard, work, &sets);
        let opened = Journal::open(path, &heading).map_err(|error| Failure::journal("--counts", &error));
        let (journal, Entries { lines, damaged }) = opened?;
        note_damaged("--counts", path, &damaged);
        let numbers = lines.iter().filter_map(|line| Some(journal::numbered(line)?.0));
        let there: BTreeSet<u64> = numbers.collect();
        if !there.is_empty() {
            note(&format!("--counts: {} sets are there already", there.len()));
        }
        Ok(Self { journal, there })
    }

    /// Whether the counts of a set are there.
    pub fn has(&self, number: u64) -> bool {
        self.there.contains(&number)
    }

    /// Keeps the counts of a set.
    pub fn keep(&mut self, number: u64, counts: &impl Serialize) -> Result<(), Failure> {
        let counts =
            serde_json::to_string(counts).map_err(|error| Failure::Environment(error.to_string()))?;
        let kept = self.journal.keep(&[format!("{number} {counts}")]);
        kept.map_err(|error| Failure::journal("--counts", &error))
    }
}
