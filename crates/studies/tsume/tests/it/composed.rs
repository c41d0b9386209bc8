//! Problems composed for a target.

use std::ops::Range;
use yomikiri_tsume::{Checker, Problem, Reading, Target, compose};

#[test]
fn what_is_composed_is_sound_and_as_it_was_wanted() {
    let target: Target = "plies>=3, pieces<=4".parse().unwrap();
    let found: Vec<Problem> = (0..12).filter_map(|number| compose(&target, number).unwrap()).collect();
    assert!(found.len() > 2, "only {} of 12 attempts", found.len());
    let mut checker = Checker::new(8 << 20, Reading { surplus: true, ..Reading::default() }).unwrap();
    for problem in &found {
        let judged = checker.check(&problem.position, &mut |_| true).unwrap();
        assert!(judged.is_sound(), "{}", problem.sfen());
        assert_eq!(judged.line, problem.line);
        assert!(problem.plies() >= 3 && target.admits(problem));
    }
}

#[test]
fn an_attempt_is_told_by_its_number() {
    attempts_are_told_by_their_numbers(0..2);
}

#[test]
#[ignore = "seconds: cargo xtask test --full"]
fn more_attempts_are_told_by_their_numbers() {
    attempts_are_told_by_their_numbers(2..8);
}

fn attempts_are_told_by_their_numbers(numbers: Range<u64>) {
    let target: Target = "plies>=3, pieces<=3".parse().unwrap();
    for number in numbers {
        assert_eq!(compose(&target, number).unwrap(), compose(&target, number).unwrap());
    }
}
