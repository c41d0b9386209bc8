//! Between the commands and the solver: a variant of shogi on a small board, read out from its start.

use super::table;
use crate::{
    crew::{Crew, Task, Told},
    failure::Failure,
    game::{Figure, Job, Seconds, Solved},
    progress::Progress,
    room::Room,
    text::grouped,
    threads::cores,
};
use std::{
    hash::{DefaultHasher, Hash, Hasher},
    path::Path,
    time::Instant,
};
use yomikiri_cluster::{Census, Counted, TableParts, Written};
use yomikiri_core::{Contexts, Game, Graph as _, Notation, Numbered, TwoPlayer, Value, Wdl};
use yomikiri_dobutsu::{Extent, census};
use yomikiri_shogi::{Bits, DenseGraph, GeneralGraph, Shogi};
use yomikiri_solve::{Counts, ReadOut, Tally, Unsolved};

/// The graph by which a game is read out.
pub trait GameGraph<B: Bits>: Numbered<Shogi<B>> + Contexts + Send + Sized + 'static {
    /// The graph of the positions that the start of a game can lead to.
    fn of_game(game: &Shogi<B>) -> Result<Self, Failure>;

    /// The figures of `--census`.
    fn figures(
        read_out: &ReadOut<Shogi<B>, Self>,
        threads: usize,
        progress: &Progress,
    ) -> Result<Vec<Figure>, Failure>;

    /// The census that several processes make, each of its own parts.
    fn shared_census<'a>(game: &'a Shogi<B>, graph: &'a Self) -> Box<dyn SharedCensus<Self> + 'a>;
}

/// A census that several processes make.
pub trait SharedCensus<N: Contexts> {
    /// What they count for it; none where reading out counts all of it.
    fn counting(&self) -> Option<&dyn Census<N>>;

    /// The figures of `--census`, when they have counted.
    fn figures(&self, counts: &Counts<'_>, tally: &Tally) -> Vec<Figure>;
}

/// Dobutsu Shogi, whose figures were published.
impl GameGraph<u16> for DenseGraph {
    fn of_game(game: &Shogi<u16>) -> Result<Self, Failure> {
        Ok(Self::of(game))
    }

    fn figures(
        read_out: &ReadOut<Shogi<u16>, Self>,
        threads: usize,
        progress: &Progress,
    ) -> Result<Vec<Figure>, Failure> {
        let (game, graph, solution) = read_out.parts();
        let extent = Extent::of(read_out.found.interior, &read_out.found.ends);
        Ok(told(&census(game, graph, extent, solution, threads, progress)?))
    }

    fn shared_census<'a>(game: &'a Shogi<u16>, graph: &'a Self) -> Box<dyn SharedCensus<Self> + 'a> {
        Box::new(yomikiri_dobutsu::Together::new(game, graph))
    }
}

impl SharedCensus<DenseGraph> for yomikiri_dobutsu::Together<'_> {
    fn counting(&self) -> Option<&dyn Census<DenseGraph>> {
        Some(self)
    }

    fn figures(&self, counts: &Counts<'_>, _: &Tally) -> Vec<Figure> {
        let census = self.census(Extent::of(counts.interior, counts.ends));
        told(&census.expect("the workers have counted"))
    }
}

/// The lines of a census of Dobutsu Shogi.
fn told(census: &yomikiri_dobutsu::Census) -> Vec<Figure> {
    let figure =
        |yomikiri_dobutsu::Figure { what, computed, published }| Figure { what, computed, published };
    census.figures().into_iter().map(figure).collect()
}

/// Any other variant.
impl<B: Bits> GameGraph<B> for GeneralGraph<B> {
    fn of_game(game: &Shogi<B>) -> Result<Self, Failure> {
        let name = game.variant().name;
        Self::of(game).map_err(|error| Failure::Input(format!("GAME: {name} cannot be solved: {error}")))
    }

    fn figures(
        read_out: &ReadOut<Shogi<B>, Self>,
        _threads: usize,
        _progress: &Progress,
    ) -> Result<Vec<Figure>, Failure> {
        let (_, graph, _) = read_out.parts();
        let census: Box<dyn SharedCensus<Self>> = Self::shared_census(read_out.parts().0, graph);
        Ok(census.figures(&read_out.found.counts(), &read_out.tally()))
    }

