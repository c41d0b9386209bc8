//! What a solve may take, and how it keeps within it.
//!
//! Three things take memory. What is fixed: the chunks of each worker and lists of each part. What is known
//! of the nodes: a cell for each interior one, a bit for each seen and for each expanded; if it does not fit,
//! it lies in files ([`Backing`]). What is on its way: chunks that wait in inboxes; from a bound on, workers
//! apply them before they make more.

use crate::arena::{Backing, Residency};
use crate::exchange::{CHUNK_BYTES, PART, SPARE_BYTES};
use std::{path::Path, sync::Arc};
use yomikiri_core::Graph;

/// The program itself.
const BASE: u64 = 16 << 20;

/// Bytes of the lists of nodes decided last, of an interior part.
const LISTS: u64 = 32 << 10;

/// The least that is worth while for what is on its way, and for what lies in files.
const LEAST: u64 = 64 << 20;

/// How much of what, in bytes.
#[derive(Clone, Copy, Debug)]
pub struct Needs {
    /// What is fixed.
    pub fixed: u64,
    /// Cells and bits.
    pub known: u64,
    /// What is on its way, where nobody waits for memory: up to three bytes an interior node have been seen.
    pub under_way: u64,
}

impl Needs {
    /// Those of a graph that is read out on so many threads.
    pub fn of(graph: &impl Graph, threads: usize) -> Self {
        let part = PART as u64;
        let (parts, interior) = (graph.nodes().div_ceil(part), graph.interior().div_ceil(part));
        // Each part's chunk that is filled, and one more under way when all are sent at the end of a sweep.
        let worker = 2 * parts * CHUNK_BYTES + SPARE_BYTES.min(interior * part);
        Self {
            fixed: BASE + threads as u64 * worker + interior * LISTS,
            known: interior * part + (parts + interior) * part / 8,
            under_way: 3 * interior * part,
        }
    }

    /// Memory in which all of it fits, if what is on its way is kept short.
    pub const fn in_memory(&self) -> u64 {
        self.fixed + self.known + if self.under_way < LEAST { self.under_way } else { LEAST }
    }

    /// The least memory with which it goes, with the rest in files.
    pub const fn with_files(&self) -> u64 {
        self.fixed + 2 * LEAST
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

    /// In memory, with what is left of so many bytes for what is on its way; files in a directory if it does
    /// not fit. None if there is too little even so.
    pub fn within(needs: &Needs, memory: u64, directory: Option<&Path>, threads: usize) -> Option<Self> {
        let chunks = |bytes: u64| (bytes / CHUNK_BYTES) as usize;
        if needs.in_memory() <= memory {
            let left = memory - needs.fixed - needs.known;
            return Some(Self { threads, chunks: chunks(left), backing: Backing::Memory });
        }
        let directory = directory?;
        let left = memory.checked_sub(needs.fixed).filter(|&left| left >= 2 * LEAST)?;
        // Between two looks at what of the files is in memory it grows by some parts a worker.
        let residency = Residency::new(directory, left / 8 * 3);
        Some(Self { threads, chunks: chunks(left / 8 * 3), backing: Backing::File(Arc::new(residency)) })
    }
}
