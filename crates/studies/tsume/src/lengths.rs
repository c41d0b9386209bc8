//! Exact lengths: what the attacker's shortest way is worth against the longest defence.
//!
//! # Method
//! The search is asked for less and less until it refuses; proofs and refutations stay in its table, and what
//! has been settled is remembered here.
//!
//! # Futile interpositions (無駄合い)
//! Those at the end are no moves at all ([`and_or_game`](crate::and_or_game)). Before the end a drop between
//! a ranging checker and the king is futile if the checker can take it at once and the mate is then no
//! farther than the best answer that is no drop, futile drops after the take left out by the same rule.
//! Futile drops do not prolong: [`MateLengths::measure`] leaves them out. The attacker is held to the checks
//! that are shortest when every drop counts; among those the one is taken that is shortest without the futile
//! ones. So measures are of positions ever nearer to the mate, all drops counted, and end. After a take that
//! leads away from that, where what was dropped before mates faster, the answers on the board must be mated
//! in time with all drops counted, so that a drop may be taken for a defence which is futile, never the other
//! way.

use crate::{
    Hand,
    and_or_game::{MateGame, role},
};
use std::collections::HashMap;
use yomikiri_search::{AndOrGame, DfPn, DfPnInfo, Role, Verdict};
use yomikiri_shogi::{Bits, Kind, Move, Piece, Position, Side};

/// Why a search could not tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Undecided {
    /// It was stopped.
    #[error("the search was stopped before the problem was decided")]
    Stopped,
    /// It gave up.
    #[error("the search was given up: its memory is too small for the problem")]
    Memory,
}

/// Who is told how things stand, and stops a search by answering `false`.
pub type Watch<'a> = dyn FnMut(&DfPnInfo) -> bool + 'a;

/// Moves with the positions after them.
type Moves = Vec<(Move, Position<u128>)>;

/// The lengths of mates, with memory.
pub struct MateLengths<'a> {
    dfpn: &'a mut DfPn<MateGame>,
    watch: &'a mut Watch<'a>,
    exact: HashMap<(u64, Hand), Option<u32>>,
    measured: HashMap<(u64, Hand), u32>,
    within: HashMap<(u64, Hand, u32), bool>,
    asked: u64,
}

/// What is remembered is answered without a search that would tell how things stand: after so many questions
/// that is told.
const TOLD_EVERY: u64 = 256;

impl<'a> MateLengths<'a> {
    /// Lengths as the search finds them.
    pub fn new(dfpn: &'a mut DfPn<MateGame>, watch: &'a mut Watch<'a>) -> Self {
        Self {
            dfpn,
            watch,
            exact: HashMap::new(),
            measured: HashMap::new(),
            within: HashMap::new(),
            asked: 0,
        }
    }

    /// The rules.
    pub const fn tsume(&self) -> &MateGame {
        self.dfpn.game()
    }

    /// The checks or the answers to check, with the positions after them.
    pub fn moves(&self, pos: &Position<u128>) -> Vec<(Move, Position<u128>)> {
        let mut moves = Vec::new();
        match role(pos) {
            Role::Attacker => self.tsume().attacks(pos, &mut moves),
            Role::Defender => self.tsume().defences(pos, &mut moves),
        }
        moves.into_iter().map(|mv| (mv, self.tsume().play(pos, mv))).collect()
    }

    /// The answers to check, what is dropped apart from what is moved on the board.
    fn drops_and_others(&self, pos: &Position<u128>) -> (Moves, Moves) {
        self.moves(pos).into_iter().partition(|(mv, _)| matches!(mv, Move::Drop { .. }))
    }

    /// Whether the attacker mates, in however many plies or in at most so many.
    ///
    /// # Errors
    /// The search was stopped or given up.
    pub fn mates(&mut self, pos: &Position<u128>, plies: Option<u32>) -> Result<Option<u32>, Undecided> {
        self.asked += 1;
        if self.asked.is_multiple_of(TOLD_EVERY) && !(self.watch)(&self.dfpn.report()) {
            return Err(Undecided::Stopped);
        }
        let before = self.dfpn.given_up();
        match self.dfpn.prove(pos, role(pos), plies, self.watch) {
            Verdict::Proven(plies) => Ok(Some(plies)),
            Verdict::Disproven => Ok(None),
            Verdict::Unknown if self.dfpn.given_up() > before => Err(Undecided::Memory),
            Verdict::Unknown => Err(Undecided::Stopped),
        }
    }

    /// The length of the shortest mate, all interpositions counted but the futile ones at the end; none
    /// without mate.
    ///
    /// # Errors
    /// The search was stopped or given up.
    pub fn exact(&mut self, pos: &Position<u128>) -> Result<Option<u32>, Undecided> {
        let key = self.key(pos);
        if let Some(&known) = self.exact.get(&key) {
            return Ok(known);
        }
        let mut best = self.mates(pos, None)?;
        while let Some(plies) = best.filter(|&plies| plies >= 2) {
            match self.mates(pos, Some(plies - 2))? {
                Some(fewer) => best = Some(fewer),
                None => break,
            }
        }
        self.exact.insert(key, best);
        Ok(best)
    }

    /// The length of a mate without futile interpositions.
    ///
    /// # Errors
    /// The search was stopped or given up.
    ///
    /// # Panics
    /// There is no mate.
    pub fn measure(&mut self, pos: &Position<u128>) -> Result<u32, Undecided> {
        let plies = self.exact(pos)?.expect("only mates have a length");
        if plies < 2 || !has_ranging_piece(pos) {
            return Ok(plies);
        }
        let key = self.key(pos);
        if let Some(&known) = self.measured.get(&key) {
            return Ok(known);
        }
        let measured = match role(pos) {
            Role::Attacker => self.measure_attack(pos, plies)?,
            Role::Defender => self.answers(pos)?.first().map_or(0, |answer| answer.1 + 1),
        };
        self.measured.insert(key, measured);
        Ok(measured)
    }

