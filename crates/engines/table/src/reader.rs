//! Reading a table: once, whole, every part against its checksum, so that nothing that happens to the file
//! afterwards matters.
//!
//! A map of the file would save the forty milliseconds of that, and give a wrong answer or a dead program
//! where the file is cut or written over while it is in use. Lengths are checked against what an honest table
//! may have before anything is taken from the file.

use crate::format::{FileHeader, Header, MAGIC, TableError, VERSIONS};
use crate::model::{Model, Symbol};
use crate::page::{self, BLOCK, LONGEST, PAGE};
use crate::results;
use std::{
    cell::RefCell,
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
};
use yomikiri_core::{Context, Contexts, Features, Value};

/// What is known of a node without looking at its successors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stored {
    /// Its value.
    Value(Value),
    /// Won or drawn.
    NotLost,
}

/// A table of which nothing but the header has been read: it tells which graph the rest belongs to.
#[derive(Debug)]
pub struct TableFile {
    path: PathBuf,
    file: File,
    full: FileHeader,
}

/// A table in memory.
#[derive(Debug)]
pub struct Table {
    header: Header,
    model: Kind,
    /// All pages, one behind the other.
    pages: Vec<u8>,
    /// Where each page begins, and the end.
    starts: Vec<usize>,
    path: PathBuf,
}

/// What the pages hold.
#[derive(Debug)]
enum Kind {
    Distances(Model),
    Results(results::Model),
}

/// The longest header, in bytes: it is a short object of JSON.
const LONGEST_HEADER: usize = 1 << 16;
/// The longest packed model, in bytes: longer than it is unpacked.
const LONGEST_MODEL: u64 = 2 * Model::LONGEST as u64;

/// Whether there is a file with something in it that is no table.
pub fn is_foreign(path: &Path) -> bool {
    let begin = |mut file: File| {
        let mut magic = Vec::new();
        file.by_ref().take(MAGIC.len() as u64).read_to_end(&mut magic).map(|_| magic)
    };
    let begins = yomikiri_files::open(path).and_then(begin);
    begins.is_ok_and(|begins| !begins.is_empty() && begins != MAGIC)
}

impl TableFile {
    /// Opens a table and reads its header.
    ///
    /// # Errors
    /// The file cannot be read, is no table, or one of another format, or its header is damaged.
    pub fn open(path: &Path) -> Result<Self, TableError> {
        let file =
            yomikiri_files::open(path).map_err(|source| TableError::Io { path: path.to_owned(), source })?;
        let mut table = Source { path, file: &file };
        let mut front = table.bytes(MAGIC.len(), "").map_err(|error| match error {
            TableError::Damaged { path, .. } => TableError::Foreign(path),
            error => error,
        })?;
        if front != MAGIC {
            return Err(TableError::Foreign(path.to_owned()));
        }
        let cut = "it ends in its header";
        front.extend(table.bytes(8, cut)?);
        let found = number(&front[8..]);
        if !VERSIONS.contains(&found) {
            return Err(TableError::Version { path: path.to_owned(), found });
        }
        let length = number(&front[12..]) as usize;
        if length > LONGEST_HEADER {
            return Err(table.damaged("its header"));
        }
        front.extend(table.bytes(length, cut)?);
        table.checksum(&front, "its header has a wrong checksum")?;
        let full: Option<FileHeader> = serde_json::from_slice(&front[16..]).ok();
        let full = full.filter(|full| full.header.version() == found);
        let full = full.ok_or_else(|| table.damaged("its header"))?;
        Ok(Self { path: path.to_owned(), file, full })
    }

    /// What the table holds.
    pub const fn header(&self) -> &Header {
        &self.full.header
    }

    /// Reads the rest of a table of the game that `expected` names, with `interior` nodes that are not over.
    ///
    /// # Errors
    /// It is of another game or graph, or damaged anywhere.
    pub fn read(self, expected: &Header, interior: u64) -> Result<Table, TableError> {
        let Self { path, file, full } = self;
        if !full.header.same_game(expected) {
            let (found, expected) = (full.header.words(), expected.words());
            return Err(TableError::OtherGame { path, found, expected });
        }
        let mut table = Source { path: &path, file: &file };
        if full.interior != interior {
            return Err(table.damaged("it was made for another number of positions"));
        }
        let front = "its model or page directory";
        if full.pages != interior.div_ceil(PAGE) || full.model_bytes > LONGEST_MODEL {
            return Err(table.damaged(front));
        }
        let packed = full.model_bytes as usize;
        let both = table.bytes(packed + 8 * full.pages as usize, front)?;
        table.checksum(&both, front)?;
        let (packed, directory) = both.split_at(packed);
        let model = Kind::from_bytes(packed, full.header.wdl).ok_or_else(|| table.damaged("its model"))?;
        let (pages, starts) = pages(&mut table, directory)?;
        Ok(Table { header: full.header, model, pages, starts, path })
    }
}

impl Kind {
    /// Reads a model as it is stored.
    fn from_bytes(packed: &[u8], wdl: bool) -> Option<Self> {
        if wdl {
            return results::Model::from_bytes(packed).map(Self::Results);
        }
        let bytes = zstd::bulk::decompress(packed, Model::LONGEST).ok()?;
        Model::from_bytes(&bytes).map(Self::Distances)
    }

    /// Nodes of a block.
    const fn block(&self) -> u64 {
        match self {
            Self::Distances(_) => BLOCK,
            Self::Results(_) => results::BLOCK,
        }
    }
}

