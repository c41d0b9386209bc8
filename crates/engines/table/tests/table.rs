//! Tables of small variants: every value comes back, damage anywhere is noticed.

use std::{fs, path::Path};
use tempfile::TempDir;
use yomikiri_core::play::NoProgress;
use yomikiri_core::{Graph, Notation, Numbered, Probe, Value};
use yomikiri_shogi::{DenseGraph, Ending, Shogi, SmallShogi};
use yomikiri_solve::{Plan, Solution, reach, retrograde};
use yomikiri_table::{Header, TableError, TableProbe, write};

fn solved(start: &str, ending: Ending) -> (SmallShogi, DenseGraph, Solution, Header) {
    let game = Shogi::dobutsu(ending);
    let pos = game.parse_pos(start).unwrap();
    let game = game.with_start(pos.clone());
    let graph = DenseGraph::of(&game);
    let root = graph.node(&game, &pos).unwrap();
    let reached = reach(&graph, &[root], &Plan::unbounded(2), &NoProgress).unwrap();
    let solution = retrograde(&graph, reached, &Plan::unbounded(2), &NoProgress).unwrap();
    let longest = solution.iter().filter_map(|(_, value)| value.plies()).max();
    let header = Header {
        game: "dobutsu".into(),
        ending: ending.word().into(),
        start: start.into(),
        rules: format!("{:016x}", game.rules_digest()),
        nonterminal: solution.len(),
        win: 0,
        draw: 0,
        loss: 0,
        longest_win: longest,
        by_plies: Vec::new(),
        wdl: false,
    };
    (game, graph, solution, header)
}

fn write_to(path: &Path, header: &Header, graph: &DenseGraph, solution: &Solution, threads: usize) -> u64 {
    write(path, header, graph, |node| solution.value(node), threads, |_| {}).unwrap()
}

/// Compares a table with the values expected, node by node of a small game, and at its start.
fn comes_back(
    path: &Path,
    game: &SmallShogi,
    graph: DenseGraph,
    header: &Header,
    expected: impl Fn(u32) -> Option<Value>,
) {
    let (start, interior) = (&header.start, graph.interior() as u32);
    let pos = game.parse_pos(start).unwrap();
    let root = graph.node(game, &pos).unwrap();
    let table = TableProbe::open(path, header, graph).unwrap();
    let nodes: Vec<u64> = (0..interior).step_by(1 + interior as usize / 300_000).map(u64::from).collect();
    let together = table.values(&nodes).unwrap();
    for (node, value) in nodes.into_iter().zip(together) {
        assert_eq!(value, expected(node as u32), "{start} {node}");
        assert_eq!(table.value(node).unwrap(), value, "{start} {node}");
    }
    assert_eq!(table.probe(game, &pos).unwrap(), expected(root));
}

#[test]
fn every_value_comes_back() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("t.yomi");
    for (start, ending) in [
        ("1l1/1c1/1C1/1L1 b -", Ending::Capture),
        ("1l1/1c1/1C1/1L1 b -", Ending::Mate),
        ("1l1/3/3/1L1 b -", Ending::Capture),
        ("gle/3/3/ELG b -", Ending::Capture),
        ("gle/3/3/ELG b -", Ending::Mate),
    ] {
        let (game, graph, solution, header) = solved(start, ending);
        write_to(&path, &header, &graph, &solution, 2);
        comes_back(&path, &game, graph, &header, |node| solution.value(node));
    }
}

/// Won, drawn and lost come back without distances, and what is not reached as such.
#[test]
fn every_result_comes_back() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("t.yomi");
    for (start, ending) in [
        ("1l1/1c1/1C1/1L1 b -", Ending::Capture),
        ("1l1/1c1/1C1/1L1 b -", Ending::Mate),
        ("gle/3/3/ELG b -", Ending::Capture),
        ("gle/3/3/ELG b -", Ending::Mate),
    ] {
        let (game, graph, solution, header) = solved(start, ending);
        let header = Header { wdl: true, ..header };
        let bytes = write_to(&path, &header, &graph, &solution, 2);
        let one = directory.path().join("one.yomi");
        assert_eq!(write_to(&one, &header, &graph, &solution, 1), bytes);
        assert!(fs::read(&path).unwrap() == fs::read(&one).unwrap(), "{start}");
        comes_back(&path, &game, graph, &header, |node| solution.value(node).map(Value::untold));
    }
}

