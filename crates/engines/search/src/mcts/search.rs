//! The search as its users see it.

use super::{Options, Playable, limits::left, node::Node, tree::Tree, worker::Worker};
use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    thread,
    time::Instant,
};
use yomikiri_core::{
    Random,
    play::{Limits, Stop},
};

/// How many simulations a thread does between two looks at the clock.
const BATCH: u64 = 32;

/// The value of a draw.
const DRAW: f32 = 0.5;

/// A search that goes on from move to move.
///
/// # Example
/// Nim with one heap: who takes the last of up to three objects at a time wins.
/// ```
/// use yomikiri_core::{
///     Random, Side,
///     play::{Limits, Stop},
/// };
/// use yomikiri_search::mcts::{Options, Playable, Search};
///
/// struct Nim;
///
/// impl Playable for Nim {
///     type Pos = (u32, Side);
///     type Move = u32;
///
///     fn numbers(&self) -> usize { 4 }
///     fn number(&self, take: u32) -> u32 { take }
///     fn numbered(&self, number: u32) -> u32 { number }
///     fn key(&self, _: &Self::Pos) -> Option<u64> { None }
///     fn side(&self, pos: &Self::Pos) -> Side { pos.1 }
///     fn play(&self, pos: &mut Self::Pos, take: u32) { *pos = (pos.0 - take, pos.1.other()); }
///     fn moves(&self, pos: &Self::Pos, out: &mut Vec<(u32, f32)>) {
///         out.extend((1..=pos.0.min(3)).map(|take| (take, 1.0)));
///     }
///     fn result(&self, pos: &Self::Pos) -> f32 {
///         // Who is to move has lost: the last object is gone.
///         if pos.1 == Side::First { 0.0 } else { 1.0 }
///     }
///     fn value(&self, pos: &mut Self::Pos, random: &mut Random, moves: &mut Vec<(Side, u32)>) -> f32 {
///         while pos.0 > 0 {
///             let take = 1 + random.below(pos.0.min(3) as usize) as u32;
///             moves.push((pos.1, take));
///             self.play(pos, take);
///         }
///         self.result(pos)
///     }
/// }
///
/// let options = Options { rave_equivalence: 0.0, ..Options::default() };
/// let mut search = Search::new(Nim, (21, Side::First), options);
/// let found = search.run(Limits::nodes(5_000), &Stop::new(), &|_, _| {});
/// // 20 is a multiple of four, which loses for who is to move.
/// assert_eq!(found.moves[0].mv, 1);
/// ```
pub struct Search<G: Playable> {
    game: G,
    options: Options,
    pos: G::Pos,
    tree: Tree,
    /// Searches done: each has random numbers of its own.
    searches: u64,
}

/// What a search has found of a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate<M> {
    /// The move.
    pub mv: M,
    /// How many simulations began with it.
    pub visits: u32,
    /// Its mean value for the side to move, from 0 to 1; the exact one where it is proven.
    pub value: f32,
    /// Its share of the prior weights.
    pub prior: f32,
    /// Whether the value is proven.
    pub proven: bool,
}

/// What a search has found.
#[derive(Clone, Debug)]
pub struct SearchResult<M> {
    /// The moves, the one to make first.
    pub moves: Vec<Candidate<M>>,
    /// Simulations of this search; those of searches before that led here are in the visits too.
    pub simulations: u64,
    /// Nodes of the tree.
    pub nodes: u64,
    /// Seconds.
    pub seconds: f64,
}

impl<G: Playable> Search<G> {
    /// A search from a position.
    pub fn new(game: G, pos: G::Pos, options: Options) -> Self {
        let tree = Tree::new(options.memory);
        Self { game, options, pos, tree, searches: 0 }
    }

    /// The position that is searched.
    pub fn position(&self) -> &G::Pos {
        &self.pos
    }

    /// Goes on from another position, without what was found before.
    pub fn restart(&mut self, pos: G::Pos) {
        self.pos = pos;
        self.tree.clear();
    }

    /// Goes on after a legal move, with all that was found below it.
    pub fn advance(&mut self, mv: G::Move) {
        let number = self.game.number(mv);
        self.tree.advance(number);
        self.game.play(&mut self.pos, mv);
    }

