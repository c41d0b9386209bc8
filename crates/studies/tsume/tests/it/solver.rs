//! The solver on problems of others, and on the end of a very long one.

use crate::mating_line;
use yomikiri_search::{DfPn, Role, Verdict};
use yomikiri_tsume::{
    Checker, MateGame, Reading, SolveOptions, SolveResult, Solver, lengths::Undecided, rules, setup,
};

const MEMORY: usize = 256 << 20;

/// The plies of the main line, which must be one of checks and answers that ends with mate; none if there is
/// no mate.
fn solved(sfen: &str, shortest: bool) -> Option<usize> {
    solved_by(1, sfen, shortest)
}

fn solved_by(threads: usize, sfen: &str, shortest: bool) -> Option<usize> {
    let pos = setup::read(rules(), sfen, setup::UnlistedPieces::Defender).expect("a problem");
    let mut solver = Solver::new(MEMORY).unwrap();
    solver.set_threads(threads);
    let SolveResult::Mate { line, plies, .. } =
        solver.solve(&pos, &SolveOptions { shortest, ..SolveOptions::default() }, &mut |_| true)
    else {
        return None;
    };
    assert_eq!(line.len(), plies as usize, "{sfen}");
    mating_line::replay(solver.tsume(), &pos, &line);
    Some(line.len())
}

#[test]
fn problems_have_their_lengths() {
    for (sfen, plies) in [
        ("8l/6nkg/5PpBp/5+r3/7R1/9/9/9/9 b - 1", 3),
        ("5B1n1/8k/6Rpp/9/9/9/9/9/9 b - 1", 5),
        ("8k/7p1/1r7/5bS2/7N1/9/9/9/9 b RSNL 1", 7),
        ("5kgnl/9/4+B1pp1/8p/9/9/9/9/9 b 2S 1", 9),
        ("4RB1k1/5s3/7n1/5s1LP/9/7r1/9/9/6K2 b - 1", 13),
        ("5n1k1/5p3/5s1p1/8N/7P1/9/9/9/9 b R2B 1", 13),
    ] {
        assert_eq!(solved(sfen, true), Some(plies), "{sfen}");
    }
}

/// Positions of Microcosmos, with the plies of the shortest mate: moves that repeat, interpositions,
/// exchanges of hands.
const ENDS_OF_MICROCOSMOS: [(&str, usize); 2] = [
    ("g2+P+P+P1+P+L/1p4k2/+Rn2ppppl/2+Psg+p+R2/+b+nL6/1PP+B1ssP1/4+Ps2N/4+P1P1L/6G1g b N 1", 31),
    ("g3+P+P+P+P+L/1p1k5/+Rn2ppppl/2+Psg+p2+R/+b+nL6/1PP+B1ssP1/4+Ps2N/4+P1P1L/6G1g b P 1", 97),
];

#[test]
fn the_end_of_microcosmos_is_found() {
    for (sfen, truth) in ENDS_OF_MICROCOSMOS {
        assert!(solved(sfen, false).is_some_and(|plies| plies >= truth), "{sfen}");
    }
}

const CLASSICS: &str = include_str!("../../../../../data/known/tsume_classics.tsv");

/// A line of the solver is a branch of a proof: it is no shorter than the mate, and what is called exact is
/// not longer than what `--shortest` finds.
#[test]
fn lines_of_the_classics_are_no_shorter_than_their_mates() {
    let mut compared = 0;
    for row in CLASSICS.lines().filter(|row| !row.starts_with('#')) {
        let [name, plies, sfen] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let found = solved(sfen, false);
        assert!(found.is_some_and(|found| found >= plies.parse().unwrap()), "{name}: {found:?}, not {plies}");
        compared += 1;
    }
    assert!(compared >= 15);
    // A defence was taken for long by an old bound and then mated by a new one: 3 plies.
    let sfen = "8k/9/7Rs/6S2/9/9/9/9/9 b L 1";
    let pos = setup::read(rules(), sfen, setup::UnlistedPieces::Defender).unwrap();
    for (shortest, most) in [(false, 15), (true, 7)] {
        assert!(solved(sfen, shortest).is_some_and(|plies| (7..=most).contains(&plies)));
        let mut solver = Solver::new(MEMORY).unwrap();
        let outcome =
            solver.solve(&pos, &SolveOptions { shortest, ..SolveOptions::default() }, &mut |_| true);
        assert!(matches!(outcome, SolveResult::Mate { exact, .. } if exact == shortest), "{outcome:?}");
    }
}

