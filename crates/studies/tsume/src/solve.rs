//! The solver: is it mate, and how.
//!
//! # Method
//! Proof-number search ([`Prover`]) over [`Tsume`] says whether there is a mate and bounds its length. The main line is
//! read off the proof: at every turn the attacker plays the check with the shortest mate that is known, the defender the
//! answer with the longest. What the table has forgotten meanwhile is proved again, below a bound that is known to hold.
//!
//! # Lengths
//! Without [`Limits::shortest`] the length is that of the proof that was found. With it the prover is asked again for
//! less, until that is refuted, so that the attacker's way is the shortest and the defender's the longest. Plies count
//! all moves but the futile interpositions at the end ([`duel`](crate::duel)); futile interpositions before it count.

use crate::{duel::Tsume, lengths::Watch};
use std::{
    io,
    time::{Duration, Instant},
};
use yomikiri_search::{Duel, Prover, Report, Role, Verdict};
use yomikiri_shogi::{Move, Position, Side};

/// How far a search may go.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// The time after which it gives up.
    pub timeout: Option<Duration>,
    /// Whether the mate must be the shortest.
    pub shortest: bool,
}

/// What the solver found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Mate along this main line; `shortest` if it is proved that no shorter one exists.
    Mate {
        /// The attacker's and the defender's moves in turn.
        line: Vec<Move>,
        /// Whether no mate is shorter.
        shortest: bool,
    },
    /// No mate.
    NoMate,
    /// Not decided in time.
    Unknown,
}

/// A solver with its memory.
pub struct Solver {
    prover: Prover<Tsume>,
}

impl Solver {
    /// A solver that uses about so many bytes.
    ///
    /// # Errors
    /// There is not so much address space.
    pub fn new(bytes: usize) -> io::Result<Self> {
        Ok(Self { prover: Prover::new(Tsume::new(), bytes)? })
    }

    /// The rules.
    pub const fn tsume(&self) -> &Tsume {
        self.prover.duel()
    }

    /// Positions expanded so far.
    pub const fn nodes(&self) -> u64 {
        self.prover.nodes()
    }

    /// Solves a problem, the attacker to move. `watch` is told now and then how things stand, and stops the search by
    /// answering `false`.
    pub fn solve(&mut self, pos: &Position<u128>, limits: &Limits, watch: &mut Watch<'_>) -> Outcome {
        let began = Instant::now();
        let mut watch =
            |report: &Report| watch(report) && limits.timeout.is_none_or(|timeout| began.elapsed() < timeout);
        let mut plies = match self.prover.prove(pos, role(pos), None, &mut watch) {
            Verdict::Proven(plies) => plies,
            Verdict::Disproven => return Outcome::NoMate,
            Verdict::Unknown => return Outcome::Unknown,
        };
        let mut shortest = plies < 3;
        while limits.shortest && !shortest {
            match self.prover.prove(pos, role(pos), Some(plies - 2), &mut watch) {
                Verdict::Proven(fewer) => plies = fewer,
                Verdict::Disproven => shortest = true,
                Verdict::Unknown => break,
            }
            shortest |= plies < 3;
        }
        let line = self.line(pos, plies, shortest, &mut watch);
        Outcome::Mate { line, shortest }
    }

    /// The main line of a position that is mate in at most `plies`. If `shortest`, all lengths on it are made exact.
    fn line(
        &mut self,
        pos: &Position<u128>,
        plies: u32,
        shortest: bool,
        watch: &mut dyn FnMut(&Report) -> bool,
    ) -> Vec<Move> {
        let (mut pos, mut left, mut line) = (pos.clone(), plies, Vec::new());
        while let Some((mv, less)) = self.step(&pos, left, shortest, watch) {
            pos = self.tsume().play(&pos, mv);
            left = less;
            line.push(mv);
        }
        line
    }

    /// The move of the main line and the plies after it; none at the mate, or if the search was stopped.
    fn step(
        &mut self,
        pos: &Position<u128>,
        left: u32,
        shortest: bool,
        watch: &mut dyn FnMut(&Report) -> bool,
    ) -> Option<(Move, u32)> {
        let mut moves = Vec::new();
        match role(pos) {
            Role::Attacker => self.tsume().attacks(pos, &mut moves),
            Role::Defender => self.tsume().defences(pos, &mut moves),
        }
        let after: Vec<_> = moves.iter().map(|&mv| (mv, self.tsume().play(pos, mv))).collect();
        if role(pos) == Role::Attacker {
            if self.prover.recall(pos).is_none_or(|plies| plies > left) {
                self.prover.prove(pos, Role::Attacker, Some(left), watch);
            }
            let known = after.iter().filter_map(|(mv, next)| Some((*mv, self.known(next)?)));
            return known.min_by_key(|&(_, plies)| plies);
        }
        let mut longest: Option<(Move, u32)> = None;
        for (mv, next) in &after {
            let mut plies = self.length(next, left.saturating_sub(1), watch)?;
            while shortest && plies > longest.map_or(1, |(_, plies)| plies) {
                match self.prover.prove(next, Role::Attacker, Some(plies - 2), watch) {
                    Verdict::Proven(fewer) => plies = fewer,
                    Verdict::Disproven => break,
                    Verdict::Unknown => return None,
                }
            }
            if longest.is_none_or(|(_, most)| plies > most) {
                longest = Some((*mv, plies));
            }
        }
        longest
    }

    /// The length that is known of a position; that of a mated one is plain.
    fn known(&self, pos: &Position<u128>) -> Option<u32> {
        let mut moves = Vec::new();
        if role(pos) == Role::Defender {
            self.tsume().defences(pos, &mut moves);
            if moves.is_empty() {
                return Some(0);
            }
        }
        self.prover.recall(pos)
    }

    /// The length of a mate in at most `bound`, proved again if it has been forgotten.
    fn length(
        &mut self,
        pos: &Position<u128>,
        bound: u32,
        watch: &mut dyn FnMut(&Report) -> bool,
    ) -> Option<u32> {
        if let Some(plies) = self.prover.recall(pos) {
            return Some(plies);
        }
        match self.prover.prove(pos, role(pos), Some(bound), watch) {
            Verdict::Proven(plies) => Some(plies),
            Verdict::Disproven | Verdict::Unknown => None,
        }
    }
}

/// Who is to move.
pub fn role(pos: &Position<u128>) -> Role {
    if pos.side() == Side::First { Role::Attacker } else { Role::Defender }
}
