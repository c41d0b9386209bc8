//! Tables of small variants: every value comes back, damage anywhere is noticed.

#[path = "../../solve/tests/it/any_graph/mod.rs"]
mod any_graph;

use any_graph::AnyGraph;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    ops::Range,
    path::{Path, PathBuf},
};
use tempfile::TempDir;
use yomikiri_core::play::NoProgress;
use yomikiri_core::{Graph, Notation, Numbered, Probe, Random, Value};
use yomikiri_shogi::{DenseGraph, Ending, Shogi, SmallShogi};
use yomikiri_solve::{Plan, Solution, reach, retrograde};
use yomikiri_table::{
    Effort, Header, PAGE, TableError, TableKind, TableProbe,
    format::part_path,
    merge,
    parts::{self, Counter, PageCoder, PartWriter},
    write,
};

fn solved(start: &str, ending: Ending) -> (SmallShogi, DenseGraph, Solution, Header) {
    let game = Shogi::dobutsu(ending);
    let pos = game.parse_pos(start).unwrap();
    let game = game.with_start(pos.clone());
    let graph = DenseGraph::of(&game);
    let root = graph.node(&game, &pos).unwrap();
    let any = AnyGraph::new(DenseGraph::of(&game));
    let reached = reach(&any, &[root], &Plan::unbounded(2), &NoProgress).unwrap();
    let solution = retrograde(&any, reached, &Plan::unbounded(2), &NoProgress).unwrap();
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
        kind: TableKind::default(),
    };
    (game, graph, solution, header)
}

fn write_to(path: &Path, header: &Header, graph: &DenseGraph, solution: &Solution, threads: usize) -> u64 {
    write(path, header, graph, |node| solution.value(node), threads, |_| {}).unwrap()
}

/// Values near one, and of the other kinds.
fn others(value: Option<Value>) -> impl Iterator<Item = Value> {
    let plies = value.and_then(Value::plies).unwrap_or(5);
    let near = [plies.saturating_sub(2), plies, plies + 2];
    let decided = near.into_iter().flat_map(|plies| [Value::Win(plies), Value::Loss(plies)]);
    decided.chain([Value::Draw]).filter(move |other| Some(*other) != value)
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
    for (&node, &value) in nodes.iter().zip(&together) {
        assert_eq!(value, expected(node as u32), "{start} {node}");
    }
    // By itself a node costs the blocks of all its successors: some tell as much as all.
    for (&node, &value) in nodes.iter().zip(&together).step_by(1 + nodes.len() / 20_000) {
        assert_eq!(table.value(node).unwrap(), value, "{start} {node}");
        for other in others(value).chain(value) {
            let has = table.has_value(node, other).unwrap();
            assert_eq!(has, value == Some(other), "{start} {node} {other}");
        }
    }
    assert_eq!(table.probe(game, &pos).unwrap(), expected(root));
}

/// What a table of a kind tells of a value.
fn untold(value: Value, kind: TableKind) -> Value {
    if kind.has_distances() { value } else { value.untold() }
}

/// Nodes that have a value are found whichever it is, of few all of them, and none where there is none.
#[test]
fn nodes_of_each_value_are_found() {
    each_value_is_found(&[("1l1/1c1/1C1/1L1 b -", Ending::Capture)]);
}

#[test]
#[ignore = "seconds: cargo xtask test --full"]
fn nodes_of_each_value_are_found_in_a_larger_table() {
    each_value_is_found(&[("1l1/1c1/1C1/1L1 b -", Ending::Mate), ("gl1/1c1/1C1/1LG b -", Ending::Capture)]);
}

