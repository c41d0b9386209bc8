//! Reading a table at random places, without loading it whole.

use crate::format::{FileHeader, Header, MAGIC, TableError, VERSION};
use crate::model::{Model, Symbol};
use crate::page::{self, BLOCK, PAGE};
use memmap2::Mmap;
use std::{
    cell::RefCell,
    fs::File,
    io::ErrorKind,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
};
use yomikiri_core::{Graph, Outlook, Value};

/// What is known of a node without looking at its successors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stored {
    /// Its value.
    Value(Value),
    /// Won or drawn.
    NotLost,
}

/// An open table.
#[derive(Debug)]
pub struct Table {
    path: PathBuf,
    header: Header,
    interior: u64,
    map: Mmap,
    model: Model,
    /// Where each page begins, and the end.
    starts: Vec<usize>,
    checksums: Vec<u32>,
    /// Pages whose checksum has been found right, a bit each.
    checked: Vec<AtomicU64>,
}

thread_local! {
    /// Outlooks of a block, kept so that a probe allocates nothing.
    static OUTLOOKS: RefCell<Vec<Outlook>> = const { RefCell::new(Vec::new()) };
}

impl Table {
    /// What a file holds, to choose the graph for it: the start may be any with fewer pieces than the game has.
    ///
    /// # Errors
    /// As [`Self::open`], for the header alone.
    pub fn read_header(path: &Path) -> Result<Header, TableError> {
        let map = map(path)?;
        Ok(header(path, &map)?.0.header)
    }

    /// Opens a table of the game that `expected` names.
    ///
    /// # Errors
    /// The file cannot be read, is no table, or one of another format or game, or is damaged in its first part. Pages
    /// are checked when they are first used.
    pub fn open(path: &Path, expected: &Header) -> Result<Self, TableError> {
        let map = map(path)?;
        let (full, front) = header(path, &map)?;
        if !full.header.same_game(expected) {
            let (found, expected) = (full.header.words(), expected.words());
            return Err(TableError::OtherGame { path: path.to_owned(), found, expected });
        }
        let damaged = |part: &str| TableError::Damaged { path: path.to_owned(), part: part.to_owned() };
        let (packed, directory, pages_start) =
            directory(&map, front, &full).ok_or_else(|| damaged("its model or page directory"))?;
        let model = zstd::decode_all(packed).ok().and_then(|bytes| Model::from_bytes(&bytes));
        let model = model.ok_or_else(|| damaged("its model"))?;
        let entries = || directory.chunks_exact(8);
        let number = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().expect("four bytes"));
        let mut starts = vec![pages_start];
        starts.extend(entries().scan(pages_start, |end, entry| {
            *end += number(&entry[..4]) as usize;
            Some(*end)
        }));
        let end = *starts.last().expect("there is at least the first page's start");
        if end != map.len() {
            let part = format!("it has {} bytes where its directory says {end}", map.len());
            return Err(damaged(&part));
        }
        let checksums: Vec<u32> = entries().map(|entry| number(&entry[4..])).collect();
        let checked = (0..checksums.len().div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        let path = path.to_owned();
        Ok(Self {
            path,
            header: full.header,
            interior: full.interior,
            map,
            model,
            starts,
            checksums,
            checked,
        })
    }

    /// What the table holds.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// What is stored of an interior node; `None` if it was not reached.
    ///
    /// # Errors
    /// Its page is damaged.
    pub fn stored(&self, graph: &impl Graph, node: u32) -> Result<Option<Stored>, TableError> {
        let number = (node / PAGE) as usize;
        let page = self.page(number)?;
        let damaged = || self.damaged(format!("page {number} is not made like one"));
        let bytes = page::block(page, (node % PAGE / BLOCK) as usize).ok_or_else(damaged)?;
        let found =
            OUTLOOKS.with_borrow_mut(|outlooks| page::decode(graph, bytes, node, &self.model, outlooks));
        Ok(match found {
            None | Some((Symbol::Unreached, _)) => None,
            Some((_, Outlook { decided: Some(value), .. })) => Some(Stored::Value(value)),
            Some((Symbol::Lost(half), _)) => Some(Stored::Value(Value::Loss(2 * u16::from(half)))),
            Some((Symbol::Other, _)) => Some(Stored::NotLost),
        })
    }

