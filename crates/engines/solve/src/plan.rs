//! What a solve may take, how much it takes, and how it keeps within what it may.
//!
//! Three things take memory. What is fixed: the program, the chunks that each worker fills, lists of each
//! part. What is known of the nodes: a cell for each interior one, a bit for each seen and for each expanded;
//! if it does not fit, it lies in files ([`Backing`]). What is on its way: chunks that wait in inboxes; from
//! a bound on, workers apply them before they make more.
//!
//! # Estimate
//! [`Needs::peak`] is what is expected to be resident at the most, the maximum over the phases: cells, bits
//! and what is on its way while nodes are reached; cells, those held beside and what is on its way while they
//! are solved; cells and what is taken by what is made of them (a table, a census). Arenas are mapped, so
//! that pages of an index that nobody reaches take nothing, and an estimate cannot know which those are.
//! Touched were, of the pages of cells, bits and bits of ends: Dobutsu Shogi by its own index 0.73, 0.82,
//! 0.46; by the general one 0.85, 0.96, 0.48; shogi-3x4 0.91, 0.95 (by capture 0.99) and, by capture, 0.84 of
//! its few ends. The shares below lie between. That all of it is touched is what a bound of memory must allow
//! for ([`Needs::in_memory`]). Measured against peaks of processes: `docs/notes/scale.md`.
//!
//! # What is on its way
//! Nobody gains by more than half a byte a number: Dobutsu Shogi by the general index had 709 MiB waiting
//! where nothing bounded it, 204 MiB with this bound, and took 78 + 67 and 78 + 68 s of processor time for
//! reaching and solving. By its own index 118 MiB wait of themselves. A worker looks between parts, so that
//! the edges of one part come on top.

use crate::arena::{Backing, Residency};
use crate::exchange::{CHUNK_BYTES, PART, SPARE};
use std::{path::Path, sync::Arc};
use yomikiri_core::Graph;

/// The program itself, with tables of the index.
const BASE: u64 = 13 << 20;

/// Bytes of the lists of nodes decided last, of an interior part.
const LISTS: u64 = 32 << 10;

/// The least that is worth while for what is on its way, and for what lies in files.
const LEAST: u64 = 64 << 20;

/// What is added to what is on its way between two looks at it, at the most; a third of a byte a number.
const ADDED: u64 = 8 << 20;

/// How many of a hundred pages are touched: of cells, of the bits of interior nodes, and of those of ends.
const CELLS: u64 = 80;
const BITS: u64 = 90;
const ENDS: u64 = 50;

/// What a solve takes, in bytes: all that its index has room for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Needs {
    /// The program.
    pub fixed: u64,
    /// The chunks that workers fill: one of each worker for each part.
    pub chunks: u64,
    /// A cell for each interior node.
    pub cells: u64,
    /// A bit for each interior node seen and for each expanded, while nodes are reached.
    pub bits: u64,
    /// A bit for each end seen, while nodes are reached.
    pub end_bits: u64,
    /// Lists of each part, from when the nodes are solved.
    pub lists: u64,
    /// Cells beside these when they are solved: those of other processes, and of a second game.
    pub beside: u64,
    /// What is on its way, where it is not kept short.
    pub under_way: u64,
    /// What is made of the values takes beside the cells: a table that is written, a census; the greater.
    pub later: u64,
}

impl Needs {
    /// Those of a graph that is read out on so many threads, and of which nothing is made.
    pub fn of(graph: &impl Graph, threads: usize) -> Self {
        let part = PART as u64;
        let interior = graph.interior();
        Self {
            fixed: BASE,
            chunks: threads as u64 * graph.nodes().div_ceil(part) * CHUNK_BYTES,
            cells: interior,
            bits: 2 * interior / 8,
            end_bits: (graph.nodes() - interior) / 8,
            lists: interior.div_ceil(part) * LISTS,
            beside: 0,
            under_way: interior / 2 + ADDED.min(interior / 3),
            later: 0,
        }
    }

    /// What of cells and bits there is at a time.
    fn known(&self) -> u64 {
        self.cells + self.beside.max(self.bits + self.end_bits)
    }

