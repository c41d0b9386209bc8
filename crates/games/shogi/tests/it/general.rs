//! The graph of any variant: against the one that is made for Dobutsu Shogi, and against brute force.

use crate::random_variants;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use yomikiri_core::{
    BruteForce, Canonical, Contexts, Features, Game, Graph, Notation, Numbered, Random, TwoPlayer, Value,
    Wdl, play::NoProgress,
};
use yomikiri_shogi::{
    Bits as _, DenseGraph, Ending, GeneralGraph, NoGraph, RulesBoard as _, Shogi, SmallBoard, SmallShogi,
    Variant, variants,
};
use yomikiri_solve::{Count, Plan, ReadOut, Unsolved};

/// A game read out from its start.
fn read_out<N: Numbered<SmallShogi>>(game: &SmallShogi, graph: N) -> ReadOut<SmallShogi, N> {
    let unsolved = Unsolved::new(game.clone(), graph, Value::Loss(0)).expect("the start has a number");
    unsolved.read_out(&Plan::unbounded(2), &NoProgress).unwrap()
}

/// Positions that are not over, those that are by their values, the histogram, all that is reachable.
type Counts = (Count, BTreeMap<String, Count>, Vec<(Value, u64)>, u64);

/// What is counted of a game read out.
fn counts<N: Numbered<SmallShogi>>(read_out: &ReadOut<SmallShogi, N>) -> Counts {
    let ends = read_out.found.ends.iter().filter(|(_, count)| count.nodes > 0);
    let ends = ends.map(|(value, count)| (format!("{value:?}"), *count)).collect();
    (read_out.found.interior, ends, read_out.histogram(), read_out.reachable())
}

#[test]
fn small_starts_of_dobutsu_count_the_same_by_both_graphs() {
    let table = include_str!("../../../../../data/known/dobutsu_small.tsv");
    let mut rows = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        if cells[5].parse::<u64>().map_or(true, |nonterminal| nonterminal > 300_000) {
            continue;
        }
        for ending in [Ending::Capture, Ending::Mate] {
            let game = Shogi::dobutsu(ending);
            let start = game.parse_pos(cells[1]).unwrap();
            let game = game.with_start(start);
            let own = read_out(&game, DenseGraph::of(&game));
            let general = read_out(&game, GeneralGraph::of(&game).unwrap());
            assert_eq!(own.parts().1.interior(), general.parts().1.interior(), "{}", cells[0]);
            assert_eq!(counts(&own), counts(&general), "{} {ending:?}", cells[0]);
            assert_eq!(general.mismatches(2, &NoProgress).unwrap(), 0, "{}", cells[0]);
        }
        rows += 1;
    }
    assert!(rows > 7, "only {rows} rows were tried");
}

/// Every value and count of a game against brute force; the number of its positions, or none where the graph
/// would have more numbers than `most`.
fn agrees_with_brute_force(variant: Variant, ending: Ending, most: u64) -> Option<usize> {
    let game = SmallShogi::new(variant, ending);
    let graph = match GeneralGraph::of(&game) {
        Ok(graph) if graph.interior() <= most && game.result(&game.start()).is_none() => graph,
        _ => return None,
    };
    let name = game.variant().name;
    let oracle = BruteForce::new(&game);
    let read_out = read_out(&game, graph);
    let mut classes = [HashSet::new(), HashSet::new()];
    for (pos, value) in oracle.iter() {
        assert_eq!(read_out.value(pos), Some(value), "{name} {ending:?} {}", game.show_pos(pos));
        classes[usize::from(game.result(pos).is_none())].insert(game.canonical(pos));
    }
    let [over, open] = classes.map(|class| class.len() as u64);
    assert_eq!(read_out.reachable(), over + open, "{name} {ending:?}");
    assert_eq!(read_out.histogram().iter().map(|(_, count)| count).sum::<u64>(), open, "{name} {ending:?}");
    assert_eq!(read_out.mismatches(2, &NoProgress).unwrap(), 0, "{name} {ending:?}");
    Some(oracle.iter().count())
}

#[test]
fn random_variants_have_the_values_of_brute_force() {
    assert!(positions_of_random_variants(10) > 16_000);
}

#[test]
#[ignore = "seconds: cargo xtask test --full"]
fn many_random_variants_have_the_values_of_brute_force() {
    assert!(positions_of_random_variants(200) > 333_333);
}

/// Compares so many variants; how many positions they have.
fn positions_of_random_variants(wanted: u32) -> usize {
    let (mut solved, mut positions) = (0, 0);
    for (_, variant) in (0..).filter_map(|seed| random_variants::draw(seed, 16, 2)) {
        for ending in [Ending::Capture, Ending::Mate] {
            if let Some(count) = agrees_with_brute_force(variant.clone(), ending, 20_000) {
                solved += 1;
                positions += count;
            }
        }
        if solved >= wanted {
            break;
        }
    }
    positions
}

