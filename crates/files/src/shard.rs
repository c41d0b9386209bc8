//! A share of work that splits by itself: pieces numbered from 0, of which each of N shards does every Nth.
//!
//! The journal of a shard has ` shard=3/16 pieces=0..1000` at the end of its heading: which share it is, and
//! of which pieces. Its lines begin with the numbers of their pieces. [`merge`] makes of the journals of all
//! shards the one that a single run would have kept. Where later pieces need what came of the earlier ones,
//! as games need what was learnt from games before, the shards do a range at a time, and are merged behind
//! the journal of all pieces before.

use crate::journal::{self, JournalError};
use std::{
    collections::BTreeMap,
    fmt,
    ops::Range,
    path::{Path, PathBuf},
    str::FromStr,
};

/// The first of the words that tell a share in a heading.
const SHARD: &str = " shard=";
/// The second.
const PIECES: &str = " pieces=";

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

    /// The numbers of its pieces out of a range, ascending.
    pub fn pieces(self, range: Range<u64>) -> impl Iterator<Item = u64> {
        let before = (self.at + self.of - range.start % self.of) % self.of;
        (range.start + before..range.end).step_by(self.of as usize)
    }

    /// The heading of the journal of a share, or of the whole work where there is none.
    pub fn heading_of(shard: Option<Self>, work: &str, pieces: &Range<u64>) -> String {
        shard.map_or_else(|| work.to_owned(), |shard| shard.heading(work, pieces))
    }

    /// The heading of its journal, out of that of the whole work.
    pub fn heading(self, work: &str, pieces: &Range<u64>) -> String {
        format!("{work}{SHARD}{self}{PIECES}{}..{}", pieces.start, pieces.end)
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

/// A journal to be merged.
struct Part<'a> {
    path: &'a Path,
    heading: String,
    /// The heading without the words that tell the share.
    work: String,
    /// Which share of which pieces; none of one that begins with the first piece and has all.
    share: Option<(Shard, Range<u64>)>,
    /// Each with the number of its piece.
    lines: Vec<(u64, String)>,
}

/// Merges the journals of all shards into one, in the order of the pieces. If theirs are not the first pieces
/// of the work, a journal of all pieces before is to be among them.
///
/// # Errors
/// A file that is no journal of a shard, or is damaged; shards of different work; a shard that is missing or
/// there twice, or has not done all of its pieces; a file that would be lost under the new one and is of
/// other work; the file system's.
pub fn merge(paths: &[PathBuf], out: &Path) -> Result<Merged, JournalError> {
    let parts = paths.iter().map(|path| Part::read(path)).collect::<Result<Vec<_>, _>>()?;
    let Some((first, pieces)) = parts.iter().find_map(|part| Some((part, part.share.as_ref()?.1.clone())))
    else {
        let first = parts.first().map(|part| part.foreign("this is of no share of work"));
        return Err(first.unwrap_or_else(|| missing(out, "no share")));
    };
    let work = first.work.clone();
    let mut there = BTreeMap::new();
    for part in &parts {
        part.ensure_goes_with(first)?;
        let twice = there.insert(part.share.as_ref().map(|(shard, _)| *shard), part);
        if let Some(twice) = twice {
            return Err(part.foreign(&format!("this is of {}, as {} is", part.name(), twice.path.display())));
        }
    }
    let of = first.share.as_ref().map_or(1, |(shard, _)| shard.of);
    let mut shards = (0..of).map(|at| Shard { at, of });
    if let Some(shard) = shards.find(|shard| !there.contains_key(&Some(*shard))) {
        return Err(missing(out, &format!("share {shard}")));
    }
    if pieces.start > 0 && !there.contains_key(&None) {
        return Err(missing(out, &format!("the file of the pieces before {}", pieces.start)));
    }
    for part in &parts {
        part.ensure_whole(&pieces)?;
    }
    if let Some(part) = parts.iter().find(|part| part.share.is_some() && crate::is_same(part.path, out)) {
        return Err(part.foreign("this is a share, and the shares stay; name another file for all of them"));
    }
    ensure_replaceable(out, &work)?;
    let mut lines: Vec<(u64, String)> = parts.into_iter().flat_map(|part| part.lines).collect();
    lines.sort_unstable_by_key(|(piece, _)| *piece);
    let lines: Vec<String> = lines.into_iter().map(|(_, line)| line).collect();
    journal::write_whole(out, &work, &lines)?;
    Ok(Merged { heading: work, pieces: lines.len() as u64 })
}

