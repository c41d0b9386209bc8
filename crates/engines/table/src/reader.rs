//! Reading a table: once, whole, every part against its checksum, so that nothing that happens to the file
//! afterwards matters.
//!
//! A map of the file would save the forty milliseconds of that, and give a wrong answer or a dead program
//! where the file is cut or written over while it is in use. Lengths are checked against what an honest table
//! may have before anything is taken from the file.

use crate::coder::Decoder;
use crate::format::{
    AFTER_DIRECTORY, AFTER_PAGES, BLOCK, CUT, DIRECTORY, Entry, FileHeader, HEADER, HEADER_CUT, HEADER_SUM,
    Header, LIST_MAGIC, MAGIC, MODEL, NO_PAGE, OTHER_NUMBER, PAGE_SUM, PART_MAGIC, TableError, TableKind,
    VERSIONS,
};
use crate::memory;
use crate::model::{Model, Symbol};
use crate::page::{self, LONGEST, PAGE};
use crate::part_files::Parts;
use crate::recent::{Mark, Meaning, Recent};
use crate::regression::{self, Scratch};
use memmap2::MmapMut;
use std::{
    cell::RefCell,
    fs::{self, File},
    io::{self, Read},
    ops::Range,
    path::{Path, PathBuf},
};
use yomikiri_core::{Contexts, Gap, Message, Phrase, Value};

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
    pages: MmapMut,
    /// Where each page begins, and the end.
    starts: Vec<usize>,
    path: PathBuf,
    recent: Recent,
}

/// Nodes for which the model is fetched before they are looked up.
const MANY: usize = 1000;

/// What the pages hold.
#[derive(Debug)]
enum Kind {
    Frequencies(Model),
    Regression(regression::Model),
}

/// The longest header, in bytes: it is a short object of JSON.
const LONGEST_HEADER: usize = 1 << 16;
/// The longest packed model, in bytes: longer than it is unpacked.
const LONGEST_MODEL: u64 = 2 * Model::LONGEST as u64;

/// Whether there is a regular file with something in it that is no table, no list of parts and no part.
///
/// # Errors
/// It cannot be read.
pub fn is_foreign(path: &Path) -> io::Result<bool> {
    if !fs::metadata(path).is_ok_and(|there| there.is_file()) {
        return Ok(false);
    }
    let begin = |mut file: File| {
        let mut magic = Vec::new();
        file.by_ref().take(MAGIC.len() as u64).read_to_end(&mut magic).map(|_| magic)
    };
    let begins = yomikiri_files::open(path).and_then(begin);
    begins.map(|begins| {
        !begins.is_empty() && [MAGIC, LIST_MAGIC, PART_MAGIC].iter().all(|magic| begins != *magic)
    })
}

impl TableFile {
    /// Opens a table, of one file or in parts, and reads its header.
    ///
    /// # Errors
    /// The file cannot be read, is no table, or one of another format, or its header is damaged.
    pub fn open(path: &Path) -> Result<Self, TableError> {
        let file =
            yomikiri_files::open(path).map_err(|source| TableError::Io { path: path.to_owned(), source })?;
        let mut table = Source { path, file: &file };
        let mut front = table.bytes(MAGIC.len(), HEADER_CUT).map_err(|error| match error {
            TableError::Damaged { path, .. } => TableError::Foreign(path),
            error => error,
        })?;
        if front != MAGIC && front != LIST_MAGIC {
            return Err(TableError::Foreign(path.to_owned()));
        }
        let cut = HEADER_CUT;
        front.extend(table.bytes(8, cut)?);
        let found = number(&front[8..]);
        if !VERSIONS.contains(&found) {
            return Err(TableError::Version { path: path.to_owned(), found });
        }
        let length = number(&front[12..]) as usize;
        if length > LONGEST_HEADER {
            return Err(table.damaged(HEADER));
        }
        front.extend(table.bytes(length, cut)?);
        table.checksum(&front, HEADER_SUM)?;
        let full: Option<FileHeader> = serde_json::from_slice(&front[16..]).ok();
        let is_list = front.starts_with(&LIST_MAGIC);
        let full = full.filter(|full| full.header.version() == found && full.files.is_some() == is_list);
        let full = full.ok_or_else(|| table.damaged(HEADER))?;
        Ok(Self { path: path.to_owned(), file, full })
    }