    fn shared_census<'a>(_: &'a Shogi<B>, graph: &'a Self) -> Box<dyn SharedCensus<Self> + 'a> {
        Box::new(CountedAlready { numbers: graph.interior() })
    }
}

/// A census of what reading out counts.
struct CountedAlready {
    /// Numbers of the index.
    numbers: u64,
}

impl<N: Contexts> SharedCensus<N> for CountedAlready {
    fn counting(&self) -> Option<&dyn Census<N>> {
        None
    }

    fn figures(&self, counts: &Counts<'_>, tally: &Tally) -> Vec<Figure> {
        let figure =
            |what: String, computed: u64| Figure { what, computed: grouped(computed), published: None };
        let mut figures = vec![
            figure("numbers of the index".into(), self.numbers),
            figure(
                "positions without captures and tries, mirror images apart".into(),
                counts.interior.unfolded,
            ),
        ];
        for (value, count) in counts.ends.iter().filter(|(_, count)| count.nodes > 0) {
            let what = if value.wdl() == Wdl::Win {
                "where the king can be taken"
            } else {
                "where a try is completed"
            };
            figures.push(figure(format!("positions {what}"), count.nodes));
        }
        let by_plies = |&(value, count): &(Value, u64)| {
            value.plies().map(|plies| figure(format!("{} in {plies} plies", value.wdl().word()), count))
        };
        figures.extend(tally.histogram.iter().filter_map(by_plies));
        figures
    }
}

/// Reads a game out that is not over at its start, if the memory is there.
pub fn read_out<B: Bits, N: GameGraph<B>>(
    game: Shogi<B>,
    threads: usize,
    room: &Room,
    progress: &Progress,
) -> Result<ReadOut<Shogi<B>, N>, Failure> {
    let unsolved = unsolved::<B, N>(game)?;
    let (name, numbers) = (unsolved.game().variant().name, unsolved.graph().0.interior());
    let who = format!("the index of {name} has {} numbers: ", grouped(numbers));
    let plan = room.plan(unsolved.needs(threads), threads, &who)?;
    Ok(unsolved.read_out(&plan, progress)?)
}

/// A game that is not over at its start, with its graph.
fn unsolved<B: Bits, N: GameGraph<B>>(game: Shogi<B>) -> Result<Unsolved<Shogi<B>, N>, Failure> {
    let unnumbered = Failure::Input(format!("{} cannot be solved from", game.show_pos(&game.start())));
    let graph = N::of_game(&game)?;
    yomikiri_dobutsu::unsolved(game, graph).ok_or(unnumbered)
}

/// What all processes of a solve must agree in.
fn digest<B: Bits>(game: &Shogi<B>, start: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    (env!("CARGO_PKG_VERSION"), game.rules_digest(), game.ending().word(), start).hash(&mut hasher);
    hasher.finish()
}

/// Reads a game on a small board out from its start, and writes the table.
pub fn small<B: Bits, N: GameGraph<B>>(
    game: Shogi<B>,
    job: &Job,
    progress: &Progress,
) -> Result<Option<Solved>, Failure> {
    let began = Instant::now();
    let start = game.start();
    let text = game.show_pos(&start);
    if let Some(value) = game.result(&start) {
        return Ok(Some(Solved::over(text, game.side(&start), value)));
    }
    if let Some(crew) = &job.crew {
        // A table without distances is made by who knows all values; what becomes of them the first process
        // says, and the others follow it.
        return if crew.is_first() && (job.wdl || job.table.is_none()) {
            together::<B, N>(crew, game, &text, job, progress)
        } else {
            by_all::<B, N>(crew, game, &text, job, progress)
        };
    }
    if job.parts {
        let message = "--parts: one process writes one file; give --processes or --hosts";
        return Err(Failure::Input(message.into()));
    }
    let read_out: ReadOut<Shogi<B>, N> = read_out(game, job.threads, &job.room, progress)?;
    let mut solved = written(&read_out, &read_out.tally(), began, job, progress)?;
    if job.census {
        solved.census = N::figures(&read_out, job.threads, progress)?;
    }
    solved.mismatches = job.verify.then(|| read_out.mismatches(job.threads, progress)).transpose()?;
    Ok(Some(solved))
}

