//! What the threads of a search share.

use super::{
    node::{Answer, Visit},
    repetitions::Repetitions,
    visitors::Visitors,
    walk::{Context, Walk},
};
use crate::{AndOrGame, DfPnInfo, table::Table};
use std::{
    io,
    sync::{
        RwLock, RwLockReadGuard,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed},
    },
};

pub struct Common {
    /// Whoever searches reads, and stores meanwhile; whoever makes room needs it alone.
    table: RwLock<Table>,
    repetitions: Repetitions,
    /// How many wait to make room.
    want_room: AtomicUsize,
    /// The answer is there, or is not wanted any more.
    is_over: AtomicBool,
    /// There will be none: the table is too small.
    has_given_up: AtomicBool,
    /// Positions that other threads than the caller's have expanded.
    elsewhere: AtomicU64,
}

/// Steps between two looks at what other threads write to.
const STEPS: usize = 64;

const PANICKED: &str = "no thread panics while it has the table";

impl Common {
    /// About so many bytes.
    ///
    /// # Errors
    /// There is not so much address space.
    pub fn new(bytes: usize) -> io::Result<Self> {
        let repetitions = Repetitions::new(bytes)?;
        Ok(Self {
            table: RwLock::new(Table::new(bytes.saturating_sub(repetitions.bytes()))?),
            repetitions,
            want_room: AtomicUsize::new(0),
            is_over: AtomicBool::new(false),
            has_given_up: AtomicBool::new(false),
            elsewhere: AtomicU64::new(0),
        })
    }

    pub fn table(&self) -> RwLockReadGuard<'_, Table> {
        self.table.read().expect(PANICKED)
    }

    pub fn table_mut(&mut self) -> &mut Table {
        self.table.get_mut().expect(PANICKED)
    }

    /// Positions expanded by all threads.
    pub fn nodes<D: AndOrGame>(&self, own: &Walk<D>) -> u64 {
        own.nodes + self.elsewhere.load(Relaxed)
    }

    pub fn report<D: AndOrGame>(&self, own: &Walk<D>) -> DfPnInfo {
        DfPnInfo { nodes: self.nodes(own), pn: own.root.0, dn: own.root.1, depth: own.depth() }
    }

    pub fn add_elsewhere(&self, nodes: u64) {
        self.elsewhere.fetch_add(nodes, Relaxed);
    }

    /// Begins with a question.
    pub fn begin(&self) {
        self.is_over.store(false, Relaxed);
        self.has_given_up.store(false, Relaxed);
    }

    /// Ends the walks of all threads.
    pub fn end(&self) {
        self.is_over.store(true, Relaxed);
    }

    /// Whether the last question was left without an answer since the table is too small.
    pub fn has_given_up(&self) -> bool {
        self.has_given_up.load(Relaxed)
    }

    /// Gives up a walk of which nothing comes, and with it the question.
    fn give_up_if_hopeless<D: AndOrGame>(&self, walk: &Walk<D>) {
        if walk.is_hopeless(self.table().len()) {
            self.has_given_up.store(true, Relaxed);
            self.end();
        }
    }

    /// Makes room where there is none. Two may find the table full: the second waits until the first has made
    /// room, and has to be seen waiting by it, or it would wait for its next report.
    fn make_room(&self) {
        if self.table().is_full() {
            self.want_room.fetch_add(1, Relaxed);
            let mut table = self.table.write().expect(PANICKED);
            self.want_room.fetch_sub(1, Relaxed);
            table.make_room();
        }
    }
}

/// Those who search together: one, or several that see where the others are.
pub struct Party<'a, D> {
    pub game: &'a D,
    pub common: &'a Common,
    pub visitors: Option<&'a Visitors>,
}

impl<D: AndOrGame> Party<'_, D> {
    fn context<'b>(&'b self, table: &'b Table) -> Context<'b, D> {
        let Self { game, common, visitors } = *self;
        Context { game, table, repetitions: &common.repetitions, visitors }
    }

    /// Begins a walk at a root, with a number that tells this question from others.
    pub fn start(&self, walk: &mut Walk<D>, root: Visit<D>, question: u64) {
        walk.start(&self.context(&self.common.table()), root, question);
    }

    /// Walks until the root is decided or all is over. At `next` expansions and as many later as it answers,
    /// `report` is called, and ends the walk by `None`.
    pub fn walk(
        &self,
        walk: &mut Walk<D>,
        next: &mut u64,
        report: &mut dyn FnMut(&Walk<D>) -> Option<u64>,
    ) -> Option<Answer<D>> {
        loop {
            let answer = self.walk_until(walk, *next);
            if answer.is_some() {
                return answer;
            }
            self.common.make_room();
            self.common.give_up_if_hopeless(walk);
            if self.common.is_over.load(Relaxed) {
                return None;
            }
            if walk.nodes >= *next {
                *next = walk.nodes + report(walk)?;
            }
        }
    }

    /// Walks while there is room and nobody calls.
    fn walk_until(&self, walk: &mut Walk<D>, nodes: u64) -> Option<Answer<D>> {
        let table = self.common.table();
        let context = self.context(&table);
        let is_called = || self.common.want_room.load(Relaxed) > 0 || self.common.is_over.load(Relaxed);
        while walk.nodes < nodes && !table.is_full() && !is_called() {
            for _ in 0..STEPS {
                let answer = walk.step(&context);
                if answer.is_some() || walk.nodes >= nodes {
                    return answer;
                }
            }
        }
        None
    }
}
