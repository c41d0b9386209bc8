//! Enumeration without storing short mates; see the module's head for the reasons.

use super::{
    backward::{Backward, SHARE, weight},
    conventions::Conventions,
    error::EnumerationError,
    estimate::Held,
    found::{EnumerationResult, Item, Tally},
    rules::{SetPosition, SetRules, unfold},
    run::{Run, each},
    scan::{SHORT, ShortMateScan, ShortMates, Subset},
    steps::StepMoves,
    storage::Keys,
    store::StoredMate,
};
use crate::{PieceSet, Problem};
use yomikiri_shogi::Position;

/// Everything that is mate with a set of `N` pieces; only what is longer than [`SHORT`] is stored.
pub struct CompactEnumeration<const N: usize> {
    long: Backward<StepMoves<N>, N>,
    tally: Tally,
    items: Vec<Item>,
}

impl<const N: usize> CompactEnumeration<N> {
    /// In how many plies a position with the attacker to move is mate, if it is.
    #[cfg(test)]
    pub fn length(&self, set_pos: &SetPosition<N>) -> Option<u8> {
        self.long.length(set_pos)
    }

    /// Walks over the short mates, then takes moves back; `M` is one less than `N`.
    ///
    /// # Errors
    /// A step cannot be kept or gone on from; a file cannot be had.
    pub fn new<const M: usize>(
        set: &PieceSet,
        conventions: Conventions,
        most: u8,
        run: Run<'_>,
    ) -> Result<Self, EnumerationError> {
        let rules = SetRules::new(set);
        let short = {
            let is_finished = ShortMateScan::<N, M>::is_finished(run);
            let smaller = if is_finished { Vec::new() } else { smaller::<M>(set, conventions, run)? };
            ShortMateScan { rules: &rules, conventions, smaller: &smaller }.walk(run)?
        };
        let ShortMates { mut tally, minimal_mates, candidates, lost } = short;
        let long = Backward::beyond(
            (StepMoves(rules), set.clone(), conventions),
            SHORT,
            (lost, minimal_mates),
            most,
            run,
        )?;
        let mut items = long.short_problems(&candidates);
        items.retain(|item| item.0 <= most);
        Tally::count(&mut tally.problems, 0, minimal_mates);
        for &(plies, king, key) in &items {
            let weight = weight(&long.rules, conventions, &SetPosition::new(unfold(king), key));
            Tally::count(&mut tally.problems, plies, weight);
        }
        let (stored, more) = long.stored(&|set_pos, entry| long.is_problem_of(set_pos, entry.plies()));
        tally.add(&stored);
        tally.cut(most);
        items.extend(more);
        items.sort_unstable();
        Ok(Self { long, tally, items })
    }
}

/// The mates of the sets that have one piece less, for each kind.
fn smaller<const M: usize>(
    set: &PieceSet,
    conventions: Conventions,
    run: Run<'_>,
) -> Result<Vec<Subset<M>>, EnumerationError> {
    // They are quick beside the rest, and no steps of this set.
    let run = Run { checkpoint: None, ..run };
    let subset = |(guest, set)| Ok(Subset { guest, mates: Backward::new(&set, conventions, SHORT, run)? });
    set.without_each().map(subset).collect()
}

impl<const N: usize> Backward<StepMoves<N>, N> {
    /// Which of the candidates, all of which are mate in [`SHORT`] or less, are problems.
    fn short_problems(&self, candidates: &[(usize, Keys)]) -> Vec<Item> {
        let shares: Vec<(usize, &[u64])> = candidates
            .iter()
            .flat_map(|(king, keys)| keys.chunks(SHARE).map(|share| (*king, share)))
            .collect();
        let problems = |&(king, share): &(usize, &[u64])| {
            let entries = share.iter().map(|&candidate| StoredMate::from_number(candidate));
            let items = entries.map(|entry| (entry.plies(), king, entry.key()));
            let is_problem =
                |&(plies, king, key): &Item| self.is_problem_of(&SetPosition::new(unfold(king), key), plies);
            items.filter(is_problem).collect::<Vec<_>>()
        };
        each(shares.len(), self.storage(), &|i| problems(&shares[i])).concat()
    }

    /// Whether a mate in `plies` is a problem; its flaws are found forwards.
    fn is_problem_of(&self, set_pos: &SetPosition<N>, plies: u8) -> bool {
        self.conventions.admits(set_pos)
            && !self.has_surplus(set_pos, StoredMate::new(0, plies, 0))
            && self.conventions.may_be_problem(self.judge(set_pos, plies))
    }
}

impl<const N: usize> EnumerationResult for CompactEnumeration<N> {
    fn tally(&self) -> (Tally, Vec<Item>) {
        (self.tally.clone(), self.items.clone())
    }

    fn problem(&self, item: Item, mirrored: bool) -> Option<Problem> {
        self.long.problem(item, mirrored)
    }

    fn plies(&self, pos: &Position<u128>) -> Option<u8> {
        self.long.plies(pos)
    }

    fn is_complete(&self) -> bool {
        self.long.is_complete()
    }

    fn held(&self, short: u8) -> Held {
        self.long.held(short)
    }

    fn positions(&self) -> usize {
        self.long.positions()
    }

    fn bytes(&self) -> usize {
        self.long.bytes()
    }
}
