//! The tree of files: what the kernel may ask, answered from a game, without a word of the kernel's protocol.
//!
//! Method: directories are positions, found again from the numbers of [`Nodes`] by the moves that lead there;
//! the places looked at last are remembered with all that was worked out about them. A listing asks for the
//! names of the moves and for nothing else: what stands in a file is worked out when the file is looked at.
//!
//! Memory is bounded however long the tree is walked: a fixed number of places, and a record for each
//! directory of which the kernel holds an entry; past a number of records the tree [names](Tree::shed)
//! entries that the kernel should let go.

use crate::{
    file::File,
    names::Names,
    nodes::{FILES, Ino, Member, Nodes, ROOT, Slot},
    place::Place,
    refusal::Refusal,
};
use lru::LruCache;
use std::{
    ffi::OsStr,
    num::NonZeroUsize,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};
use yomikiri_core::{Explore, ExploreError};

/// The longest name, as file systems have it.
pub const LONGEST_NAME: usize = 255;

/// How many moves from the root a directory may be: no path to it could be written down that is longer.
const DEEPEST: u32 = 4096;

/// How many places are remembered: some megabytes.
const REMEMBERED: NonZeroUsize = NonZeroUsize::new(1024).expect("not zero");

/// How many numbers are named at a time that the kernel should let go.
const PORTION: usize = 4096;

/// The extended attributes, and the files whose contents they repeat.
const ATTRIBUTES: [(&str, File); 2] = [("user.value", File::Value), ("user.result", File::Result)];

/// What is listed, and how much is listed and kept.
#[derive(Clone, Copy, Debug)]
pub struct TreeOptions {
    /// Whether only the game's own panels and `value` are listed, as BlokusFS has it. The other files still
    /// open.
    pub compatible: bool,
    /// From how many moves on directories list no moves, if from any. They still open by name.
    pub depth: Option<u32>,
    /// How many listings there may be.
    pub listings: u64,
    /// How many directories may have entries that the kernel holds before it is asked to let some go.
    pub records: usize,
}

impl Default for TreeOptions {
    fn default() -> Self {
        // So many records that come and go take 15 MB; past 114,688 the table would double.
        Self { compatible: false, depth: None, listings: 10_000_000, records: 100_000 }
    }
}

/// A directory or a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A position.
    Directory,
    /// Something told of a position, in so many bytes.
    File {
        /// The exact size.
        size: u64,
    },
}

/// A number with what it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// The inode number.
    pub ino: Ino,
    /// What it is.
    pub kind: Kind,
}

/// An entry of a listing.
#[derive(Clone, Copy, Debug)]
pub struct Item<'a> {
    /// The name.
    pub name: &'a str,
    /// The inode number that a lookup gives; to show it is none.
    pub ino: Ino,
    /// Whether it is a file, or else a directory.
    pub is_file: bool,
    /// Where the listing goes on after this entry.
    pub next: u64,
}

/// The sentences that the tree has for whoever mounted it.
type Warn = Box<dyn Fn(&str) + Send + Sync>;

/// A game as a tree of files.
pub struct Tree {
    explore: Box<dyn Explore>,
    limits: TreeOptions,
    /// The files that a directory may have; a file's slot is [`FILES`] and its place here.
    files: Vec<File>,
    /// Whether someone judges the positions: whether a value and a best move are listed while the game goes
    /// on.
    judged: bool,
    nodes: Mutex<Nodes>,
    places: Mutex<LruCache<Ino, Arc<Place>>>,
    listed: AtomicU64,
    failed: AtomicBool,
    warn: Warn,
}

/// A lock whose holders leave nothing half-done: every change is one call.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the directory of a move is among the members of the one it is found in. A move that is not listed has
/// no slot, and one that would take the slot of a file is given none.
fn member_of_move(slot: Option<usize>, name: &str) -> Member {
    match slot.and_then(|slot| Slot::try_from(slot).ok()).filter(|slot| *slot < FILES) {
        Some(slot) => Member::Listed(slot),
        None => Member::Named(name.into()),
    }
}

/// What a file is among the members of its directory.
fn member_of_file(number: usize) -> Member {
    Member::Listed(FILES + number as Slot)
}