    fn measure_attack(&mut self, pos: &Position<u128>, plies: u32) -> Result<u32, Undecided> {
        let mut least = plies;
        for (_, next) in self.moves(pos) {
            if self.mates(&next, Some(plies - 1))?.is_some() {
                least = least.min(1 + self.measure(&next)?);
            }
        }
        Ok(least)
    }

    /// The defender's longest answers to a check that mates, each with the plies after it; futile drops left
    /// out. None at the mate, and where all answers are futile.
    ///
    /// # Errors
    /// The search was stopped or given up.
    pub fn answers(&mut self, pos: &Position<u128>) -> Result<Vec<(Move, u32)>, Undecided> {
        let (drops, others) = self.drops_and_others(pos);
        let mut answers: Vec<(Move, u32)> = Vec::new();
        for (mv, next) in others {
            self.add_if_long(&mut answers, mv, &next)?;
        }
        let without_drops = answers.first().map_or(0, |answer| answer.1 + 1);
        for (mv, next) in drops {
            if !self.is_futile(pos, mv, &next, without_drops)? {
                self.add_if_long(&mut answers, mv, &next)?;
            }
        }
        Ok(answers)
    }

    /// Keeps the longest answers. Lengths with all drops counted bound those without: most need no measure.
    fn add_if_long(
        &mut self,
        answers: &mut Vec<(Move, u32)>,
        mv: Move,
        next: &Position<u128>,
    ) -> Result<(), Undecided> {
        let longest = answers.first().map_or(0, |answer| answer.1);
        if self.exact(next)?.is_none_or(|plies| plies < longest) {
            return Ok(());
        }
        let plies = self.measure(next)?;
        if plies > longest {
            answers.clear();
        }
        if plies >= longest {
            answers.push((mv, plies));
        }
        Ok(())
    }

    /// Whether the checker can take what was dropped and mate no later than in `plies` after that, futile
    /// drops left out.
    fn is_futile(
        &mut self,
        pos: &Position<u128>,
        drop: Move,
        dropped: &Position<u128>,
        plies: u32,
    ) -> Result<bool, Undecided> {
        let nearer = self.exact(pos)?.and_then(|exact| exact.checked_sub(2));
        for taken in self.takes(pos, drop, dropped) {
            if self.is_within(&taken, plies)?
                || nearer.is_some() && self.mates(&taken, nearer)?.is_some() && self.measure(&taken)? <= plies
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The positions after the checker has taken what was dropped.
    fn takes(&self, pos: &Position<u128>, drop: Move, dropped: &Position<u128>) -> Vec<Position<u128>> {
        let king = pos.royal(Side::Second).expect("a problem has a king");
        let checkers = self.tsume().shogi().attackers(pos, Side::First, king);
        let is_take =
            |mv: Move| matches!(mv, Move::Board { from, to, .. } if to == drop.to() && checkers.has(from));
        self.moves(dropped).into_iter().filter(|(mv, _)| is_take(*mv)).map(|(_, next)| next).collect()
    }

    /// Whether a check mates in at most so many plies, whatever is moved on the board, and of the drops those
    /// left out that are futile by the same rule. This ends, since a drop that is looked into again has one
    /// square fewer between the checker and the king.
    fn is_within(&mut self, pos: &Position<u128>, plies: u32) -> Result<bool, Undecided> {
        if self.mates(pos, Some(plies))?.is_some() {
            return Ok(true);
        }
        let Some(rest) = plies.checked_sub(1) else { return Ok(false) };
        let (key, hand) = self.key(pos);
        if let Some(&known) = self.within.get(&(key, hand, plies)) {
            return Ok(known);
        }
        let is_within = self.all_within(pos, rest)?;
        self.within.insert((key, hand, plies), is_within);
        Ok(is_within)
    }

    /// Whether every answer that is not futile leads to a mate in at most so many plies.
    fn all_within(&mut self, pos: &Position<u128>, rest: u32) -> Result<bool, Undecided> {
        let (drops, others) = self.drops_and_others(pos);
        let mut without_drops = 0;
        for (_, next) in &others {
            if self.mates(next, Some(rest))?.is_none() {
                return Ok(false);
            }
            if !drops.is_empty() {
                without_drops = without_drops.max(1 + self.measure(next)?);
            }
        }
        'drops: for (drop, dropped) in &drops {
            if self.mates(dropped, Some(rest))?.is_some() {
                continue;
            }
            for taken in self.takes(pos, *drop, dropped) {
                if self.is_within(&taken, without_drops)? {
                    continue 'drops;
                }
            }
            return Ok(false);
        }
        Ok(true)
    }

    /// What tells positions apart.
    pub fn key(&self, pos: &Position<u128>) -> (u64, Hand) {
        (self.tsume().key(pos), Hand::of(pos, Side::First))
    }
}

/// Whether the attacker has or may come to have a piece whose check can be interposed.
pub(crate) fn has_ranging_piece(pos: &Position<u128>) -> bool {
    let ranging = [Kind::ROOK, Kind::BISHOP, Kind::LANCE, Kind::ROOK.promoted(), Kind::BISHOP.promoted()];
    ranging.into_iter().any(|kind| {
        let on_board = |side| !pos.of_piece(Piece { kind, side }).is_empty();
        let in_hand = !kind.is_promoted() && pos.hand(Side::First, kind) > 0;
        in_hand || on_board(Side::First) || on_board(Side::Second)
    }) || !pos.of_piece(Piece { kind: Kind::LANCE.promoted(), side: Side::Second }).is_empty()
}
