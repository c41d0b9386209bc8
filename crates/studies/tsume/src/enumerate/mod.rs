//! All tsume shogi of a piece set, by taking moves back from the mates.
//!
//! The method is that of Horiyama, Nakatsuka and Iwama (2008, "enumeration of tsume shogi by the reverse
//! method"): begin with every mate, take back the attacker's moves, then the defender's, and so on; what is
//! mate in n or less is a look-up, so no solver is asked and no position is searched. The conventions that
//! make a mate a *problem* are [`Conventions`]; `docs/notes/tsume.md` has the paper's table beside ours.
//!
//! | file | what |
//! |---|---|
//! | `place` | where a piece can be, as a number |
//! | `rules` | positions, their mirror images, moves back and the defender's answers |
//! | `moves` | what the driver asks of a world |
//! | `steps`, `mates` | sets in which nothing slides: moves, all mates |
//! | `ranging` | sets with ranging pieces: interpositions, moves, all mates |
//! | `attacks`, `checking` | what pieces attack; where checking moves end |
//! | `forward`, `rows`, `scan` | short mates without a store, one by one and a row at a time |
//! | `store` | what is mate, by the king's square |
//! | `storage` | where tables and lists lie: in memory, or in files |
//! | `backward` | level by level; flaws handed on |
//! | `estimate` | the memory that a set will take |
//! | `run`, `checkpoint` | work handed to threads; finished steps on disk |
//! | `found`, `line` | counts, problems; main lines |
//!
//! In a set without ranging pieces only the piece that moved last gives check, no drop answers it, and what a
//! piece attacks depends on its place alone. What holds with rooks, bishops and lances is told in `ranging`.

mod attacks;
mod backward;
mod checking;
mod checkpoint;
mod conventions;
mod error;
mod estimate;
mod extended;
mod forward;
mod found;
mod judge;
mod line;
mod mates;
mod moves;
mod place;
mod places;
mod position;
mod ranging;
mod rows;
mod rules;
mod run;
mod scan;
mod sets;
mod steps;
mod storage;
mod store;
mod unrows;

#[cfg(test)]
mod agreement;

pub use backward::LONGEST;
pub use checkpoint::{Checkpoint, CheckpointError};
pub use conventions::{Conventions, Presence, Surplus};
pub use error::EnumerationError;
pub use estimate::Needs;
pub use found::Tally;

use crate::{PieceSet, Problem};
use backward::Backward;
use estimate::Held;
use extended::CompactEnumeration;
use found::{EnumerationResult, Item};
use ranging::SlidingMoves;
use run::Run;
use scan::SHORT;
use std::path::Path;
use steps::StepMoves;
use storage::Storage;
use yomikiri_core::play::{NoProgress, Progress};
use yomikiri_shogi::{Kind, Position};

/// Everything that is mate with a piece set, and the problems among it.
pub struct Enumeration {
    found: Box<dyn EnumerationResult>,
    tally: Tally,
    items: Vec<Item>,
}

/// What an enumeration uses the disk for; nothing by default.
#[derive(Clone, Copy, Default)]
pub struct Disk<'a> {
    /// Where finished steps are kept.
    pub checkpoint: Option<&'a Checkpoint>,
    /// A directory for files of tables and lists, and how many bytes of them may be in memory. The files have
    /// no names, so that nothing is left of them.
    pub files: Option<(&'a Path, u64)>,
}

/// Whether short mates are walked over and not stored: not for small sets, where storing is as quick, and not
/// where needless pieces spoil nothing, so that most mates may be problems.
fn walks(set: &PieceSet, conventions: Conventions) -> bool {
    !set.has_ranging() && matches!(set.len(), 4..=5) && conventions.surplus != Surplus::Allowed
}

/// Calls a generic function for a set's number of pieces. Sets of one and two pieces are filled up to three:
/// they take milliseconds, and two of five instances are half a minute of the compiler's time.
macro_rules! sized {
    ($set:expr, $n:ident => $work:expr) => {
        match $set.len() {
            4 => {
                const $n: usize = 4;
                $work
            }
            5 => {
                const $n: usize = 5;
                $work
            }
            _ => {
                const $n: usize = 3;
                $work
            }
        }
    };
}

impl Enumeration {
    /// Takes moves back until nothing new comes, on all threads; gives what is mate in at most `most` plies.
    ///
    /// However small `most` is, moves are taken back to the end: what spoils a short problem may be a second
    /// solution of any length. The phases of the progress are the levels; their steps are squares of the
    /// king.
    pub fn new(set: &PieceSet, conventions: Conventions, most: u8, progress: &dyn Progress) -> Self {
        let found = Self::by_disk(set, conventions, most, Disk::default(), progress);
        found.expect("only files can fail")
    }

