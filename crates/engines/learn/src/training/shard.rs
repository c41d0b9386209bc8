//! A share of work that splits by itself: pieces numbered from 0, of which each of N shards does every Nth.
//!
//! The journal of a shard has ` shard=3/16` at the end of its heading, and its lines begin with the numbers
//! of their pieces. [`merge`] makes of the journals of all shards the one that a single run would have kept.

use super::journal::{self, JournalError};
use std::{
    collections::BTreeMap,
    fmt,
    path::{Path, PathBuf},
    str::FromStr,
};

/// The first of the word that tells a shard in a heading.
const WORD: &str = " shard=";

/// One share of several: the third of sixteen is `3/16`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shard {
    /// From 0.
    at: u64,
    of: u64,
}

impl Shard {
    /// All of the work.
    pub const WHOLE: Self = Self { at: 0, of: 1 };

    /// The numbers of its pieces, out of so many, ascending.
    pub fn pieces(self, count: u64) -> impl Iterator<Item = u64> {
        (self.at..count).step_by(self.of as usize)
    }

    /// What a heading says of it: nothing where it is the whole.
    pub fn word(self) -> String {
        if self == Self::WHOLE { String::new() } else { format!("{WORD}{self}") }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.at + 1, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(number, of)| {
            Some((number.parse::<u64>().ok()?.checked_sub(1)?, of.parse::<u64>().ok()?))
        });
        match numbers {
            Some((at, of)) if at < of && of <= 1 << 20 => Ok(Self { at, of }),
            _ => Err("expected a share such as 3/16: the third of sixteen".into()),
        }
    }
}

/// What has been merged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged {
    /// The heading of the whole.
    pub heading: String,
    /// Pieces of work.
    pub pieces: u64,
}

/// The file of each shard, and its lines with the numbers of their pieces.
type Shards<'a> = BTreeMap<Shard, (&'a Path, Vec<(u64, String)>)>;

/// Merges the journals of all shards into one, in the order of the pieces.
///
/// # Errors
/// A file that is no journal of a shard, or is damaged; shards of different work; a shard that is missing or
/// there twice, or has not done all of its pieces; the file system's.
pub fn merge(paths: &[PathBuf], out: &Path) -> Result<Merged, JournalError> {
    let mut shards = Shards::new();
    let mut whole: Option<(String, u64)> = None;
    for path in paths {
        let foreign = |message: String| JournalError::Foreign { path: path.clone(), message };
        let (heading, lines) = journal::read_whole(path)?;
        let no_shard = || foreign(format!("this is of no share of work ({heading:?} names none)"));
        let (work, shard) = heading.rsplit_once(WORD).ok_or_else(no_shard)?;
        let shard: Shard = shard.parse().map_err(|_| no_shard())?;
        let (first, of) = whole.get_or_insert_with(|| (work.to_owned(), shard.of));
        if first != work || *of != shard.of {
            return Err(foreign(format!("this is of {heading}, the first file of {first} in {of} shares")));
        }
        let pieces = lines.into_iter().map(|line| Some((number(&line)?, line)));
        let pieces: Option<Vec<_>> = pieces.collect();
        let pieces = pieces.ok_or_else(|| foreign("a line does not begin with a number".into()))?;
        if let Some((twice, _)) = shards.insert(shard, (path, pieces)) {
            return Err(foreign(format!("this is of share {shard}, as {} is", twice.display())));
        }
    }
    let (heading, of) = whole.unwrap_or_default();
    if let Some(at) = (0..of).find(|&at| !shards.contains_key(&Shard { at, of })) {
        let message = format!("share {} is not among the files", Shard { at, of });
        return Err(JournalError::Foreign { path: out.to_owned(), message });
    }
    let lines = in_order(&shards)?;
    journal::write_whole(out, &heading, &lines)?;
    Ok(Merged { heading, pieces: lines.len() as u64 })
}

/// The number of the piece that a line is of.
fn number(line: &str) -> Option<u64> {
    line.split(' ').next()?.parse().ok()
}

