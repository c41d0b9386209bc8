//! Several processes, here threads with connections of their own, against the solver of one.

#[path = "../../solve/tests/it/any_graph/mod.rs"]
mod any_graph;
#[path = "../../solve/tests/it/chains/mod.rs"]
mod chains;

use any_graph::AnyGraph;
use chains::Chains;
use std::{fs, net::TcpListener, ops::Range, thread, time::Duration};
use yomikiri_cluster::{Checkpoints, ClusterError, Greeting, Peers, Together, Work, read_out};
use yomikiri_core::{
    Context, Contexts, EdgeSink, ExpandSink, Expansion, Features, Game, Graph, Node, Notation, Numbered,
    Value, play::NoProgress,
};
use yomikiri_shogi::{DenseGraph, Ending, GeneralGraph, Shogi, SmallShogi, Variant};
use yomikiri_solve::{Found, Needs, Plan, Successors, cell::LONG_PLIES, reach, retrograde, verify};

const DIGEST: u64 = 42;

/// Addresses of this machine that nobody listens on.
fn addresses(processes: usize) -> Vec<String> {
    let listeners: Vec<_> = (0..processes).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    listeners.iter().map(|listener| listener.local_addr().unwrap().to_string()).collect()
}

fn game(start: &str, ending: Ending) -> SmallShogi {
    let game = Shogi::dobutsu(ending);
    let pos = game.parse_pos(start).unwrap();
    game.with_start(pos)
}

/// The graph of a game, and its start.
fn dense(game: &SmallShogi) -> (AnyGraph, u32) {
    let graph = DenseGraph::of(game);
    let root = graph.node(game, &game.start()).unwrap();
    (AnyGraph::new(graph), root)
}

/// What a process is told.
type Told<N> = Result<Option<Together<Found<N>>>, ClusterError>;

/// What so many processes find together.
fn together(
    game: &SmallShogi,
    processes: usize,
    threads: usize,
    checkpoints: Option<&Checkpoints>,
) -> Vec<Told<u32>> {
    within(game, processes, &Plan::unbounded(threads), checkpoints)
}

/// What so many processes find together, each by a plan.
fn within(
    game: &SmallShogi,
    processes: usize,
    plan: &Plan,
    checkpoints: Option<&Checkpoints>,
) -> Vec<Told<u32>> {
    let (graph, root) = dense(game);
    let graph = &Lying::honest(graph);
    let (roots, digest, progress) = (&[root], DIGEST, &NoProgress);
    let (verify, census) = (Some(Value::Draw), None);
    let work = Work { graph, roots, digest, checkpoints, plan, progress, verify, census };
    done_by(&work, processes)
}

/// What so many processes do together.
fn done_by<G: Contexts>(work: &Work<'_, G>, processes: usize) -> Vec<Told<G::Node>> {
    done_by_each(&vec![work; processes])
}