/// A file's place among the tree's files; `None` for a directory.
fn number_of_file(member: &Member) -> Option<usize> {
    match member {
        Member::Listed(slot) => slot.checked_sub(FILES).map(usize::from),
        Member::Named(_) => None,
    }
}

/// How many entries of a listing are `.` and `..`.
const DOTS: usize = 2;

/// The entries of every directory.
fn dot(nodes: &Nodes, directory: Ino, entry: usize) -> (&'static str, Ino) {
    match entry {
        0 => (".", directory),
        _ => ("..", nodes.origin(directory).map_or(ROOT, |origin| origin.directory)),
    }
}

impl Tree {
    /// The tree of a game, which warns in whole sentences.
    ///
    /// # Errors
    /// The source of the game's values fails at the start already.
    pub fn new(
        explore: Box<dyn Explore>,
        limits: TreeOptions,
        warn: impl Fn(&str) + Send + Sync + 'static,
    ) -> Result<Self, ExploreError> {
        let start = explore.start();
        let worth = start.worth()?;
        let files = start.panels().iter().map(|panel| File::Panel(panel.name)).chain(File::DERIVED).collect();
        drop(start);
        Ok(Self {
            explore,
            limits,
            files,
            judged: worth.value.is_some() || worth.estimate.is_some(),
            nodes: Mutex::new(Nodes::new()),
            places: Mutex::new(LruCache::new(REMEMBERED)),
            listed: AtomicU64::new(0),
            failed: AtomicBool::new(false),
            warn: Box::new(warn),
        })
    }

    /// What a name stands for in a directory: looked up once more, until it is [forgotten](Self::forget).
    ///
    /// # Errors
    /// There is nothing of that name.
    pub fn lookup(&self, directory: Ino, name: &OsStr) -> Result<Node, Refusal> {
        if name.len() > LONGEST_NAME {
            return Err(Refusal::NameTooLong);
        }
        let name = name.to_str().ok_or(Refusal::Missing)?;
        let place = self.directory(directory)?;
        if let Some(number) = self.files.iter().position(|file| file.name() == name) {
            let size = self.content(directory, number)?.len() as u64;
            let ino = lock(&self.nodes).look_up(directory, member_of_file(number));
            return Ok(Node { ino, kind: Kind::File { size } });
        }
        if place.depth() >= DEEPEST {
            return Err(Refusal::NameTooLong);
        }
        let listed = self.names(&place)?.place(name);
        if listed.is_none() {
            // Other ways to write a move, and moves that are legal but not listed.
            self.step(&place, name)?;
        }
        let ino = lock(&self.nodes).look_up(directory, member_of_move(listed, name));
        Ok(Node { ino, kind: Kind::Directory })
    }

    /// Takes lookups back.
    pub fn forget(&self, ino: Ino, lookups: u64) {
        lock(&self.nodes).forget(ino, lookups);
    }

    /// What a number stands for.
    ///
    /// # Errors
    /// The number is not held, or the game fails to tell.
    pub fn node(&self, ino: Ino) -> Result<Node, Refusal> {
        let kind = match self.file(ino)? {
            None => Kind::Directory,
            Some((directory, number)) => Kind::File { size: self.content(directory, number)?.len() as u64 },
        };
        Ok(Node { ino, kind })
    }

    /// What stands in a file, from an offset on, up to so many bytes.
    ///
    /// # Errors
    /// The number is not that of a file, or the game fails to tell.
    pub fn read(&self, ino: Ino, offset: u64, size: u32) -> Result<Vec<u8>, Refusal> {
        let (directory, number) = self.file(ino)?.ok_or(Refusal::IsADirectory)?;
        let content = self.content(directory, number)?.into_bytes();
        let rest = &content[content.len().min(usize::try_from(offset).unwrap_or(usize::MAX))..];
        Ok(rest[..rest.len().min(size as usize)].to_vec())
    }

