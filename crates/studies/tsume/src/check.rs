//! The checker: is a problem sound, and if not, why.
//!
//! # Definition
//! The default is the one that reproduces the table of Horiyama, Nakatsuka and Iwama (*Enumeration of tsume
//! shogi by the reverse method*, 2008) best. The attacker takes the shortest way and the defender the
//! longest; on the lines that this makes
//!
//! - with three or more plies to go, any second check that mates, in however many plies, is a second solution
//!   (余詰);
//! - at the last move other immediate mates are allowed, but a check that mates later is a second solution;
//! - promoting and not promoting are two moves;
//! - the attacker's hand is empty at the end of each of them, whichever of several last moves is played
//!   (駒余り). Where a reading lets second solutions pass near the end (`minor_plies`), one of the checks of
//!   the same length that leaves nothing is enough.
//!
//! [`Reading`] has the other readings. Surplus pieces (余剰駒), those on the board which could as well be in the
//! defender's hand with a mate of the same length, are looked for on request: the enumeration bars them.
//!
//! # Method
//! The search ([`MateLengths`]) is asked of every check on every longest line whether it mates at all, and of
//! every defence how long it lasts. No check is left out by judgement, so the answer is exact.

use crate::{
    Cooks, Hand,
    and_or_game::MateGame,
    hand::kinds,
    lengths::{MateLengths, Undecided, Watch, has_ranging_piece},
};
use std::{collections::HashSet, io};
use yomikiri_search::DfPn;
use yomikiri_shogi::{Bits, Kind, Move, Position, Setup, Side, Square};

/// How soundness is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Which second solutions spoil a problem.
    pub cooks: Cooks,
    /// Whether promoting and not promoting are two moves, one of which may be a second solution.
    pub promotions_differ: bool,
    /// Second solutions that begin with at most so many plies to go are told, but are no flaw.
    pub minor_plies: u32,
    /// Whether pieces may be left in hand.
    pub leftover_allowed: bool,
    /// Whether surplus pieces are looked for.
    pub surplus: bool,
}

impl Default for Reading {
    fn default() -> Self {
        Self {
            cooks: Cooks::Paper,
            promotions_differ: true,
            minor_plies: 0,
            leftover_allowed: false,
            surplus: false,
        }
    }
}

/// A second solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cook {
    /// The moves that lead to where it begins: it need not be on the main line.
    pub before: Vec<Move>,
    /// The move.
    pub mv: Move,
    /// In how many plies it mates, the move included.
    pub plies: u32,
    /// Whether the reading lets it pass.
    pub is_minor: bool,
}

impl Cook {
    /// The ply at which it begins, from 1.
    pub const fn ply(&self) -> u32 {
        self.before.len() as u32 + 1
    }
}

/// What the checker found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckResult {
    /// The length; none without a mate.
    pub plies: Option<u32>,
    /// The main line.
    pub line: Vec<Move>,
    /// The second solutions, in the order of the lines on which they begin.
    pub cooks: Vec<Cook>,
    /// The largest hand that is left at the end of a longest line.
    pub leftover: Vec<Kind>,
    /// The squares of pieces that are not needed.
    pub surplus: Vec<Square>,
}

impl CheckResult {
    /// Whether nothing is wrong.
    pub fn is_sound(&self) -> bool {
        self.plies.is_some()
            && self.cooks.iter().all(|cook| cook.is_minor)
            && self.leftover.is_empty()
            && self.surplus.is_empty()
    }
}

/// A checker with its memory.
pub struct Checker {
    dfpn: DfPn<MateGame>,
    reading: Reading,
}

impl Checker {
    /// A checker that uses about so many bytes.
    ///
    /// # Errors
    /// There is not so much address space.
    pub fn new(bytes: usize, reading: Reading) -> io::Result<Self> {
        Self::of(MateGame::new(), bytes, reading)
    }

    /// The same by the rules as given.
    ///
    /// # Errors
    /// There is not so much address space.
    pub fn of(game: MateGame, bytes: usize, reading: Reading) -> io::Result<Self> {
        Ok(Self { dfpn: DfPn::new(game, bytes)?, reading })
    }

    /// The rules.
    pub const fn tsume(&self) -> &MateGame {
        self.dfpn.game()
    }