/// To leave a silver as it is is not much the same as to promote it: waiting for the promotion to be decided
/// took twelve times the nodes.
#[test]
fn a_silver_that_stays_is_a_way_of_its_own() {
    let sfen = "5l3/4p2R1/4g1S2/9/1p2Plpn+n/6k2/3S+p3S/2L3B1s/4+B4 b GNLr2gn13p 1";
    let pos = setup::read(rules(), sfen, setup::UnlistedPieces::Defender).unwrap();
    let mut solver = Solver::new(MEMORY).unwrap();
    let found = solver.solve(&pos, &SolveOptions::default(), &mut |report| report.nodes < 500_000);
    assert!(matches!(found, SolveResult::Mate { .. }), "{found:?}");
}

/// A misprint of Microcosmos that goes round, one promoted pawn a file further: full of repetitions, and no
/// mate.
const MISPRINT: &str =
    "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL1+P+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1";

#[test]
fn the_misprint_of_microcosmos_is_refuted() {
    assert_eq!(solved(MISPRINT, false), None);
}

/// 1,525 plies.
pub const MICROCOSMOS: &str =
    "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1";

/// A lone king that needs a table of some megabytes.
const LONE_KING: &str = "5k3/9/9/9/9/9/9/9/9 b 2R2G 1";

fn prover(bytes: usize, threads: usize) -> DfPn<MateGame> {
    let mut dfpn = DfPn::new(MateGame::new(), bytes).unwrap();
    dfpn.set_threads(threads);
    dfpn
}

/// Without an end it would go on for ever here.
#[test]
fn a_search_whose_table_is_much_too_small_is_given_up() {
    // Of the lone king two threads find a mate by luck, in one run of three.
    let pos = setup::read(rules(), MICROCOSMOS, setup::UnlistedPieces::Defender).unwrap();
    for threads in [1, 2] {
        let mut dfpn = prover(64 << 10, threads);
        for given_up in 1..=2 {
            let verdict = dfpn.prove(&pos, Role::Attacker, None, &mut |_| true);
            assert_eq!((verdict, dfpn.given_up()), (Verdict::Unknown, given_up), "{threads} threads");
        }
        // Who stops a search gives nothing up.
        assert_eq!(dfpn.prove(&pos, Role::Attacker, None, &mut |_| false), Verdict::Unknown);
        assert_eq!(dfpn.given_up(), 2);
    }
    let pos = setup::read(rules(), LONE_KING, setup::UnlistedPieces::Defender).unwrap();
    let mut solver = Solver::new(64 << 10).unwrap();
    assert_eq!(solver.solve(&pos, &SolveOptions::default(), &mut |_| true), SolveResult::Unknown);
    assert!(solver.has_given_up());
    let mut checker = Checker::new(64 << 10, Reading::default()).unwrap();
    assert_eq!(checker.check(&pos, &mut |_| true).unwrap_err(), Undecided::Memory);
}