/// What processes do together, each with its own view of the work.
fn done_by_each<G: Contexts>(works: &[&Work<'_, G>]) -> Vec<Told<G::Node>> {
    let processes = works.len();
    let addresses = addresses(processes);
    let greeting = Greeting { digest: DIGEST, threads: works[0].plan.threads };
    let wait = Duration::from_secs(30);
    thread::scope(|scope| {
        let start = |process| {
            let (addresses, work) = (&addresses, works[process]);
            scope.spawn(move || read_out(work, Peers::connect(addresses, process, greeting, wait)?))
        };
        let handles: Vec<_> = (0..processes).map(start).collect();
        handles.into_iter().map(|handle| handle.join().unwrap()).collect()
    })
}

/// What the solver of one process finds.
fn alone(game: &SmallShogi) -> Found<u32> {
    let (graph, root) = dense(game);
    let graph = Lying::honest(graph);
    let reached = reach(&graph, &[root], &Plan::unbounded(2), &NoProgress).unwrap();
    let (interior, ends) = (reached.interior, reached.ends.clone());
    let solution = retrograde(&graph, reached, &Plan::unbounded(2), &NoProgress).unwrap();
    Found { solution, interior, ends, enumerate_seconds: 0.0, solve_seconds: 0.0 }
}

/// Compares all that has been found together with what one process finds.
fn assert_same(found: &Found<u32>, alone: &Found<u32>) {
    assert_eq!((found.interior, &found.ends), (alone.interior, &alone.ends));
    assert_eq!(found.solution.histogram(), alone.solution.histogram());
    assert!(found.solution.iter().eq(alone.solution.iter()));
}

const STARTS: [&str; 3] = ["1l1/1c1/1C1/1L1 b -", "1l1/3/3/1L1 w -", "g1l/1c1/1C1/L1G b -"];

/// Chunks are applied as soon as there is one, and every page leaves memory after every piece of work.
#[test]
fn with_hardly_any_memory_they_find_the_same() {
    let directory = tempfile::tempdir().unwrap();
    let needs = Needs { cells: 1 << 40, ..Needs::default() };
    let game = game(STARTS[0], Ending::Capture);
    let alone = alone(&game);
    for (processes, threads) in [(1, 2), (2, 1), (2, 2)] {
        let in_files = Plan::within(&needs, 128 << 20, directory.path(), threads).unwrap();
        for plan in [Plan { chunks: 0, ..Plan::unbounded(threads) }, Plan { chunks: 0, ..in_files }] {
            let mut found = within(&game, processes, &plan, None);
            assert_same(&found.remove(0).unwrap().expect("the first process is told").found, &alone);
        }
    }
}

/// The last checkpoint is there until who gathered the values removes it, where that is wanted, and goes by
/// itself elsewhere. What goes on from it finds the same.
#[test]
fn the_last_checkpoint_stays_where_more_is_made_of_the_values() {
    let directory = tempfile::tempdir().unwrap();
    let left = || fs::read_dir(directory.path()).unwrap().count();
    let game = game(STARTS[0], Ending::Capture);
    let alone = alone(&game);
    let (graph, root) = dense(&game);
    let (graph, roots, plan) = (&Lying::honest(graph), &[root], &Plan::unbounded(1));
    for (stays, resume, expected) in [(true, false, 1), (true, true, 1), (false, true, 0)] {
        // It is for the first process to say.
        let kept = [stays, !stays].map(|stays| Checkpoints {
            directory: directory.path().to_owned(),
            every: Duration::ZERO,
            resume,
            stays,
        });
        let (digest, progress, verify, census) = (DIGEST, &NoProgress, None, None);
        let works = kept.each_ref().map(|checkpoints| Work {
            graph,
            roots,
            digest,
            checkpoints: Some(checkpoints),
            plan,
            progress,
            verify,
            census,
        });
        let mut found = done_by_each(&works.each_ref());
        assert_same(&found.remove(0).unwrap().expect("the first process is told").found, &alone);
        assert_eq!(left(), expected);
        if resume {
            kept[0].remove();
            assert_eq!(left(), 0);
        }
    }
}

#[test]
fn any_number_of_processes_and_threads_finds_the_same() {
    for start in STARTS {
        finds_the_same(start, Ending::Capture, &[(1, 2), (3, 1)]);
        finds_the_same(start, Ending::Mate, &[(2, 2)]);
    }
}

#[test]
#[ignore = "seconds: cargo xtask test --full"]
fn more_numbers_of_processes_and_threads_find_the_same() {
    for start in STARTS {
        finds_the_same(start, Ending::Capture, &[(1, 1), (2, 1), (2, 2)]);
        finds_the_same(start, Ending::Mate, &[(1, 1), (1, 2), (2, 1), (3, 1), (4, 2)]);
    }
}

/// So many processes, each of so many threads, find what one does.
fn finds_the_same(start: &str, ending: Ending, crews: &[(usize, usize)]) {
    let game = game(start, ending);
    let alone = alone(&game);
    for &(processes, threads) in crews {
        let mut found = together(&game, processes, threads, None);
        for of_others in found.drain(1..) {
            assert!(of_others.unwrap().is_none());
        }
        assert_same(&found.remove(0).unwrap().expect("the first process is told").found, &alone);
    }
}

impl Contexts for AnyGraph {
    fn each_context(&self, _: Range<u64>, _: impl FnMut(Context)) {
        unreachable!("no table is written");
    }

    fn features(&self, _: Range<u64>, _: &mut Vec<Features>) {
        unreachable!("no table is written");
    }
}

/// A graph that lies to the solver, but not to whoever verifies: some moves are not taken back, and some are
/// not found.
struct Lying<G> {
    graph: G,
    seed: u64,
    /// One of so many moves is not taken back, or not found; none where it is 0.
    retract: u64,
    expand: u64,
}

impl<G> Lying<G> {
    /// The graph as it is.
    fn honest(graph: G) -> Self {
        Self { graph, seed: 0, retract: 0, expand: 0 }
    }
}

impl<G: Graph> Lying<G> {
    fn hides(&self, from: G::Node, to: G::Node, one_of: u64) -> bool {
        let mixed = (from.number() << 32 ^ to.number() ^ self.seed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        one_of > 0 && (mixed >> 40).is_multiple_of(one_of)
    }
}

impl<G: Graph> Graph for Lying<G> {
    type Node = G::Node;

    fn nodes(&self) -> u64 {
        self.graph.nodes()
    }

    fn interior(&self) -> u64 {
        self.graph.interior()
    }

    fn ends(&self) -> Vec<(Range<u64>, Value)> {
        self.graph.ends()
    }

    fn expand(&self, nodes: &[G::Node], sink: &mut impl ExpandSink<G::Node>) {
        self.graph.expand(nodes, sink);
    }

    fn expand_unordered(&self, nodes: &[G::Node], sink: &mut impl ExpandSink<G::Node>) {
        if self.expand == 0 {
            return self.graph.expand_unordered(nodes, sink);
        }
        let mut successors = Successors::default();
        for &node in nodes {
            successors.find(&self.graph, &[node]);
            successors.each(|node, edges| {
                let found = edges.iter().copied().filter(|&edge| !self.hides(node, edge, self.expand));
                sink.edges(&found.collect::<Vec<_>>());
            });
            let mut only = NodesAlone { sink };
            self.graph.expand(&[node], &mut only);
        }
    }

    fn retract(&self, nodes: &[G::Node], sink: &mut impl FnMut(&[G::Node])) {
        if self.retract == 0 {
            return self.graph.retract(nodes, sink);
        }
        for &node in nodes {
            self.graph.retract(&[node], &mut |found| {
                let told = found.iter().copied().filter(|&from| !self.hides(from, node, self.retract));
                sink(&told.collect::<Vec<_>>());
            });
        }
    }

    fn retract_unordered(&self, nodes: &[G::Node], counted: bool, sink: &mut impl EdgeSink<G::Node>) {
        if self.retract == 0 {
            return self.graph.retract_unordered(nodes, counted, sink);
        }
        self.retract(nodes, &mut |found| sink.edges(found));
    }

    fn is_folded(&self) -> bool {
        self.graph.is_folded()
    }

    fn fixed(&self) -> Vec<G::Node> {
        self.graph.fixed()
    }
}

/// What is told of nodes, without their successors.
struct NodesAlone<'s, S> {
    sink: &'s mut S,
}

impl<N: Node, S> EdgeSink<N> for NodesAlone<'_, S> {
    fn edges(&mut self, _: &[N]) {}
}