/// Writes the table of a game that has been read out, if one is wanted; what was counted, as the tally has
/// it.
fn written<B: Bits, N: GameGraph<B>>(
    read_out: &ReadOut<Shogi<B>, N>,
    tally: &Tally,
    began: Instant,
    job: &Job,
    progress: &Progress,
) -> Result<Solved, Failure> {
    let (game, graph, solution) = read_out.parts();
    let mut solved = counted(game, tally);
    let writing = Instant::now();
    if let Some(path) = &job.table {
        let value = |node: u64| solution.value(node);
        let bytes = table::write(path, game, graph, &solved, value, job, progress)?;
        solved.table_bytes = Some(bytes);
    }
    solved.seconds = Seconds {
        enumerate: read_out.found.enumerate_seconds,
        solve: read_out.found.solve_seconds,
        write: writing.elapsed().as_secs_f64(),
        total: began.elapsed().as_secs_f64(),
    };
    Ok(solved)
}

/// What several processes are to do for a job.
fn task<'a, N: Contexts>(
    job: &'a Job,
    digest: u64,
    census: Option<&'a (dyn SharedCensus<N> + 'a)>,
    progress: &'a Progress,
) -> Task<'a, N> {
    let census = census.and_then(SharedCensus::counting);
    Task { digest, verify: job.verify, census, room: &job.room, progress }
}

/// Reads a game out with others, and writes the table alone, if one is wanted.
fn together<B: Bits, N: GameGraph<B>>(
    crew: &Crew,
    game: Shogi<B>,
    start: &str,
    job: &Job,
    progress: &Progress,
) -> Result<Option<Solved>, Failure> {
    let began = Instant::now();
    let digest = digest(&game, start);
    let unsolved = unsolved::<B, N>(game)?;
    let census = job.census.then(|| N::shared_census(unsolved.game(), unsolved.graph().0));
    let task = task(job, digest, census.as_deref(), progress);
    let Some(Told { found, mismatches, wire }) = crew.read_out(&unsolved, &task)? else { return Ok(None) };
    let tally = unsolved.tally(&found.counts(), |node| found.solution.value(node));
    let figures = census.map(|census| census.figures(&found.counts(), &tally)).unwrap_or_default();
    let solved = written(&unsolved.with(found), &tally, began, job, progress)?;
    Ok(Some(Solved { census: figures, mismatches, wire: Some(wire), ..solved }))
}

/// Reads a game out with others, of whom each codes a part of the table.
fn by_all<B: Bits, N: GameGraph<B>>(
    crew: &Crew,
    game: Shogi<B>,
    start: &str,
    job: &Job,
    progress: &Progress,
) -> Result<Option<Solved>, Failure> {
    let began = Instant::now();
    let digest = digest(&game, start);
    let unsolved = unsolved::<B, N>(game)?;
    let tally = |found: &Counted<N::Node>| unsolved.tally(&found.counts(), |node| found.value(node));
    let solved = |tally: &Tally| counted(unsolved.game(), tally);
    let header =
        |found: &Counted<N::Node>| table::full_header(unsolved.game(), &solved(&tally(found)), false);
    let path = job.table.as_deref().unwrap_or(Path::new(""));
    let parts = TableParts { path, in_files: job.parts, header: &header };
    let census = job.census.then(|| N::shared_census(unsolved.game(), unsolved.graph().0));
    let task = task(job, digest, census.as_deref(), progress);
    let told = crew.write_table(&unsolved, &task, &parts)?;
    Ok(told.map(|Told { found: Written { counted, bytes, seconds }, mismatches, wire }| {
        let [enumerate, solve, write] = seconds;
        let total = began.elapsed().as_secs_f64();
        let seconds = Seconds { enumerate, solve, write, total };
        let tally = tally(&counted);
        let census = census.map(|census| census.figures(&counted.counts(), &tally)).unwrap_or_default();
        let (table_bytes, wire) = (Some(bytes), Some(wire));
        Solved { seconds, table_bytes, mismatches, wire, census, ..solved(&tally) }
    }))
}