    /// What the table holds.
    pub const fn header(&self) -> &Header {
        &self.full.header
    }

    /// Refuses a table that is not of the game that `expected` names.
    ///
    /// # Errors
    /// It is of another game, ending or set of rules.
    pub fn ensure_of(&self, expected: &Header) -> Result<(), TableError> {
        if self.full.header.same_game(expected) {
            return Ok(());
        }
        let (found, expected) = (self.full.header.words(), expected.words());
        Err(TableError::OtherGame { path: self.path.clone(), found, expected })
    }

    /// What the header tells, with what the reader needs.
    pub(crate) const fn full(&self) -> &FileHeader {
        &self.full
    }

    /// Reads on from the header: the model as it is stored, and what is told of each page.
    pub(crate) fn directory(&mut self) -> Result<(Vec<u8>, Vec<Entry>), TableError> {
        let Self { path, file, full } = self;
        let mut table = Source { path, file };
        let front = DIRECTORY;
        if full.pages != full.interior.div_ceil(PAGE) || full.model_bytes > LONGEST_MODEL {
            return Err(table.damaged(front));
        }
        let (packed, bytes) = (full.model_bytes as usize, full.entry_bytes());
        let mut both = table.bytes(packed + bytes * full.pages as usize, front)?;
        table.checksum(&both, front)?;
        let entry = |entry: &[u8]| Entry {
            length: number(entry),
            crc: number(&entry[4..]),
            file: entry.get(8..12).map_or(0, number),
        };
        let entries: Vec<Entry> = both[packed..].chunks_exact(bytes).map(entry).collect();
        let files = full.files.unwrap_or(1);
        if entries.iter().any(|entry| entry.length as usize > LONGEST || entry.file >= files) {
            return Err(table.damaged(front));
        }
        if full.files.is_some() {
            table.end(AFTER_DIRECTORY)?;
        }
        both.truncate(packed);
        Ok((both, entries))
    }

    /// Reads the rest of a table of the game that `expected` names, with `interior` nodes that are not over.
    ///
    /// # Errors
    /// It is of another game or graph, or damaged anywhere.
    pub fn read(mut self, expected: &Header, interior: u64) -> Result<Table, TableError> {
        self.ensure_of(expected)?;
        if self.full.interior != interior {
            return Err(self.source().damaged(OTHER_NUMBER));
        }
        let (packed, entries) = self.directory()?;
        let model = Kind::from_bytes(&packed, interior, self.full.header.kind);
        let model = model.map_err(|error| self.source().failed(error))?;
        let model = model.ok_or_else(|| self.source().damaged(MODEL))?;
        let mut starts = vec![0];
        starts.extend(entries.iter().scan(0, |end, entry| {
            *end += entry.length as usize;
            Some(*end)
        }));
        let pages = match self.full.files {
            None => pages(&mut self.source(), &entries, &starts)?,
            Some(files) => pages_of_parts(&self.source(), files, &entries, &starts)?,
        };
        let Self { path, full, .. } = self;
        let recent = Recent::new(interior);
        Ok(Table { header: full.header, model, pages, starts, path, recent })
    }

    fn source(&self) -> Source<'_> {
        Source { path: &self.path, file: &self.file }
    }
}

impl Kind {
    /// Reads the model of a table of so many interior nodes as it is stored; `None` if it is damaged.
    fn from_bytes(packed: &[u8], interior: u64, kind: TableKind) -> io::Result<Option<Self>> {
        if kind == TableKind::Distances {
            return Ok(Model::from_packed(packed)?.map(Self::Frequencies));
        }
        Ok(regression::Model::from_bytes(packed, interior, kind.has_distances())?.map(Self::Regression))
    }

    /// Nodes of a block.
    const fn block(&self) -> u64 {
        match self {
            Self::Frequencies(_) => BLOCK,
            Self::Regression(model) => model.block(),
        }
    }
}