/// Boards of more than 32 squares have numbers too: six by six, with a pawn beside the kings that only moves
/// on.
#[test]
fn a_board_of_36_squares_has_the_values_of_brute_force() {
    let rules = "promotedPieceType =\npieceDrops = false\ncapturesToHand = false\n";
    let text = format!("[wide:judkins]\nstartFen = k5/5P/6/6/6/K5[] w 0 1\n{rules}");
    let variant = variants::read(&text).unwrap().remove(0);
    let positions = agrees_with_brute_force(variant, Ending::Mate, 200_000);
    assert!(positions.is_some_and(|positions| positions > 2_000), "{positions:?}");
}

/// What no shipped variant has: pieces that tell left from right, that slide and jump along one line, that
/// never move, so that a side may have no move.
const ODD: &str = "
[left-and-right]
maxRank = 4
maxFile = 3
king = k
customPiece1 = x:rfF
startFen = 2k/3/3/KX1[] w 0 1
pieceDrops = true
capturesToHand = true
promotionRank = 4
stalemateValue = loss
nMoveRule = 0
[slides-and-jumps:left-and-right]
customPiece1 = x:RD
[jumps-ahead:left-and-right]
customPiece1 = x:WWfD
[never-moves:left-and-right]
maxRank = 5
maxFile = 1
customPiece1 = -
immobile = i
startFen = k/1/1/1/K[Ii] w 0 1
[turns-back-behind-its-like:left-and-right]
maxRank = 3
shogiPawn = y
customPiece1 = -
customPiece2 = w:W
promotedPieceType = y:w
pieceDemotion = true
promotionRank = 1
dropNoDoubled = y
startFen = 2k/3/K2[Yy] w 0 1
";

#[test]
fn odd_pieces_have_the_values_of_brute_force() {
    let mut stuck = 0;
    for variant in variants::read(ODD).unwrap() {
        for ending in [Ending::Capture, Ending::Mate] {
            let game = SmallShogi::new(variant.clone(), ending);
            for law in SmallBoard::laws(&game, 300, &NoProgress) {
                assert!(law.ok, "{} {ending:?}: {}: {:?}", variant.name, law.name, law.failure);
            }
            let positions = agrees_with_brute_force(variant.clone(), ending, 100_000);
            assert!(positions.is_some_and(|positions| positions > 30), "{} {positions:?}", variant.name);
            let oracle = BruteForce::new(&game);
            stuck += oracle
                .iter()
                .filter(|&(pos, value)| {
                    value == Value::Loss(0) && !game.in_check(pos, pos.side()) && ending == Ending::Capture
                })
                .count();
        }
    }
    assert!(stuck > 3, "{stuck} positions without a move");
    let symmetric =
        |name| variants::read(ODD).unwrap().iter().find(|other| other.name == name).unwrap().is_symmetric();
    assert!(!symmetric("left-and-right") && symmetric("slides-and-jumps"));
}

/// Shogi on nine squares from a start: the board and the pieces in hand, as a FEN has them.
fn shogi_3x3(board: &str, hands: &str) -> SmallShogi {
    let text = format!("[row:shogi-3x3]\nstartFen = {board}[{hands}] w 0 1\n");
    Shogi::new(variants::read(&text).unwrap().remove(0), Ending::Mate)
}

/// The rows of a table of known figures with at most so many positions: the game of each, and its columns.
fn known_3x3(most: u64) -> Vec<(SmallShogi, Vec<String>)> {
    let table = include_str!("../../../../../data/known/shogi_3x3.tsv");
    let rows = table.lines().filter(|line| !line.starts_with('#')).skip(1);
    let rows = rows.map(|line| line.split('\t').map(str::to_owned).collect::<Vec<_>>());
    let game = |row: Vec<String>| {
        let fields: Vec<&str> = row[0].split(' ').collect();
        // FEN has no counts in hands: `2P` is `PP` there.
        let (mut hands, mut count) = (String::new(), 1);
        for letter in fields[2].chars() {
            match letter.to_digit(10) {
                Some(digit) => count = digit,
                None => (0..std::mem::replace(&mut count, 1)).for_each(|_| hands.push(letter)),
            }
        }
        (shogi_3x3(fields[0], &hands), row)
    };
    rows.filter(|row| row[3].parse::<u64>().is_ok_and(|reachable| reachable <= most)).map(game).collect()
}

#[test]
fn starts_on_nine_squares_have_the_known_values() {
    starts_are_as_known(60_000, 21);
}