/// The lines of all shards in the order of their pieces, of which none may be missing or there twice.
fn in_order(shards: &Shards) -> Result<Vec<String>, JournalError> {
    let mut lines = BTreeMap::new();
    for (shard, (path, pieces)) in shards {
        for (piece, line) in pieces {
            let is_own = piece % shard.of == shard.at;
            if !is_own || lines.insert(*piece, line.clone()).is_some() {
                let message = format!("piece {piece} is not of share {shard}, or is there twice");
                return Err(JournalError::Foreign { path: path.to_path_buf(), message });
            }
        }
    }
    let count = lines.last_key_value().map_or(0, |(last, _)| last + 1);
    if let Some(missing) = (0..count).find(|piece| !lines.contains_key(piece)) {
        let is_its = |(shard, _): &(&Shard, &(&Path, _))| missing % shard.of == shard.at;
        let (_, (path, _)) = shards.iter().find(is_its).expect("all shards are there");
        let message = format!("piece {missing} is missing: this share has not ended");
        return Err(JournalError::Foreign { path: path.to_path_buf(), message });
    }
    Ok(lines.into_values().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Journal;
    use std::fs;

    const WORK: &str = "yomikiri-counting 1 seed=3";

    /// The journals of so many shards of ten pieces, each in an order of its own.
    fn journals(directory: &Path, of: u64) -> Vec<PathBuf> {
        let journal = |at| {
            let shard = Shard { at, of };
            let path = directory.join(format!("{at}"));
            let mut lines: Vec<String> = shard.pieces(10).map(|piece| format!("{piece} done")).collect();
            lines.reverse();
            Journal::begin(&path, &format!("{WORK}{}", shard.word())).unwrap().keep(&lines).unwrap();
            path
        };
        (0..of).map(journal).collect()
    }

    #[test]
    fn shares_are_written_as_they_are_read() {
        let shard: Shard = "3/16".parse().unwrap();
        assert_eq!((shard.to_string(), shard.word()), ("3/16".into(), " shard=3/16".into()));
        assert_eq!(shard.pieces(40).collect::<Vec<_>>(), [2, 18, 34]);
        assert_eq!(Shard::WHOLE.word(), "");
        for wrong in ["", "3", "0/16", "17/16", "1/0", "a/b", "-1/2", "1/2/3"] {
            wrong.parse::<Shard>().unwrap_err();
        }
    }

    #[test]
    fn all_shares_give_the_bytes_of_one_run() {
        let directory = tempfile::tempdir().unwrap();
        let one = directory.path().join("one");
        let lines: Vec<String> = (0..10).map(|piece| format!("{piece} done")).collect();
        Journal::begin(&one, WORK).unwrap().keep(&lines).unwrap();
        for of in [2, 3, 7] {
            let out = directory.path().join("merged");
            let mut paths = journals(directory.path(), of);
            paths.reverse();
            let merged = merge(&paths, &out).unwrap();
            assert_eq!(merged, Merged { heading: WORK.into(), pieces: 10 });
            assert_eq!(fs::read(&out).unwrap(), fs::read(&one).unwrap(), "{of}");
        }
    }

    #[test]
    fn gaps_doubles_and_other_work_are_refused() {
        let directory = tempfile::tempdir().unwrap();
        let out = directory.path().join("merged");
        let paths = journals(directory.path(), 3);
        let refused = |paths: &[PathBuf]| merge(paths, &out).unwrap_err().to_string();
        let says = |message: String, expected: &str| assert!(message.contains(expected), "{message}");
        says(refused(&paths[..2]), "share 3/3 is not among the files");
        says(refused(&[&paths[..], &paths[1..2]].concat()), "this is of share 2/3");
        let begin = |path: &Path, heading: &str| {
            Journal::begin(path, heading).unwrap().keep(&["1 done", "7 done"]).unwrap();
        };
        let other = directory.path().join("other");
        begin(&other, "yomikiri-counting 1 seed=4 shard=2/3");
        says(refused(&[paths[0].clone(), other.clone(), paths[2].clone()]), "the first file of");
        begin(&other, WORK);
        says(refused(std::slice::from_ref(&other)), "this is of no share of work");
        begin(&other, &format!("{WORK} shard=2/3"));
        says(refused(&[paths[0].clone(), other.clone(), paths[2].clone()]), "piece 4 is missing");
        let text = fs::read_to_string(&other).unwrap();
        fs::write(&other, text.replace("7 done", "8 done")).unwrap();
        says(refused(&[paths[0].clone(), other, paths[2].clone()]), "line 3 is damaged");
        assert!(!out.exists());
    }
}