/// Reads the pages of a table of one file.
fn pages(table: &mut Source, entries: &[Entry], starts: &[usize]) -> Result<MmapMut, TableError> {
    let (length, count) = (starts[entries.len()], entries.len());
    let mut pages = memory::large(length).map_err(|error| table.failed(error))?;
    table.fill(&mut pages[..length], || CUT.with(length))?;
    table.end(AFTER_PAGES)?;
    for (page, (entry, ends)) in entries.iter().zip(starts.windows(2)).enumerate() {
        if crc32fast::hash(&pages[ends[0]..ends[1]]) != entry.crc {
            return Err(table.damaged(PAGE_SUM.with(page).and(count)));
        }
    }
    Ok(pages)
}

/// Reads the pages of a table in parts, where they lie.
fn pages_of_parts(
    list: &Source,
    files: u32,
    entries: &[Entry],
    starts: &[usize],
) -> Result<MmapMut, TableError> {
    let mut pages = memory::large(starts[entries.len()]).map_err(|error| list.failed(error))?;
    let mut parts = Parts::open(list.path, files)?;
    for (page, (entry, ends)) in entries.iter().zip(starts.windows(2)).enumerate() {
        parts.read(page, entry, &mut pages[ends[0]..ends[1]])?;
    }
    parts.end()?;
    Ok(pages)
}

/// A file that is being read, with the path for errors.
struct Source<'a> {
    path: &'a Path,
    file: &'a File,
}

impl Source<'_> {
    fn damaged(&self, part: impl Into<Gap>) -> TableError {
        TableError::Damaged { path: self.path.to_owned(), part: part.into() }
    }

    fn failed(&self, source: io::Error) -> TableError {
        TableError::Io { path: self.path.to_owned(), source }
    }

    /// So many bytes; `cut` is what is damaged if there are fewer.
    fn bytes(&mut self, count: usize, cut: &'static Phrase) -> Result<Vec<u8>, TableError> {
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(count).map_err(|error| self.failed(error.into()))?;
        let read =
            self.file.take(count as u64).read_to_end(&mut bytes).map_err(|error| self.failed(error))?;
        if read == count { Ok(bytes) } else { Err(self.damaged(cut)) }
    }

    /// Reads as many bytes as there is room for; `cut` is what is damaged if there are fewer.
    fn fill(&mut self, room: &mut [u8], cut: impl Fn() -> Message) -> Result<(), TableError> {
        self.file.read_exact(room).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => self.damaged(cut()),
            _ => self.failed(error),
        })
    }

    /// Nothing may follow; `wrong` is what is damaged if something does.
    fn end(&mut self, wrong: &'static Phrase) -> Result<(), TableError> {
        let more = self.file.read(&mut [0]).map_err(|source| self.failed(source))?;
        if more > 0 { Err(self.damaged(wrong)) } else { Ok(()) }
    }

    /// Compares the checksum that follows with that of the bytes before it.
    fn checksum(&mut self, bytes: &[u8], wrong: &'static Phrase) -> Result<(), TableError> {
        let checksum = self.bytes(4, wrong)?;
        if number(&checksum) == crc32fast::hash(bytes) { Ok(()) } else { Err(self.damaged(wrong)) }
    }
}

/// The first four bytes.
fn number(bytes: &[u8]) -> u32 {
    u32::from_le_bytes(bytes[..4].try_into().expect("four bytes"))
}

