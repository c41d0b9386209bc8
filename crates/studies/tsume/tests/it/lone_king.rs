//! The lone king against the backward enumeration, which knows nothing of the solver, and against searches
//! that are not spared.

use yomikiri_core::play::NoProgress;
use yomikiri_shogi::Square;
use yomikiri_tsume::{
    Hand, PieceSet, SolveOptions, SolveResult, Solver,
    enumerate::{Conventions, Enumeration},
    lone_king::{Finding, folded, hands, letters, position, squares, survey},
    rules,
};

const BYTES: usize = 32 << 20;

fn found(king: Square, hands: &[Hand]) -> Vec<(Hand, Finding)> {
    survey(king, hands, 2_000_000, BYTES, &mut || {}).unwrap()
}

/// The hands of a list that are made of some letters alone.
fn of_letters(kinds: &str, hands: Vec<Hand>) -> Vec<Hand> {
    let is_made = |hand: &Hand| letters(*hand).chars().all(|letter| kinds.contains(letter));
    hands.into_iter().filter(is_made).collect()
}

/// Sets without ranging pieces are enumerated exactly, with the lone king and all pieces in hand among their
/// positions.
#[test]
fn hands_without_ranging_pieces_are_as_enumerated() {
    let hands = of_letters("GSNP", hands(3));
    assert_eq!(hands.len(), 4 + 10 + 20);
    let surveys: Vec<_> = squares().map(|king| (king, found(king, &hands))).collect();
    for (number, &hand) in hands.iter().enumerate() {
        let set: PieceSet = letters(hand).parse().unwrap();
        let enumeration = Enumeration::new(&set, Conventions::default(), 63, &NoProgress);
        for (king, found) in &surveys {
            assert_eq!(found[number].0, hand);
            let mates = enumeration.plies(&position(*king, hand)).is_some();
            assert_eq!(found[number].1.mates(), Some(mates), "{set}");
        }
    }
}

/// A hand that mates, and those that hold it: what is told of them without a search is what a search of its
/// own says.
#[test]
fn hands_that_hold_a_mating_one_mate() {
    hands_with_a_mating_one(['1', 'b'], "RRG");
}

#[test]
#[ignore = "seconds: cargo xtask test --full"]
fn larger_hands_that_hold_a_mating_one_mate() {
    hands_with_a_mating_one(['4', 'a'], "RRGG");
}

/// Compares a hand that mates a king and the five with one piece more.
fn hands_with_a_mating_one([file, rank]: [char; 2], mating: &str) {
    let king = folded(rules().variant().board.named(file, rank).unwrap());
    let all: Vec<Hand> = hands(mating.len() as u32 + 1)
        .into_iter()
        .filter(|&hand| letters(hand).starts_with(mating))
        .collect();
    let found = found(king, &all);
    assert_eq!(letters(found[0].0), mating);
    assert!(matches!(found[0].1, Finding::Least { .. }), "{:?}", found[0]);
    assert!(
        found.len() == 6 && found[1..].iter().all(|(_, finding)| *finding == Finding::Surplus),
        "{found:?}"
    );
    // Some four million positions: a search whose table is much too small is given up.
    let mut solver = Solver::new(8 * BYTES).unwrap();
    for hand in all {
        let solved = solver.solve(&position(king, hand), &SolveOptions::default(), &mut |_| true);
        let SolveResult::Mate { plies, .. } = solved else { panic!("{}: {solved:?}", letters(hand)) };
        assert!(plies > 9, "{}: {plies}", letters(hand));
    }
}

/// The file of findings names what mates, with the plies, and what is open: the rest is no mate.
#[test]
fn the_known_findings_are_found() {
    let board = rules().variant().board;
    let table = include_str!("../../../../../data/known/lone_kings.tsv");
    let rows =
        table.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect::<Vec<_>>());
    let (mut squares_there, mut mates) = (0, 0);
    for row in rows {
        let [name, mating, open] = row[..] else { panic!("{row:?}") };
        squares_there += 1;
        let mut letters_of = name.chars();
        let king = board.named(letters_of.next().unwrap(), letters_of.next().unwrap()).unwrap();
        if name == "1b" {
            let all = hands(3);
            let hand = *all.iter().find(|hand| letters(**hand) == "RRG").unwrap();
            let options = SolveOptions { shortest: true, ..SolveOptions::default() };
            let solved = Solver::new(BYTES).unwrap().solve(&position(king, hand), &options, &mut |_| true);
            let SolveResult::Mate { plies, exact: true, .. } = solved else { panic!("{solved:?}") };
            assert_eq!(mating, format!("RRG {plies}"));
            mates += 1;
        }
        if open == "-" {
            let found = found(king, &hands(2));
            assert!(found.iter().all(|(_, finding)| *finding == Finding::NoMate), "{name}: {found:?}");
        }
    }
    assert_eq!((squares_there, mates), (squares().count(), 1));
}