    /// Lists a directory from an offset on, 0 at first, until `show` has no room for an entry.
    ///
    /// # Errors
    /// The number is not that of a directory; as many directories have been listed as may be; the game fails
    /// to tell.
    pub fn list(
        &self,
        directory: Ino,
        offset: u64,
        mut show: impl FnMut(Item<'_>) -> bool,
    ) -> Result<(), Refusal> {
        let place = self.directory(directory)?;
        if offset == 0 {
            self.spend()?;
        }
        let names = self.names(&place)?;
        let files: Vec<usize> = self.shown(!names.is_empty()).collect();
        let moves =
            if place.depth() < self.limits.depth.unwrap_or(DEEPEST).min(DEEPEST) { names.len() } else { 0 };
        let nodes = lock(&self.nodes);
        let first = usize::try_from(offset).unwrap_or(usize::MAX);
        for entry in first..DOTS + files.len() + moves {
            let file = entry.checked_sub(DOTS).and_then(|place| files.get(place));
            let (name, ino) = if let Some(&file) = file {
                (self.files[file].name(), nodes.number(directory, member_of_file(file)))
            } else if entry < DOTS {
                dot(&nodes, directory, entry)
            } else {
                let slot = entry - DOTS - files.len();
                let name = names.get(slot).unwrap_or_default();
                (name, nodes.number(directory, member_of_move(Some(slot), name)))
            };
            if !show(Item { name, ino, is_file: file.is_some(), next: entry as u64 + 1 }) {
                break;
            }
        }
        Ok(())
    }

    /// The names of the extended attributes of a directory; a file has none.
    ///
    /// # Errors
    /// The number is not held, or the game fails to tell.
    pub fn attributes(&self, ino: Ino) -> Result<Vec<&'static str>, Refusal> {
        if self.file(ino)?.is_some() {
            return Ok(Vec::new());
        }
        let place = self.directory(ino)?;
        let shown: Vec<usize> = self.shown(!self.names(&place)?.is_empty()).collect();
        let is_shown = |file: File| shown.iter().any(|&number| self.files[number] == file);
        Ok(ATTRIBUTES.iter().filter(|(_, file)| is_shown(*file)).map(|(name, _)| *name).collect())
    }

    /// An extended attribute of a directory: what stands in the file of that name, without the end of the
    /// line.
    ///
    /// # Errors
    /// There is no such attribute, or the game fails to tell.
    pub fn attribute(&self, ino: Ino, name: &OsStr) -> Result<String, Refusal> {
        let (_, file) = ATTRIBUTES.iter().find(|(known, _)| *known == name).ok_or(Refusal::Missing)?;
        if self.file(ino)?.is_some() {
            return Err(Refusal::Missing);
        }
        let number = self.files.iter().position(|known| known == file).ok_or(Refusal::Missing)?;
        Ok(self.content(ino, number)?.trim_end().to_owned())
    }

    /// How many records of numbers are kept.
    pub fn records(&self) -> usize {
        lock(&self.nodes).len()
    }

    /// Whether more records of numbers are kept than there should be.
    pub fn is_crowded(&self) -> bool {
        self.records() > self.limits.records
    }

    /// Names the entries, in portions, that the kernel should let go for only three quarters of the allowed
    /// records to stay: those of the directories looked into least recently, children before their parents.
    /// What the kernel lets go it [forgets](Self::forget).
    ///
    /// # Errors
    /// Those of `name`, which ends it.
    pub fn shed<E>(&self, mut name: impl FnMut(&[Ino]) -> Result<(), E>) -> Result<(), E> {
        let oldest = {
            let nodes = lock(&self.nodes);
            nodes.oldest(nodes.len().saturating_sub(self.limits.records / 4 * 3))
        };
        let mut numbers = Vec::new();
        for family in oldest {
            numbers.extend(lock(&self.nodes).numbers(family));
            if numbers.len() >= PORTION {
                name(&numbers)?;
                numbers.clear();
            }
        }
        name(&numbers)
    }

    /// The files that are listed where the game goes on or is over, by their places.
    fn shown(&self, goes_on: bool) -> impl Iterator<Item = usize> {
        let shown = move |file: &File| match file {
            File::Panel(_) => true,
            File::Value => self.judged || !goes_on,
            _ if self.limits.compatible => false,
            File::Best => self.judged && goes_on,
            File::Result => !goes_on,
            File::Moves | File::Path => true,
        };
        (0..self.files.len()).filter(move |&number| shown(&self.files[number]))
    }