#[test]
#[ignore = "a minute: cargo xtask test --full"]
fn larger_starts_on_nine_squares_have_the_known_values() {
    starts_are_as_known(1_500_000, 90);
}

/// A number of plies, or - where there is none.
fn plies(plies: Option<u16>) -> String {
    plies.map_or("-".to_owned(), |plies| plies.to_string())
}

/// Positions reached, those that are not over, won, drawn and lost, and the longest win, as the tables have
/// them.
fn totals<N: Numbered<SmallShogi>>(read_out: &ReadOut<SmallShogi, N>) -> Vec<String> {
    let histogram = read_out.histogram();
    let of =
        |wdl| histogram.iter().filter(|(value, _)| value.wdl() == wdl).map(|(_, count)| count).sum::<u64>();
    let [win, draw, loss] = [Wdl::Win, Wdl::Draw, Wdl::Loss].map(of);
    let counts = [read_out.reachable(), win + draw + loss, win, draw, loss];
    let won = histogram.iter().filter(|(value, _)| value.wdl() == Wdl::Win);
    let longest = plies(won.filter_map(|(value, _)| value.plies()).max());
    counts.iter().map(u64::to_string).chain([longest]).collect()
}

/// The starts that lead to at most so many positions; so many there are at least.
fn starts_are_as_known(most: u64, least: u32) {
    let mut rows = 0;
    for (game, row) in known_3x3(most) {
        let read_out = read_out(&game, GeneralGraph::of(&game).unwrap());
        let value = read_out.value(&game.start()).unwrap();
        let start = [game.show_pos(&game.start()), value.wdl().to_string(), plies(value.plies())];
        assert_eq!([start.to_vec(), totals(&read_out)].concat(), row);
        rows += 1;
    }
    assert!(rows >= least, "only {rows} rows were tried");
}

#[test]
fn starts_with_all_hands_have_the_known_values() {
    hands_are_as_known(30_000, 500);
}

#[test]
#[ignore = "half a minute: cargo xtask test --full"]
fn starts_with_larger_hands_have_the_known_values() {
    hands_are_as_known(150_000, 1_800);
}

/// The starts of the sets of pieces in all hands that lead to at most so many positions; so many starts there
/// are at least.
fn hands_are_as_known(most: u64, least: usize) {
    let table = include_str!("../../../../../data/known/shogi_3x3_hands.tsv");
    let mut starts = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let row: Vec<&str> = line.split('\t').collect();
        let (set, places) = (row[0], [("2k/3/K2", row[7]), ("1k1/3/1K1", row[8])]);
        if row[1].parse::<u64>().unwrap() > most {
            continue;
        }
        let game = shogi_3x3("2k/3/K2", set);
        let read_out = read_out(&game, GeneralGraph::of(&game).unwrap());
        assert_eq!(totals(&read_out), row[1..7], "{set}");
        for (place, known) in places {
            for (hand, known) in known.split(' ').map(|start| start.split_once(':').unwrap()) {
                let hand = hand.trim_matches('-');
                let mut others = set.to_lowercase();
                for piece in hand.to_lowercase().chars() {
                    others = others.replacen(piece, "", 1);
                }
                let start = game.parse_pos(&format!("{place} b {hand}{others}")).unwrap();
                let found = match read_out.value(&start).unwrap() {
                    Value::Win(plies) => format!("+{plies}"),
                    Value::Draw => "=".to_owned(),
                    Value::Loss(plies) => format!("-{plies}"),
                };
                assert_eq!(found, known, "{set}: {place} {hand}");
                starts += 1;
            }
        }
    }
    assert!(starts >= least, "only {starts} starts were tried");
}

/// These games take an hour and more to be read out; what is said of them must at least agree with itself.
#[test]
fn the_figures_of_larger_boards_add_up() {
    for (name, table) in [
        ("dobutsu-3x5", include_str!("../../../../../data/known/dobutsu_3x5.tsv")),
        ("dobutsu-4x4", include_str!("../../../../../data/known/dobutsu_4x4.tsv")),
    ] {
        let rows = table.lines().filter(|line| !line.starts_with('#')).skip(1);
        let known: BTreeMap<&str, &str> =
            rows.map(|row| row.split_once('\t').expect("two columns")).collect();
        let count = |key: &str| known[key].parse::<u64>().unwrap();
        let variant = variants::shipped().iter().find(|variant| variant.name == name).unwrap();
        let game = SmallShogi::new(variant.clone(), Ending::Mate);
        let graph = GeneralGraph::of(&game).unwrap();
        assert_eq!(graph.interior(), count("numbers"), "{name}");
        let folded = count("reachable") - count("tries");
        assert!(folded > count("nonterminal"), "{name}: some are mated");
        let own_images = 2 * folded - count("apart");
        assert!(own_images <= graph.fixed().len() as u64, "{name}: {own_images}");
        let lengths = |odd| {
            let lengths = known.iter().filter_map(|(key, count)| Some((key.parse::<u64>().ok()?, count)));
            lengths
                .filter(|(plies, _)| plies % 2 == odd)
                .map(|(_, count)| count.parse::<u64>().unwrap())
                .sum::<u64>()
        };
        assert_eq!((lengths(1), lengths(0)), (count("win"), count("loss")), "{name}");
        assert_eq!(count("win") + count("draw") + count("loss"), count("nonterminal"), "{name}");
    }
}

