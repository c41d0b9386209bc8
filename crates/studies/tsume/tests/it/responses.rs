//! What the program answers to a check of a problem that is solved against it.

use yomikiri_core::{Game, play::NoProgress};
use yomikiri_search::DfPn;
use yomikiri_tsume::{
    Checker, Cooks, MateGame, PieceSet, Problem, Reading, Response,
    enumerate::{Conventions, Enumeration},
    lengths::MateLengths,
    respond, rules,
};

/// All checks of all problems of a set, held against the enumeration, which knows lengths by taking moves
/// back.
#[test]
fn answers_agree_with_what_the_enumeration_knows() {
    let set: PieceSet = "GGP".parse().unwrap();
    // With problems that have a longer mate beside the last move.
    let conventions = Conventions { cooks: Cooks::LastMoveFree, ..Conventions::default() };
    let found = Enumeration::new(&set, conventions, 63, &NoProgress);
    let mut dfpn = DfPn::new(MateGame::new(), 8 << 20).unwrap();
    let mut told = [0; 4];
    for problem in found.problems(false).step_by(4) {
        let pos = &problem.position;
        let checks = MateLengths::new(&mut dfpn, &mut |_| true).moves(pos);
        for (check, next) in checks {
            let response = respond(&mut dfpn, pos, check, &mut |_| true).unwrap();
            let mut answers = Vec::new();
            dfpn.game().evasions(&next, &mut answers);
            let lengths: Option<Vec<_>> =
                answers.iter().map(|&mv| found.plies(&rules().play(&next, mv))).collect();
            let longest = lengths.map(|lengths| lengths.into_iter().max().map_or(1, |plies| plies + 2));
            let kind = match response {
                Response::Mate => {
                    assert!(answers.is_empty());
                    0
                }
                Response::Defence(mv, plies) => {
                    assert_eq!(longest.map(usize::from), Some(problem.plies()));
                    assert_eq!(found.plies(&rules().play(&next, mv)).map(u32::from), Some(plies));
                    assert_eq!(plies as usize + 2, problem.plies());
                    1
                }
                Response::TooLong(plies, shortest) => {
                    assert_eq!(longest.map(u32::from), Some(plies));
                    assert!(plies > shortest && shortest as usize == problem.plies());
                    2
                }
                Response::Refuted(mv) => {
                    assert_eq!(longest, None);
                    assert_eq!(found.plies(&rules().play(&next, mv)), None);
                    3
                }
                Response::NoMate => panic!("{} is a problem", problem.sfen()),
            };
            told[kind] += 1;
        }
    }
    assert!(told.iter().all(|&times| times > 20), "{told:?}");
}

#[test]
fn a_problem_is_solved_by_its_line_and_nothing_is_solved_without_a_mate() {
    let problem = Problem::read("4k4/9/4P4/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1").unwrap();
    let mut checker = Checker::new(8 << 20, Reading::default()).unwrap();
    let line = checker.check(&problem.position, &mut |_| true).unwrap().line;
    let mut dfpn = DfPn::new(MateGame::new(), 8 << 20).unwrap();
    let (mut pos, mut solved) = (problem.position, false);
    for &mv in line.iter().step_by(2) {
        let response = respond(&mut dfpn, &pos, mv, &mut |_| true).unwrap();
        pos = rules().play(&pos, mv);
        match response {
            Response::Defence(answer, _) => pos = rules().play(&pos, answer),
            other => {
                assert_eq!(other, Response::Mate);
                solved = true;
            }
        }
    }
    assert!(solved);
    let none = Problem::read("4k4/9/9/9/9/9/9/9/9 b G2r2b3g4s4n4l18p 1").unwrap();
    let check = MateLengths::new(&mut dfpn, &mut |_| true).moves(&none.position)[0].0;
    assert_eq!(respond(&mut dfpn, &none.position, check, &mut |_| true), Ok(Response::NoMate));
}
