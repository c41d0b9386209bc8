//! A problem solved against the program: what it says to a check.

use crate::{
    and_or_game::MateGame,
    lengths::{MateLengths, Undecided, Watch},
};
use yomikiri_search::DfPn;
use yomikiri_shogi::{Move, Position};

/// What becomes of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Response {
    /// It is mate.
    Mate,
    /// It mates as soon as can be; a longest defence, and the plies of the mate behind it.
    Defence(Move, u32),
    /// It mates, but only in so many plies, itself included, where so many are enough.
    TooLong(u32, u32),
    /// It does not mate: an answer after which there is none.
    Refuted(Move),
    /// There was no mate before it either.
    NoMate,
}

/// Answers a check in a position with the attacker to move, by the rules of lengths that
/// [`MateLengths`] has.
///
/// # Errors
/// `watch` stopped the search, or it was given up.
///
/// # Panics
/// The move is not legal.
pub fn respond(
    dfpn: &mut DfPn<MateGame>,
    pos: &Position<u128>,
    check: Move,
    watch: &mut Watch<'_>,
) -> Result<Response, Undecided> {
    let mut lengths = MateLengths::new(dfpn, watch);
    if lengths.mates(pos, None)?.is_none() {
        return Ok(Response::NoMate);
    }
    let shortest = lengths.measure(pos)?;
    let checks = lengths.moves(pos);
    let next = checks.into_iter().find_map(|(mv, next)| (mv == check).then_some(next));
    // A move that gives no check lets the king go.
    let next = next.expect("only checks are answered");
    if lengths.mates(&next, None)?.is_none() {
        for (answer, after) in lengths.moves(&next) {
            if lengths.mates(&after, None)?.is_none() {
                return Ok(Response::Refuted(answer));
            }
        }
    }
    let plies = lengths.measure(&next)? + 1;
    if plies > shortest {
        return Ok(Response::TooLong(plies, shortest));
    }
    let answers = lengths.answers(&next)?;
    Ok(answers.first().map_or(Response::Mate, |&(answer, plies)| Response::Defence(answer, plies)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Checker, PieceSet, Reading as Soundness,
        enumerate::{Cooks, Enumeration, Reading},
        rules,
    };
    use yomikiri_core::{Game, play::NoProgress};

    /// All checks of all problems of a set, held against the enumeration, which knows lengths by taking moves
    /// back.
    #[test]
    fn answers_agree_with_what_the_enumeration_knows() {
        let set: PieceSet = "GGP".parse().unwrap();
        // With problems that have a longer mate beside the last move.
        let reading = Reading { cooks: Cooks::LastMoveFree, ..Reading::default() };
        let found = Enumeration::new(&set, reading, 63, &NoProgress);
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
        let problem = crate::Problem::read("4k4/9/4P4/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1").unwrap();
        let mut checker = Checker::new(8 << 20, Soundness::default()).unwrap();
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
        let none = crate::Problem::read("4k4/9/9/9/9/9/9/9/9 b G2r2b3g4s4n4l18p 1").unwrap();
        let check = MateLengths::new(&mut dfpn, &mut |_| true).moves(&none.position)[0].0;
        assert_eq!(respond(&mut dfpn, &none.position, check, &mut |_| true), Ok(Response::NoMate));
    }
}
