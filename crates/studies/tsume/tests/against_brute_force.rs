//! The prover, the lengths and the checker beside a judge that writes down everything.
//!
//! The judge takes minutes for a handful of positions, so these run by hand: `cargo test --release -p yomikiri-tsume --test
//! against_brute_force -- --ignored`.

mod judge;

use judge::{Judge, Random};
use yomikiri_core::Notation;
use yomikiri_search::{Prover, Role, Verdict};
use yomikiri_shogi::{Kind, Position};
use yomikiri_tsume::{Checker, Reading, Tsume, lengths::Lengths, rules};

const SHORT: [Kind; 4] = [Kind::GOLD, Kind::SILVER, Kind::KNIGHT, Kind::PAWN];
const ALL: [Kind; 7] =
    [Kind::GOLD, Kind::SILVER, Kind::KNIGHT, Kind::PAWN, Kind::LANCE, Kind::BISHOP, Kind::ROOK];

/// Calls `visit` with positions that have been judged, until it has returned `true` often enough.
fn judged(kinds: &[Kind], enough: usize, mut visit: impl FnMut(&Position<u128>, &Judge) -> bool) {
    let (mut random, mut found) = (Random(1), 0);
    while found < enough {
        if let Some(pos) = random.position(kinds)
            && let Some(judge) = Judge::new(&pos, 3000)
        {
            found += usize::from(visit(&pos, &judge));
        }
    }
}

fn show(pos: &Position<u128>) -> String {
    rules().show_pos(pos)
}

#[test]
#[ignore = "takes many minutes"]
fn lengths_are_exact() {
    let mut prover = Prover::new(Tsume::new(), 1 << 22);
    judged(&SHORT, 30, |pos, judge| {
        let mut watch = |_: &yomikiri_search::Report| true;
        let mut lengths = Lengths::new(&mut prover, &mut watch);
        for (pos, expected) in judge.positions().take(200) {
            assert_eq!(lengths.exact(pos).unwrap(), expected, "{}", show(pos));
        }
        judge.positions().any(|(other, plies)| other == pos && plies.is_some())
    });
}

#[test]
#[ignore = "takes many minutes"]
fn mates_with_ranging_pieces_are_found_and_refuted() {
    let mut prover = Prover::new(Tsume::new(), 1 << 24);
    let mut mates = 0;
    judged(&ALL, 100, |pos, judge| {
        let verdict = prover.prove(pos, Role::Attacker, None, &mut |_| true);
        let expected = judge.positions().find(|&(other, _)| other == pos).unwrap().1;
        assert_eq!(matches!(verdict, Verdict::Proven(_)), expected.is_some(), "{}", show(pos));
        mates += usize::from(expected.is_some());
        judge.positions().count() > 20
    });
    assert!(mates > 3, "{mates} mates among the positions");
}

#[test]
#[ignore = "takes many minutes"]
fn soundness_is_that_of_the_definition() {
    let mut checker = Checker::new(1 << 22, Reading::default());
    let mut sound = 0;
    judged(&SHORT, 30, |pos, judge| {
        let finding = checker.check(pos, &mut |_| true).unwrap();
        let expected = judge.positions().find(|&(other, _)| other == pos).unwrap().1;
        assert_eq!(finding.plies, expected, "{}", show(pos));
        if expected.is_none() {
            return false;
        }
        let (cooks, leftover) = judge.flaws(pos);
        assert_eq!((finding.cooks.len(), !finding.leftover.is_empty()), (cooks, leftover), "{}", show(pos));
        assert_eq!(finding.line.len() as u32, finding.plies.unwrap(), "{}", show(pos));
        sound += usize::from(finding.is_sound());
        true
    });
    assert!(sound > 3, "{sound} sound problems");
}