fn each_value_is_found(games: &[(&str, Ending)]) {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("t.yomi");
    let effort = |threads| Effort { threads, is_over: &|| false };
    for &(start, ending) in games {
        let (game, graph, solution, header) = solved(start, ending);
        let mut by_value: BTreeMap<Value, BTreeSet<u64>> = BTreeMap::new();
        for (node, value) in solution.iter() {
            by_value.entry(value).or_default().insert(u64::from(node));
        }
        for kind in TableKind::ALL {
            let header = Header { kind, ..header.clone() };
            write_to(&path, &header, &graph, &solution, 2);
            let table = TableProbe::open(&path, &header, DenseGraph::of(&game)).unwrap();
            let mut random = Random::new(7);
            // Who gives up gets nothing, and spoils nothing.
            let over = Effort { threads: 2, is_over: &|| true };
            assert_eq!(table.node_with(Value::Loss(2), &mut random, over).unwrap(), None);
            for (&value, nodes) in &by_value {
                let tries = if nodes.len() < 5 && kind.has_distances() { 100 } else { 3 };
                let find = |_| table.node_with(value, &mut random, effort(2)).unwrap();
                let found: BTreeSet<Option<u64>> = (0..tries).map(find).collect();
                if tries == 100 {
                    let all: BTreeSet<Option<u64>> = nodes.iter().copied().map(Some).collect();
                    assert_eq!(found, all, "{start} {value}");
                }
                for node in found {
                    let own = table.value(node.unwrap()).unwrap();
                    assert_eq!(own, Some(untold(value, kind)), "{start} {value}");
                }
            }
            if kind.has_distances() {
                for value in [Value::Loss(400), Value::Win(401)] {
                    assert_eq!(table.node_with(value, &mut random, effort(1)).unwrap(), None);
                }
            }
        }
    }
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

/// Won, drawn and lost come back without distances, and what is not reached as such; all comes back of a
/// compact table.
#[test]
fn everything_comes_back_by_regression() {
    comes_back_by_regression(&[
        ("1l1/1c1/1C1/1L1 b -", Ending::Capture),
        ("1l1/1c1/1C1/1L1 b -", Ending::Mate),
    ]);
}

#[test]
#[ignore = "seconds: cargo xtask test --full"]
fn everything_of_larger_games_comes_back_by_regression() {
    comes_back_by_regression(&[("gle/3/3/ELG b -", Ending::Capture), ("gle/3/3/ELG b -", Ending::Mate)]);
}

fn comes_back_by_regression(games: &[(&str, Ending)]) {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("t.yomi");
    for &(start, ending) in games {
        let (game, graph, solution, header) = solved(start, ending);
        for kind in [TableKind::Compact, TableKind::Results] {
            let header = Header { kind, ..header.clone() };
            write_to(&path, &header, &graph, &solution, 2);
            let expected = |node| solution.value(node).map(|value| untold(value, kind));
            comes_back(&path, &game, DenseGraph::of(&game), &header, expected);
        }
    }
}

/// One position in a hundred of the whole game.
#[test]
#[ignore = "reads the whole game out: cargo xtask test --full"]
fn everything_of_the_whole_game_comes_back_by_regression() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("t.yomi");
    let (game, graph, solution, header) = solved("gle/1c1/1C1/ELG b -", Ending::Capture);
    let interior = graph.interior() as u32;
    for (kind, most) in [(TableKind::Compact, 17_000_000), (TableKind::Results, 4_900_000)] {
        let header = Header { kind, ..header.clone() };
        assert!(write_to(&path, &header, &graph, &solution, 2) < most);
        let table = TableProbe::open(&path, &header, DenseGraph::of(&game)).unwrap();
        for node in (0..interior).step_by(101) {
            let expected = solution.value(node).map(|value| untold(value, kind));
            assert_eq!(table.value(node).unwrap(), expected, "{node}");
        }
    }
}

#[test]
fn the_file_does_not_depend_on_the_number_of_threads() {
    let directory = TempDir::new().unwrap();
    let (_, graph, solution, header) = solved("1le/3/3/EL1 b -", Ending::Capture);
    for kind in TableKind::ALL {
        let header = Header { kind, ..header.clone() };
        let files = [1, 2, 5].map(|threads| {
            let path = directory.path().join(threads.to_string());
            let bytes = write_to(&path, &header, &graph, &solution, threads);
            let file = fs::read(path).unwrap();
            assert_eq!(file.len() as u64, bytes);
            file
        });
        assert!(files[0] == files[1] && files[1] == files[2], "{kind:?}");
    }
}

