//! The solver: is it mate, and how.
//!
//! # Method
//! Proof-number search ([`DfPn`]) over [`MateGame`] says whether there is a mate and bounds its length. The
//! main line is the longest branch of the proof ([`DfPn::line`]), so that its length is a bound that is
//! proved.
//!
//! # Lengths
//! [`SolveOptions::within`] asks for a mate in at most so many plies: the search is bounded, and without an
//! answer in time nothing is said. Without [`SolveOptions::shortest`] the mate may be shorter than the line.
//! With it the search is asked again for less, until that is refuted, and at every turn of the line the
//! attacker's move is one of the shortest and the defender's one of the longest. Plies count all moves but
//! the futile interpositions at the end ([`game`](crate::and_or_game)); futile interpositions before it
//! count.

use crate::{
    and_or_game::{MateGame, role},
    lengths::Watch,
};
use std::{
    io,
    time::{Duration, Instant},
};
use yomikiri_search::{AndOrGame, DfPn, DfPnInfo, Role, Verdict};
use yomikiri_shogi::{Move, Position};

/// What is asked of a search, and how long it may take.
#[derive(Clone, Copy, Debug, Default)]
pub struct SolveOptions {
    /// The time after which it gives up.
    pub timeout: Option<Duration>,
    /// Whether the mate must be the shortest.
    pub shortest: bool,
    /// The most plies that a mate may take to be one.
    pub within: Option<u32>,
}

/// What the solver found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolveResult {
    /// Mate in at most `plies`, along this main line.
    Mate {
        /// The attacker's and the defender's moves in turn, as many as `plies`; none if the search ended
        /// before it was read off the proof.
        line: Vec<Move>,
        /// The length that is proved.
        plies: u32,
        /// Whether no mate is shorter.
        exact: bool,
    },
    /// No mate, or none within the plies that were asked for.
    NoMate,
    /// Not decided in time, or with so much memory ([`Solver::has_given_up`]).
    Unknown,
}

/// A solver with its memory.
pub struct Solver {
    dfpn: DfPn<MateGame>,
    /// Questions that had been given up when the last problem was begun.
    given_up: u64,
}

impl Solver {
    /// A solver that uses about so many bytes.
    ///
    /// # Errors
    /// There is not so much address space.
    pub fn new(bytes: usize) -> io::Result<Self> {
        Ok(Self { dfpn: DfPn::new(MateGame::new(), bytes)?, given_up: 0 })
    }

    /// Solves by so many threads from now on. With more than one the same problem may get another line.
    pub fn set_threads(&mut self, threads: usize) {
        self.dfpn.set_threads(threads);
    }

    /// The rules.
    pub const fn tsume(&self) -> &MateGame {
        self.dfpn.game()
    }

    /// Positions expanded so far.
    pub fn nodes(&self) -> u64 {
        self.dfpn.nodes()
    }

    /// Whether something was left open in the last problem because the memory is too small for it.
    pub const fn has_given_up(&self) -> bool {
        self.dfpn.given_up() > self.given_up
    }

    /// Solves a problem, the attacker to move. `watch` is told now and then how things stand, and stops the
    /// search by answering `false`.
    pub fn solve(
        &mut self,
        pos: &Position<u128>,
        options: &SolveOptions,
        watch: &mut Watch<'_>,
    ) -> SolveResult {
        let began = Instant::now();
        self.given_up = self.dfpn.given_up();
        let mut watch = |report: &DfPnInfo| {
            watch(report) && options.timeout.is_none_or(|timeout| began.elapsed() < timeout)
        };
        let plies = match self.dfpn.prove(pos, role(pos), options.within, &mut watch) {
            Verdict::Proven(plies) => plies,
            Verdict::Disproven => return SolveResult::NoMate,
            Verdict::Unknown => return SolveResult::Unknown,
        };
        let (plies, exact) = self.lowered(pos, plies, options.shortest, &mut watch);
        if options.shortest
            && exact
            && let Some(line) = self.exact_line(pos, plies, &mut watch)
        {
            return SolveResult::Mate { line, plies, exact };
        }
        let line = self.dfpn.line(pos, plies, &mut watch).unwrap_or_default();
        match line.len() as u32 {
            found if options.within.is_some_and(|most| found > most) => {
                self.solve_exactly(pos, plies, &mut watch)
            }
            found if found == plies || (found > 0 && !exact) => {
                SolveResult::Mate { line, plies: found, exact }
            }
            _ => SolveResult::Mate { line: Vec::new(), plies, exact },
        }
    }

    /// Lowers the proved length of a mate, as far as it goes if it is to be the `shortest`; the length and
    /// whether it is exact.
    fn lowered(
        &mut self,
        pos: &Position<u128>,
        mut plies: u32,
        shortest: bool,
        watch: &mut Watch<'_>,
    ) -> (u32, bool) {
        // Whether there is a mate in one costs nothing.
        let mut exact = plies < 3;
        while !exact && (shortest || plies == 3) {
            match self.dfpn.prove(pos, role(pos), Some(plies - 2), watch) {
                Verdict::Proven(fewer) => plies = fewer,
                Verdict::Disproven => exact = true,
                Verdict::Unknown => break,
            }
            exact |= plies < 3;
        }
        (plies, exact)
    }

    /// Where ways meet, a branch of the proof may be longer than what has been proved; the shortest way is
    /// not.
    fn solve_exactly(&mut self, pos: &Position<u128>, plies: u32, watch: &mut Watch<'_>) -> SolveResult {
        let (plies, exact) = self.lowered(pos, plies, true, watch);
        let line = if exact { self.exact_line(pos, plies, watch) } else { None };
        SolveResult::Mate { line: line.unwrap_or_default(), plies, exact }
    }

    /// The main line of a position that is mate in exactly `plies`: all lengths on it are exact. None if it
    /// was stopped.
    fn exact_line(&mut self, pos: &Position<u128>, plies: u32, watch: &mut Watch<'_>) -> Option<Vec<Move>> {
        let (mut pos, mut line) = (pos.clone(), Vec::new());
        while (line.len() as u32) < plies {
            let mv = self.exact_step(&pos, plies - line.len() as u32, watch)?;
            pos = self.tsume().play(&pos, mv);
            line.push(mv);
        }
        Some(line)
    }

    /// The first move of an exact line: a check that mates in so many plies, or an answer that lasts so long.
    fn exact_step(&mut self, pos: &Position<u128>, plies: u32, watch: &mut Watch<'_>) -> Option<Move> {
        let mut moves = Vec::new();
        if role(pos) == Role::Attacker {
            self.tsume().attacks(pos, &mut moves);
            let remembered = |mv: &Move| {
                let known = self.dfpn.recall(&self.tsume().play(pos, *mv));
                known.is_some_and(|left| left < plies)
            };
            let known = moves.iter().copied().find(remembered);
            return match known {
                Some(mv) => Some(mv),
                None => self.dfpn.attack(pos, plies, watch).map(|(mv, _)| mv),
            };
        }
        self.tsume().defences(pos, &mut moves);
        for mv in moves {
            let next = self.tsume().play(pos, mv);
            let is_longest = match plies.checked_sub(3).filter(|&less| less > 0) {
                None => true,
                Some(less) => match self.dfpn.prove(&next, Role::Attacker, Some(less), watch) {
                    Verdict::Proven(_) => false,
                    Verdict::Disproven => true,
                    Verdict::Unknown => return None,
                },
            };
            if is_longest {
                return Some(mv);
            }
        }
        None
    }
}
