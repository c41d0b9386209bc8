//! Finished pieces of work in a file, one a line: work that was interrupted goes on, and shares of it, done
//! by machines that know nothing of each other, are put together by `yomikiri merge`.
//!
//! A journal. The heading says what work it is; every other line is the number of a piece and what came of
//! it, a JSON object. What a run has cost is left out, so that the file is the same whoever made it.

use crate::{
    failure::Failure,
    text::{note, note_damaged},
    words::words,
};
use serde::Serialize;
use std::{collections::BTreeMap, ops::Range, path::Path};
use yomikiri_core::fill;
use yomikiri_files::{Entries, Journal, Shard, journal};

/// The pieces that are done, and the file that keeps more.
pub struct Finished {
    /// The option that gave the file's path.
    option: &'static str,
    journal: Journal,
    there: BTreeMap<u64, String>,
}

impl Finished {
    /// Opens the file that an option names, or begins it: of all pieces of the work, or of a share of them.
    pub fn open(
        option: &'static str,
        path: &Path,
        work: &str,
        shard: Option<Shard>,
        pieces: &Range<u64>,
    ) -> Result<Self, Failure> {
        let heading = Shard::heading_of(shard, work, pieces);
        let opened = Journal::open(path, &heading).map_err(|error| Failure::journal(option, &error));
        let (journal, Entries { lines, damaged }) = opened?;
        note_damaged(option, path, &damaged);
        let numbered = lines.iter().filter_map(|line| journal::numbered(line));
        let there: BTreeMap<u64, String> =
            numbered.map(|(number, found)| (number, found.to_owned())).collect();
        if !there.is_empty() {
            note(fill(words().pieces_there, &[option, &there.len().to_string()]));
        }
        Ok(Self { option, journal, there })
    }

    /// What came of a piece, if it is done: a JSON object.
    pub fn get(&self, number: u64) -> Option<&str> {
        self.there.get(&number).map(String::as_str)
    }

    /// Keeps what came of a piece.
    pub fn keep(&mut self, number: u64, found: &impl Serialize) -> Result<(), Failure> {
        let found = serde_json::to_string(found).map_err(|error| Failure::environment(error.to_string()))?;
        let kept = self.journal.keep(&[format!("{number} {found}")]);
        kept.map_err(|error| Failure::journal(self.option, &error))
    }
}