#[test]
fn a_flipped_bit_anywhere_and_a_cut_anywhere_are_noticed() {
    damage_of_all_kinds_is_noticed(75);
}

#[test]
#[ignore = "seconds: cargo xtask test --full"]
fn flipped_bits_and_cuts_in_more_places_are_noticed() {
    damage_of_all_kinds_is_noticed(1000);
}

/// In so many places of a table of each kind.
fn damage_of_all_kinds_is_noticed(places: usize) {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("t.yomi");
    let (game, graph, solution, header) = solved("1l1/1c1/1C1/1L1 b -", Ending::Capture);
    for kind in TableKind::ALL {
        let header = Header { kind, ..header.clone() };
        damage_is_noticed((&path, places), &game, &graph, &solution, &header);
    }
}

fn damage_is_noticed(
    (path, places): (&Path, usize),
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
            Ok(table) => nodes.iter().step_by(61).any(|&node| table.value(node).is_err()),
        }
    };
    assert!(!refused(&whole));
    let step = 1 + whole.len() / places;
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

/// Writes a table in parts, each of the pages that fall to it.
fn write_parts(
    path: &Path,
    header: &Header,
    graph: &DenseGraph,
    solution: &Solution,
    files: u32,
    owner: impl Fn(u64) -> u32,
) -> u64 {
    let value = |node| solution.value(node);
    let own = |file| own_ranges(graph, file, &owner);
    let model = common_model(header, graph, solution, (0..files).map(own));
    let write = |file| {
        let _ = fs::remove_file(part_path(path, file, files));
        let mut writer = PartWriter::new(path, file, files, &model).unwrap();
        for range in own(file) {
            writer.write(graph, &range, value, |_| {}).unwrap();
        }
        let told = writer.told().unwrap();
        assert!(!part_path(path, file, files).exists(), "a part has its name when it is finished");
        writer.finish().unwrap();
        told
    };
    let told: Vec<_> = (0..files).map(write).collect();
    parts::write_list(path, header, graph.interior(), &model, &told).unwrap()
}

/// The pages of one of the files of a table in parts, as ranges of nodes.
fn own_ranges(graph: &DenseGraph, file: u32, owner: impl Fn(u64) -> u32) -> Vec<Range<u64>> {
    let page = |page: u64| page * PAGE..((page + 1) * PAGE).min(graph.interior());
    let pages = graph.interior().div_ceil(PAGE);
    // A worker may hold no page, and says so by a range at the end.
    let nothing = graph.interior()..graph.interior();
    let own = (0..pages).filter(|&number| owner(number) == file).map(page);
    own.chain([nothing]).collect()
}

/// The model out of what workers count who have these ranges.
fn common_model(
    header: &Header,
    graph: &DenseGraph,
    solution: &Solution,
    workers: impl Iterator<Item = Vec<Range<u64>>>,
) -> Vec<u8> {
    let count = |own: Vec<Range<u64>>| {
        let mut counter = Counter::new(header);
        for range in &own {
            counter.count(graph, range, |node| solution.value(node));
        }
        counter.packed()
    };
    parts::model(header, &workers.map(count).collect::<Vec<_>>()).unwrap()
}

/// Writes a table at once out of the pages that several workers have coded, which come in any order.
fn write_coded(
    path: &Path,
    header: &Header,
    graph: &DenseGraph,
    solution: &Solution,
    own: &[Vec<Range<u64>>],
    random: &mut Random,
) -> Result<u64, TableError> {
    let model = common_model(header, graph, solution, own.iter().cloned());
    let coder = PageCoder::new(&model).unwrap();
    let ranges = own.iter().flatten();
    let mut coded: Vec<Vec<u8>> =
        ranges.map(|range| coder.code(graph, range, |node| solution.value(node), |_| {})).collect();
    for last in (1..coded.len()).rev() {
        coded.swap(last, random.below(last + 1));
    }
    parts::write_whole(path, header, graph.interior(), &model, &coded)
}