    /// Searches until a limit is reached (nodes are simulations), or `stop` ends it. `on_progress` is
    /// told now and then of the simulations done and those expected in all.
    ///
    /// Where the game is over there are no moves to be found. A search without any limit goes on until it is
    /// stopped or the position is proven.
    pub fn run(
        &mut self,
        limits: Limits,
        stop: &Stop,
        on_progress: &(dyn Fn(u64, u64) + Sync),
    ) -> SearchResult<G::Move> {
        let began = Instant::now();
        let (begun, done, ended) = (AtomicU64::new(0), AtomicU64::new(0), AtomicBool::new(false));
        self.searches += 1;
        let mut seeds = Random::new(self.options.seed ^ self.searches.rotate_left(48));
        let most = limits.nodes.unwrap_or(u64::MAX);
        let work = |random: Random| {
            let mut worker = Worker::new(&self.game, &self.tree, &self.options, random);
            while !ended.load(Relaxed) {
                let batch = BATCH.min(most.saturating_sub(begun.fetch_add(BATCH, Relaxed)));
                for _ in 0..batch {
                    worker.simulate(self.pos.clone());
                }
                let done = done.fetch_add(batch, Relaxed) + batch;
                let left = left(&limits, done, began);
                on_progress(done, left.map_or(0, |left| done + left));
                if batch == 0
                    || stop.is_over()
                    || self.proven()
                    || left.is_some_and(|left| self.decided(left))
                {
                    ended.store(true, Relaxed);
                }
            }
        };
        let mut any = Vec::new();
        self.game.moves(&self.pos, &mut any);
        if !any.is_empty() {
            thread::scope(|scope| {
                for _ in 1..self.options.threads {
                    let random = Random::new(seeds.next());
                    let work = &work;
                    // A machine that gives no more threads searches with those that it gave.
                    let _ = thread::Builder::new().spawn_scoped(scope, move || work(random));
                }
                work(Random::new(seeds.next()));
            });
        }
        let (simulations, nodes) = (done.into_inner(), self.tree.len());
        SearchResult { moves: self.candidates(), simulations, nodes, seconds: began.elapsed().as_secs_f64() }
    }

    /// Whether so many more simulations cannot change which move is visited most, of those that may be made.
    fn decided(&self, left: u64) -> bool {
        let mut visits = [0, 0];
        let is_lost = |child: &Node| child.exact().is_some_and(|value| value < DRAW);
        for child in self.tree.children(&self.tree.root).iter().filter(|child| !is_lost(child)) {
            let count = u64::from(child.visits());
            if count > visits[0] {
                visits = [count, visits[0]];
            } else {
                visits[1] = visits[1].max(count);
            }
        }
        left == 0 || self.options.stop_early && visits[0] > visits[1] + left
    }

    /// Whether nothing is left to be found out.
    fn proven(&self) -> bool {
        self.tree.root.exact().is_some()
    }

    /// The moves, the one to make first: a proven win, or else the one most visited that is not a proven
    /// loss; a proven draw if that one seems to be worth less.
    fn candidates(&self) -> Vec<Candidate<G::Move>> {
        let candidate = |node: &Node| {
            let exact = node.exact();
            let value = exact.or(node.mean()).unwrap_or(0.0);
            let mv = self.game.numbered(node.number());
            Candidate { mv, visits: node.visits(), value, prior: node.prior(), proven: exact.is_some() }
        };
        let mut moves: Vec<_> = self.tree.children(&self.tree.root).iter().map(candidate).collect();
        let rank = |found: &Candidate<G::Move>| match found.proven {
            true if found.value > DRAW => 2,
            true if found.value < DRAW => 0,
            _ => 1,
        };
        moves.sort_by(|a, b| {
            let by_value =
                if a.proven && b.proven { b.value.total_cmp(&a.value) } else { std::cmp::Ordering::Equal };
            rank(b)
                .cmp(&rank(a))
                .then(by_value)
                .then(b.visits.cmp(&a.visits))
                .then(b.prior.total_cmp(&a.prior))
        });
        let draw = moves.iter().position(|found| found.proven && rank(found) == 1);
        if let Some(draw) = draw.filter(|_| moves[0].value < DRAW) {
            moves[..=draw].rotate_right(1);
        }
        moves
    }

    /// The value of the position for the side to move, as far as it is known.
    pub fn value(&self) -> Option<f32> {
        let root = &self.tree.root;
        root.exact().or(root.mean()).map(|value| 1.0 - value)
    }
}
