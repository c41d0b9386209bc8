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
        let (ways, mut flaws) = self.ways(set_pos, plies);
        for (check, left) in &ways {
            let entry = StoredMate::new(0, plies, flaws);
            if !self.conventions.may_be_problem(entry) {
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

    /// The moves that mate in `plies`, and the flaws of a choice and of moves that mate later: all, or enough
    /// to spoil it as a problem.
    fn ways(&self, set_pos: &SetPosition<N>, plies: u8) -> (Vec<MatingMove<N>>, u64) {
        let (mut ways, mut flaws) = (Vec::new(), 0);
        self.rules.all_checks(set_pos, |check| {
            match self.lost(&check.after, check.checker) {
                Some(0) if check.pawn_drop => {}
                Some(left) if left + 1 == plies => {
                    flaws |= if ways.is_empty() { 0 } else { flaw::CHOICE };
                    ways.push((check, left));
                }
                Some(left) => flaws |= if left < self.most { flaw::LATER } else { 0 },
                None => {}
            }
            self.conventions.may_be_problem(StoredMate::new(0, plies, flaws))
        });
        (ways, flaws)
    }

    /// What the longest answers to a check hand on.
    fn judge_answers(&self, check: &Check<N>, plies: u8) -> u64 {
        let mut flaws = 0;
        self.rules.all_replies(&check.after, check.checker, &mut |reply| {
            if self.length(&reply) == Some(plies - 1) {
                let entry = self.judge(&reply, plies - 1);
                flaws |= entry.flaws() & flaw::LEFTOVER;
                flaws |= if self.conventions.is_sound(entry) { 0 } else { flaw::DEEP };
            }
            true
        });
        flaws
    }
}