#[test]
fn a_table_in_parts_is_read_where_they_lie_and_makes_the_same_file() {
    let directory = TempDir::new().unwrap();
    let [whole, list, merged] = ["whole", "list", "merged"].map(|name| directory.path().join(name));
    let mut random = Random::new(27);
    for (start, ending) in [
        ("1l1/1c1/1C1/1L1 b -", Ending::Capture),
        ("1le/3/3/EL1 b -", Ending::Mate),
        ("gle/3/3/ELG b -", Ending::Capture),
    ] {
        let (game, graph, solution, header) = solved(start, ending);
        let bytes = write_to(&whole, &header, &graph, &solution, 2);
        for files in [1, 2, 7] {
            let pages = graph.interior().div_ceil(PAGE) as usize;
            let owners: Vec<u32> = (0..pages).map(|_| random.below(files as usize) as u32).collect();
            let owner = |page: u64| owners[page as usize];
            let in_parts = write_parts(&list, &header, &graph, &solution, files, owner);
            let paths = (0..files).map(|file| part_path(&list, file, files)).chain([list.clone()]);
            assert_eq!(paths.map(|path| fs::metadata(path).unwrap().len()).sum::<u64>(), in_parts);
            assert_eq!(merge(&list, &merged).unwrap(), bytes);
            assert!(fs::read(&merged).unwrap() == fs::read(&whole).unwrap(), "{start} in {files} parts");
            let own: Vec<_> = (0..files).map(|file| own_ranges(&graph, file, owner)).collect();
            let written = write_coded(&merged, &header, &graph, &solution, &own, &mut random).unwrap();
            assert_eq!(written, bytes);
            assert!(fs::read(&merged).unwrap() == fs::read(&whole).unwrap(), "{start} by {files} workers");
            let twice = [own.concat(), own.concat()];
            let refused = write_coded(&list, &header, &graph, &solution, &twice, &mut random).unwrap_err();
            assert!(refused.to_string().contains("not every page"), "{refused}");
        }
        comes_back(&list, &game, graph, &header, |node| solution.value(node));
    }
    assert!(matches!(merge(&whole, &merged), Err(TableError::Whole(_))));
}