#[test]
fn the_smallest_starts_on_nine_squares_have_the_values_of_brute_force() {
    let mut rows = 0;
    for (game, row) in known_3x3(3_500) {
        let oracle = BruteForce::new(&game);
        let value = oracle.value(&game.start()).unwrap();
        let plies = value.plies().map_or("-".to_owned(), |plies| plies.to_string());
        assert_eq!([value.wdl().to_string(), plies], row[1..3], "{}", row[0]);
        let open = oracle.iter().filter(|(pos, _)| game.result(pos).is_none());
        let classes: HashSet<_> = open.map(|(pos, _)| game.canonical(pos)).collect();
        assert_eq!(classes.len().to_string(), row[4], "{}", row[0]);
        rows += 1;
    }
    assert!(rows > 5, "only {rows} rows were tried");
}

#[test]
fn every_node_is_that_of_its_position() {
    let mut random = Random::new(1);
    for variant in variants::shipped().iter().filter(|variant| variant.board.len() <= SmallBoard::SIZE) {
        let game = SmallShogi::new(variant.clone(), Ending::Mate);
        let graph = match GeneralGraph::of(&game) {
            Ok(graph) => graph,
            Err(NoGraph::Numbers { .. } | NoGraph::Moves { .. }) => continue,
            Err(error) => panic!("{}: {error}", variant.name),
        };
        let mut found = 0;
        while found < 200 {
            let node = ((random.next() as u128 * graph.nodes() as u128) >> 64) as u64;
            if let Some(pos) = graph.position(&game, node) {
                for twin in [pos.flipped(), pos.mirrored(), pos.flipped().mirrored()] {
                    assert_eq!(graph.node(&game, &twin), Some(node), "{}", game.show_pos(&twin));
                }
                found += 1;
            }
        }
    }
}

/// What a table is coded by tells of every node that is reached, in order, what the expansion decides.
/// The index knows the pieces of the start that it was made for; another piece of the set is no number's.
#[test]
fn a_position_with_other_pieces_has_no_number() {
    let rules = SmallShogi::new(Variant::named("shogi-3x3"), Ending::Mate);
    let game = rules.clone().with_start(rules.parse_pos("2k/3/K2 b Pp").unwrap());
    let graph = GeneralGraph::of(&game).unwrap();
    let number = |text: &str| graph.node(&game, &rules.parse_pos(text).unwrap());
    assert!(number("2k/3/K2 b Pp").is_some() && number("1pk/3/K2 b P").is_some());
    for text in ["1sk/3/KS1 b Pp", "2k/3/K2 b SPsp", "2k/3/K2 b SSPp", "2k/3/K2 b P"] {
        assert_eq!(number(text), None, "{text}");
    }
}

#[test]
fn contexts_tell_of_all_that_is_reached() {
    let game = SmallShogi::new(Variant::named("shogi-3x3-rook"), Ending::Mate);
    let read_out = read_out(&game, GeneralGraph::of(&game).unwrap());
    let (_, graph, solution) = read_out.parts();
    let (mut contexts, mut features) = (Vec::new(), Vec::new());
    graph.contexts(0..graph.interior(), &mut contexts);
    graph.features(0..graph.interior(), &mut features);
    assert!(contexts.windows(2).all(|pair| pair[0].node < pair[1].node));
    assert_eq!(contexts.len(), features.len());
    for (context, features) in contexts.iter().zip(&features) {
        assert_eq!((context.node, context.decided), (features.node, features.decided));
        assert!(features.halves.iter().all(|&half| usize::from(half) < Features::HALVES));
    }
    assert!(features.iter().map(|features| features.lane).collect::<BTreeSet<_>>().len() > 50);
    let told: BTreeMap<u64, _> = contexts.iter().map(|context| (context.node, context.decided)).collect();
    let mut reached = 0;
    for (node, value) in solution.iter() {
        let decided = told[&node];
        assert!(decided.is_none_or(|decided| decided == value), "{node}");
        reached += 1;
    }
    assert!(reached > 1_000 && contexts.len() < 2 * reached, "{reached} of {}", contexts.len());
}