    /// Positions expanded so far.
    pub fn nodes(&self) -> u64 {
        self.dfpn.nodes()
    }

    /// In at most how many plies a position is mate, if that is remembered.
    pub fn bound(&self, pos: &Position<u128>) -> Option<u32> {
        self.dfpn.recall(pos)
    }

    /// Checks a problem, the attacker to move.
    ///
    /// # Errors
    /// `watch` stopped the search, or it was given up.
    pub fn check(&mut self, pos: &Position<u128>, watch: &mut Watch<'_>) -> Result<CheckResult, Undecided> {
        let reading = self.reading;
        let mut watch = |report: &yomikiri_search::DfPnInfo| watch(report);
        let mut lengths = MateLengths::new(&mut self.dfpn, &mut watch);
        let mut finding = CheckResult::default();
        if lengths.mates(pos, None)?.is_none() {
            return Ok(finding);
        }
        let mut walk = Walk {
            lengths,
            reading,
            seen: HashSet::new(),
            leaving: HashSet::new(),
            finding: &mut finding,
            line: Vec::new(),
        };
        let plies = walk.lengths.measure(pos)?;
        walk.finding.plies = Some(plies);
        walk.attack(pos, plies)?;
        if reading.surplus {
            walk.look_for_surplus(pos, plies)?;
        }
        Ok(finding)
    }
}

/// The way along the longest lines.
struct Walk<'a, 'f> {
    lengths: MateLengths<'a>,
    reading: Reading,
    seen: HashSet<(u64, Hand)>,
    /// Positions where each of several checks leaves something in hand, which need not be found out again.
    leaving: HashSet<(u64, Hand)>,
    finding: &'f mut CheckResult,
    line: Vec<Move>,
}

impl Walk<'_, '_> {
    /// A position of a longest line, the attacker to move, with so many plies to go.
    fn attack(&mut self, pos: &Position<u128>, plies: u32) -> Result<(), Undecided> {
        if !self.seen.insert(self.lengths.key(pos)) {
            return Ok(());
        }
        let mut mates = Vec::new();
        for (mv, next) in self.lengths.moves(pos) {
            if self.lengths.mates(&next, None)?.is_some() {
                mates.push((mv, next));
            }
        }
        let main = self.main_of(&mates, plies)?;
        let key = self.lengths.key(pos);
        if plies == 1
            || plies > self.reading.minor_plies
            || self.reading.leftover_allowed
            || mates.len() == 1
            || self.leaving.contains(&key)
        {
            return self.follow(&mates, main, plies);
        }
        // Any of several that are as short may be the solution: the first that leaves nothing in hand, else
        // the first of all.
        let mut first = None;
        for at in main..mates.len() {
            if at > main && self.lengths.measure(&mates[at].1)? + 1 != plies {
                continue;
            }
            let (finding, seen) = (self.finding.clone(), self.seen.clone());
            self.follow(&mates, at, plies)?;
            if self.finding.leftover == finding.leftover {
                return Ok(());
            }
            let found = (std::mem::replace(self.finding, finding), std::mem::replace(&mut self.seen, seen));
            first.get_or_insert(found);
        }
        if let Some((finding, seen)) = first {
            (*self.finding, self.seen) = (finding, seen);
        }
        self.leaving.insert(key);
        Ok(())
    }

    /// Goes on with one of the checks that mate, the main one.
    fn follow(&mut self, mates: &[(Move, Position<u128>)], main: usize, plies: u32) -> Result<(), Undecided> {
        self.report_cooks(mates, main, plies)?;
        if plies == 1 {
            return self.finish(mates, main);
        }
        let (mv, next) = &mates[main];
        self.line.push(*mv);
        for (answer, left) in self.lengths.answers(next)? {
            self.line.push(answer);
            let after = yomikiri_core::Game::play(self.lengths.tsume().shogi(), next, answer);
            self.attack(&after, left)?;
            self.line.pop();
        }
        self.line.pop();
        Ok(())
    }

    /// The place of the first check that is as short as can be.
    fn main_of(&mut self, mates: &[(Move, Position<u128>)], plies: u32) -> Result<usize, Undecided> {
        if mates.len() > 1 {
            for (at, (_, next)) in mates.iter().enumerate() {
                let within = self.lengths.exact(next)?.is_some_and(|exact| exact < plies);
                if within || self.lengths.measure(next)? + 1 == plies {
                    return Ok(at);
                }
            }
        }
        Ok(0)
    }