/// One position in a hundred of the whole game.
#[test]
#[ignore = "reads the whole game out: cargo xtask test --full"]
fn every_result_of_the_whole_game_comes_back() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("t.yomi");
    let (_, graph, solution, header) = solved("gle/1c1/1C1/ELG b -", Ending::Capture);
    let header = Header { wdl: true, ..header };
    assert!(write_to(&path, &header, &graph, &solution, 2) < 5_000_000);
    let interior = graph.interior() as u32;
    let table = TableProbe::open(&path, &header, graph).unwrap();
    for node in (0..interior).step_by(101) {
        assert_eq!(table.value(node).unwrap(), solution.value(node).map(Value::untold), "{node}");
    }
}

#[test]
fn the_file_does_not_depend_on_the_number_of_threads() {
    let directory = TempDir::new().unwrap();
    let (_, graph, solution, header) = solved("1le/3/3/EL1 b -", Ending::Capture);
    let files = [1, 2, 5].map(|threads| {
        let path = directory.path().join(threads.to_string());
        let bytes = write_to(&path, &header, &graph, &solution, threads);
        let file = fs::read(path).unwrap();
        assert_eq!(file.len() as u64, bytes);
        file
    });
    assert!(files[0] == files[1] && files[1] == files[2]);
}

#[test]
fn a_flipped_bit_anywhere_and_a_cut_anywhere_are_noticed() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("t.yomi");
    let (game, graph, solution, header) = solved("1l1/1c1/1C1/1L1 b -", Ending::Capture);
    for wdl in [false, true] {
        damage_is_noticed(&path, &game, &graph, &solution, &Header { wdl, ..header.clone() });
    }
}

fn damage_is_noticed(
    path: &Path,
    game: &SmallShogi,
    graph: &DenseGraph,
    solution: &Solution,
    header: &Header,
) {
    write_to(path, header, graph, solution, 1);
    let whole = fs::read(path).unwrap();
    let nodes: Vec<u32> = solution.iter().map(|(node, _)| node).collect();
    let refused = |bytes: &[u8]| {
        fs::write(path, bytes).unwrap();
        match TableProbe::open(path, header, DenseGraph::of(game)) {
            Err(_) => true,
            Ok(table) => nodes.iter().step_by(7).any(|&node| table.value(node).is_err()),
        }
    };
    assert!(!refused(&whole));
    let step = 1 + whole.len() / 150;
    for at in (0..whole.len()).step_by(step).chain([whole.len() - 1]) {
        let mut damaged = whole.clone();
        damaged[at] ^= 1 << (at % 8);
        assert!(refused(&damaged), "bit flipped in byte {at} of {}", whole.len());
        assert!(refused(&whole[..at]), "cut to {at} of {}", whole.len());
    }
    let mut longer = whole.clone();
    longer.push(0);
    assert!(refused(&longer));
}

#[test]
fn a_table_of_something_else_says_so() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("t.yomi");
    let (game, graph, solution, header) = solved("1l1/3/3/1L1 b -", Ending::Capture);
    write_to(&path, &header, &graph, &solution, 1);
    let open = |expected: &Header| TableProbe::open(&path, expected, DenseGraph::of(&game)).map(drop);
    let other = Header { ending: "mate".into(), ..header.clone() };
    assert!(matches!(open(&other), Err(TableError::OtherGame { .. })));
    let mut bytes = fs::read(&path).unwrap();
    bytes[8] = 99;
    fs::write(&path, &bytes).unwrap();
    assert!(matches!(open(&header), Err(TableError::Version { found: 99, .. })));
    fs::write(&path, "SQLite format 3").unwrap();
    assert!(matches!(open(&header), Err(TableError::Foreign(_))));
    fs::remove_file(&path).unwrap();
    assert!(matches!(open(&header), Err(TableError::Io { .. })));
}
