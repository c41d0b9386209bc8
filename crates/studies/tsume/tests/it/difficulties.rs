//! The effort of a problem, and what difficulty that is.

use yomikiri_tsume::{DIFFICULTIES, Problem, difficulty, effort};

#[test]
fn each_difficulty_begins_at_a_power_of_three() {
    for (power, expected) in (0..).zip(DIFFICULTIES) {
        let least = 3u64.pow(power);
        assert_eq!(difficulty(least), expected);
        assert_eq!(difficulty(least * 3 - 1), expected);
        assert_eq!(difficulty(least - 1), expected.saturating_sub(1).max(1));
    }
    assert_eq!(difficulty(u64::MAX), 9);
}

#[test]
fn efforts_are_of_the_problem_alone() {
    let read = |text: &str| Problem::read(text).unwrap();
    let one = read("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
    let hard = read("3g1n1l1/2p1g1r2/5k2S/4p1N+R1/3+p5/7N1/B8/9/9 b 2GSNb2s3l15p 1");
    let none = read("4k4/9/9/9/9/9/9/9/9 b G2r2b3g4s4n4l18p 1");
    let mated = read("4k4/4G4/4P4/9/9/9/9/9/9 w 2r2b3g4s4n4l17p 1");
    assert_eq!(effort(&one), Some(1));
    let first = effort(&hard);
    assert!(first.is_some_and(|effort| difficulty(effort) == 9), "{first:?}");
    assert_eq!((effort(&none), effort(&mated)), (None, None));
    assert_eq!((effort(&hard), effort(&one)), (first, Some(1)));
}
