//! The forward oracle against figures known before it, against itself and against positions that anyone can
//! check.
//!
//! The ignored tests go over whole sets of three pieces; they want optimised code, two cores for a minute or
//! so each, and next to no memory, for of a table of 1.6 GB hardly a page is touched.

use std::collections::BTreeMap;
use std::time::Instant;

use crate::forward::census::census;
use crate::forward::exchange::{Exchange, Place};
use crate::forward::judge::{Soundness, Surplus, Verdict};
use crate::forward::pieces::Kind::{self, G, N, P, S};
use crate::forward::sample::decided;
use crate::forward::search::Searcher;
use crate::forward::table::{ForwardTable, minimal_mates, solve};

/// More plies than any mate of three pieces takes.
const BOUND: u8 = 13;

fn black(file: u8, rank: u8) -> Place {
    Place::Black { square: (file, rank), promoted: false }
}

fn decide(king: (u8, u8), pieces: &[(char, Place)]) -> Option<Verdict> {
    Searcher::new(BOUND).decide(&Exchange::new(king, pieces.to_vec())).expect("a position by the rules")
}

#[test]
fn gold_on_the_head_mates_and_a_piece_too_many_is_told() {
    let head = [('P', black(4, 2)), ('G', Place::BlackHand)];
    let problem = Verdict {
        length: 1,
        soundness: Soundness::Strict,
        leftover: false,
        surplus: Surplus::None,
        minimal: true,
    };
    assert_eq!(decide((4, 0), &head), Some(problem));
    let with_knight_in_hand = [head[0], head[1], ('N', Place::BlackHand)];
    assert_eq!(
        decide((4, 0), &with_knight_in_hand),
        Some(Verdict { leftover: true, minimal: false, ..problem })
    );
    let with_idle_gold = [head[0], head[1], ('G', black(0, 8))];
    let surplus = Surplus::SameLength;
    assert_eq!(decide((4, 0), &with_idle_gold), Some(Verdict { surplus, minimal: false, ..problem }));
}

#[test]
fn a_pawn_may_mate_by_a_move_but_not_by_a_drop() {
    let golds = [('G', black(6, 0)), ('G', black(7, 2))];
    let pawn = |place| [golds[0], golds[1], ('P', place)];
    let length = |place| decide((8, 0), &pawn(place)).map(|verdict| verdict.length);
    assert_ne!(length(Place::BlackHand), Some(1));
    assert_eq!(length(black(8, 2)), Some(1));
    // The pawn mates plain as well as promoted: two last moves, allowed, yet not unique.
    let soundness = decide((8, 0), &pawn(black(8, 2))).map(|verdict| verdict.soundness);
    assert_eq!(soundness, Some(Soundness::Sound));
}

#[test]
fn positions_that_cannot_be_are_refused() {
    let refused = |king, pieces: &[(char, Place)]| {
        Searcher::new(1).decide(&Exchange::new(king, pieces.to_vec())).expect_err("not a position")
    };
    let one_file = [('P', black(2, 2)), ('P', black(2, 7))];
    assert!(refused((4, 0), &one_file).contains("may not be there"));
    assert!(refused((4, 0), &[('N', black(2, 1))]).contains("may not be there"));
    assert!(refused((4, 0), &[('G', black(4, 0))]).contains("may not be there"));
    assert!(refused((4, 0), &[('G', black(4, 1))]).contains("in check"));
    assert!(refused((4, 0), &[('R', black(4, 1))]).contains("other than"));
}

#[test]
fn sfen_has_all_other_pieces_in_whites_hand() {
    let pieces = vec![
        ('N', Place::White { square: (8, 1), promoted: true }),
        ('S', Place::Black { square: (0, 8), promoted: true }),
        ('P', Place::BlackHand),
        ('P', Place::WhiteHand),
    ];
    let sfen = Exchange::new((4, 0), pieces).sfen('b');
    assert_eq!(sfen, "4k4/8+n/9/9/9/9/9/9/+S8 b P2r2b4g3s3n4l17p 1");
}

/// The mates of a table as a map; none appears twice.
fn mates_of(table: &ForwardTable) -> BTreeMap<Exchange, Verdict> {
    let mates: BTreeMap<_, _> = table.mates().collect();
    assert_eq!(mates.len(), table.mates().count());
    mates
}

/// The table of a set against the recursion: every mate, and positions near mates.
fn tables_agree_with_recursion(table: &ForwardTable, samples: usize) {
    let mates = mates_of(table);
    let mut searcher = Searcher::new(BOUND);
    for (position, verdict) in &mates {
        assert_eq!(searcher.decide(position).as_ref(), Ok(&Some(*verdict)), "{}", position.sfen('b'));
    }
    for (position, verdict) in decided(table.set(), 1, samples, BOUND) {
        assert_eq!(mates.get(&position), verdict.as_ref(), "{}", position.sfen('b'));
    }
}