/// By tables of 1,200 slots, which some of the classics fill dozens of times.
#[test]
fn a_search_that_a_small_table_decides_is_not_given_up() {
    let (mut decided, mut hardest) = (0, 0);
    for row in CLASSICS.lines().filter(|row| !row.starts_with('#')) {
        let sfen = row.split('\t').nth(2).unwrap();
        let pos = setup::read(rules(), sfen, setup::UnlistedPieces::Defender).unwrap();
        let mut dfpn = prover(40 << 10, 1);
        let verdict = dfpn.prove(&pos, Role::Attacker, None, &mut |_| true);
        assert_eq!(verdict == Verdict::Unknown, dfpn.given_up() > 0, "{row}");
        if let Verdict::Proven(plies) = verdict {
            let line = dfpn.line(&pos, plies, &mut |_| true).expect("nobody stops it");
            mating_line::replay(dfpn.game(), &pos, &line);
            (decided, hardest) = (decided + 1, hardest.max(dfpn.nodes()));
        }
        assert_ne!(verdict, Verdict::Disproven, "{row}");
    }
    assert!(decided >= 15, "only {decided} decided");
    assert!(hardest > 40_000, "none had much to do: at most {hardest} positions");
}

#[test]
fn two_threads_find_and_refute_mates() {
    threads_find_and_refute_mates(2);
}

#[test]
#[ignore = "seconds: cargo xtask test --full"]
fn three_threads_find_and_refute_mates() {
    threads_find_and_refute_mates(3);
}

fn threads_find_and_refute_mates(threads: usize) {
    for (sfen, truth) in ENDS_OF_MICROCOSMOS {
        assert!(solved_by(threads, sfen, false).is_some_and(|plies| plies >= truth), "{sfen}");
    }
    assert_eq!(solved_by(threads, MISPRINT, false), None);
}

#[test]
#[ignore = "a minute and a half, 1 GiB would do"]
fn microcosmos_is_mate() {
    assert!(solved(MICROCOSMOS, false).is_some_and(|plies| plies >= 1525));
}

/// At the last move either of two pieces mates, one of them by a promotion, which is left out for a mate two
/// plies later. Which of the two is looked at first must not matter.
#[test]
fn a_move_is_alike_to_any_that_is_allowed() {
    for sfen in ["9/8k/7P1/7G1/9/9/9/9/9 b S2r2b3g3s4n4l17p 1", "9/k8/1P7/1G7/9/9/9/9/9 b S2r2b3g3s4n4l17p 1"]
    {
        let pos = setup::read(rules(), sfen, setup::UnlistedPieces::Defender).unwrap();
        for promotions_differ in [false, true] {
            let reading = Reading { promotions_differ, ..Reading::default() };
            let mut checker = Checker::new(1 << 20, reading).unwrap();
            let checked = checker.check(&pos, &mut |_| true).unwrap();
            assert_eq!(checked.is_sound(), !promotions_differ, "{sfen} {promotions_differ}: {checked:?}");
        }
    }
}

/// Of checks that are as short, one that leaves nothing in hand is the solution, whichever is found first.
#[test]
fn mirror_images_are_as_sound_where_second_solutions_may_be() {
    for (problem, image, minor_plies, is_sound) in [
        ("8k/9/9/6S2/9/9/9/9/9 b G2S 1", "k8/9/9/2S6/9/9/9/9/9 b G2S 1", 5, true),
        ("9/4k4/6G2/3+S5/9/9/9/9/9 b 2G 1", "9/4k4/2G6/5+S3/9/9/9/9/9 b 2G 1", 3, true),
        ("9/4k4/6G2/3+S5/9/9/9/9/9 b 2G 1", "9/4k4/2G6/5+S3/9/9/9/9/9 b 2G 1", 0, false),
        ("5+P1k1/5+N2p/5SgS1/9/9/9/9/9/9 b - 1", "1k1+P5/p2+N5/1SgS5/9/9/9/9/9/9 b - 1", 5, true),
    ] {
        let reading = Reading { minor_plies, ..Reading::default() };
        for sfen in [problem, image] {
            let pos = setup::read(rules(), sfen, setup::UnlistedPieces::Defender).unwrap();
            let found = Checker::new(16 << 20, reading).unwrap().check(&pos, &mut |_| true).unwrap();
            assert_eq!(found.is_sound(), is_sound, "{sfen}: {found:?}");
        }
    }
}
