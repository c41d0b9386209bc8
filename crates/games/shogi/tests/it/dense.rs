//! The dense graph against the rules and against the published figures, through the solver.

use std::{collections::BTreeSet, ops::Range};
use yomikiri_core::play::NoProgress;
use yomikiri_core::{
    Contexts, EdgeSink, ExpandSink, Expansion, Features, Game, Graph, Notation, Numbered, Random, Unmove,
    Value,
};
use yomikiri_shogi::{DenseGraph, Ending, Shogi, SmallShogi};
use yomikiri_solve::{Plan, Reached, Solution, Successors, reach, retrograde, verify};

/// A game from a start position, solved.
fn solved(start: &str, ending: Ending, threads: usize) -> (SmallShogi, DenseGraph, u32, Reached, Solution) {
    let game = Shogi::dobutsu(ending);
    let pos = game.parse_pos(start).unwrap();
    let game = game.with_start(pos);
    let graph = DenseGraph::of(&game);
    let root = graph.node(&game, &game.start()).unwrap();
    let plan = Plan::unbounded(threads);
    let reach = || reach(&graph, &[root], &plan, &NoProgress).unwrap();
    let (reached, solution) = (reach(), retrograde(&graph, reach(), &plan, &NoProgress).unwrap());
    (game, graph, root, reached, solution)
}

/// The rows of the small variants with so many positions where the game goes on, and, as if they had none,
/// those where that is not known. There are at least so many.
fn rows_are_as_known(sizes: Range<u64>, least: usize) {
    let table = include_str!("../../../../../data/known/dobutsu_small.tsv");
    let mut rows = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let number = |i: usize| cells[i].parse::<u64>().ok();
        let (name, start) = (cells[0], cells[1]);
        if !sizes.contains(&number(5).unwrap_or_default()) {
            continue;
        }
        let (_, graph, root, reached, solution) = solved(start, Ending::Capture, 2);
        let value = solution.value(root).unwrap();
        assert_eq!((value.wdl().word(), value.plies()), (cells[2], cells[3].parse().ok()), "{name}");
        if let Some(nonterminal) = number(5) {
            let count = |count: yomikiri_solve::Count| {
                if name.contains("unfolded") { count.unfolded } else { count.nodes }
            };
            assert_eq!(count(reached.interior), nonterminal, "{name}");
            assert_eq!(count(reached.ends[0].1), number(6).unwrap(), "{name}");
            assert_eq!(count(reached.ends[1].1), number(7).unwrap(), "{name}");
            let fixed: BTreeSet<u32> = graph.fixed().into_iter().collect();
            let mut wdl = [0; 3];
            let mut longest = 0;
            for (node, value) in solution.iter() {
                let single = fixed.contains(&node) || !name.contains("unfolded");
                wdl[value.wdl() as usize] += if single { 1 } else { 2 };
                longest = longest.max(value.plies().unwrap_or(0));
            }
            let [loss, draw, win] = wdl.map(Some);
            assert_eq!([win, draw, loss], [9, 10, 11].map(number), "{name}");
            assert_eq!(Some(u64::from(longest)), number(12), "{name}");
        }
        if cells[4] != "n/a" {
            let (_, _, root, _, solution) = solved(start, Ending::Mate, 1);
            assert_eq!(solution.value(root).unwrap().plies(), cells[4].parse().ok(), "{name}");
        }
        rows += 1;
    }
    assert!(rows >= least, "only {rows} rows were tried");
}

#[test]
fn rows_of_the_small_variants() {
    rows_are_as_known(0..500_000, 20);
}

#[test]
#[ignore = "seconds each: cargo xtask test --full"]
fn rows_of_the_larger_variants() {
    rows_are_as_known(500_000..3_000_000, 7);
}

