//! One thread of a search: its experience, its place in the tree, its counters.

use super::{
    history::History,
    options::SearchOptions,
    position::SearchPosition,
    position_stack::PositionStack,
    score::{DEEPEST, MOST},
    table::{Entry, Table},
    technique::{Technique, Techniques},
};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use yomikiri_core::play::Stop;

/// How many nodes a thread visits between two looks at the clock.
const LOOK_INTERVAL: u64 = 512;

/// So many nodes a search that is to end goes on for, until something is known of the root.
const UNKNOWN_ROOT: u64 = 1 << 16;

/// The evaluation of a position in check: none.
pub const NO_EVALUATION: i32 = i16::MIN as i32;

/// What the threads of a search share.
pub struct Shared<'a, M> {
    pub table: &'a Table,
    pub stop: &'a Stop,
    pub options: &'a SearchOptions<M>,
    /// Nodes of all threads together that end the search.
    pub most_nodes: u64,
    pub techniques: Techniques,
    /// Nodes of each thread, as it last told.
    pub nodes: Vec<AtomicU64>,
    /// The first thread has finished: the others are of no more use.
    pub done: AtomicBool,
}

impl<M> Shared<'_, M> {
    /// Nodes of all threads, nearly.
    pub fn nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Relaxed)).sum()
    }
}

/// What a thread keeps for each ply of the line it is on.
#[derive(Clone, Copy)]
pub struct Frame {
    /// The static evaluation.
    pub eval: i32,
    /// The slot of the move that is being searched; none for a pass.
    pub slot: Option<usize>,
    /// The codes of quiet moves that cut off at this ply.
    pub killers: [u16; 2],
    /// The code of the move that is left out to see whether another is as good; 0 if none is.
    pub excluded: u16,
}

impl Frame {
    const EMPTY: Self = Self { eval: NO_EVALUATION, slot: None, killers: [0; 2], excluded: 0 };
}

/// A thread of a search.
pub struct Worker<'a, P: SearchPosition> {
    pub shared: &'a Shared<'a, P::Move>,
    pub history: &'a mut History,
    /// The number of this thread; 0 is the one that reports.
    pub number: usize,
    pub stack: PositionStack,
    pub frames: Vec<Frame>,
    /// The moves of all nodes of the line, one node's after the other's, and how they are rated.
    pub moves: Vec<P::Move>,
    pub ratings: Vec<i32>,
    /// The best line from each ply on.
    pub best: Vec<Vec<P::Move>>,
    /// Codes of moves that are not to be played at the root.
    pub barred: Vec<u16>,
    /// The best move at the root so far.
    pub root_best: u16,
    /// The score of that move.
    pub root_score: i32,
    pub nodes: u64,
    pub deepest: usize,
    /// The search has ended: what comes up from below is worth nothing.
    pub over: bool,
    next_look: u64,
}

impl<'a, P: SearchPosition> Worker<'a, P> {
    pub fn new(
        shared: &'a Shared<'a, P::Move>,
        history: &'a mut History,
        number: usize,
        stack: PositionStack,
    ) -> Self {
        let mut worker = Self {
            shared,
            history,
            number,
            stack,
            frames: vec![Frame::EMPTY; DEEPEST + 4],
            moves: Vec::with_capacity(4096),
            ratings: Vec::with_capacity(4096),
            best: vec![Vec::new(); DEEPEST + 4],
            barred: Vec::new(),
            root_best: 0,
            root_score: 0,
            nodes: 0,
            deepest: 0,
            over: false,
            next_look: 0,
        };
        worker.plan_look();
        worker
    }

    /// Counts a node; whether the search has ended.
    #[inline]
    pub fn tick(&mut self) -> bool {
        if self.nodes >= self.next_look {
            self.look();
        }
        self.nodes += u64::from(!self.over);
        self.over
    }

    /// Tells the nodes and looks whether the search has ended. Before anything is known of the root it has
    /// not, for a while.
    #[cold]
    fn look(&mut self) {
        self.publish();
        let spent = self.shared.nodes() >= self.shared.most_nodes;
        let ended = spent || self.shared.done.load(Relaxed) || self.shared.stop.is_over();
        let is_known = self.root_best != 0 || self.number > 0 || self.nodes >= UNKNOWN_ROOT;
        self.over = ended && is_known;
        self.plan_look();
    }

    fn plan_look(&mut self) {
        let left = self.shared.most_nodes.saturating_sub(self.nodes).max(1);
        self.next_look =
            self.nodes + if self.shared.nodes.len() == 1 { LOOK_INTERVAL.min(left) } else { LOOK_INTERVAL };
    }

    /// Tells the nodes so far.
    pub fn publish(&self) {
        self.shared.nodes[self.number].store(self.nodes, Relaxed);
    }

    /// The slots of the last two moves before a ply, and of the fourth.
    #[inline]
    pub fn before(&self, ply: usize) -> [Option<usize>; 3] {
        let slot = |back| ply.checked_sub(back).and_then(|ply| self.frames[ply].slot);
        [slot(1), slot(2), slot(4)]
    }

    /// Whether a move wins at once, of a position of which the table knows this. What has been searched as a
    /// node has been asked before, and the answer was no.
    #[inline]
    pub fn wins_at_once(&self, pos: &P, entry: Option<Entry>) -> bool {
        let window = entry.is_some_and(|entry| entry.depth > 0);
        !window && self.shared.techniques.has(Technique::WinningMove) && pos.winning_move().is_some()
    }

    /// Fetches what the table knows of the position after a move, while other things are thought about.
    #[inline]
    pub fn fetch(&self, pos: &P, mv: P::Move, ply: usize) {
        if let Some(key) = pos.key_after(mv) {
            self.shared.table.prefetch(self.shared.options.table_key(key, ply + 1));
        }
    }

    /// A better line from a ply on: a move, and the best line after it.
    pub fn prolong(&mut self, ply: usize, mv: P::Move) {
        let (upper, lower) = self.best.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(mv);
        upper[ply].extend_from_slice(&lower[0]);
    }
}

/// The static evaluation, kept within its band.
#[inline]
pub fn evaluate<P: SearchPosition>(pos: &P) -> i32 {
    pos.evaluate().clamp(-MOST, MOST)
}