impl<N: Node, S: ExpandSink<N>> ExpandSink<N> for NodesAlone<'_, S> {
    fn node(&mut self, node: N, expansion: Expansion, edges: u32) {
        self.sink.node(node, expansion, edges);
    }
}

impl<G: Contexts> Contexts for Lying<G> {
    fn each_context(&self, range: Range<u64>, visit: impl FnMut(Context)) {
        self.graph.each_context(range, visit);
    }

    fn features(&self, range: Range<u64>, out: &mut Vec<Features>) {
        self.graph.features(range, out);
    }
}

/// What verification finds wrong: the solver of one process against so many processes. How much it is.
fn assert_found_wrong<G: Contexts>(graph: &G, root: G::Node, stuck: Value, plans: &[(usize, Plan)]) -> u64 {
    let ample = Plan::unbounded(2);
    let reached = reach(graph, &[root], &ample, &NoProgress).unwrap();
    let solution = retrograde(graph, reached, &ample, &NoProgress).unwrap();
    let wrong = verify(graph, &solution, stuck, 2, &NoProgress).unwrap().len() as u64;
    for (processes, plan) in plans {
        let (roots, digest, progress) = (&[root], DIGEST, &NoProgress);
        let (checkpoints, verify, census) = (None, Some(stuck), None);
        let work = Work { graph, roots, digest, checkpoints, plan, progress, verify, census };
        let found = done_by(&work, *processes).remove(0).unwrap().expect("the first process is told");
        assert_eq!(found.mismatches, Some(wrong), "{processes} processes, {plan:?}");
    }
    wrong
}