/// Successors and predecessors of every reached node of a small variant, as sets of nodes, against the rules.
fn agrees_with_the_rules(start: &str, ending: Ending, every: usize) {
    let (game, graph, _, _, solution) = solved(start, ending, 2);
    let node = |pos: &_| graph.node(&game, pos).expect("the graph has room for all that arises");
    let interior = graph.interior();
    let mut successors = Successors::default();
    for (at, _) in solution.iter().step_by(every) {
        let pos = graph.position(&game, at).unwrap();
        assert_eq!(node(&pos), at);
        let mut moves = Vec::new();
        game.moves(&pos, &mut moves);
        let mut expected: Vec<u32> = moves.iter().map(|&mv| node(&game.play(&pos, mv))).collect();
        let mut found = Vec::new();
        successors.find(&graph, &[at]);
        successors.each(|_, edges| found.extend_from_slice(edges));
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "{}", game.show_pos(&pos));

        let mut before = Vec::new();
        game.unmoves(&pos, &mut before);
        // The graph has no room for a mover whose lion has been in the far rank already: that cannot be
        // reached.
        let nodes = before.iter().filter_map(|pos| graph.node(&game, pos));
        let expected: BTreeSet<u32> = nodes.filter(|&node| u64::from(node) < interior).collect();
        let mut found = Vec::new();
        graph.retract(&[at], &mut |nodes: &[u32]| found.extend_from_slice(nodes));
        let set: BTreeSet<u32> = found.iter().copied().collect();
        assert_eq!(set.len(), found.len(), "each predecessor once: {}", game.show_pos(&pos));
        assert_eq!(set, expected, "{}", game.show_pos(&pos));
    }
}

#[test]
fn moves_and_unmoves_of_small_variants_are_those_of_the_rules() {
    small_variants_agree_with_the_rules([95, 1203, 4145]);
}

#[test]
#[ignore = "seconds: cargo xtask test --full"]
fn many_moves_and_unmoves_of_small_variants_are_those_of_the_rules() {
    small_variants_agree_with_the_rules([1, 23, 71]);
}

/// One of so many positions, of variants of two pieces besides the lions, of four, and of four with chicks.
fn small_variants_agree_with_the_rules([two, four, chicks]: [usize; 3]) {
    for ending in [Ending::Capture, Ending::Mate] {
        agrees_with_the_rules("1l1/1c1/1C1/1L1 b -", ending, two);
        agrees_with_the_rules("1le/3/3/EL1 b -", ending, two);
        agrees_with_the_rules("gl1/3/3/1LG b -", ending, two);
        agrees_with_the_rules("gle/3/3/ELG b -", ending, four);
        agrees_with_the_rules("1le/1c1/1C1/EL1 b -", ending, chicks);
        agrees_with_the_rules("gl1/1c1/1C1/1LG b -", ending, chicks);
    }
}

#[test]
fn the_result_does_not_depend_on_the_number_of_threads_and_verifies() {
    for (start, ending, stuck) in [
        ("gle/3/3/ELG b -", Ending::Capture, Value::Draw),
        ("1l1/1c1/1C1/1L1 b -", Ending::Mate, Value::Loss(0)),
    ] {
        let (_, graph, _, _, one) = solved(start, ending, 1);
        let (_, _, _, _, three) = solved(start, ending, 3);
        assert!(one.iter().eq(three.iter()));
        assert_eq!(verify(&graph, &one, stuck, 2, &NoProgress).unwrap(), []);
    }
}

/// What expanding gives, whatever its order: targets, each node with what was found of it, and how many edges
/// there are.
#[derive(Default)]
struct Sorted {
    targets: Vec<u32>,
    nodes: Vec<(u32, String)>,
    edges: u32,
}

impl EdgeSink<u32> for Sorted {
    fn edges(&mut self, targets: &[u32]) {
        self.targets.extend_from_slice(targets);
    }
}

impl ExpandSink<u32> for Sorted {
    fn node(&mut self, node: u32, expansion: Expansion, edges: u32) {
        self.nodes.push((node, format!("{expansion:?}")));
        self.edges += edges;
    }
}

/// Small games, the smallest first.
const STARTS: [&str; 5] =
    ["1l1/1c1/1C1/1L1 b -", "1le/3/3/EL1 b -", "gl1/3/3/1LG b -", "gle/3/3/ELG b -", "gl1/1c1/1C1/1LG b -"];

/// Calls with the graph of each game by each ending, some of its nodes, and what they are.
fn each_subset(starts: &[&str], check: impl Fn(&DenseGraph, &[u32], &str)) {
    for ending in [Ending::Capture, Ending::Mate] {
        for start in starts {
            let (_, graph, _, _, solution) = solved(start, ending, 2);
            let nodes: Vec<u32> = solution.iter().map(|(node, _)| node).collect();
            for every in [1, 2, 7, 61] {
                let nodes: Vec<u32> = nodes.iter().copied().step_by(every).collect();
                check(&graph, &nodes, &format!("{start} {ending:?} {every}"));
            }
        }
    }
}

