//! The line of a proof.
//!
//! Lengths in the table are upper bounds from different times: the attacker's may come from a newer proof
//! than the defender's, and a line that takes the shortest here and the longest there ends too soon. So one
//! proof is fixed, a check for each position that it needs, and its longest branch is the line: no defence
//! lasts longer against these checks, and the plies of the line are an upper bound of the mate's true length.
//!
//! Of a proof only what may hold the longest branch is walked over: an answer whose bound is no longer than
//! what another answer has been measured to last needs no look. What the table has forgotten is proved again.

use crate::{AndOrGame, DfPn, DfPnInfo, Role, Verdict};
use std::collections::{HashMap, hash_map::Entry};

/// Who is told how things stand, and stops a search by answering `false`.
type Watch<'a> = dyn FnMut(&DfPnInfo) -> bool + 'a;

/// What tells positions apart.
type Key<D> = (u64, <D as AndOrGame>::Stock);

/// A position of the attacker's turn that is done with.
struct Settled<M> {
    /// The plies of the longest branch below.
    plies: u32,
    check: M,
    /// The answer of that branch; none at the end.
    answer: Option<M>,
}

/// An answer that has not been measured: in how many plies the position after it is won, at most.
struct Open<D: AndOrGame> {
    bound: u32,
    answer: D::Move,
    pos: D::Pos,
}

/// A position of the attacker's turn on the way.
struct Turn<D: AndOrGame> {
    key: Key<D>,
    check: D::Move,
    /// The answers to the check that are still to be measured, the longest bound last.
    open: Vec<Open<D>>,
    /// The answer that is being measured.
    current: Option<D::Move>,
    /// The longest of those that have been measured, with the plies after it.
    longest: Option<(u32, D::Move)>,
}

impl<D: AndOrGame> Turn<D> {
    fn measured(&mut self, answer: D::Move, plies: u32) {
        if self.longest.is_none_or(|(most, _)| plies > most) {
            self.longest = Some((plies, answer));
        }
    }

    /// The next answer that may last longer than all before.
    fn next(&mut self) -> Option<Open<D>> {
        let most = self.longest.map(|(plies, _)| plies);
        self.open.pop().filter(|open| most.is_none_or(|most| open.bound > most))
    }

    fn settled(&self) -> Settled<D::Move> {
        let plies = self.longest.map_or(1, |(plies, _)| plies + 2);
        Settled { plies, check: self.check, answer: self.longest.map(|(_, answer)| answer) }
    }
}

impl<D: AndOrGame> DfPn<D> {
    /// The longest branch of a proof that the attacker, to move, wins in at most `plies` plies, which must be
    /// so. None if `watch` stopped the search for what has been forgotten.
    pub fn line(&mut self, pos: &D::Pos, plies: u32, watch: &mut Watch<'_>) -> Option<Vec<D::Move>> {
        let mut settled: HashMap<Key<D>, Settled<D::Move>> = HashMap::new();
        let mut way = vec![self.turn(pos, plies, watch)?];
        while let Some(turn) = way.last_mut() {
            if let Some(Open { bound, answer, pos }) = turn.next() {
                if let Some(known) = settled.get(&self.key_of(&pos)) {
                    turn.measured(answer, known.plies);
                } else {
                    turn.current = Some(answer);
                    way.push(self.turn(&pos, bound, watch)?);
                }
                continue;
            }
            // What is settled stays as it is, since others were measured by it.
            let plies = match settled.entry(turn.key) {
                Entry::Occupied(entry) => entry.get().plies,
                Entry::Vacant(entry) => entry.insert(turn.settled()).plies,
            };
            way.pop();
            if let Some(parent) = way.last_mut() {
                let answer = parent.current.expect("an answer led here");
                parent.measured(answer, plies);
            }
        }
        Some(self.follow(pos, &settled))
    }

    fn follow(&self, pos: &D::Pos, settled: &HashMap<Key<D>, Settled<D::Move>>) -> Vec<D::Move> {
        let (mut line, mut pos) = (Vec::new(), pos.clone());
        while let Some(known) = settled.get(&self.key_of(&pos)) {
            for mv in [Some(known.check), known.answer].into_iter().flatten() {
                pos = self.game().play(&pos, mv);
                line.push(mv);
            }
            if known.answer.is_none() {
                break;
            }
        }
        line
    }

    fn key_of(&self, pos: &D::Pos) -> Key<D> {
        (self.game().key(pos), self.game().stock(pos))
    }

    /// The proof's check in a position that is won in at most `plies`, with the answers to it.
    fn turn(&mut self, pos: &D::Pos, plies: u32, watch: &mut Watch<'_>) -> Option<Turn<D>> {
        let (check, left) = match self.best_known(pos, plies) {
            Some(best) => best,
            None => self.attack(pos, plies, watch)?,
        };
        let after = self.game().play(pos, check);
        let mut answers = Vec::new();
        self.game().defences(&after, &mut answers);
        let mut open = Vec::with_capacity(answers.len());
        for answer in answers {
            let pos = self.game().play(&after, answer);
            let bound = self.bound(&pos, left.saturating_sub(1), watch)?;
            open.push(Open { bound, answer, pos });
        }
        // Of equal bounds the first in the game's order is measured first.
        open.reverse();
        open.sort_by_key(|open| open.bound);
        Some(Turn { key: self.key_of(pos), check, open, current: None, longest: None })
    }

    /// The attacker's move with the shortest win that is remembered and keeps to a bound, with the plies
    /// after it.
    fn best_known(&self, pos: &D::Pos, plies: u32) -> Option<(D::Move, u32)> {
        let (game, mut moves) = (self.game(), Vec::new());
        let (key, stock) = self.key_of(pos);
        game.attacks(pos, &mut moves);
        let known = moves.into_iter().filter_map(|mv| {
            let left = self.recall_key(game.key_after(pos, key, mv), game.stock_after(pos, stock, mv))?;
            (left < plies).then_some((mv, left))
        });
        known.min_by_key(|&(_, left)| left)
    }

    /// In at most how many plies the attacker, to move, wins; at most `most`.
    fn bound(&mut self, pos: &D::Pos, most: u32, watch: &mut Watch<'_>) -> Option<u32> {
        if let Some(known) = self.recall(pos).filter(|&known| known <= most) {
            return Some(known);
        }
        match self.prove(pos, Role::Attacker, Some(most), watch) {
            Verdict::Proven(plies) => Some(plies),
            Verdict::Disproven | Verdict::Unknown => None,
        }
    }
}
