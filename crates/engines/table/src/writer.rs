//! Writing a table: count a sample, fix the model, code the pages, all on every core; then one file, renamed
//! when whole.

use crate::format::{Entry, FileHeader, Header, TableError, TableKind};
use crate::learner;
use crate::model::{Counts, Model, SAMPLED};
use crate::page;
use crate::parallel::{counted, in_parallel};
use crate::regression;
use crate::weights;
use std::{
    io::{self, BufWriter, Write},
    path::Path,
};
use yomikiri_core::{Context, Contexts, Features, Value};
use yomikiri_files::Output;

/// Strength of the packing of frequencies; they are a few hundred kilobytes.
const ZSTD_LEVEL: i32 = 12;

/// Bytes that [`write()`] takes of memory beside the values: expected, for so many numbers of interior nodes,
/// for a kind of table.
///
/// The model by frequencies is compressed within 41 MiB. What is learnt of results takes 6 where sets have
/// most weights, of losses 7 more, and counting and packing 2 and 3. Pages take 0.10 (Dobutsu Shogi) or 0.13
/// bytes a number (3x4), of a compact table two thirds, of results a fifth; at least half as much again is
/// allowed for.
pub fn writing_bytes(interior: u64, kind: TableKind) -> u64 {
    let learnt = |most: u64| most << 20 >> weights::less(interior);
    match kind {
        TableKind::Distances => (41 << 20) + interior / 5,
        TableKind::Compact => learnt(13) + (3 << 20) + interior * 3 / 20,
        TableKind::Results => learnt(6) + (2 << 20) + interior / 20,
    }
}

/// Writes the table of a solved game; the size of the file.
///
/// `value` gives the value of every node reached, and `done` is told how many nodes more are coded.
///
/// # Errors
/// The file system's. Nothing is left under the final name then.
pub fn write<G: Contexts>(
    path: &Path,
    header: &Header,
    graph: &G,
    value: impl Fn(u64) -> Option<Value> + Sync,
    threads: usize,
    done: impl Fn(u64) + Sync,
) -> Result<u64, TableError> {
    let io = |source| TableError::Io { path: path.to_owned(), source };
    let parts = match header.kind {
        TableKind::Distances => by_frequencies(header, graph, &value, threads, &done),
        TableKind::Compact | TableKind::Results => by_regression(header, graph, &value, threads, &done),
    };
    let (model, mut pages) = parts.map_err(io)?;
    pages.sort_unstable_by_key(|&(number, _)| number);
    let full = FileHeader::of(header, graph.interior(), pages.len(), &model, None);
    let front = full.front(&model, pages.iter().map(|(_, page)| Entry::of(page, 0))).map_err(io)?;
    write_file(path, &front, |put| pages.iter().try_for_each(|(_, page)| put(page)))
}

/// A model as it is stored, and the numbered pages, in no order.
type Parts = (Vec<u8>, Vec<(usize, Vec<u8>)>);

/// The parts of a table that is coded by regression.
fn by_regression<G: Contexts>(
    header: &Header,
    graph: &G,
    value: &(impl Fn(u64) -> Option<Value> + Sync),
    threads: usize,
    done: &(impl Fn(u64) + Sync),
) -> io::Result<Parts> {
    let model = learner::learn(header, graph, value, threads)?;
    let encode =
        |number, features: &mut Vec<Features>| regression::encode(graph, number, value, features, &model);
    Ok((model.to_bytes(), coded(threads, page::count_of(graph), done, encode)))
}

/// The parts of a table that is coded by frequencies.
fn by_frequencies<G: Contexts>(
    header: &Header,
    graph: &G,
    value: &(impl Fn(u64) -> Option<Value> + Sync),
    threads: usize,
    done: &(impl Fn(u64) + Sync),
) -> io::Result<Parts> {
    let count = page::count_of(graph);
    let longest_half = header.longest_half();
    let count_pages = |pages: &dyn Fn() -> Option<usize>| {
        let (mut counts, mut contexts) = (Counts::new(longest_half), Vec::new());
        while let Some(number) = pages() {
            let nodes = page::nodes_of(number * SAMPLED, graph.interior());
            page::count(graph, nodes, value, &mut contexts, &mut counts);
        }
        counts
    };
    let model = Model::new(&counted(threads, count.div_ceil(SAMPLED), count_pages, Counts::merge))?;
    let encode = |number, contexts: &mut Vec<Context>| {
        page::encode(graph, page::nodes_of(number, graph.interior()), value, contexts, &model)
    };
    let pages = coded(threads, count, done, encode);
    Ok((packed(&model)?, pages))
}

/// A model of distances as it is stored.
pub(crate) fn packed(model: &Model) -> io::Result<Vec<u8>> {
    zstd::encode_all(model.to_bytes().as_slice(), ZSTD_LEVEL)
}

/// Codes all pages, numbered and in no order: `encode` leaves what is told of the page's nodes in the vector
/// that it is given, so that they can be counted.
fn coded<T>(
    threads: usize,
    count: usize,
    done: &(impl Fn(u64) + Sync),
    encode: impl Fn(usize, &mut Vec<T>) -> Vec<u8> + Sync,
) -> Vec<(usize, Vec<u8>)> {
    let pages = in_parallel(threads, count, |pages| {
        let (mut coded, mut told) = (Vec::new(), Vec::new());
        while let Some(number) = pages() {
            coded.push((number, encode(number, &mut told)));
            done(told.len() as u64);
        }
        coded
    });
    pages.into_iter().flatten().collect()
}

/// Takes bytes of a file.
type Put<'a> = &'a mut dyn FnMut(&[u8]) -> Result<(), TableError>;

/// Writes a table of one file: what stands before its pages, and these as they are handed over; its size.
pub(crate) fn write_file(
    path: &Path,
    front: &[u8],
    pages: impl FnOnce(Put<'_>) -> Result<(), TableError>,
) -> Result<u64, TableError> {
    let io = |source| TableError::Io { path: path.to_owned(), source };
    let output = Output::new(path).map_err(io)?;
    let (mut file, mut bytes) = (BufWriter::new(output.file().map_err(io)?), 0);
    let mut put = |more: &[u8]| {
        bytes += more.len() as u64;
        file.write_all(more).map_err(io)
    };
    put(front)?;
    pages(&mut put)?;
    file.flush().map_err(io)?;
    output.finish().map_err(io)?;
    Ok(bytes)
}