#[test]
fn the_two_ways_to_expand_agree_on_every_subset_of_the_nodes() {
    the_two_ways_to_expand_agree(&STARTS[..2]);
}

#[test]
#[ignore = "seconds: cargo xtask test --full"]
fn the_two_ways_to_expand_agree_in_larger_games() {
    the_two_ways_to_expand_agree(&STARTS[2..]);
}

fn the_two_ways_to_expand_agree(starts: &[&str]) {
    each_subset(starts, |graph, nodes, told| {
        let (mut in_order, mut unordered) = (Sorted::default(), Sorted::default());
        graph.expand(nodes, &mut in_order);
        graph.expand_unordered(nodes, &mut unordered);
        for found in [&mut in_order, &mut unordered] {
            found.targets.sort_unstable();
            found.targets.dedup();
            found.nodes.sort_unstable();
        }
        assert!(in_order.targets == unordered.targets, "{told}: targets");
        assert!(in_order.nodes == unordered.nodes, "{told}: nodes");
        assert_eq!(in_order.edges, unordered.edges, "{told}");
    });
}

#[test]
fn the_two_ways_to_take_back_agree_on_every_subset_of_the_nodes() {
    the_two_ways_to_take_back_agree(&STARTS[..2]);
}

#[test]
#[ignore = "seconds: cargo xtask test --full"]
fn the_two_ways_to_take_back_agree_in_larger_games() {
    the_two_ways_to_take_back_agree(&STARTS[2..]);
}

fn the_two_ways_to_take_back_agree(starts: &[&str]) {
    each_subset(starts, |graph, nodes, told| {
        let mut in_order = Vec::new();
        graph.retract(nodes, &mut |found: &[u32]| in_order.extend_from_slice(found));
        let [mut counted, mut once] = [true, false].map(|counted| {
            let mut found = Sorted::default();
            graph.retract_unordered(nodes, counted, &mut found);
            found.targets
        });
        for found in [&mut in_order, &mut counted, &mut once] {
            found.sort_unstable();
        }
        assert!(in_order == counted, "{told}: predecessors as often as they are one");
        in_order.dedup();
        once.dedup();
        assert!(in_order == once, "{told}: predecessors");
    });
}

#[test]
fn contexts_of_a_range_are_those_of_the_whole() {
    contexts_of_ranges_are_those_of_the_whole(6_000);
}

#[test]
#[ignore = "seconds: cargo xtask test --full"]
fn contexts_of_many_ranges_are_those_of_the_whole() {
    contexts_of_ranges_are_those_of_the_whole(20_000);
}

/// Contexts and features of some nodes are those that they have among all.
fn contexts_of_ranges_are_those_of_the_whole(ranges: usize) {
    let game = Shogi::dobutsu(Ending::Capture);
    let pos = game.parse_pos("1le/1c1/1C1/EL1 b -").unwrap();
    let graph = DenseGraph::of(&game.with_start(pos));
    let interior = graph.interior() as usize;
    let (mut contexts, mut features) = (Vec::new(), Vec::new());
    graph.contexts(0..interior as u64, &mut contexts);
    graph.features(0..interior as u64, &mut features);
    assert!(contexts.windows(2).all(|pair| pair[0].node < pair[1].node));
    assert!(contexts.iter().map(|context| context.node).eq(features.iter().map(|features| features.node)));
    assert!(
        features.iter().flat_map(|features| features.halves).all(|half| usize::from(half) < Features::HALVES)
    );
    let mut random = Random::new(3);
    let mut told = 0;
    for _ in 0..ranges {
        let first = random.below(interior) as u64;
        let range = first..(first + 1 + random.below(300) as u64).min(interior as u64);
        let (mut own_contexts, mut own_features) = (Vec::new(), Vec::new());
        graph.contexts(range.clone(), &mut own_contexts);
        graph.features(range.clone(), &mut own_features);
        let ends = [range.start, range.end].map(|end| contexts.partition_point(|context| context.node < end));
        let (contexts, features) = (&contexts[ends[0]..ends[1]], &features[ends[0]..ends[1]]);
        assert_eq!(format!("{own_contexts:?}"), format!("{contexts:?}"), "{range:?}");
        assert_eq!(format!("{own_features:?}"), format!("{features:?}"), "{range:?}");
        told += contexts.len();
    }
    assert!(told > 5 * ranges, "{told}");
}
