//! A table of which every worker of a solve codes its own pages, with no process that knows all values.
//!
//! # Method
//! The coder is not adaptive: frequencies are fixed for the whole file, out of counts over every eighth page,
//! and a page is coded by itself. So workers that hold whole pages need nothing of each other but sums:
//!
//! 1. Each counts the sampled pages among its own ([`Counter`]).
//! 2. One adds the counts up and makes the model ([`model`]); counts are whole numbers, so that their sum,
//!    and the model, are those of one process.
//! 3. Each codes its pages with the model into a file of its own, one after the other ([`PartWriter`]), and
//!    tells their lengths and checksums.
//! 4. One writes the list of all pages ([`write_list`]) when all parts have their names.
//!
//! [`merge`] puts the pages in order behind the list: the file that one process would have written, to the
//! byte, whoever had which pages. Where one file is wanted at once, workers hand their pages over
//! ([`PageCoder::code`]) to the one that puts them in order ([`write_whole`]).
//!
//! # Cost
//! What goes between workers is the counts of each (of Dobutsu Shogi 4.5 MB before they are packed), a model
//! of some hundred kilobytes to each, and 16 bytes a page of 16,384 nodes, in place of a byte for each node
//! that gathering all values takes; where one file is wanted at once, the coded pages too. A worker holds the
//! pages of one part of the index at a time, whoever writes one file all of them. A table of results without
//! distances is not written so: its model is learnt from one page after the other, each by what the ones
//! before have taught.

use crate::{
    format::{Entry, FileHeader, Header, PART_MAGIC, TableError, part_path},
    model::{Counts, Model, SAMPLED},
    page::{self, PAGE},
    part_files::Parts,
    reader::TableFile,
    writer::{packed, write_file},
};
use std::{
    fs::File,
    io::{self, BufWriter, Write},
    iter,
    ops::Range,
    path::{Path, PathBuf},
};
use yomikiri_core::{Context, Contexts, Value};
use yomikiri_files::Output;

/// Strength of the compression of counts on their way: most are 0.
const COUNTS_LEVEL: i32 = 1;
/// Bytes of a page in what a [`PartWriter`] tells: its number, length and checksum.
const TOLD: usize = 16;

/// The numbers of the pages of a range of nodes, which begins with a page or is empty.
fn pages(nodes: &Range<u64>) -> Range<usize> {
    if nodes.is_empty() { 0..0 } else { (nodes.start / PAGE) as usize..nodes.end.div_ceil(PAGE) as usize }
}

/// Counts symbols for the model, on some pages of those that it is given.
pub struct Counter {
    counts: Counts,
    contexts: Vec<Context>,
}

impl Counter {
    /// Nothing is counted yet for a table of this header.
    pub fn new(header: &Header) -> Self {
        Self { counts: Counts::new(header.longest_half()), contexts: Vec::new() }
    }

    /// Counts a range of interior nodes, of whole pages. `value` gives the value of every node reached.
    pub fn count<G: Contexts>(
        &mut self,
        graph: &G,
        range: &Range<u64>,
        value: impl Fn(u64) -> Option<Value>,
    ) {
        for number in pages(range).filter(|number| number % SAMPLED == 0) {
            let nodes = page::nodes_of(number, graph.interior());
            page::count(graph, nodes, &value, &mut self.contexts, &mut self.counts);
        }
    }

    /// What has been counted, packed.
    pub fn packed(&self) -> Vec<u8> {
        zstd::bulk::compress(&self.counts.to_bytes(), COUNTS_LEVEL).expect("counts can be packed in memory")
    }
}

/// The model, as it is stored, out of the packed counts of all workers.
///
/// # Errors
/// Counts that are not as a [`Counter`] packs them.
pub fn model(header: &Header, counts: &[Vec<u8>]) -> io::Result<Vec<u8>> {
    let mut sum = Counts::new(header.longest_half());
    let bytes = sum.to_bytes().len();
    for packed in counts {
        sum.merge_bytes(&zstd::bulk::decompress(packed, bytes)?);
    }
    packed(&Model::new(&sum)?)
}

/// Coded pages: what is told of each, and all one behind the other.
#[derive(Default)]
struct Pages {
    told: Vec<u8>,
    bytes: Vec<u8>,
}

/// Codes pages with a model that all workers have.
pub struct PageCoder(Model);