/// Reads the pages that a directory tells of, and their starts.
fn pages(table: &mut Source, directory: &[u8]) -> Result<(Vec<u8>, Vec<usize>), TableError> {
    let lengths = || directory.chunks_exact(8).map(|entry| number(entry) as usize);
    if lengths().any(|length| length > LONGEST) {
        return Err(table.damaged("its model or page directory"));
    }
    let (length, count) = (lengths().sum(), directory.len() / 8);
    let pages = table.bytes(length, &format!("it ends before its directory's {length} bytes of pages do"))?;
    if table.file.read(&mut [0]).map_err(|source| table.failed(source))? > 0 {
        return Err(table.damaged("it goes on after its last page"));
    }
    let (mut starts, mut end) = (vec![0], 0);
    for (page, entry) in directory.chunks_exact(8).enumerate() {
        let start = end;
        end += number(entry) as usize;
        if crc32fast::hash(&pages[start..end]) != number(&entry[4..]) {
            return Err(table.damaged(&format!("page {page} of {count} has a wrong checksum")));
        }
        starts.push(end);
    }
    Ok((pages, starts))
}

/// A file that is being read, with the path for errors.
struct Source<'a> {
    path: &'a Path,
    file: &'a File,
}

impl Source<'_> {
    fn damaged(&self, part: &str) -> TableError {
        TableError::Damaged { path: self.path.to_owned(), part: part.to_owned() }
    }

    fn failed(&self, source: io::Error) -> TableError {
        TableError::Io { path: self.path.to_owned(), source }
    }

    /// So many bytes; `cut` is what is damaged if there are fewer.
    fn bytes(&mut self, count: usize, cut: &str) -> Result<Vec<u8>, TableError> {
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(count).map_err(|error| self.failed(error.into()))?;
        let read =
            self.file.take(count as u64).read_to_end(&mut bytes).map_err(|error| self.failed(error))?;
        if read == count { Ok(bytes) } else { Err(self.damaged(cut)) }
    }

    /// Compares the checksum that follows with that of the bytes before it.
    fn checksum(&mut self, bytes: &[u8], wrong: &str) -> Result<(), TableError> {
        let checksum = self.bytes(4, wrong)?;
        if number(&checksum) == crc32fast::hash(bytes) { Ok(()) } else { Err(self.damaged(wrong)) }
    }
}

/// The first four bytes.
fn number(bytes: &[u8]) -> u32 {
    u32::from_le_bytes(bytes[..4].try_into().expect("four bytes"))
}

thread_local! {
    /// Outlooks of a block, kept so that a probe allocates nothing.
    static CONTEXTS: RefCell<Vec<Context>> = const { RefCell::new(Vec::new()) };
    /// The same for a table of results.
    static FEATURES: RefCell<Vec<Features>> = const { RefCell::new(Vec::new()) };
}

impl Table {
    /// What the table holds.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// What is stored of interior nodes, ascending and each once; `None` of one that was not reached.
    ///
    /// # Errors
    /// A page is not made like one, though its checksum is right.
    pub fn stored(&self, graph: &impl Contexts, nodes: &[u64]) -> Result<Vec<Option<Stored>>, TableError> {
        let (length, mut stored) = (self.model.block(), Vec::with_capacity(nodes.len()));
        for own in nodes.chunk_by(|one, other| one / length == other / length) {
            let bytes = self.block(own[0])?;
            match &self.model {
                Kind::Distances(model) => distances(graph, bytes, own, model, &mut stored),
                Kind::Results(model) => results(graph, bytes, own, model, &mut stored),
            }
        }
        Ok(stored)
    }

    /// The bytes of a node's block, and of what follows in its page.
    fn block(&self, node: u64) -> Result<&[u8], TableError> {
        let number = (node / PAGE) as usize;
        let page = &self.pages[self.starts[number]..self.starts[number + 1]];
        page::block(page, node, self.model.block()).ok_or_else(|| TableError::Damaged {
            path: self.path.clone(),
            part: format!("page {number} is not made like one"),
        })
    }

    /// What the rules alone tell of a node that is known to be reached.
    pub(crate) fn decided(graph: &impl Contexts, node: u64) -> Option<Value> {
        CONTEXTS.with_borrow_mut(|contexts| {
            contexts.clear();
            graph.contexts(node..node + 1, contexts);
            contexts.last().and_then(|context| context.decided)
        })
    }
}

/// What a block of distances stores of some of its nodes.
fn distances(
    graph: &impl Contexts,
    bytes: &[u8],
    nodes: &[u64],
    model: &Model,
    stored: &mut Vec<Option<Stored>>,
) {
    CONTEXTS.with_borrow_mut(|contexts| {
        page::decode(graph, bytes, nodes, model, contexts, |found| {
            stored.push(found.and_then(|(symbol, context)| match (symbol, context.decided) {
                (Symbol::Unreached, _) => None,
                (_, Some(value)) => Some(Stored::Value(value)),
                (Symbol::Lost(half), None) => Some(Stored::Value(Value::Loss(2 * u16::from(half)))),
                (Symbol::Other, None) => Some(Stored::NotLost),
            }));
        });
    });
}

/// What a block of results stores of some of its nodes.
fn results(
    graph: &impl Contexts,
    bytes: &[u8],
    nodes: &[u64],
    model: &results::Model,
    stored: &mut Vec<Option<Stored>>,
) {
    FEATURES.with_borrow_mut(|features| {
        results::decode(graph, bytes, nodes, model, features, |found| {
            stored.push(found.map(|found| match found {
                (_, Some(value)) => Stored::Value(value.untold()),
                (true, None) => Stored::Value(Value::Loss(Value::UNTOLD)),
                (false, None) => Stored::NotLost,
            }));
        });
    });
}