/// What is counted of a game that has been read out.
pub fn counted<B: Bits>(game: &Shogi<B>, tally: &Tally) -> Solved {
    let start = game.start();
    let over = Solved::over(game.show_pos(&start), game.side(&start), tally.value);
    let mut solved = Solved { reachable: tally.reachable, ..over };
    for &(value, count) in &tally.histogram {
        solved.count(value, count);
    }
    solved
}

/// Reads a game out again and again; the number of positions found and of positions decided.
pub fn bench<B: Bits, N: GameGraph<B>>(
    game: &Shogi<B>,
    rounds: u32,
    progress: &Progress,
) -> Result<u64, Failure> {
    let (threads, room) = (cores(), Room::in_memory());
    let mut nodes = 0;
    for _ in 0..rounds {
        let tally = read_out::<B, N>(game.clone(), threads, &room, progress)?.tally();
        let decided = tally.histogram.into_iter().filter(|&(value, _)| value != Value::Draw);
        nodes += tally.reachable + decided.map(|(_, count)| count).sum::<u64>();
    }
    Ok(nodes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use yomikiri_core::{BruteForce, Canonical, Probe, ProbeError};
    use yomikiri_shogi::{Ending, Position, SmallShogi};
    use yomikiri_solve::LocalSolution;

    type SmallReadOut = ReadOut<SmallShogi, DenseGraph>;

    fn game(start: &str, ending: Ending) -> SmallShogi {
        let game = Shogi::dobutsu(ending);
        let pos = game.parse_pos(start).unwrap();
        game.with_start(pos)
    }

    fn job() -> Job {
        let room = Room::in_memory();
        let (from, table, crew) = (None, None, None);
        Job { from, table, threads: 2, crew, room, wdl: false, parts: false, census: false, verify: true }
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
            let read_out: SmallReadOut =
                read_out(game.clone(), 2, &Room::in_memory(), &Progress::new()).unwrap();
            let mut classes = [HashSet::new(), HashSet::new()];
            for (pos, value) in oracle.iter() {
                assert_eq!(read_out.value(pos), Some(value), "{start} {}", game.show_pos(pos));
                classes[usize::from(game.result(pos).is_none())].insert(game.canonical(pos));
            }
            let solved = small::<_, DenseGraph>(game, &job(), &Progress::new()).unwrap().unwrap();
            let [over, open] = classes.map(|class| class.len() as u64);
            assert_eq!((solved.reachable, solved.nonterminal), (over + open, open), "{start}");
            assert_eq!(solved.win + solved.draw + solved.loss, open, "{start}");
            assert_eq!(solved.mismatches, Some(0), "{start}");
        }
    }

    /// The graph has no room for other pieces, nor for what they can come to.
    #[test]
    fn positions_with_other_pieces_are_not_known() {
        let game = game("1l1/1c1/1C1/1L1 b -", Ending::Capture);
        let read_out: SmallReadOut = read_out(game, 2, &Room::in_memory(), &Progress::new()).unwrap();
        for text in ["1l1/3/1C1/1L1 b -", "gle/1c1/1C1/ELG b -"] {
            assert_eq!(read_out.value(&read_out.parts().0.parse_pos(text).unwrap()), None, "{text}");
        }
    }

    struct Known<'a>(&'a SmallReadOut);

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
            let known: SmallReadOut =
                read_out(start.clone(), 2, &Room::in_memory(), &Progress::new()).unwrap();
            let positions = (0..16_000).step_by(7).filter_map(|node| known.parts().1.position(&start, node));
            let unknown = positions.filter(|pos| start.result(pos).is_none() && known.value(pos).is_none());
            let mut cases = 0;
            for pos in unknown {
                let solved = LocalSolution::solve(&start, &pos, Known(&known), 1000).unwrap().ok().unwrap();
                let from_there: SmallReadOut =
                    read_out(start.clone().with_start(pos.clone()), 1, &Room::in_memory(), &Progress::new())
                        .unwrap();
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
            let solved = small::<_, DenseGraph>(game(start, Ending::Capture), &job(), &Progress::new())
                .unwrap()
                .unwrap();
            assert_eq!((solved.value, solved.reachable, solved.nonterminal), (value, 1, 0), "{start}");
        }
    }
}
