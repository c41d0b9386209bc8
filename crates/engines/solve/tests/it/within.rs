//! However little memory there is, what is found is the same.

use crate::any_graph::AnyGraph;
use std::{fs, path::Path};
use yomikiri_core::{Game, Graph, Notation, Numbered, Value, play::NoProgress};
use yomikiri_shogi::{DenseGraph, Ending, GeneralGraph, Shogi, SmallShogi, Variant};
use yomikiri_solve::{Backing, Count, Needs, Plan, Solution, reach, retrograde};

/// Positions where the game goes on, those where it is over by their values, and the values of the former.
type Everything<N> = (Count, Vec<(Value, Count)>, Solution<N>);

fn found<G: Graph>(graph: &G, root: G::Node, plan: &Plan) -> Everything<G::Node> {
    let reached = reach(graph, &[root], plan, &NoProgress).unwrap();
    let (interior, ends) = (reached.interior, reached.ends.clone());
    (interior, ends, retrograde(graph, reached, plan, &NoProgress).unwrap())
}

/// Plans from ample to hardly anything: chunks are applied as soon as there is one, and every page is taken
/// out of memory after every piece of work.
fn plans(directory: &Path) -> Vec<Plan> {
    let needs = Needs { cells: 1 << 40, ..Needs::default() };
    let in_files = |memory, threads| {
        let plan = Plan::within(&needs, memory, directory, threads).unwrap();
        assert!(matches!(plan.backing, Backing::File(_)));
        plan
    };
    let mut plans: Vec<Plan> =
        [0, 1, 7, 100].map(|chunks| Plan { chunks, ..Plan::unbounded(2) }).into_iter().collect();
    plans.extend([
        in_files(1 << 30, 1),
        in_files(128 << 20, 2),
        Plan { chunks: 0, ..in_files(128 << 20, 3) },
    ]);
    plans
}

fn assert_same<G: Graph>(graph: &G, root: G::Node) {
    let directory = tempfile::tempdir().unwrap();
    let (interior, ends, ample) = found(graph, root, &Plan::unbounded(2));
    for plan in plans(directory.path()) {
        let (little_interior, little_ends, little) = found(graph, root, &plan);
        assert_eq!((little_interior, &little_ends), (interior, &ends), "{plan:?}");
        assert_eq!(little.histogram(), ample.histogram(), "{plan:?}");
        for node in 0..graph.interior() {
            assert_eq!(little.value(node), ample.value(node), "{node}: {plan:?}");
        }
    }
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0, "no file is left");
}

/// The estimate is the greatest phase: what is needed at another time does not add to it. What the cells may
/// take makes room for the rest.
#[test]
fn an_estimate_is_the_greatest_phase() {
    const MIB: u64 = 1 << 20;
    let small = Needs { fixed: 10 * MIB, cells: 100 * MIB, bits: 20 * MIB, ..Needs::default() };
    let peak = |needs: Needs| needs.peak() / MIB;
    assert_eq!(peak(small), 10 + 80 + 18);
    assert_eq!(peak(Needs { later: 18 * MIB, ..small }), 10 + 80 + 18);
    assert_eq!(peak(Needs { later: 30 * MIB, ..small }), 10 + 80 + 30);
    assert_eq!(peak(Needs { beside: 20 * MIB, under_way: 5 * MIB, ..small }), 10 + 80 + 18 + 5);
    assert_eq!(peak(Needs { beside: 50 * MIB, under_way: 5 * MIB, ..small }), 10 + 80 + 40 + 5);
    let within = |memory| Plan::within(&small, memory, Path::new("/"), 1);
    for memory in [small.with_files(), small.in_memory()] {
        let plan = within(memory).unwrap();
        assert!(plan.peak(&small) <= memory, "{plan:?}");
        assert_eq!(matches!(plan.backing, Backing::Memory), memory >= small.in_memory());
    }
    assert!(within(small.with_files() - 1).is_none());
}

#[test]
fn a_dense_graph_is_solved_the_same_within_any_memory() {
    for start in ["1l1/1c1/1C1/1L1 b -", "g1l/1c1/1C1/L1G b -"] {
        let game = Shogi::dobutsu(Ending::Capture);
        let pos = game.parse_pos(start).unwrap();
        let game = game.with_start(pos);
        let graph = DenseGraph::of(&game);
        let root = graph.node(&game, &game.start()).unwrap();
        assert_same(&AnyGraph::new(graph), root);
    }
}

#[test]
fn a_general_graph_is_solved_the_same_within_any_memory() {
    let game = SmallShogi::new(Variant::dobutsu_chicks(), Ending::Mate);
    let graph = GeneralGraph::of(&game).unwrap();
    let root = graph.node(&game, &game.start()).unwrap();
    assert_same(&graph, root);
}
