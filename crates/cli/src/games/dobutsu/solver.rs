//! Between the commands and the solver: a game on a small board, read out from its start.

use super::table;
use crate::{
    failure::Failure,
    game::{Figure, Job, Seconds, Solved},
    memory,
    progress::Progress,
    threads::cores,
};
use std::time::Instant;
use yomikiri_core::{Game, Notation, Numbered, Probe, ProbeError, TwoPlayer, Value};
use yomikiri_dobutsu::{Extent, census};
use yomikiri_shogi::{DenseGraph, Ending, Position, SmallShogi};
use yomikiri_solve::{Count, Solution, SolveError, memory as need, reach, retrograde, verify};

/// A game's graph, and the node or nodes that its start is read out from.
struct Ground {
    game: SmallShogi,
    graph: DenseGraph,
    roots: Vec<u32>,
    /// The graph has no room for the start itself: the roots are what its moves lead to.
    outside: bool,
}

/// All that can be reached from a game's start, with its values.
pub struct ReadOut {
    ground: Ground,
    solution: Solution,
    interior: Count,
    ends: u64,
    extent: Extent,
    enumerate: f64,
    solve: f64,
}

impl Ground {
    /// The graph of a game that is not over at its start.
    fn of(game: SmallShogi) -> Result<Self, Failure> {
        let graph = DenseGraph::of(&game);
        let start = game.start();
        if let Some(root) = graph.node(&game, &start) {
            return Ok(Self { game, graph, roots: vec![root], outside: false });
        }
        let roots = successors(&game, &start).map(|next| graph.node(&game, &next)).collect::<Option<_>>();
        let unnumbered = || Failure::Input(format!("{} cannot be solved from", game.show_pos(&start)));
        let roots = roots.ok_or_else(unnumbered)?;
        Ok(Self { game, graph, roots, outside: true })
    }

    fn read_out(
        self,
        threads: usize,
        progress: &dyn yomikiri_core::play::Progress,
    ) -> Result<ReadOut, Failure> {
        memory::ensure(need(&self.graph, threads))?;
        let began = Instant::now();
        let reached = reach(&self.graph, &self.roots, threads, progress)?;
        let enumerate = began.elapsed().as_secs_f64();
        let interior = reached.interior;
        let ends = reached.ends.iter().map(|(_, count)| count.nodes).sum();
        let extent = Extent::of(&reached);
        let solution = retrograde(&self.graph, reached, threads, progress)?;
        let solve = began.elapsed().as_secs_f64() - enumerate;
        Ok(ReadOut { ground: self, solution, interior, ends, extent, enumerate, solve })
    }
}

/// The positions that moves lead to.
fn successors(game: &SmallShogi, pos: &Position<u16>) -> impl Iterator<Item = Position<u16>> {
    let mut moves = Vec::new();
    game.moves(pos, &mut moves);
    moves.into_iter().map(|mv| game.play(pos, mv))
}

/// What a position without a move is worth.
fn stuck(game: &SmallShogi) -> Value {
    match game.ending() {
        Ending::Capture => Value::Draw,
        Ending::Mate => Value::Loss(0),
    }
}

impl ReadOut {
    /// Reads a game out that is not over at its start.
    pub fn of(
        game: SmallShogi,
        threads: usize,
        progress: &dyn yomikiri_core::play::Progress,
    ) -> Result<Self, Failure> {
        Ground::of(game)?.read_out(threads, progress)
    }

    /// The game, its graph, and the values.
    pub fn parts(&self) -> (&SmallShogi, &DenseGraph, &Solution) {
        (&self.ground.game, &self.ground.graph, &self.solution)
    }

    /// The value of a position; `None` if it cannot be reached.
    fn value(&self, pos: &Position<u16>) -> Option<Value> {
        let Ground { game, graph, .. } = &self.ground;
        if let Some(value) = game.result(pos) {
            return Some(value);
        }
        match graph.node(game, pos) {
            Some(node) => self.solution.value(node),
            // Its successors have a place in the graph: it ends the recursion.
            None => self.by_successors(pos),
        }
    }