    /// What they take in files, where all have their place from the beginning.
    pub const fn disk(&self) -> u64 {
        self.cells + self.beside + self.bits + self.end_bits
    }

    /// What is expected to be in memory at the most, if nothing lies in files: some fifth less or more.
    pub fn peak(&self) -> u64 {
        let touched = |bytes: u64, of_hundred: u64| bytes * of_hundred / 100;
        let bits = touched(self.bits, BITS) + touched(self.end_bits, ENDS);
        let beside = touched(self.beside, CELLS);
        let on_the_way = self.chunks + self.under_way;
        let phases = [on_the_way + bits, on_the_way + self.lists + beside, self.lists + beside + self.later];
        self.fixed + touched(self.cells, CELLS) + phases.into_iter().max().unwrap_or(0)
    }

    /// What there is of chunks at all times: those that are filled, and as many that were sent half empty at
    /// the end of a sweep.
    const fn sent(&self) -> u64 {
        2 * self.chunks
    }

    /// Memory in which all of it fits whatever is touched, if what is on its way is kept short.
    pub fn in_memory(&self) -> u64 {
        self.fixed + self.lists + self.known() + (self.sent() + LEAST).max(self.later)
    }

    /// The least memory with which it goes with the rest in files.
    pub fn with_files(&self) -> u64 {
        self.fixed + self.lists + (self.sent() + LEAST).max(self.later) + LEAST
    }

    /// The least memory with which it goes, in memory or with the rest in files.
    pub fn least(&self) -> u64 {
        self.in_memory().min(self.with_files())
    }
}

/// How a graph is read out.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Threads.
    pub threads: usize,
    /// Chunks that may wait before they are applied.
    pub chunks: usize,
    /// Where cells and bits are.
    pub backing: Backing,
}

impl Plan {
    /// With all the memory that is wanted.
    pub const fn unbounded(threads: usize) -> Self {
        Self { threads, chunks: usize::MAX, backing: Backing::Memory }
    }

    /// In memory, with no more on its way than is of use.
    pub fn in_memory(needs: &Needs, threads: usize) -> Self {
        Self { threads, chunks: chunks(enough(needs)), backing: Backing::Memory }
    }

    /// Within so many bytes: in memory, or in files of a directory if it does not fit. None if there is too
    /// little even so.
    pub fn within(needs: &Needs, memory: u64, directory: &Path, threads: usize) -> Option<Self> {
        if needs.in_memory() <= memory {
            // What workers keep for use, and what is added between two looks, has to have its place too.
            let left = (memory - needs.fixed - needs.lists - needs.sent() - needs.known()) / 3 * 2;
            let chunks = chunks(left.min(enough(needs)));
            return Some(Self { threads, chunks, backing: Backing::Memory });
        }
        let left = memory.checked_sub(needs.with_files())? + 2 * LEAST;
        // Between two looks at what of the files is in memory it grows by some parts a worker.
        let resident = (left / 2).min(memory - needs.fixed - needs.lists - needs.later - LEAST / 2);
        let residency = Residency::new(directory, resident);
        Some(Self { threads, chunks: chunks(left / 4), backing: Backing::File(Arc::new(residency)) })
    }

    /// Empty chunks that a worker keeps for use.
    pub fn spare(&self) -> usize {
        (self.chunks / self.threads / 4).min(SPARE)
    }

    /// What is expected to be in memory at the most.
    pub fn peak(&self, needs: &Needs) -> u64 {
        let waiting = needs.under_way.min(self.chunks as u64 * CHUNK_BYTES);
        match &self.backing {
            Backing::Memory => Needs { under_way: waiting, ..*needs }.peak(),
            Backing::File(residency) => {
                needs.fixed + needs.lists + residency.limit() + (needs.chunks + waiting).max(needs.later)
            }
        }
    }
}

/// Bytes of chunks that may wait where there is memory.
fn enough(needs: &Needs) -> u64 {
    needs.under_way.max(LEAST) + needs.chunks
}

const fn chunks(bytes: u64) -> usize {
    (bytes / CHUNK_BYTES) as usize
}