    /// Takes a listing from the budget.
    fn spend(&self) -> Result<(), Refusal> {
        let budget = self.limits.listings;
        let listed = self.listed.fetch_add(1, Ordering::Relaxed);
        if listed == budget {
            (self.warn)(&format!(
                "{budget} directories have been listed, which is the whole budget: no more listings, though what is \
                 opened by name still opens; does a backup or an indexer walk through the tree?"
            ));
        }
        if listed < budget { Ok(()) } else { Err(Refusal::Spent) }
    }

    /// The directory and the place of a file's number; `None` for the number of a directory.
    fn file(&self, ino: Ino) -> Result<Option<(Ino, usize)>, Refusal> {
        if ino == ROOT {
            return Ok(None);
        }
        let origin = lock(&self.nodes).origin(ino).ok_or(Refusal::Stale)?;
        Ok(number_of_file(&origin.member).map(|number| (origin.directory, number)))
    }

    /// What stands in a file of a directory.
    fn content(&self, directory: Ino, number: usize) -> Result<String, Refusal> {
        let file = *self.files.get(number).ok_or(Refusal::Stale)?;
        if file == File::Path {
            return self.path(directory);
        }
        let place = self.directory(directory)?;
        let content = self.told(place.content(&*self.explore, number, file))?;
        content.map(str::to_owned).ok_or(Refusal::Missing)
    }

    /// The moves from the root to a directory, separated by `/`, and the end of the line. They are found anew
    /// each time: to remember them for every place would take more room than all the rest in a game that goes
    /// on and on.
    fn path(&self, directory: Ino) -> Result<String, Refusal> {
        let mut steps = Vec::new();
        let mut here = directory;
        while here != ROOT {
            let origin = lock(&self.nodes).origin(here).ok_or(Refusal::Stale)?;
            here = origin.directory;
            steps.push(origin);
        }
        let names = steps.iter().rev().map(|step| self.name(&*self.directory(step.directory)?, &step.member));
        Ok(names.collect::<Result<Vec<_>, _>>()?.join("/") + "\n")
    }

    /// The name of a move in a place.
    fn name(&self, place: &Place, member: &Member) -> Result<String, Refusal> {
        match member {
            Member::Listed(slot) => {
                self.names(place)?.get(usize::from(*slot)).map(str::to_owned).ok_or(Refusal::Stale)
            }
            Member::Named(name) => Ok(name.to_string()),
        }
    }

    fn names<'a>(&self, place: &'a Place) -> Result<&'a Names, Refusal> {
        Ok(self.told(place.names(&*self.explore))?)
    }

    /// The place that a directory's number stands for.
    fn directory(&self, ino: Ino) -> Result<Arc<Place>, Refusal> {
        // From the place that is asked for up to one that is remembered, and down again.
        let mut steps = Vec::new();
        let mut here = ino;
        let mut place = loop {
            if let Some(place) = lock(&self.places).get(&here) {
                break place.clone();
            }
            if here == ROOT {
                break self.remember(ROOT, self.explore.start().position(), 0);
            }
            let origin = lock(&self.nodes).origin(here).ok_or(Refusal::Stale)?;
            if number_of_file(&origin.member).is_some() {
                return Err(Refusal::NotADirectory);
            }
            steps.push((here, origin.member));
            here = origin.directory;
        };
        for (ino, member) in steps.into_iter().rev() {
            let position = self.step(&place, &self.name(&place, &member)?)?;
            place = self.remember(ino, position, place.depth() + 1);
        }
        Ok(place)
    }

    /// The position that a move leads to.
    fn step(&self, place: &Place, name: &str) -> Result<String, Refusal> {
        let here = self.explore.open(place.position()).map_err(|_| Refusal::Missing)?;
        Ok(here.step(name).map_err(|_| Refusal::Missing)?.position())
    }

    fn remember(&self, ino: Ino, position: String, depth: u32) -> Arc<Place> {
        let place = Arc::new(Place::new(position, depth, self.files.len()));
        lock(&self.places).put(ino, place.clone());
        place
    }

    /// Tells, once, that the source of values failed: whoever reads a file learns no more than that it cannot
    /// be read.
    fn told<T>(&self, answer: Result<T, ExploreError>) -> Result<T, ExploreError> {
        if let Err(error @ ExploreError::Probe(_)) = &answer
            && !self.failed.swap(true, Ordering::Relaxed)
        {
            (self.warn)(&error.to_string());
        }
        answer
    }
}