    /// A part of it, sooner: with moves taken back to mates of `depth` plies at most. No problem of one ply
    /// or more is called sound then, if there may be longer mates: [`Tally::undecided`] counts those.
    pub fn to_depth(set: &PieceSet, conventions: Conventions, depth: u8, progress: &dyn Progress) -> Self {
        let found =
            Self::as_far_as(depth, set, conventions, LONGEST, Run::unkept(progress, &Storage::memory()));
        found.expect("only files can fail")
    }

    /// As [`Self::new`], by means of the disk: finished steps are kept, and gone on from where there are
    /// some; what does not fit into memory lies in files.
    ///
    /// # Errors
    /// A step cannot be kept or gone on from; a file cannot be had.
    pub fn by_disk(
        set: &PieceSet,
        conventions: Conventions,
        most: u8,
        disk: Disk<'_>,
        progress: &dyn Progress,
    ) -> Result<Self, EnumerationError> {
        let Disk { checkpoint, files } = disk;
        let storage =
            files.map_or_else(Storage::memory, |(directory, bytes)| Storage::files(directory, bytes));
        Self::as_far_as(LONGEST, set, conventions, most, Run { progress, storage: &storage, checkpoint })
    }

    /// The same, but with moves taken back to mates of `depth` plies at most.
    fn as_far_as(
        depth: u8,
        set: &PieceSet,
        conventions: Conventions,
        most: u8,
        run: Run<'_>,
    ) -> Result<Self, EnumerationError> {
        let found: Box<dyn EnumerationResult> = match set.len() {
            _ if set.has_ranging() => {
                sized!(set, N => Box::new(Backward::<SlidingMoves<N>, N>::new(set, conventions, depth, run)?))
            }
            4 if walks(set, conventions) => {
                Box::new(CompactEnumeration::<4>::new::<3>(set, conventions, depth, run)?)
            }
            5 if walks(set, conventions) => {
                Box::new(CompactEnumeration::<5>::new::<4>(set, conventions, depth, run)?)
            }
            _ => sized!(set, N => Box::new(Backward::<StepMoves<N>, N>::new(set, conventions, depth, run)?)),
        };
        let (mut tally, mut items) = found.tally();
        tally.cut(most);
        items.retain(|item| item.0 <= most);
        if !found.is_complete() {
            // Any of them may have a second solution that is longer than what was looked at.
            tally.leave_undecided();
            items.clear();
        }
        Ok(Self { found, tally, items })
    }

    /// What an enumeration will take, from what the sets hold that have one piece less: these are counted,
    /// which takes some hundredths of its time.
    pub fn needs(set: &PieceSet, conventions: Conventions) -> Needs {
        let short = if walks(set, conventions) { SHORT } else { 0 };
        let kinds = set.without_each().count() as u64;
        Self::grown(set, short).needs(short, (set.len(), kinds))
    }

    /// What is held of a set that is longer than `short` plies, as the smaller sets tell.
    fn grown(set: &PieceSet, short: u8) -> Held {
        if set.len() == 1 {
            return Held::none();
        }
        let kinds: Vec<Kind> = set.kinds().collect();
        let smaller = set.without_each().map(|(guest, set)| (kinds[guest], Self::held(&set, short)));
        Held::grown(set.len(), short, smaller)
    }

    /// The same of a set that is counted if that is quick.
    fn held(set: &PieceSet, short: u8) -> Held {
        if set.len() <= 3 || set.len() == 4 && short == SHORT {
            return Self::new(set, Conventions::default(), LONGEST, &NoProgress).found.held(short);
        }
        Self::grown(set, short)
    }

    /// The counts.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The problems with their main lines, short ones first; a problem's mirror image follows it if `images`
    /// are wanted.
    pub fn problems(&self, images: bool) -> impl Iterator<Item = Problem> + '_ {
        self.read(&self.items, images)
    }

    /// The problems of so many plies.
    pub fn problems_in(&self, plies: usize, images: bool) -> impl Iterator<Item = Problem> + '_ {
        let shorter = self.items.partition_point(|item| (item.0 as usize) < plies);
        let not_longer = self.items.partition_point(|item| item.0 as usize <= plies);
        self.read(&self.items[shorter..not_longer], images)
    }

    fn read<'a>(&'a self, items: &'a [Item], images: bool) -> impl Iterator<Item = Problem> + 'a {
        let both = move |&item| {
            let image = if images { self.found.problem(item, true) } else { None };
            self.found.problem(item, false).into_iter().chain(image)
        };
        items.iter().flat_map(both)
    }

    /// In how many plies a position is mate, the attacker to move; none if it is no mate or not of the set.
    pub fn plies(&self, pos: &Position<u128>) -> Option<u8> {
        self.found.plies(pos)
    }

    /// How many positions are held, mirror images as one.
    pub fn positions(&self) -> usize {
        self.found.positions()
    }

    /// The bytes that they take.
    pub fn bytes(&self) -> usize {
        self.found.bytes()
    }
}
