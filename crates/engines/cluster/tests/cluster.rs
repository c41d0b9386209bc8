//! Several processes, here threads with connections of their own, against the solver of one.

use std::{net::TcpListener, thread, time::Duration};
use yomikiri_cluster::{Checkpoints, ClusterError, Greeting, Peers, Together, Work, read_out};
use yomikiri_core::{Game, Graph, Notation, Numbered, play::NoProgress};
use yomikiri_shogi::{DenseGraph, Ending, Shogi, SmallShogi};
use yomikiri_solve::{Found, Needs, Plan, reach, retrograde};

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

/// What so many processes find together.
fn together(
    game: &SmallShogi,
    processes: usize,
    threads: usize,
    checkpoints: Option<&Checkpoints>,
) -> Vec<Result<Option<Together<Found<u32>>>, ClusterError>> {
    within(game, processes, &Plan::unbounded(threads), checkpoints)
}

/// What so many processes find together, each by a plan.
fn within(
    game: &SmallShogi,
    processes: usize,
    plan: &Plan,
    checkpoints: Option<&Checkpoints>,
) -> Vec<Result<Option<Together<Found<u32>>>, ClusterError>> {
    let addresses = addresses(processes);
    let graph = DenseGraph::of(game);
    let root = graph.node(game, &game.start()).unwrap();
    thread::scope(|scope| {
        let handles: Vec<_> = (0..processes)
            .map(|process| {
                let (addresses, graph) = (&addresses, &graph);
                scope.spawn(move || {
                    let peers = Peers::connect(
                        addresses,
                        process,
                        Greeting { digest: DIGEST, threads: plan.threads },
                        Duration::from_secs(30),
                    )?;
                    let (roots, digest, progress) = (&[root], DIGEST, &NoProgress);
                    read_out(&Work { graph, roots, digest, checkpoints, plan, progress }, peers)
                })
            })
            .collect();
        handles.into_iter().map(|handle| handle.join().unwrap()).collect()
    })
}

/// Compares all that has been found with the solver of one process.
fn assert_same(game: &SmallShogi, found: &Found<u32>) {
    let graph = DenseGraph::of(game);
    let root = graph.node(game, &game.start()).unwrap();
    let reached = reach(&graph, &[root], &Plan::unbounded(2), &NoProgress).unwrap();
    assert_eq!((found.interior, &found.ends), (reached.interior, &reached.ends));
    let solution = retrograde(&graph, reached, &Plan::unbounded(2), &NoProgress).unwrap();
    assert_eq!(found.solution.histogram(), solution.histogram());
    for node in 0..graph.interior() as u32 {
        assert_eq!(found.solution.value(node), solution.value(node), "{node}");
    }
}

const STARTS: [&str; 3] = ["1l1/1c1/1C1/1L1 b -", "1l1/3/3/1L1 w -", "g1l/1c1/1C1/L1G b -"];

/// Chunks are applied as soon as there is one, and every page leaves memory after every piece of work.
#[test]
fn with_hardly_any_memory_they_find_the_same() {
    let directory = tempfile::tempdir().unwrap();
    let needs = Needs { fixed: 0, known: 1 << 40, under_way: 0 };
    let game = game(STARTS[0], Ending::Capture);
    for (processes, threads) in [(1, 2), (2, 1), (2, 2)] {
        let in_files = Plan::within(&needs, 128 << 20, Some(directory.path()), threads).unwrap();
        for plan in [Plan { chunks: 0, ..Plan::unbounded(threads) }, Plan { chunks: 0, ..in_files }] {
            let mut found = within(&game, processes, &plan, None);
            assert_same(&game, &found.remove(0).unwrap().expect("the first process is told").found);
        }
    }
}

#[test]
fn any_number_of_processes_and_threads_finds_the_same() {
    for start in STARTS {
        for ending in [Ending::Capture, Ending::Mate] {
            let game = game(start, ending);
            for (processes, threads) in [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1)] {
                let mut found = together(&game, processes, threads, None);
                for of_others in found.drain(1..) {
                    assert!(of_others.unwrap().is_none());
                }
                assert_same(&game, &found.remove(0).unwrap().expect("the first process is told").found);
            }
        }
    }
}