    fn report_cooks(
        &mut self,
        mates: &[(Move, Position<u128>)],
        main: usize,
        plies: u32,
    ) -> Result<(), Undecided> {
        if plies == 1 && self.reading.cooks == Cooks::LastMoveFree {
            return Ok(());
        }
        let several = plies == 1 && self.reading.cooks == Cooks::Paper;
        let (mut allowed, mut others) = (Vec::new(), Vec::new());
        for (at, (mv, next)) in mates.iter().enumerate() {
            if at == main || self.are_alike(*mv, mates[main].0) {
                continue;
            }
            let length = 1 + self.lengths.measure(next)?;
            if several && length == 1 { allowed.push(*mv) } else { others.push((*mv, length)) }
        }
        others.retain(|&(mv, _)| !allowed.iter().any(|&other| self.are_alike(mv, other)));
        let is_minor = plies <= self.reading.minor_plies;
        let cooks =
            others.into_iter().map(|(mv, plies)| Cook { before: self.line.clone(), mv, plies, is_minor });
        self.finding.cooks.extend(cooks);
        Ok(())
    }

    /// Whether one move stands for another: the same, promoted or not.
    fn are_alike(&self, a: Move, b: Move) -> bool {
        !self.reading.promotions_differ && differ_in_promotion(a, b)
    }

    /// The end of a longest line: what is left in hand after any of the mates.
    fn finish(&mut self, mates: &[(Move, Position<u128>)], main: usize) -> Result<(), Undecided> {
        if self.finding.line.is_empty() {
            self.finding.line = self.line.iter().copied().chain([mates[main].0]).collect();
        }
        if self.reading.leftover_allowed {
            return Ok(());
        }
        for (_, next) in mates {
            let left: Vec<Kind> = in_hand(next);
            if left.len() > self.finding.leftover.len() && self.lengths.measure(next)? == 0 {
                self.finding.leftover = left;
            }
        }
        Ok(())
    }

    /// Pieces on the board without which the mate is as long.
    fn look_for_surplus(&mut self, pos: &Position<u128>, plies: u32) -> Result<(), Undecided> {
        for square in pos.occupied().squares() {
            let Some(without) = self.without(pos, square) else { continue };
            // Without a limit, if memory allows: the search counts futile drops, which the lengths that are
            // compared leave out. Where there may be some, that no mate is as short by its count proves
            // nothing.
            let mates = match self.lengths.mates(&without, None) {
                Err(Undecided::Memory) => match self.lengths.mates(&without, Some(plies))? {
                    None if has_ranging_piece(&without) => return Err(Undecided::Memory),
                    found => found,
                },
                found => found?,
            };
            let mates = mates.is_some();
            if mates && self.lengths.measure(&without)? == plies {
                self.finding.surplus.push(square);
            }
        }
        Ok(())
    }

    /// The position with a piece given to the defender; none if it is a king, or if the defender would be in
    /// check.
    fn without(&self, pos: &Position<u128>, square: Square) -> Option<Position<u128>> {
        let piece = pos.piece(square).filter(|piece| piece.kind != Kind::KING)?;
        let shogi = self.lengths.tsume().shogi();
        let mut setup: Setup = pos.setup();
        setup.board[square.index()] = None;
        setup.hands[Side::Second.index()][piece.kind.place()] += 1;
        let without = Position::new(&setup, shogi.variant()).ok()?;
        let legal = !shogi.in_check(&without, Side::Second) && !shogi.in_check(&without, Side::First);
        legal.then_some(without)
    }
}

/// The attacker's hand, piece by piece.
fn in_hand(pos: &Position<u128>) -> Vec<Kind> {
    let count = |kind| usize::from(pos.hand(Side::First, kind));
    kinds().flat_map(|kind| std::iter::repeat_n(kind, count(kind))).collect()
}

fn differ_in_promotion(a: Move, b: Move) -> bool {
    match (a, b) {
        (Move::Board { from, to, .. }, Move::Board { from: other, to: there, .. }) => {
            from == other && to == there
        }
        _ => false,
    }
}
