//! A game read out from its start, also where the graph has no room for the start itself.

use crate::{Count, Needs, Plan, Solution, SolveError, reach, retrograde, solution::histogram, verify};
use std::time::Instant;
use yomikiri_core::{Graph, Numbered, Probe, ProbeError, TwoPlayer, Value, play::Progress, successors};

/// A game's graph, and the node or nodes that its start is read out from.
pub struct Unsolved<G, N: Graph> {
    game: G,
    graph: N,
    roots: Vec<N::Node>,
    /// The graph has no room for the start itself: the roots are what its moves lead to.
    outside: bool,
    /// What a position without a move is worth.
    stuck: Value,
}

/// What reading a graph out from its roots has found.
pub struct Found<N> {
    /// The value of every interior node.
    pub solution: Solution<N>,
    /// Positions where the game goes on, the start left out if the graph has no room for it.
    pub interior: Count,
    /// Positions where the game is over, by their values.
    pub ends: Vec<(Value, Count)>,
    /// Seconds that finding the positions took.
    pub enumerate_seconds: f64,
    /// Seconds that finding their values took.
    pub solve_seconds: f64,
}

/// What is counted of a graph that has been read out.
pub struct Counts<'a> {
    /// Positions where the game goes on, the start left out if the graph has no room for it.
    pub interior: Count,
    /// Positions where the game is over, by their values.
    pub ends: &'a [(Value, Count)],
    /// How many of the interior are decided in so many plies.
    pub by_distance: &'a [u64],
}

/// What is counted of a game that has been read out, and what it is worth.
pub struct Tally {
    /// The value of the game's start.
    pub value: Value,
    /// Positions reached, ends included.
    pub reachable: u64,
    /// How many positions where the game goes on have each value.
    pub histogram: Vec<(Value, u64)>,
}

/// All that can be reached from a game's start, with its values.
pub struct ReadOut<G, N: Graph> {
    of: Unsolved<G, N>,
    /// What has been found.
    pub found: Found<N::Node>,
}

impl<N> Found<N> {
    /// What is counted.
    pub fn counts(&self) -> Counts<'_> {
        let Self { solution, interior, ends, .. } = self;
        Counts { interior: *interior, ends, by_distance: &solution.by_distance }
    }
}

impl<G: TwoPlayer, N: Numbered<G>> Unsolved<G, N> {
    /// A game that is not over at its start; `None` if the graph has room neither for the start nor for what
    /// its moves lead to. `stuck` is what the game makes of a position without a move.
    pub fn new(game: G, graph: N, stuck: Value) -> Option<Self> {
        let start = game.start();
        let root = graph.node(&game, &start);
        let outside = root.is_none();
        let next = || successors(&game, &start).map(|next| graph.node(&game, &next)).collect();
        let roots = root.map_or_else(next, |root| Some(vec![root]))?;
        Some(Self { game, graph, roots, outside, stuck })
    }

    /// What reading it out takes.
    pub fn needs(&self, threads: usize) -> Needs {
        Needs::of(&self.graph, threads)
    }

    /// Reads the game out.
    ///
    /// # Errors
    /// The system gives fewer threads, less memory or less of the disk than planned.
    pub fn read_out(self, plan: &Plan, progress: &dyn Progress) -> Result<ReadOut<G, N>, SolveError> {
        let began = Instant::now();
        let reached = reach(&self.graph, &self.roots, plan, progress)?;
        let enumerate_seconds = began.elapsed().as_secs_f64();
        let (interior, ends) = (reached.interior, reached.ends.clone());
        let solution = retrograde(&self.graph, reached, plan, progress)?;
        let solve_seconds = began.elapsed().as_secs_f64() - enumerate_seconds;
        Ok(self.with(Found { solution, interior, ends, enumerate_seconds, solve_seconds }))
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The graph, and the nodes that the game's start is read out from.
    pub fn graph(&self) -> (&N, &[N::Node]) {
        (&self.graph, &self.roots)
    }

    /// What the game makes of a position without a move.
    pub const fn stuck(&self) -> Value {
        self.stuck
    }

    /// The value of a position, where those of nodes are told; `None` if it cannot be reached.
    fn value(&self, pos: &G::Pos, told: impl Fn(N::Node) -> Option<Value>) -> Option<Value> {
        let Self { game, graph, .. } = self;
        let known = |pos: &G::Pos| game.result(pos).or_else(|| told(graph.node(game, pos)?));
        if graph.node(game, pos).is_some() || game.result(pos).is_some() {
            return known(pos);
        }
        // The best that a move makes of a position that the graph has no room for, such as the start; a
        // successor is not known where the position has other pieces than the graph.
        let values: Option<Vec<Value>> = successors(game, pos).map(|next| known(&next)).collect();
        Some(values?.into_iter().map(Value::before).max().unwrap_or(self.stuck))
    }

    /// What is counted, and the value of the start where those of the roots are told.
    ///
    /// # Panics
    /// A root is not told.
    pub fn tally(&self, counts: &Counts<'_>, told: impl Fn(N::Node) -> Option<Value>) -> Tally {
        let value = self.value(&self.game.start(), told).expect("the start is reached");
        let ends: u64 = counts.ends.iter().map(|(_, count)| count.nodes).sum();
        let mut histogram = histogram(counts.interior.nodes, counts.by_distance);
        histogram.retain(|&(value, _)| value != Value::Loss(0));
        histogram.extend(self.outside.then_some((value, 1)));
        let reachable = counts.interior.nodes + ends + u64::from(self.outside);
        Tally { value, reachable, histogram }
    }

    /// The game with what somebody else has found from [`Self::graph`].
    pub fn with(self, found: Found<N::Node>) -> ReadOut<G, N> {
        ReadOut { of: self, found }
    }
}

impl<G: TwoPlayer, N: Numbered<G>> ReadOut<G, N> {
    /// The game, its graph, and the values.
    pub fn parts(&self) -> (&G, &N, &Solution<N::Node>) {
        (&self.of.game, &self.of.graph, &self.found.solution)
    }

    /// The value of a position; `None` if it cannot be reached.
    pub fn value(&self, pos: &G::Pos) -> Option<Value> {
        self.of.value(pos, |node| self.found.solution.value(node))
    }

    /// What is counted, and the value of the start.
    pub fn tally(&self) -> Tally {
        self.of.tally(&self.found.counts(), |node| self.found.solution.value(node))
    }

    /// Positions reached, ends included.
    pub fn reachable(&self) -> u64 {
        self.tally().reachable
    }

    /// How many positions where the game goes on have each value.
    pub fn histogram(&self) -> Vec<(Value, u64)> {
        self.tally().histogram
    }

    /// The number of nodes whose value is not what their successors make it.
    ///
    /// # Errors
    /// The system gives fewer threads.
    pub fn mismatches(&self, threads: usize, progress: &dyn Progress) -> Result<u64, SolveError> {
        Ok(verify(&self.of.graph, &self.found.solution, self.of.stuck, threads, progress)?.len() as u64)
    }
}

impl<G: TwoPlayer, N: Numbered<G> + Send> Probe<G> for ReadOut<G, N> {
    fn probe(&self, _: &G, pos: &G::Pos) -> Result<Option<Value>, ProbeError> {
        Ok(self.value(pos))
    }
}
