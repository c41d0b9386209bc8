//! The enumeration beside the measured figures of `data/known/tsume.tsv`, by all conventions that they have.

use std::collections::BTreeMap;
use yomikiri_core::play::NoProgress;
use yomikiri_shogi::{Kind, Side};
use yomikiri_tsume::{
    Cooks, PieceSet, Problem,
    enumerate::{Conventions, Enumeration, Surplus},
    rules,
};

const KNOWN: &str = include_str!("../../../../../data/known/tsume.tsv");

/// Plies and count of one quantity of a set.
fn known(set: &str, quantity: &str) -> Vec<(usize, u64)> {
    let row = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let fits = fields[0] == set && fields.get(2) == Some(&quantity);
        fits.then(|| (fields[1].parse().unwrap(), fields[3].parse().unwrap()))
    };
    KNOWN.lines().filter_map(row).collect()
}

fn enumerate(set: &str, conventions: Conventions) -> Enumeration {
    Enumeration::new(&set.parse::<PieceSet>().unwrap(), conventions, 63, &NoProgress)
}

/// Compares counts with a known row at each of its lengths; how many there were.
fn compare(set: &str, quantity: &str, counts: &[u64]) -> usize {
    let known = known(set, quantity);
    for &(plies, count) in &known {
        let found = counts.get(plies).copied().unwrap_or(0);
        assert_eq!(found, count, "{set}, {plies} plies, {quantity}");
    }
    known.len()
}

/// The rows that the problems of some conventions have.
fn all_conventions() -> Vec<(&'static str, Conventions)> {
    let paper = Conventions::default();
    let all = Conventions { surplus: Surplus::Allowed, leftover: true, ..paper };
    let any = Conventions { surplus: Surplus::AnyLength, ..paper };
    vec![
        ("R:sound_L1", all),
        ("R:sound_L1_noleft", Conventions { leftover: false, ..all }),
        ("R:sound_L1_nosurplus", Conventions { leftover: true, ..paper }),
        ("R:sound_L1_noleft_nosurplus", paper),
        ("R:sound_lastexempt", Conventions { cooks: Cooks::LastMoveFree, ..all }),
        ("R:sound_lastexempt_noleft_nosurplus", Conventions { cooks: Cooks::LastMoveFree, ..paper }),
        ("R:sound_strict_noleft_nosurplus", Conventions { cooks: Cooks::Strict, ..paper }),
        ("R_nosurplusANY:sound_L1_nosurplus", Conventions { leftover: true, ..any }),
        ("R_nosurplusANY:sound_L1_noleft_nosurplus", any),
        (
            "R_nosurplusANY:sound_lastexempt_noleft_nosurplus",
            Conventions { cooks: Cooks::LastMoveFree, ..any },
        ),
        ("R_nosurplusANY:sound_strict_noleft_nosurplus", Conventions { cooks: Cooks::Strict, ..any }),
    ]
}

/// The rows of a set by every `step`th of the conventions; `rules` is what the rows' names begin with, which
/// for sets without pawns is another word.
fn check(set: &str, rules: &str, step: usize) {
    let mut compared = 0;
    for (row, conventions) in all_conventions().into_iter().step_by(step) {
        let found = enumerate(set, conventions);
        let row =
            if row.starts_with("R_") { row.replace('R', "shogi_rules") } else { row.replace('R', rules) };
        compared += compare(set, &row, &found.tally().problems);
        compared += compare(set, &format!("{rules}:mate_total"), &found.tally().mates);
    }
    let paper = enumerate(set, Conventions::default());
    compared += compare(set, "minimal_mates_single_check_nonpawn", &paper.tally().problems);
    let mut split: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    for problem in paper.problems(true) {
        let mut count = |what: String| {
            let counts = split.entry(format!("{rules}:of_these_{what}")).or_insert_with(|| vec![0; 64]);
            counts[problem.plies()] += 1;
        };
        count(format!("hand{}", held(&problem)));
        if problem.position.of(Side::Second) != problem.position.of_piece(king()) {
            count("with_defender_board_pieces".into());
        }
    }
    for (row, counts) in split {
        compared += compare(set, &row, &counts);
    }
    assert!(compared > 100 / step, "{compared} figures of {set} were compared");
}

fn king() -> yomikiri_shogi::Piece {
    yomikiri_shogi::Piece { kind: Kind::KING, side: Side::Second }
}