/// Refuses to write over anything but a file of the same work, which may be damaged.
fn ensure_replaceable(out: &Path, work: &str) -> Result<(), JournalError> {
    if out.metadata().is_ok_and(|there| there.is_file() && there.len() > 0) {
        journal::ensure_of(out, work)?;
    }
    Ok(())
}

/// What is wanted is not among the files that were to become this one.
fn missing(out: &Path, what: &str) -> JournalError {
    let message = format!("{what} is not among the files that were to become it");
    JournalError::Foreign { path: out.to_owned(), message }
}

impl<'a> Part<'a> {
    fn read(path: &'a Path) -> Result<Self, JournalError> {
        let (heading, lines) = journal::read_whole(path)?;
        let (work, share) = match heading.rsplit_once(SHARD) {
            None => (heading.clone(), None),
            Some((work, share)) => (work.to_owned(), Some(share.to_owned())),
        };
        let mut part = Self { path, heading, work, share: None, lines: Vec::new() };
        if let Some(share) = share {
            let unread = || part.foreign("its heading tells no share of work");
            part.share = Some(share_of(&share).ok_or_else(unread)?);
        }
        let numbered = lines.into_iter().map(|line| Some((journal::numbered(&line)?.0, line)));
        let numbered: Option<Vec<_>> = numbered.collect();
        part.lines = numbered.ok_or_else(|| part.foreign("a line does not begin with a number"))?;
        Ok(part)
    }

    fn foreign(&self, message: &str) -> JournalError {
        JournalError::Foreign { path: self.path.to_owned(), message: message.to_owned() }
    }

    /// What it is of, in a sentence.
    fn name(&self) -> String {
        self.share.as_ref().map_or("no share".into(), |(shard, _)| format!("share {shard}"))
    }

    /// Whether it is of the same work as a share, and of as many shares of the same pieces.
    fn ensure_goes_with(&self, first: &Self) -> Result<(), JournalError> {
        let pieces_of = |part: &Self| part.share.as_ref().map(|(shard, pieces)| (shard.of, pieces.clone()));
        let pieces = pieces_of(first);
        let is_earlier = self.share.is_none() && pieces.as_ref().is_some_and(|(_, pieces)| pieces.start > 0);
        if self.work == first.work && (is_earlier || pieces_of(self) == pieces) {
            return Ok(());
        }
        let (path, other) = (first.path.display(), &first.heading);
        Err(self.foreign(&format!("this is of {}, {path} of {other}", self.heading)))
    }

    /// Whether it has all of its pieces and no others, if all shares together have these.
    fn ensure_whole(&self, pieces: &Range<u64>) -> Result<(), JournalError> {
        let (shard, range) = match &self.share {
            Some((shard, _)) => (*shard, pieces.clone()),
            None => (Shard::WHOLE, 0..pieces.start),
        };
        let mut found: Vec<u64> = self.lines.iter().map(|&(piece, _)| piece).collect();
        found.sort_unstable();
        // Pieces may be many more than memory holds, where most are missing.
        let mut found = found.into_iter();
        for piece in shard.pieces(range) {
            match found.next() {
                Some(found) if found == piece => {}
                Some(found) if found < piece => return Err(self.not_its_own(found)),
                _ => return Err(self.foreign(&format!("piece {piece} is missing: it has not ended"))),
            }
        }
        found.next().map_or(Ok(()), |piece| Err(self.not_its_own(piece)))
    }

    fn not_its_own(&self, piece: u64) -> JournalError {
        self.foreign(&format!("piece {piece} is not among its own, or is there twice"))
    }
}