impl PageCoder {
    /// With a model as [`model`] gives it.
    ///
    /// # Errors
    /// A model that is none.
    pub fn new(model: &[u8]) -> io::Result<Self> {
        Model::from_packed(model)?.map(Self).ok_or_else(|| io::ErrorKind::InvalidData.into())
    }

    /// Codes the pages of a range of interior nodes. `done` is told how many nodes more are coded.
    fn pages<G: Contexts>(
        &self,
        graph: &G,
        range: &Range<u64>,
        value: impl Fn(u64) -> Option<Value>,
        done: impl Fn(u64),
    ) -> Pages {
        let (mut coded, mut contexts) = (Pages::default(), Vec::new());
        for number in pages(range) {
            let nodes = page::nodes_of(number, graph.interior());
            let page = page::encode(graph, nodes, &value, &mut contexts, &self.0);
            let Entry { length, crc, .. } = Entry::of(&page, 0);
            coded.told.extend((number as u64).to_le_bytes());
            coded.told.extend([length, crc].into_iter().flat_map(u32::to_le_bytes));
            coded.bytes.extend(page);
            done(contexts.len() as u64);
        }
        coded
    }

    /// Codes the pages of a range of interior nodes for [`write_whole`]: how many bytes are told of them
    /// (eight bytes, the lowest first), those, and the pages. `done` is told how many nodes more are coded.
    pub fn code<G: Contexts>(
        &self,
        graph: &G,
        range: &Range<u64>,
        value: impl Fn(u64) -> Option<Value>,
        done: impl Fn(u64),
    ) -> Vec<u8> {
        let Pages { told, bytes } = self.pages(graph, range, value, done);
        [(told.len() as u64).to_le_bytes().as_slice(), &told, &bytes].concat()
    }
}

/// One part of a table while it is written. It has its name only when it is finished.
pub struct PartWriter {
    path: PathBuf,
    output: Output,
    file: BufWriter<File>,
    coder: PageCoder,
    told: Vec<u8>,
}

impl PartWriter {
    /// Begins part `file` of `files` of a table, with a model as [`model`] gives it.
    ///
    /// # Errors
    /// The file system's; a model that is none.
    pub fn new(table: &Path, file: u32, files: u32, model: &[u8]) -> Result<Self, TableError> {
        let path = part_path(table, file, files);
        let io = |source| TableError::Io { path: path.clone(), source };
        let coder = PageCoder::new(model).map_err(io)?;
        let output = Output::new(&path).map_err(io)?;
        let mut file = BufWriter::new(output.file().map_err(io)?);
        file.write_all(&PART_MAGIC).map_err(io)?;
        Ok(Self { path, output, file, coder, told: Vec::new() })
    }

    /// Codes the pages of a range of interior nodes behind those that are there; ranges come ascending.
    /// `done` is told how many nodes more are coded.
    ///
    /// # Errors
    /// The file system's.
    pub fn write<G: Contexts>(
        &mut self,
        graph: &G,
        range: &Range<u64>,
        value: impl Fn(u64) -> Option<Value>,
        done: impl Fn(u64),
    ) -> Result<(), TableError> {
        let Pages { told, bytes } = self.coder.pages(graph, range, value, done);
        self.told.extend(told);
        self.file.write_all(&bytes).map_err(|source| TableError::Io { path: self.path.clone(), source })
    }

    /// What is to be told of the pages to whoever writes the list.
    ///
    /// # Errors
    /// The file system's: all that was written is on its way to the disk.
    pub fn told(&mut self) -> Result<Vec<u8>, TableError> {
        let flushed = self.file.flush();
        flushed.map_err(|source| TableError::Io { path: self.path.clone(), source })?;
        Ok(std::mem::take(&mut self.told))
    }

    /// Gives the part its name.
    ///
    /// # Errors
    /// The file system's.
    pub fn finish(self) -> Result<(), TableError> {
        let Self { path, output, .. } = self;
        output.finish().map_err(|source| TableError::Io { path, source })
    }
}