#[test]
fn what_is_wrong_is_found_by_any_number_of_processes() {
    wrong_values_are_found(5, STARTS[0]);
}

#[test]
#[ignore = "seconds: cargo xtask test --full"]
fn more_that_is_wrong_is_found_by_any_number_of_processes() {
    wrong_values_are_found(30, STARTS[2]);
}

/// Values that are wrong are found, and as many as by one process, whichever they are: drawn where they
/// should be decided, too long, or resting on what was never reached. The fifth, which lies in both ways, is
/// of a start of its own: the last of `STARTS` has a million positions in some parts.
fn wrong_values_are_found(seeds: u64, of_fifth: &str) {
    let little = |threads| Plan { chunks: 0, ..Plan::unbounded(threads) };
    let plans = [(1, Plan::unbounded(1)), (2, little(1)), (2, Plan::unbounded(2)), (3, little(2))];
    let mut kinds = [0; 3];
    for seed in 0..seeds {
        let ending = if seed % 2 == 0 { Ending::Capture } else { Ending::Mate };
        let stuck = if ending == Ending::Capture { Value::Draw } else { Value::Loss(0) };
        let lies = [(0, 0), (2000, 0), (10, 0), (0, 40), (100, 25)];
        let (retract, expand) = lies[seed as usize % lies.len()];
        let kind = if expand > 0 { 2 } else { usize::from(retract > 0) };
        let plans = &plans[seed as usize % 3..][..2];
        let start = if seed == 4 { of_fifth } else { STARTS[0] };
        kinds[kind] += if seed % 3 == 0 {
            let game = SmallShogi::new(Variant::dobutsu_chicks(), ending);
            let graph = GeneralGraph::of(&game).unwrap();
            let root = graph.node(&game, &game.start()).unwrap();
            assert_found_wrong(&Lying { graph, seed, retract, expand }, root, stuck, plans)
        } else {
            let (graph, root) = dense(&game(start, ending));
            assert_found_wrong(&Lying { graph, seed, retract, expand }, root, stuck, plans)
        };
    }
    assert_eq!(kinds[0], 0, "the truth has nothing wrong");
    assert!(kinds[1] > 42 * seeds && kinds[2] > 42 * seeds, "{kinds:?}");
}

/// What takes as many plies as a cell can tell is told; what takes one more is refused.
#[test]
fn games_may_be_as_long_as_a_cell_can_tell() {
    for (processes, threads) in [(1, 2), (2, 1)] {
        let [longest, too_long] = [LONG_PLIES, LONG_PLIES + 1].map(|length| {
            let graph = &Lying::honest(AnyGraph::new(Chains { chains: 1, length: length.into() }));
            let (roots, plan, progress) = (&[0], &Plan::unbounded(threads), &NoProgress);
            let (digest, checkpoints, verify, census) = (DIGEST, None, None, None);
            let work = Work { graph, roots, digest, checkpoints, plan, progress, verify, census };
            done_by(&work, processes).remove(0)
        });
        let found = longest.unwrap().expect("the first process is told").found;
        assert_eq!(found.solution.value(0_u32), Some(Value::decided(LONG_PLIES - 1)));
        assert!(matches!(too_long, Err(ClusterError::TooLong)));
    }
}