    /// The best that a move makes of a position; `None` if a successor is not known.
    fn by_successors(&self, pos: &Position<u16>) -> Option<Value> {
        let game = &self.ground.game;
        let values: Option<Vec<Value>> = successors(game, pos).map(|next| self.value(&next)).collect();
        Some(values?.into_iter().map(Value::before).max().unwrap_or_else(|| stuck(game)))
    }

    /// Positions reached, ends included.
    pub fn reachable(&self) -> u64 {
        self.interior.nodes + self.ends + u64::from(self.ground.outside)
    }

    /// How many positions where the game goes on have each value.
    pub fn histogram(&self) -> Vec<(Value, u64)> {
        let mut histogram = self.solution.histogram();
        histogram.retain(|&(value, _)| value != Value::Loss(0));
        if self.ground.outside {
            histogram.extend(self.value(&self.ground.game.start()).map(|value| (value, 1)));
        }
        histogram
    }

    /// The number of nodes whose value is not what their successors make it.
    fn mismatches(&self, threads: usize, progress: &Progress) -> Result<u64, SolveError> {
        let Ground { game, graph, .. } = &self.ground;
        Ok(verify(graph, &self.solution, stuck(game), threads, progress)?.len() as u64)
    }
}

impl Probe<SmallShogi> for ReadOut {
    fn probe(&self, _: &SmallShogi, pos: &Position<u16>) -> Result<Option<Value>, ProbeError> {
        Ok(self.value(pos))
    }
}

/// Reads a game on a small board out from its start, and writes the table.
pub fn small(game: SmallShogi, job: &Job, progress: &Progress) -> Result<Solved, Failure> {
    let began = Instant::now();
    let start = game.start();
    let (text, side) = (game.show_pos(&start), game.side(&start));
    if let Some(value) = game.result(&start) {
        return Ok(Solved::over(text, side, value));
    }
    let read_out = ReadOut::of(game, job.threads, progress)?;
    let value = read_out.value(&start).expect("the start is reached");
    let mut solved = Solved { reachable: read_out.reachable(), ..Solved::over(text, side, value) };
    for (value, count) in read_out.histogram() {
        solved.count(value, count);
    }
    let Ground { game, graph, .. } = &read_out.ground;
    let writing = Instant::now();
    if let Some(path) = &job.table {
        let value = |node| read_out.solution.value(node);
        let bytes = table::write(path, game, graph, &solved, value, job.threads, progress)?;
        solved.table_bytes = Some(bytes);
    }
    solved.seconds = Seconds {
        enumerate: read_out.enumerate,
        solve: read_out.solve,
        write: writing.elapsed().as_secs_f64(),
        total: began.elapsed().as_secs_f64(),
    };
    if job.census {
        let Ground { game, graph, .. } = &read_out.ground;
        let extent = read_out.extent;
        let census = census(game, graph, extent, &read_out.solution, job.threads, progress)?;
        let figure =
            |yomikiri_dobutsu::Figure { what, computed, published }| Figure { what, computed, published };
        solved.census = census.figures().into_iter().map(figure).collect();
    }
    solved.mismatches = job.verify.then(|| read_out.mismatches(job.threads, progress)).transpose()?;
    Ok(solved)
}