/// All pages by what has been told of them, ascending; `told` has that by file. None if not every page is
/// there once.
fn listed(interior: u64, told: &[&[u8]]) -> Option<Vec<Entry>> {
    let mut entries: Vec<(u64, Entry)> = Vec::new();
    for (file, told) in (0..).zip(told) {
        let entry = |told: &[u8; TOLD]| {
            let number = |at: usize| u32::from_le_bytes(told[at..][..4].try_into().expect("four bytes"));
            let page = u64::from(number(0)) | u64::from(number(4)) << 32;
            (page, Entry { length: number(8), crc: number(12), file })
        };
        entries.extend(told.as_chunks().0.iter().map(entry));
    }
    entries.sort_unstable_by_key(|(page, _)| *page);
    let is_whole = entries.iter().map(|(page, _)| *page).eq(0..interior.div_ceil(PAGE));
    is_whole.then(|| entries.into_iter().map(|(_, entry)| entry).collect())
}

/// What is wrong where [`listed`] gives none.
const NOT_WHOLE: &str = "not every page has been written once";

/// Writes the list of the pages of all parts, in the order of which it is given what their writers have told;
/// the size of all files together.
///
/// # Errors
/// The file system's; not every page has been written once.
pub fn write_list(
    table: &Path,
    header: &Header,
    interior: u64,
    model: &[u8],
    told: &[Vec<u8>],
) -> Result<u64, TableError> {
    let io = |source| TableError::Io { path: table.to_owned(), source };
    let by_file: Vec<&[u8]> = told.iter().map(Vec::as_slice).collect();
    let entries = listed(interior, &by_file).ok_or_else(|| io(io::Error::other(NOT_WHOLE)))?;
    let full = FileHeader::of(header, interior, entries.len(), model, Some(told.len() as u32));
    let front = full.front(model, entries.iter().copied()).map_err(io)?;
    yomikiri_files::write(table, |file| file.write_all(&front)).map_err(io)?;
    let pages: u64 = entries.iter().map(|entry| u64::from(entry.length)).sum();
    Ok((front.len() + told.len() * PART_MAGIC.len()) as u64 + pages)
}

/// Writes the whole table out of what its workers have coded ([`PageCoder::code`]), in any order; its size.
///
/// # Errors
/// The file system's; not every page has been coded once.
pub fn write_whole(
    table: &Path,
    header: &Header,
    interior: u64,
    model: &[u8],
    coded: &[Vec<u8>],
) -> Result<u64, TableError> {
    let io = |source| TableError::Io { path: table.to_owned(), source };
    let damaged = || io(io::Error::other(NOT_WHOLE));
    let parts: Option<Vec<(&[u8], &[u8])>> = coded.iter().map(|coded| split(coded)).collect();
    let (told, mut rest): (Vec<&[u8]>, Vec<&[u8]>) = parts.ok_or_else(damaged)?.into_iter().unzip();
    let entries = listed(interior, &told).ok_or_else(damaged)?;
    let full = FileHeader::of(header, interior, entries.len(), model, None);
    let front = full.front(model, entries.iter().copied()).map_err(io)?;
    write_file(table, &front, |put| {
        for entry in entries {
            let pages = &mut rest[entry.file as usize];
            let (page, others) = pages.split_at_checked(entry.length as usize).ok_or_else(damaged)?;
            *pages = others;
            put(page)?;
        }
        Ok(())
    })
}

/// What is told of coded pages, and the pages.
fn split(coded: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = coded.split_first_chunk()?;
    rest.split_at_checked(u64::from_le_bytes(*length) as usize)
}

/// Makes one file of a table in parts; its size.
///
/// # Errors
/// The list or a part cannot be read or is damaged, or there is but one file; the file system's. Nothing is
/// left under the new name then, and the parts stay in any case.
pub fn merge(table: &Path, out: &Path) -> Result<u64, TableError> {
    let io = |source| TableError::Io { path: out.to_owned(), source };
    let mut list = TableFile::open(table)?;
    let (model, entries) = list.directory()?;
    let Some(files) = list.full().files else { return Err(TableError::Whole(table.to_owned())) };
    let mut own = iter::once(table.to_owned()).chain((0..files).map(|file| part_path(table, file, files)));
    if own.any(|own| yomikiri_files::is_same(&own, out)) {
        return Err(TableError::Part(out.to_owned()));
    }
    let full = FileHeader { files: None, ..list.full().clone() };
    let front = full.front(&model, entries.iter().copied()).map_err(io)?;
    let mut parts = Parts::open(table, files)?;
    write_file(out, &front, |put| {
        let mut page = Vec::new();
        for (number, entry) in entries.iter().enumerate() {
            page.resize(entry.length as usize, 0);
            parts.read(number, entry, &mut page)?;
            put(&page)?;
        }
        parts.end()
    })
}