#[test]
fn two_pieces_by_table_and_by_recursion() {
    for set in [[G, G], [S, P], [N, N], [G, P]] {
        tables_agree_with_recursion(&solve(&set), 400);
    }
}

#[test]
fn a_third_piece_in_whites_hand_changes_nothing() {
    let mates = mates_of(&solve(&[N, P]));
    let mut searcher = Searcher::new(BOUND);
    assert!(!mates.is_empty());
    for (position, verdict) in mates {
        let mut pieces = position.pieces.clone();
        pieces.push(('S', Place::WhiteHand));
        assert_eq!(searcher.decide(&Exchange::new(position.king, pieces)), Ok(Some(verdict)));
    }
}

#[test]
fn half_of_the_samples_are_mates_and_some_are_long() {
    let samples = decided(&[N, N, N, N], 9, 400, BOUND);
    let mates: Vec<u8> = samples.iter().filter_map(|(_, verdict)| Some(verdict.as_ref()?.length)).collect();
    assert_eq!(samples.len(), 400);
    assert!(mates.len() >= 200, "{mates:?}");
    assert!(mates.iter().any(|&length| length >= 5), "{mates:?}");
}

/// All figures of a set found here, by plies (`all` for all together) and name, as in the file.
fn figures(table: &ForwardTable) -> BTreeMap<(String, String), u64> {
    let mut figures = BTreeMap::new();
    for ((plies, quantity), count) in census(table.mates()) {
        if quantity == BLACK_TO_MOVE {
            *figures.entry(("all".to_owned(), quantity)).or_default() += count;
        } else {
            figures.insert((plies.to_string(), quantity), count);
        }
    }
    let (minimal, _) = minimal_mates(table.set());
    let both_sides =
        figures[&("all".to_owned(), BLACK_TO_MOVE.to_owned())] + table.minimal_white_to_move().len() as u64;
    for (plies, quantity, count) in [
        ("0", "minimal_mates_single_check_nonpawn", minimal.single),
        ("0", "minimal_mates_checker_unpromoted_pawn", minimal.plain_pawn),
        ("0", "minimal_mates_double_check", minimal.double),
        ("all", "minimal_positions_both_sides_to_move", both_sides),
    ] {
        figures.insert((plies.to_owned(), quantity.to_owned()), count);
    }
    figures
}

const BLACK_TO_MOVE: &str = "minimal_positions_black_to_move";

/// Solves a set and compares all that is counted here and is in the file of known figures. `others` are the
/// figures that the file has differently, as they are found here: docs/notes/tsume.md tells why double
/// checks are among them.
fn compare_with_known(letters: &str, rows: usize, others: &[(&str, &str, u64)]) {
    let set: Vec<Kind> = letters.chars().filter_map(Kind::from_letter).collect();
    let start = Instant::now();
    let table = solve(&set);
    println!("solved {letters} in {:?}", start.elapsed());
    let figures = figures(&table);
    println!("counted all of {letters} in {:?}", start.elapsed());
    let counted = |quantity: &str| figures.keys().any(|(_, counted)| counted == quantity);
    let (mut compared, mut differing) = (0, Vec::new());
    for line in include_str!("../../../../../data/known/tsume.tsv").lines() {
        let row: Vec<&str> = line.split('\t').collect();
        if row[0] == letters && counted(row[2]) {
            let found = figures.get(&(row[1].to_owned(), row[2].to_owned())).copied().unwrap_or(0);
            if row[3] != found.to_string() {
                differing.push((row[1], row[2], found));
            }
            compared += 1;
        }
    }
    assert_eq!(differing, others, "figures of {letters} that differ from the file's");
    assert_eq!(compared, rows, "lines of the file that were compared");
}

#[test]
#[ignore = "a minute on two cores"]
fn ggp_has_the_known_figures() {
    compare_with_known("GGP", 125, &[("all", "minimal_positions_both_sides_to_move", 6388)]);
}

#[test]
#[ignore = "a minute on two cores"]
fn ssp_has_the_known_figures() {
    compare_with_known(
        "SSP",
        125,
        &[("0", "minimal_mates_double_check", 1030), ("all", "minimal_positions_both_sides_to_move", 23762)],
    );
}

#[test]
#[ignore = "a minute on two cores"]
fn snn_has_the_known_figures() {
    compare_with_known(
        "SNN",
        125,
        &[("0", "minimal_mates_double_check", 649), ("all", "minimal_positions_both_sides_to_move", 16858)],
    );
}

#[test]
#[ignore = "two minutes on two cores"]
fn snp_has_the_known_figures() {
    compare_with_known(
        "SNP",
        125,
        &[("0", "minimal_mates_double_check", 1266), ("all", "minimal_positions_both_sides_to_move", 30438)],
    );
}

#[test]
#[ignore = "two minutes on two cores"]
fn three_pieces_by_table_and_by_recursion() {
    tables_agree_with_recursion(&solve(&[S, N, N]), 10_000);
}