/// Reads a game out again and again; the number of positions found and of positions decided.
pub fn bench(game: &SmallShogi, rounds: u32, progress: &Progress) -> Result<u64, Failure> {
    let threads = cores();
    let mut nodes = 0;
    for _ in 0..rounds {
        let read_out = ReadOut::of(game.clone(), threads, progress)?;
        let decided = read_out.histogram().into_iter().filter(|&(value, _)| value != Value::Draw);
        nodes += read_out.reachable() + decided.map(|(_, count)| count).sum::<u64>();
    }
    Ok(nodes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use yomikiri_core::play::NoProgress;
    use yomikiri_core::{BruteForce, Canonical};
    use yomikiri_shogi::Shogi;
    use yomikiri_solve::LocalSolution;

    fn game(start: &str, ending: Ending) -> SmallShogi {
        let game = Shogi::dobutsu(ending);
        let pos = game.parse_pos(start).unwrap();
        game.with_start(pos)
    }

    fn job() -> Job {
        Job { from: None, table: None, threads: 2, census: false, verify: true }
    }

    /// Values and counts are those of a slow and obvious solver, for starts inside and outside the graph.
    #[test]
    fn values_and_counts_agree_with_the_oracle() {
        let starts = [
            "1l1/1c1/1C1/1L1 b -",
            "1l1/3/3/1L1 w -",
            // The lion of the side to move is in the far rank already.
            "L1l/3/3/3 b -",
            "L2/3/2l/1C1 b c",
            "2g/L2/3/2l w -",
        ];
        for (start, ending) in
            starts.into_iter().flat_map(|start| [Ending::Capture, Ending::Mate].map(|e| (start, e)))
        {
            let game = game(start, ending);
            let oracle = BruteForce::new(&game);
            let read_out = ReadOut::of(game.clone(), 2, &NoProgress).unwrap();
            let mut classes = [HashSet::new(), HashSet::new()];
            for (pos, value) in oracle.iter() {
                assert_eq!(read_out.value(pos), Some(value), "{start} {}", game.show_pos(pos));
                classes[usize::from(game.result(pos).is_none())].insert(game.canonical(pos));
            }
            let solved = small(game, &job(), &Progress::new()).unwrap();
            let [over, open] = classes.map(|class| class.len() as u64);
            assert_eq!((solved.reachable, solved.nonterminal), (over + open, open), "{start}");
            assert_eq!(solved.win + solved.draw + solved.loss, open, "{start}");
            assert_eq!(solved.mismatches, Some(0), "{start}");
        }
    }

    struct Known<'a>(&'a ReadOut);

    impl Probe<SmallShogi> for Known<'_> {
        fn probe(&self, game: &SmallShogi, pos: &Position<u16>) -> Result<Option<Value>, ProbeError> {
            self.0.probe(game, pos)
        }
    }

    /// What cannot be reached from the start, solved around what can, has the value that reading out gives
    /// it.
    #[test]
    fn surroundings_agree_with_reading_out() {
        for ending in [Ending::Capture, Ending::Mate] {
            let start = game("1l1/1c1/1C1/1L1 b -", ending);
            let known = ReadOut::of(start.clone(), 2, &NoProgress).unwrap();
            let positions =
                (0..16_000).step_by(7).filter_map(|node| known.ground.graph.position(&start, node));
            let unknown = positions.filter(|pos| start.result(pos).is_none() && known.value(pos).is_none());
            let mut cases = 0;
            for pos in unknown {
                let solved = LocalSolution::solve(&start, &pos, Known(&known), 1000).unwrap().ok().unwrap();
                let from_there = ReadOut::of(start.clone().with_start(pos.clone()), 1, &NoProgress).unwrap();
                let text = start.show_pos(&pos);
                assert_eq!(solved.probe(&start, &pos).unwrap(), from_there.value(&pos), "{text}");
                cases += 1;
            }
            assert!(cases > 30, "{cases}");
        }
    }

    #[test]
    fn a_game_that_is_over_has_the_value_that_the_rules_give_it() {
        for (start, value) in [("3/1l1/1L1/3 b -", Value::Win(1)), ("1L1/3/3/1l1 w -", Value::Loss(0))] {
            let solved = small(game(start, Ending::Capture), &job(), &Progress::new()).unwrap();
            assert_eq!((solved.value, solved.reachable, solved.nonterminal), (value, 1, 0), "{start}");
        }
    }
}