fn held(problem: &Problem) -> u8 {
    rules().variant().hand_kinds().map(|kind| problem.position.hand(Side::First, kind)).sum()
}

#[test]
fn gold_gold_pawn() {
    check("GGP", "shogi_rules", 1);
}

#[test]
fn silver_silver_pawn() {
    check("SSP", "shogi_rules", 1);
}

#[test]
fn silver_knight_knight() {
    check("SNN", "shogi_rules", 1);
}

#[test]
fn silver_knight_pawn() {
    check("SNP", "shogi_rules", 1);
}

#[test]
fn four_knights() {
    check("NNNN", "pawnmove_mates_banned", 5);
}

#[test]
#[ignore = "twelve enumerations: cargo xtask test --full"]
fn four_knights_by_all_conventions() {
    check("NNNN", "pawnmove_mates_banned", 1);
}

#[test]
fn a_lone_king_alone() {
    let rows = [
        ("GGP", vec![(1, 21_614), (3, 5_693), (5, 268), (7, 132), (9, 14)]),
        (
            "NNNN",
            vec![(1, 1_055_871), (3, 242_045), (5, 25_107), (7, 10_378), (9, 1_485), (11, 170), (13, 62)],
        ),
    ];
    for (set, counts) in rows {
        let found = enumerate(set, Conventions::default());
        let lone: Vec<(usize, u64)> = found
            .tally()
            .mates_of_lone_king
            .iter()
            .copied()
            .enumerate()
            .filter(|&(_, count)| count > 0)
            .collect();
        assert_eq!(lone, counts, "{set}");
    }
}

#[test]
fn mirror_images_count_once_or_twice() {
    let (both, once) = (Conventions::default(), Conventions { mirror_once: true, ..Conventions::default() });
    let (both, once) = (enumerate("SNP", both), enumerate("SNP", once));
    let symmetric = both.problems(true).filter(Problem::symmetric).fold([0; 64], |mut counts, problem| {
        counts[problem.plies()] += 1;
        counts
    });
    for (plies, &count) in both.tally().problems.iter().enumerate().skip(1) {
        assert_eq!(count + symmetric[plies], 2 * once.tally().problems[plies], "{plies} plies");
        let listed = |found: &Enumeration, images| found.problems_in(plies, images).count() as u64;
        assert_eq!((listed(&both, true), listed(&once, false)), (count, once.tally().problems[plies]));
    }
}

/// A second solution may be longer than any mate that was asked for: the problems are those of the whole all
/// the same.
#[test]
fn problems_up_to_a_length_are_those_of_the_whole() {
    for (letters, lengths) in
        [("NNNN", &[1u8, 2, 3, 7][..]), ("GGP", &[1, 3, 5]), ("SNP", &[3]), ("RG", &[1, 3, 5])]
    {
        let set = letters.parse::<PieceSet>().unwrap();
        let whole = Enumeration::new(&set, Conventions::default(), 63, &NoProgress);
        for &most in lengths {
            let part = Enumeration::new(&set, Conventions::default(), most, &NoProgress);
            let cut = |counts: &[u64]| counts[..counts.len().min(usize::from(most) + 1)].to_vec();
            assert_eq!(part.tally().problems, cut(&whole.tally().problems), "{letters} {most}");
            let short = whole.problems(true).filter(|problem| problem.plies() <= usize::from(most));
            assert!(part.problems(true).eq(short), "{letters} {most}");
            assert!(part.tally().undecided.is_empty());
        }
    }
}

/// Beyond the longest mates that a store holds nobody knows: what may have a second solution there is not
/// called sound.
#[test]
fn what_is_not_read_to_the_end_is_not_decided() {
    for letters in ["GGP", "NNNN", "RG"] {
        let set: PieceSet = letters.parse().unwrap();
        let found = |depth| Enumeration::to_depth(&set, Conventions::default(), depth, &NoProgress);
        let (whole, short) = (found(63), found(3));
        let candidates: u64 = short.tally().undecided.iter().sum();
        assert_eq!((short.tally().problems.len(), short.problems(true).count()), (1, 0), "{letters}");
        assert_eq!(short.tally().problems[0], whole.tally().problems[0], "{letters}");
        assert!(candidates >= whole.tally().problems[1..=3].iter().sum(), "{letters}: {candidates}");
        assert!(whole.tally().undecided.is_empty(), "{letters}");
    }
}
