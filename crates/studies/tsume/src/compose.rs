//! Composing: mating problems that were looked for, by taking moves back and keeping what is sound.
//!
//! # Method
//! An attempt places a king and a few pieces at random until they are a mate, takes the last move back, and
//! has a problem of one ply if that is sound. From a sound problem it takes back an answer and a check, both
//! at random, and lets the [`Checker`] judge what comes out: sound, and two plies longer, it is gone on with,
//! else another pair is tried, some dozens of times, before the step that led here is given up. The attempt
//! ends where the target is met, or where its checks are spent; then the next begins with another mate
//! (random restarts). A position becomes a problem only by the checker's word, so nothing hangs on the way
//! that led to it.
//!
//! # Why this one
//! Moves taken back keep the end of the solution, and two plies are won at each step. Changing pieces of a
//! problem at random, the other way to compose by program, was not tried. A problem of five plies and four
//! pieces costs about two seconds of processor time (AMD EPYC, Zen 4, busy: 8 of 30 attempts in 17.6 s), one
//! of nine plies and five pieces 48 (1 of 60 attempts).
//!
//! An attempt depends on its number alone: each has a checker of its own, limited by positions and not by
//! time.

use crate::{CheckResult, Checker, Problem, Reading, Target, and_or_game::role, rules};
use std::io;
use yomikiri_core::{Unmove, splitmix};
use yomikiri_search::{DfPnInfo, Role};
use yomikiri_shogi::{Kind, Piece, Position, Setup, Side, Square};

/// Bytes of an attempt's table.
const MEMORY: usize = 8 << 20;
/// Random placements that an attempt tries for its mate.
const PLACEMENTS: u32 = 4000;
/// Problems that an attempt has checked.
const CHECKS: u32 = 400;
/// Problems checked for the next two plies, before the last two are given up again.
const TRIES: u32 = 50;
/// Positions that a check may expand, and how often it may tell how things stand (each time after hundreds of
/// questions that its memory may answer): what is harder is given up.
const NODES: u64 = 5_000;
const TOLD: u32 = 20;
/// Pieces of the mate that an attempt begins with, if the target does not say less.
const FIRST_PIECES: u32 = 4;

/// One attempt at a problem as the target wants it; the same number is the same attempt.
///
/// # Errors
/// There is not so much memory.
pub fn compose(target: &Target, number: u64) -> io::Result<Option<Problem>> {
    let reading = Reading { surplus: true, ..Reading::default() };
    let checker = Checker::new(MEMORY, reading)?;
    Ok(Attempt { target, checker, state: splitmix::mix(number), checks: 0 }.run())
}

struct Attempt<'a> {
    target: &'a Target,
    checker: Checker,
    /// Of the random numbers.
    state: u64,
    checks: u32,
}

impl Attempt<'_> {
    fn run(&mut self) -> Option<Problem> {
        let mut way: Vec<Problem> = Vec::new();
        loop {
            let Some(last) = way.last() else {
                way.push(self.mate_in_one()?);
                continue;
            };
            if self.target.admits(last) {
                return way.pop();
            }
            if self.checks >= CHECKS {
                return None;
            }
            match self.longer(&last.clone()) {
                Some(longer) => way.push(longer),
                None => drop(way.pop()),
            }
        }
    }

    fn below(&mut self, bound: usize) -> usize {
        (splitmix::next(&mut self.state) % bound as u64) as usize
    }

    /// A sound problem of one ply out of a random mate.
    fn mate_in_one(&mut self) -> Option<Problem> {
        for _ in 0..PLACEMENTS {
            let Some(mate) = self.placement().filter(|pos| self.is_mate(pos)) else { continue };
            let mut before = Vec::new();
            rules().unmoves(&mate, &mut before);
            before.retain(|pos| !rules().in_check(pos, Side::Second));
            while !before.is_empty() && self.checks < CHECKS {
                let chosen = self.below(before.len());
                let pos = before.swap_remove(chosen);
                if let Some(problem) = self.sound(pos, 1) {
                    return Some(problem);
                }
            }
        }
        None
    }

    /// A king and a few pieces of the attacker around it, the defender to move.
    fn placement(&mut self) -> Option<Position<u128>> {
        let variant = rules().variant();
        let board = variant.board;
        let most = self.target.most_pieces().unwrap_or(FIRST_PIECES).clamp(1, FIRST_PIECES);
        let pieces = 1 + self.below(most as usize);
        let mut setup = Setup::empty(variant);
        setup.side = Side::Second;
        let king = Square(self.below(board.len()) as u8);
        setup.board[king.index()] = Some(Piece { kind: Kind::KING, side: Side::Second });
        for kind in variant.hand_kinds() {
            setup.hands[Side::Second.index()][kind.place()] = variant.pieces[kind.place()].count;
        }
        let kinds: Vec<Kind> = variant.hand_kinds().collect();
        for _ in 0..pieces {
            let offset = |random: usize| random as i8 - 2;
            let [file, rank] = [self.below(5), self.below(5)].map(offset);
            let square = board.square(board.file(king) as i8 + file, board.rank(king) as i8 + rank)?;
            let kind = kinds[self.below(kinds.len())];
            let promoted = variant.promotes(kind) && self.below(3) == 0;
            let held = &mut setup.hands[Side::Second.index()][kind.place()];
            if *held == 0 || setup.board[square.index()].is_some() {
                return None;
            }
            *held -= 1;
            let kind = if promoted { kind.promoted() } else { kind };
            setup.board[square.index()] = Some(Piece { kind, side: Side::First });
        }
        Position::new(&setup, variant).ok()
    }

    fn is_mate(&self, pos: &Position<u128>) -> bool {
        let mut answers = Vec::new();
        self.checker.tsume().evasions(pos, &mut answers);
        answers.is_empty() && rules().in_check(pos, Side::Second)
    }

    /// A sound problem two plies longer, an answer and a check taken back.
    fn longer(&mut self, problem: &Problem) -> Option<Problem> {
        let mut answered = Vec::new();
        rules().unmoves(&problem.position, &mut answered);
        answered.retain(|pos| rules().in_check(pos, Side::Second));
        let enough = CHECKS.min(self.checks + TRIES);
        while !answered.is_empty() && self.checks < enough {
            let chosen = self.below(answered.len());
            let mut before = Vec::new();
            rules().unmoves(&answered[chosen], &mut before);
            before.retain(|pos| !rules().in_check(pos, Side::Second));
            if before.is_empty() {
                answered.swap_remove(chosen);
                continue;
            }
            let pos = before.swap_remove(self.below(before.len()));
            if let Some(longer) = self.sound(pos, problem.plies() as u32 + 2) {
                return Some(longer);
            }
        }
        None
    }

    /// The position as a problem, if it is a sound one of so many plies that may lead to the target.
    fn sound(&mut self, position: Position<u128>, plies: u32) -> Option<Problem> {
        debug_assert_eq!(role(&position), Role::Attacker);
        self.checks += 1;
        let mut problem = Problem::new(position, Vec::new(), String::new());
        // Cheaper than a check: pieces are counted, the length is known when it is sound.
        if !self.target.is_within(&problem) {
            return None;
        }
        let (mut first, mut told) = (None, 0);
        let mut few = |info: &DfPnInfo| {
            told += 1;
            told < TOLD && info.nodes - *first.get_or_insert(info.nodes) < NODES
        };
        let found = self.checker.check(&problem.position, &mut few).ok()?;
        if !found.is_sound() || found.plies != Some(plies) {
            return None;
        }
        let CheckResult { line, .. } = found;
        problem.line = line;
        self.target.is_within(&problem).then_some(problem)
    }
}
