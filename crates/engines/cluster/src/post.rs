//! The chunks of one worker: those for its own parts stay, the others wait to be sent.

use std::{
    cell::{Cell, RefCell},
    mem,
};
use yomikiri_solve::exchange::{Chunk, Exchange};

/// Which worker has which part. All parts of a process stay there whatever the number of its threads, so that
/// a checkpoint does not depend on them.
#[derive(Clone, Copy, Debug)]
pub struct Owners {
    /// Number of processes.
    pub processes: usize,
    /// Threads of each process.
    pub threads: usize,
}

impl Owners {
    /// The worker that a part belongs to.
    pub const fn of(self, part: usize) -> usize {
        part % self.processes * self.threads + part / self.processes % self.threads
    }

    /// The process of a worker.
    pub const fn process(self, worker: usize) -> usize {
        worker / self.threads
    }

    /// Whether a worker is the one that does what a process does once.
    pub const fn is_first_thread(self, worker: usize) -> bool {
        worker.is_multiple_of(self.threads)
    }
}

/// The chunks of one worker.
pub struct Post {
    owners: Owners,
    worker: usize,
    /// Chunks for the worker's own parts, by part.
    own: Vec<RefCell<Vec<Chunk>>>,
    /// Chunks for the parts of others.
    outgoing: RefCell<Vec<(usize, Chunk)>>,
    /// Entries in `own`, by part.
    waiting: Vec<Cell<usize>>,
    /// Entries in `own`.
    in_all: Cell<usize>,
    /// Chunks in `own`.
    chunks: Cell<usize>,
}

impl Post {
    /// No chunks yet, for so many parts.
    pub fn new(owners: Owners, worker: usize, parts: usize) -> Self {
        let own = (0..parts).map(|_| RefCell::default()).collect();
        Self {
            owners,
            worker,
            own,
            outgoing: RefCell::default(),
            waiting: vec![Cell::new(0); parts],
            in_all: Cell::new(0),
            chunks: Cell::new(0),
        }
    }

    /// Takes what is to be sent.
    pub fn outgoing(&self) -> Vec<(usize, Chunk)> {
        mem::take(&mut self.outgoing.borrow_mut())
    }
}

impl Exchange for Post {
    fn send(&self, part: usize, chunk: Chunk) {
        if self.owners.of(part) == self.worker {
            self.waiting[part].update(|entries| entries + chunk.entries().len());
            self.in_all.update(|entries| entries + chunk.entries().len());
            self.chunks.update(|chunks| chunks + 1);
            self.own[part].borrow_mut().push(chunk);
        } else {
            self.outgoing.borrow_mut().push((part, chunk));
        }
    }

    fn receive(&self, part: usize) -> Vec<Chunk> {
        let chunks = self.own[part].take();
        let taken = self.waiting[part].take();
        self.in_all.update(|entries| entries - taken);
        self.chunks.update(|count| count - chunks.len());
        chunks
    }

    fn waiting(&self, part: usize) -> usize {
        self.waiting[part].get()
    }

    fn waiting_in_all(&self) -> usize {
        self.in_all.get()
    }

    fn chunks_in_all(&self) -> usize {
        self.chunks.get()
    }
}