    /// What the rules alone tell of a node that is known to be reached.
    pub(crate) fn decided(graph: &impl Graph, node: u32) -> Option<Value> {
        OUTLOOKS.with_borrow_mut(|outlooks| {
            outlooks.clear();
            graph.outlooks(node..node + 1, outlooks);
            outlooks.last().and_then(|outlook| outlook.decided)
        })
    }

    /// Whether the graph is as large as the one that the table was made with.
    pub(crate) fn fits(&self, graph: &impl Graph) -> bool {
        self.interior == graph.interior()
    }

    pub(crate) fn damaged(&self, part: String) -> TableError {
        TableError::Damaged { path: self.path.clone(), part }
    }

    /// A page, its checksum verified the first time.
    fn page(&self, number: usize) -> Result<&[u8], TableError> {
        let page = &self.map[self.starts[number]..self.starts[number + 1]];
        let (word, bit) = (&self.checked[number / 64], 1 << (number % 64));
        if word.load(Ordering::Relaxed) & bit == 0 {
            if crc32fast::hash(page) != self.checksums[number] {
                return Err(
                    self.damaged(format!("page {number} of {} has a wrong checksum", self.checksums.len()))
                );
            }
            word.fetch_or(bit, Ordering::Relaxed);
        }
        Ok(page)
    }
}

/// The file as memory.
fn map(path: &Path) -> Result<Mmap, TableError> {
    let io = |source| TableError::Io { path: path.to_owned(), source };
    let file = File::open(path).map_err(io)?;
    if file.metadata().map_err(io)?.is_dir() {
        return Err(io(ErrorKind::IsADirectory.into()));
    }
    // SAFETY: the map is only read, and a table once in place is never written to but replaced by another file.
    unsafe { Mmap::map(&file) }.map_err(io)
}

/// The header, and where what follows it begins.
fn header(path: &Path, map: &[u8]) -> Result<(FileHeader, usize), TableError> {
    let damaged = |part: &str| TableError::Damaged { path: path.to_owned(), part: part.to_owned() };
    if !map.starts_with(&MAGIC) {
        return Err(TableError::Foreign(path.to_owned()));
    }
    let number = |at: usize| {
        let bytes = map.get(at..at + 4)?;
        Some(u32::from_le_bytes(bytes.try_into().expect("four bytes")))
    };
    let cut = || damaged("it ends in its header");
    let found = number(8).ok_or_else(cut)?;
    if found != VERSION {
        return Err(TableError::Version { path: path.to_owned(), found });
    }
    let end = 16 + number(12).ok_or_else(cut)? as usize;
    let checksum = number(end).ok_or_else(cut)?;
    if crc32fast::hash(&map[..end]) != checksum {
        return Err(damaged("its header has a wrong checksum"));
    }
    let full = serde_json::from_slice(&map[16..end]).map_err(|_| damaged("its header"))?;
    Ok((full, end + 4))
}

/// The packed model, the page directory and the start of the pages; `None` if the checksum is wrong.
fn directory<'a>(map: &'a [u8], start: usize, full: &FileHeader) -> Option<(&'a [u8], &'a [u8], usize)> {
    let model = usize::try_from(full.model_bytes).ok()?;
    let pages = usize::try_from(full.pages).ok()?;
    if full.pages != full.interior.div_ceil(u64::from(PAGE)) {
        return None;
    }
    let length = model.checked_add(pages.checked_mul(8)?)?;
    let both = map.get(start..start.checked_add(length)?)?;
    let checksum = map.get(start + length..start + length + 4)?;
    let right = crc32fast::hash(both).to_le_bytes() == checksum;
    right.then(|| (&both[..model], &both[model..], start + length + 4))
}
