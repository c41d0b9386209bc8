//! Flaws found forwards, for positions of which nothing is stored.

use super::{
    backward::Backward,
    forward::Check,
    rules::SetPosition,
    steps::StepMoves,
    store::{StoredMate, flaw},
};

/// A check and in how many plies it mates after it.
type MatingMove<const N: usize> = (Check<N>, u8);

impl<const N: usize> Backward<StepMoves<N>, N> {
    /// What is wrong with a position that is mate in `plies`: everything, or enough to spoil it as a problem.
    pub fn judge(&self, set_pos: &SetPosition<N>, plies: u8) -> StoredMate {
        let (ways, later) = self.ways(set_pos, plies);
        let mut flaws = if ways.len() > 1 { flaw::CHOICE } else { 0 };
        flaws |= if later { flaw::LATER } else { 0 };
        for (check, left) in &ways {
            let entry = StoredMate::new(0, plies, flaws);
            if !self.reading.may_be_problem(entry) {
                return entry;
            }
            flaws |= match left {
                0 if check.after.holds() => flaw::LEFTOVER,
                0 => 0,
                _ => self.judge_answers(check, *left),
            };
        }
        StoredMate::new(0, plies, flaws)
    }

    /// The moves that mate in `plies`, and whether another one mates later.
    fn ways(&self, set_pos: &SetPosition<N>, plies: u8) -> (Vec<MatingMove<N>>, bool) {
        let (mut ways, mut later) = (Vec::new(), false);
        self.rules.all_checks(set_pos, |check| {
            match self.lost(&check.after, check.checker) {
                Some(0) if check.pawn_drop => {}
                Some(left) if left + 1 == plies => ways.push((check, left)),
                Some(left) => later |= left < self.most,
                None => {}
            }
            true
        });
        (ways, later)
    }

    /// What the longest answers to a check hand on.
    fn judge_answers(&self, check: &Check<N>, plies: u8) -> u64 {
        let mut flaws = 0;
        self.rules.all_replies(&check.after, check.checker, &mut |reply| {
            if self.length(&reply) == Some(plies - 1) {
                let entry = self.judge(&reply, plies - 1);
                flaws |= entry.flaws() & flaw::LEFTOVER;
                flaws |= if self.reading.is_sound(entry) { 0 } else { flaw::DEEP };
            }
            true
        });
        flaws
    }
}