#[test]
fn a_part_that_is_missing_damaged_or_of_another_table_is_named() {
    let directory = TempDir::new().unwrap();
    let [list, other, merged] = ["list", "other", "merged"].map(|name| directory.path().join(name));
    let (game, graph, solution, header) = solved("gle/3/3/ELG b -", Ending::Capture);
    let owner = |page| (page % 3) as u32;
    write_parts(&list, &header, &graph, &solution, 3, owner);
    let (_, graph, solution, of_other) = solved("gle/3/3/ELG b -", Ending::Mate);
    write_parts(&other, &of_other, &graph, &solution, 3, |page| owner(page + 1));
    let part = |table: &PathBuf, file| part_path(table, file, 3);
    // Whoever reads the table and whoever merges it says the same.
    let refused = |expected: &str| {
        let read = TableProbe::open(&list, &header, DenseGraph::of(&game)).map(drop).unwrap_err().to_string();
        assert!(read.contains(expected), "{read}");
        let mended = merge(&list, &merged).unwrap_err().to_string();
        assert_eq!(mended, read);
        assert!(!merged.exists());
    };
    let second = fs::read(part(&list, 1)).unwrap();
    let write = |bytes: &[u8]| fs::write(part(&list, 1), bytes).unwrap();
    write(&fs::read(part(&other, 1)).unwrap());
    refused("list.2of3 is damaged: ");
    write(&second[..second.len() - 1]);
    refused("list.2of3 is damaged: it ends before page ");
    write(&[&second[..], &[0]].concat());
    refused("list.2of3 is damaged: it goes on after its last page");
    write(b"dear aunt");
    refused("list.2of3 is damaged: it does not begin like a part of a table");
    let step = 1 + second.len() / 30;
    for at in (8..second.len()).step_by(step) {
        let mut damaged = second.clone();
        damaged[at] ^= 1 << (at % 8);
        write(&damaged);
        refused("of the table has a wrong checksum");
    }
    fs::remove_file(part(&list, 1)).unwrap();
    refused("list.2of3: ");
    write(&second);
    let whole = fs::read(&list).unwrap();
    for at in (0..whole.len()).step_by(1 + whole.len() / 100) {
        let mut damaged = whole.clone();
        damaged[at] ^= 1 << (at % 8);
        for bytes in [&damaged, &whole[..at]] {
            fs::write(&list, bytes).unwrap();
            assert!(TableProbe::open(&list, &header, DenseGraph::of(&game)).is_err(), "{at}");
            assert!(merge(&list, &merged).is_err() && !merged.exists(), "{at}");
        }
    }
    fs::write(&list, [&whole[..], &[0]].concat()).unwrap();
    refused("list is damaged: it goes on after its directory");
    fs::write(&list, whole).unwrap();
    merge(&list, &merged).unwrap();
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

/// Four bytes of a table as a number.
fn number(bytes: &[u8], at: usize) -> usize {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize
}

/// Where the header of a table ends, how many bytes the model takes, and how many pages there are.
fn measures(bytes: &[u8]) -> [usize; 3] {
    let front = 16 + number(bytes, 12);
    let header: serde_json::Value = serde_json::from_slice(&bytes[16..front]).unwrap();
    let [model, pages] = ["model_bytes", "pages"].map(|name| header[name].as_u64().unwrap() as usize);
    [front, model, pages]
}

/// Puts all checksums of a table right, after a change that leaves its header alone.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let [front, model, pages] = measures(&bytes);
    let (directory, end) = (front + 4 + model, front + 4 + model + 8 * pages);
    let mut at = end + 4;
    for page in 0..pages {
        let length = number(&bytes, directory + 8 * page);
        let checksum = crc32fast::hash(&bytes[at..at + length]);
        bytes[directory + 8 * page + 4..][..4].copy_from_slice(&checksum.to_le_bytes());
        at += length;
    }
    let checksum = crc32fast::hash(&bytes[front + 4..end]);
    bytes[end..end + 4].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

/// Whoever makes a table of anything with right checksums gets wrong values or a refusal, and no panic.
#[test]
fn nonsense_under_right_checksums_is_refused_or_read() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("t.yomi");
    let (game, graph, solution, header) = solved("1l1/3/3/1L1 b -", Ending::Capture);
    let interior = graph.interior();
    let mut random = Random::new(25);
    for kind in TableKind::ALL {
        let header = Header { kind, ..header.clone() };
        write_to(&path, &header, &graph, &solution, 1);
        let whole = fs::read(&path).unwrap();
        assert!(sealed(whole.clone()) == whole);
        let [front, model, pages] = measures(&whole);
        let (model_at, pages_at) = (front + 4, front + 4 + model + 8 * pages + 4);
        let mut read = 0;
        for round in 0..300 {
            let mut bytes = whole.clone();
            for _ in 0..=round % 7 {
                // Half of the changes are at the beginning of the model, where its parts are told.
                let most = if round % 2 == 0 { model.min(2000) } else { model };
                let at = match random.below(3) {
                    0 => pages_at + random.below(bytes.len() - pages_at),
                    _ => model_at + random.below(most),
                };
                bytes[at] = random.next() as u8;
            }
            fs::write(&path, sealed(bytes)).unwrap();
            let Ok(table) = TableProbe::open(&path, &header, DenseGraph::of(&game)) else { continue };
            read += 1;
            for node in 0..interior {
                let _ = table.value(node);
            }
        }
        assert!(read > 20, "{kind:?}: {read}");
    }
}
