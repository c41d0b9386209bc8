//! The engine: a table, threads that search the same tree, and their experience from move to move.
//!
//! Lazy SMP: all threads run the same search from the root and share nothing but the table; they drift apart
//! by themselves (every second one is an iteration ahead) and leave results where the others find them.

use super::{
    history::History,
    iterate::{Info, RootLine},
    options::SearchOptions,
    position::{PastPosition, SearchPosition},
    position_stack::PositionStack,
    score::Score,
    table::Table,
    technique::Techniques,
    worker::{Shared, Worker},
};
use std::{
    io,
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    thread,
};
use yomikiri_core::play::{MoveTime, Stop};

/// The stack of a searching thread: a line is at most some hundred calls deep, each with little on it.
const STACK: usize = 8 << 20;

/// What a search found.
#[derive(Clone, Debug)]
pub struct SearchResult<M> {
    /// The best line; empty if the game is over.
    pub moves: Vec<M>,
    /// Its score for the side to move.
    pub score: Score,
    /// The last iteration that contributed.
    pub depth: u32,
    /// Nodes of all threads.
    pub nodes: u64,
}

/// What is in the table's memory.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Memory {
    /// Nothing, and the system has not given it yet.
    Untouched,
    /// Nothing.
    Clear,
    /// What a search has found.
    Used,
}

/// An engine for one game: what it knows of another's positions would mislead it.
pub struct Engine {
    table: Table,
    memory: Memory,
    histories: Vec<History>,
    techniques: Techniques,
}

impl Engine {
    /// An engine with a table of so many bytes and so many threads, at least one.
    ///
    /// # Errors
    /// There is not so much memory.
    pub fn new(bytes: usize, threads: usize) -> io::Result<Self> {
        let mut engine = Self {
            table: Table::new(bytes)?,
            memory: Memory::Untouched,
            histories: Vec::new(),
            techniques: Techniques::ALL,
        };
        engine.set_threads(threads);
        Ok(engine)
    }

    /// Another table, empty.
    ///
    /// # Errors
    /// There is not so much memory; the engine keeps the table it has.
    pub fn set_table(&mut self, bytes: usize) -> io::Result<()> {
        self.table = Table::new(bytes)?;
        self.memory = Memory::Untouched;
        Ok(())
    }

    /// How many threads search.
    pub fn set_threads(&mut self, threads: usize) {
        self.histories.resize_with(threads.max(1), || History::new(0));
    }

    /// Which techniques the search uses.
    pub const fn techniques(&self) -> Techniques {
        self.techniques
    }

    /// Another choice of techniques.
    pub fn set_techniques(&mut self, techniques: Techniques) {
        self.techniques = techniques;
    }

    /// Forgets everything: another game begins.
    pub fn clear(&mut self) {
        if self.memory != Memory::Clear {
            self.table.clear();
            self.histories.iter_mut().for_each(History::clear);
            self.memory = Memory::Clear;
        }
    }

    /// Takes the table's memory, which the system gives page by page when it is first written to: the first
    /// search would wait for it, a fifth of a second for 64 MiB on a virtual machine. Who was given another
    /// table forgets the rest too.
    pub fn prepare(&mut self) {
        if self.memory == Memory::Untouched {
            self.clear();
        }
    }

    /// Searches a position. `past` holds the positions of the game before it, the oldest first; `report` is
    /// told each line of each iteration.
    ///
    /// With one thread and no limit of time, the same calls on a fresh engine give the same answer.
    pub fn search<P: SearchPosition>(
        &mut self,
        pos: &P,
        past: &[PastPosition],
        options: &SearchOptions<P::Move>,
        stop: &Stop,
        report: &mut dyn FnMut(&Info<P::Move>),
    ) -> SearchResult<P::Move> {
        let mut choices = Vec::new();
        pos.moves(&mut choices);
        if !options.moves.is_empty() {
            choices.retain(|mv| options.moves.contains(mv));
        }
        if choices.is_empty() {
            let score = Score::of(super::score::of_end(pos.terminal_value(), 0));
            return SearchResult { moves: Vec::new(), score, depth: 0, nodes: 0 };
        }
        if let Some(time) = options.limits.time {
            stop.limit(MoveTime::exactly(time));
        }
        self.memory = Memory::Used;
        self.table.grow_older();
        self.histories.iter_mut().for_each(|history| history.fit(pos.slots()));
        let shared = Shared {
            table: &self.table,
            stop,
            options,
            most_nodes: options.limits.nodes.unwrap_or(u64::MAX),
            techniques: self.techniques,
            nodes: self.histories.iter().map(|_| AtomicU64::new(0)).collect(),
            done: AtomicBool::new(false),
        };
        let lines = run(&shared, &mut self.histories, pos, past, &choices, report);
        let best = lines.first();
        let mut moves = best.map_or_else(|| choices[..1].to_vec(), |line| line.moves.clone());
        if let [mv] = moves[..] {
            let next = pos.after(mv);
            let key = options.table_key(next.key(), 1);
            moves.extend(remembered(&self.table, key, &next));
        }
        SearchResult {
            moves,
            score: Score::of(best.map_or(0, |line| line.score)),
            depth: best.map_or(0, |line| line.depth),
            nodes: shared.nodes(),
        }
    }
}

/// Runs the threads of a search; the first one's lines are the answer.
fn run<P: SearchPosition>(
    shared: &Shared<'_, P::Move>,
    histories: &mut [History],
    pos: &P,
    past: &[PastPosition],
    choices: &[P::Move],
    report: &mut dyn FnMut(&Info<P::Move>),
) -> Vec<RootLine<P::Move>> {
    let (first, others) = histories.split_first_mut().expect("an engine has a thread");
    thread::scope(|scope| {
        for (at, history) in others.iter_mut().enumerate() {
            let search = move || {
                let mut worker =
                    Worker::<P>::new(shared, history, at + 1, PositionStack::new(past, pos.occurrences()));
                worker.iterate(pos, choices, &mut |_| {});
                worker.publish();
            };
            // A machine that gives no more threads is searched with those that it gave.
            let _ = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, search);
        }
        let mut worker = Worker::<P>::new(shared, first, 0, PositionStack::new(past, pos.occurrences()));
        let lines = worker.iterate(pos, choices, report);
        worker.publish();
        shared.done.store(true, Relaxed);
        lines
    })
}

/// The best move of a position as the table has it, for whoever wants to ponder.
fn remembered<P: SearchPosition>(table: &Table, key: u64, pos: &P) -> Option<P::Move> {
    let code = table.get(key)?.best;
    let mut moves = Vec::new();
    pos.moves(&mut moves);
    moves.into_iter().find(|&mv| P::code(mv) == code)
}