/// The share that the end of a heading tells.
fn share_of(text: &str) -> Option<(Shard, Range<u64>)> {
    let (shard, pieces) = text.split_once(PIECES)?;
    let (start, end) = pieces.split_once("..")?;
    Some((shard.parse().ok()?, start.parse().ok()?..end.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Journal;
    use std::fs;

    const WORK: &str = "yomikiri-counting 1 seed=3";

    fn lines(pieces: impl Iterator<Item = u64>) -> Vec<String> {
        pieces.map(|piece| format!("{piece} done")).collect()
    }

    /// The journals of so many shards of some pieces, each in an order of its own.
    fn journals(directory: &Path, of: u64, pieces: &Range<u64>) -> Vec<PathBuf> {
        let journal = |at| {
            let shard = Shard { at, of };
            let path = directory.join(format!("{at}"));
            let mut lines = lines(shard.pieces(pieces.clone()));
            lines.reverse();
            Journal::begin(&path, &shard.heading(WORK, pieces)).unwrap().keep(&lines).unwrap();
            path
        };
        (0..of).map(journal).collect()
    }

    #[test]
    fn what_is_of_other_work_is_not_written_over() {
        let directory = tempfile::tempdir().unwrap();
        let (paths, out) = (journals(directory.path(), 2, &(0..5)), directory.path().join("out"));
        fs::write(&out, "precious").unwrap();
        assert!(merge(&paths, &out).unwrap_err().to_string().contains("no file of finished work"));
        assert_eq!(fs::read_to_string(&out).unwrap(), "precious");
        // Of other work, and a share under another name.
        fs::remove_file(&out).unwrap();
        drop(Journal::begin(&out, "yomikiri-counting 1 seed=4").unwrap());
        assert!(merge(&paths, &out).unwrap_err().to_string().contains("seed=4, not seed=3"));
        fs::copy(&paths[0], &out).unwrap();
        assert!(merge(&paths, &out).unwrap_err().to_string().contains("other work"));
        fs::write(&out, "").unwrap();
        merge(&paths, &out).unwrap();
        merge(&paths, &out).unwrap();
    }

    #[test]
    fn shares_are_written_as_they_are_read() {
        let shard: Shard = "3/16".parse().unwrap();
        assert_eq!(shard.to_string(), "3/16");
        assert_eq!(shard.heading("work", &(5..40)), "work shard=3/16 pieces=5..40");
        assert_eq!(share_of("3/16 pieces=5..40"), Some((shard, 5..40)));
        for wrong in ["", "3", "0/16", "17/16", "1/0", "a/b", "-1/2", "1/2/3"] {
            wrong.parse::<Shard>().unwrap_err();
        }
    }

    #[test]
    fn the_pieces_of_a_share_are_every_nth_of_any_range() {
        for (of, start, end) in [(1, 0, 5), (16, 0, 40), (3, 7, 20), (5, 10, 11), (4, 9, 9)] {
            for at in 0..of {
                let slow: Vec<u64> = (start..end).filter(|piece| piece % of == at).collect();
                assert_eq!(Shard { at, of }.pieces(start..end).collect::<Vec<_>>(), slow, "{at}/{of}");
            }
        }
    }

    #[test]
    fn all_shares_give_the_bytes_of_one_run() {
        let directory = tempfile::tempdir().unwrap();
        let (one, out) = (directory.path().join("one"), directory.path().join("merged"));
        for of in [1, 2, 3, 7, 16] {
            // All at once, or a few pieces first and the others behind them.
            for ends in [&[10][..], &[3, 4, 10]] {
                let _ = fs::remove_file(&out);
                let starts = [0].into_iter().chain(ends.iter().copied());
                for pieces in starts.zip(ends).map(|(start, &end)| start..end) {
                    let mut paths = journals(directory.path(), of, &pieces);
                    paths.reverse();
                    paths.extend(out.exists().then(|| out.clone()));
                    let merged = merge(&paths, &out).unwrap();
                    assert_eq!(merged, Merged { heading: WORK.into(), pieces: pieces.end });
                    Journal::begin(&one, WORK).unwrap().keep(&lines(0..pieces.end)).unwrap();
                    assert_eq!(fs::read(&out).unwrap(), fs::read(&one).unwrap(), "{of}, {pieces:?}");
                }
            }
        }
    }

    /// What merging says of some files.
    fn refusal(paths: &[PathBuf], out: &Path) -> String {
        let error = merge(paths, out).unwrap_err();
        let is_damage = error.to_string().contains("is damaged");
        assert_eq!(is_damage, matches!(error, JournalError::Damaged { .. }));
        assert_eq!(!is_damage, matches!(error, JournalError::Foreign { .. }));
        assert!(!out.exists());
        error.to_string()
    }

    #[test]
    fn gaps_doubles_and_other_work_are_refused() {
        let directory = tempfile::tempdir().unwrap();
        let out = directory.path().join("merged");
        let paths = journals(directory.path(), 3, &(0..10));
        let says = |paths: &[PathBuf], expected: &str| {
            let message = refusal(paths, &out);
            assert!(message.contains(expected), "{message}");
        };
        says(&paths[..2], "share 3/3 is not among the files");
        says(&[&paths[..], &paths[1..2]].concat(), "this is of share 2/3, as ");
        says(&[], "no share is not among the files");
        let other = directory.path().join("other");
        let with_other = [paths[0].clone(), other.clone(), paths[2].clone()];
        for (heading, pieces, expected) in [
            (
                "yomikiri-counting 1 seed=4 shard=2/3 pieces=0..10",
                0..10,
                "this is of yomikiri-counting 1 seed=4",
            ),
            (
                "yomikiri-counting 1 seed=3 shard=2/4 pieces=0..10",
                0..10,
                "this is of yomikiri-counting 1 seed=3 shard=2/4",
            ),
            ("yomikiri-counting 1 seed=3 shard=2/3 pieces=0..11", 0..11, "pieces=0..11, "),
            ("yomikiri-counting 1 seed=3 shard=2/3", 0..10, "its heading tells no share of work"),
            (WORK, 0..10, "this is of yomikiri-counting 1 seed=3, "),
            // The last piece of all is one that nothing behind it tells of.
            (
                "yomikiri-counting 1 seed=3 shard=2/3 pieces=0..10",
                0..6,
                "piece 7 is missing: it has not ended",
            ),
            ("yomikiri-counting 1 seed=3 shard=2/3 pieces=0..10", 0..13, "piece 10 is not among its own"),
        ] {
            let lines = lines(Shard { at: 1, of: 3 }.pieces(pieces));
            Journal::begin(&other, heading).unwrap().keep(&lines).unwrap();
            says(&with_other, expected);
        }
        says(std::slice::from_ref(&other), "share 1/3 is not among the files");
        Journal::begin(&other, WORK).unwrap();
        says(std::slice::from_ref(&other), "this is of no share of work");
        let mut twice = lines([1, 4, 7, 4].into_iter());
        let heading = Shard { at: 1, of: 3 }.heading(WORK, &(0..10));
        Journal::begin(&other, &heading).unwrap().keep(&twice).unwrap();
        says(&with_other, "piece 4 is not among its own, or is there twice");
        twice[3] = "four".into();
        Journal::begin(&other, &heading).unwrap().keep(&twice).unwrap();
        says(&with_other, "a line does not begin with a number");
        let text = fs::read_to_string(&other).unwrap();
        fs::write(&other, text.replace("7 done", "8 done")).unwrap();
        says(&with_other, "line 4 is damaged");
    }

    #[test]
    fn what_came_before_must_be_there_and_whole() {
        let directory = tempfile::tempdir().unwrap();
        let (out, before) = (directory.path().join("merged"), directory.path().join("before"));
        let shares = journals(directory.path(), 2, &(4..10));
        let all = [&shares[..], std::slice::from_ref(&before)].concat();
        let message = refusal(&shares, &out);
        assert!(message.contains("the file of the pieces before 4 is not among the files"), "{message}");
        for (heading, pieces, expected) in [
            (WORK, 0..3, "piece 3 is missing: it has not ended"),
            (WORK, 0..5, "piece 4 is not among its own, or is there twice"),
            ("yomikiri-counting 1 seed=4", 0..4, "this is of yomikiri-counting 1 seed=4"),
        ] {
            Journal::begin(&before, heading).unwrap().keep(&lines(pieces)).unwrap();
            let message = refusal(&all, &out);
            assert!(message.contains(expected), "{message}");
        }
        Journal::begin(&before, WORK).unwrap().keep(&lines(0..4)).unwrap();
        assert_eq!(merge(&all, &out).unwrap().pieces, 10);
    }
}