thread_local! {
    /// What a look-up by regression needs.
    static SCRATCH: RefCell<Scratch> = RefCell::default();
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
        let length = self.model.block();
        let (mut marks, mut beginning) = (Vec::with_capacity(nodes.len()), Vec::new());
        if let (Kind::Frequencies(model), MANY..) = (&self.model, nodes.len()) {
            model.fetch();
        }
        for own in nodes.chunk_by(|one, other| one / length == other / length) {
            let there = marks.len();
            if !self.recent.give(own, &mut marks) {
                marks.truncate(there);
                let first = own[0] / length * length;
                self.decode(graph, first..own[own.len() - 1] + 1, &mut beginning)?;
                self.recent.keep(first, &beginning);
                marks.extend(own.iter().map(|&node| beginning[(node - first) as usize]));
            }
        }
        Ok(nodes.iter().zip(marks).map(|(&node, mark)| self.read(graph, node, mark)).collect())
    }

    /// Decodes the nodes of a block, from its first one on, in the place of what was in `marks`.
    fn decode(
        &self,
        graph: &impl Contexts,
        nodes: Range<u64>,
        marks: &mut Vec<Mark>,
    ) -> Result<(), TableError> {
        let (first, coder) = (nodes.start, Decoder::new(self.block(nodes.start)?));
        marks.clear();
        marks.resize((nodes.end - first) as usize, Mark::UNREACHED);
        match &self.model {
            Kind::Frequencies(model) => page::decode(graph, coder, nodes, model, |context, symbol| {
                marks[(context.node - first) as usize] = Mark::of(symbol, context.decided.is_some());
            }),
            Kind::Regression(model) => SCRATCH.with_borrow_mut(|scratch| {
                regression::decode(graph, coder, nodes, model, scratch, |features, symbol| {
                    marks[(features.node - first) as usize] = Mark::of(symbol, features.decided.is_some());
                });
            }),
        }
        Ok(())
    }

    /// Visits what is stored of the nodes of a page, ascending: of all that were reached. What is decoded is
    /// not kept.
    ///
    /// # Errors
    /// The page is not made like one, though its checksum is right.
    pub(crate) fn each_stored(
        &self,
        graph: &impl Contexts,
        page: usize,
        mut visit: impl FnMut(u64, Stored),
    ) -> Result<(), TableError> {
        let (nodes, length) = (page::nodes_of(page, graph.interior()), self.model.block());
        let mut marks = Vec::new();
        for first in nodes.clone().step_by(length as usize) {
            let coder = Decoder::new(self.block(first)?);
            let block = first..(first + length).min(nodes.end);
            match &self.model {
                Kind::Frequencies(model) => page::decode(graph, coder, block, model, |context, symbol| {
                    let stored = match (symbol, context.decided) {
                        (Symbol::Unreached, _) => return,
                        (_, Some(value)) => Stored::Value(value),
                        (Symbol::Lost(half), None) => Stored::Value(Value::Loss(2 * u16::from(half))),
                        (Symbol::Other, None) => Stored::NotLost,
                    };
                    visit(context.node, stored);
                }),
                Kind::Regression(_) => {
                    self.decode(graph, block.clone(), &mut marks)?;
                    for (node, &mark) in block.zip(&marks) {
                        self.read(graph, node, mark).into_iter().for_each(|stored| visit(node, stored));
                    }
                }
            }
        }
        Ok(())
    }

    /// What the mark of a node stands for.
    fn read(&self, graph: &impl Contexts, node: u64, mark: Mark) -> Option<Stored> {
        let has_distances = self.header.kind.has_distances();
        let told = |value: Value| Stored::Value(if has_distances { value } else { value.untold() });
        match mark.meaning() {
            Meaning::Unreached => None,
            Meaning::NotLost => Some(Stored::NotLost),
            Meaning::Decided => Self::decided(graph, node).map(told),
            Meaning::Lost(half) => Some(told(Value::Loss(2 * u16::from(half)))),
        }
    }

    /// The bytes of a node's block, and of what follows in its page.
    fn block(&self, node: u64) -> Result<&[u8], TableError> {
        let number = (node / PAGE) as usize;
        let page = &self.pages[self.starts[number]..self.starts[number + 1]];
        page::block(page, node, self.model.block())
            .ok_or_else(|| TableError::Damaged { path: self.path.clone(), part: NO_PAGE.with(number).into() })
    }

    /// What the rules alone tell of a node that is known to be reached.
    pub(crate) fn decided(graph: &impl Contexts, node: u64) -> Option<Value> {
        let mut decided = None;
        graph.each_context(node..node + 1, |context| decided = context.decided);
        decided
    }
}
