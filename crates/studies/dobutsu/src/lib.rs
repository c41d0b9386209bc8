//! The census of Dobutsu Shogi: what has been counted and published about it, computed from the solved game.
//!
//! Everything follows from the graph and the values; no published figure takes part ([`figures`] sets them
//! beside the computed ones). One walk over all positions and their moves counts most of it ([`tally`]);
//! chicks dropped on the last rank need the graph without such drops, solved over the same positions
//! ([`last_rank`]); wins by continuous check go level by level ([`threats`]); placements are combinatorics
//! ([`placements`](mod@placements)). Measured for the full game on two cores in shared use: 28 to 36 s. Where
//! several processes have solved the game each counts over its own positions ([`together`]).

mod counting;
pub mod figures;
pub mod last_rank;
pub mod learn;
pub mod placements;
pub mod solver;
pub mod tally;
pub mod threats;
pub mod together;

pub use figures::Figure;
pub use last_rank::{Needed, Without};
pub use placements::placements;
pub use solver::{NumberedGame, ReadOutGame, TabledGame, UnsolvedGame, header};
pub use tally::{Moves, Tally};
pub use together::Together;

use yomikiri_core::play::Progress;
use yomikiri_core::{Game, Graph, Notation, Numbered, Side, TwoPlayer, Value};
use yomikiri_shogi::{DenseGraph, Ending, Shogi, SmallShogi};
use yomikiri_solve::{Count, Plan, Solution, SolveError};

/// How many positions have been reached, mirror images counted as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Positions where the game goes on.
    pub nonterminal: u64,
    /// Positions where the side to move can take the lion.
    pub captures: u64,
    /// Positions lost by a completed try.
    pub tries: u64,
}

impl Extent {
    /// Takes note of what has been reached: where the game goes on, and where it is over.
    pub fn of(interior: Count, ends: &[(Value, Count)]) -> Self {
        let ends = |wanted: fn(Value) -> bool| {
            ends.iter().filter(|(value, _)| wanted(*value)).map(|(_, count)| count.nodes).sum()
        };
        Self {
            nonterminal: interior.nodes,
            captures: ends(|value| matches!(value, Value::Win(_))),
            tries: ends(|value| matches!(value, Value::Loss(_))),
        }
    }

    /// All positions.
    pub const fn total(self) -> u64 {
        self.nonterminal + self.captures + self.tries
    }
}

/// Everything that is counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Census {
    /// Positions reached.
    pub extent: Extent,
    /// What one walk counts.
    pub tally: Tally,
    /// The side to move at the start.
    pub side: Side,
    /// The value of the start; `None` where the game is over at once.
    pub start: Option<Value>,
    /// The start's moves by name, each with what it is worth to the side that makes it.
    pub replies: Vec<(String, Value)>,
    /// Positions that need a chick dropped on the last rank.
    pub needed: Needed,
    /// The same positions solved without such drops.
    pub without: Without,
    /// Wins by continuous check, by length 1, 3, 5, ...
    pub checks: Vec<u64>,
    /// Placements of all pieces by number of pieces in hand.
    pub placements: Vec<u64>,
    /// The full game from its own start, played to the capture: what the published figures are about.
    pub is_published: bool,
}

/// Counts everything about a solved game. The solution must be that of the graph, and the graph that of the
/// game.
///
/// # Errors
/// [`SolveError`] where the game without drops on the last rank cannot be solved.
pub fn census(
    game: &SmallShogi,
    graph: &DenseGraph,
    extent: Extent,
    solution: &Solution,
    plan: &Plan,
    progress: &dyn Progress,
) -> Result<Census, SolveError> {
    let (start, threads) = (game.start(), plan.threads);
    let root = root(game, graph);
    let (tally, mated) = Tally::of(graph, solution, threads, progress)?;
    let checks = threats::wins(graph, solution, mated, threads, progress)?;
    let forbidding = DenseGraph::of(&game.clone().with_last_rank_drops(false));
    let needed = Needed::count(&forbidding, solution, threads, progress)?;
    let without = Without::solve(&forbidding, root, solution, plan, progress)?;
    Ok(Census {
        extent,
        tally,
        side: game.side(&start),
        start: root.and_then(|node| solution.value(node)),
        replies: replies(open_replies(game, graph), |node| solution.value(node)),
        needed,
        without,
        checks,
        placements: placements(game),
        is_published: is_published(game),
    })
}

/// The node of the start; `None` where the game is over at once.
fn root(game: &SmallShogi, graph: &DenseGraph) -> Option<u32> {
    graph.node(game, &game.start()).filter(|&node| u64::from(node) < graph.interior())
}

/// The start's moves by name, each with the value of the position that it leads to, or that position's node.
fn open_replies(game: &SmallShogi, graph: &DenseGraph) -> Vec<(String, Result<Value, u32>)> {
    let start = game.start();
    let mut moves = Vec::new();
    game.moves(&start, &mut moves);
    let reply = |mv| {
        let next = game.play(&start, mv);
        game.result(&next).ok_or_else(|| graph.node(game, &next).expect("a successor has a node"))
    };
    moves.into_iter().map(|mv| (game.show_move(&start, mv), reply(mv))).collect()
}

/// The start's moves by name, each with what it is worth to the side that makes it.
fn replies(
    open: Vec<(String, Result<Value, u32>)>,
    value: impl Fn(u32) -> Option<Value>,
) -> Vec<(String, Value)> {
    let known = |reply: Result<Value, u32>| reply.or_else(|node| value(node).ok_or(node));
    let worth = |reply| known(reply).expect("a successor is reached").before();
    open.into_iter().map(|(name, reply)| (name, worth(reply))).collect()
}

fn is_published(game: &SmallShogi) -> bool {
    let published = Shogi::dobutsu(Ending::Capture);
    game.ending() == published.ending()
        && game.variant() == published.variant()
        && game.start() == published.start()
}

/// The first node that is a completed try.
fn first_try(graph: &DenseGraph) -> u32 {
    let ends = graph.ends();
    let tries = ends.iter().find(|(_, value)| matches!(value, Value::Loss(_)));
    tries.expect("a graph has completed tries").0.start as u32
}
