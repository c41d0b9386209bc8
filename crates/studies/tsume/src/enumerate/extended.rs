//! Enumeration without storing short mates; see the module's head for the reasons.

use super::{
    backward::{Backward, weight},
    found::{Found, Item, Tally},
    reading::Reading,
    scan::{SHORT, Scan, Short, Smaller},
    steps::Steps,
    store::Entry,
    world::{Scene, World, unfold},
};
use crate::{PieceSet, Problem};
use rayon::prelude::*;
use yomikiri_shogi::Position;
use yomikiri_solve::Progress;

/// Everything that is mate with a set of `N` pieces; only what is longer than [`SHORT`] is stored.
pub struct Extended<const N: usize> {
    long: Backward<Steps<N>, N>,
    tally: Tally,
    items: Vec<Item>,
}

impl<const N: usize> Extended<N> {
    /// In how many plies a position with the attacker to move is mate, if it is.
    #[cfg(test)]
    pub fn length(&self, scene: &Scene<N>) -> Option<u8> {
        self.long.length(scene)
    }

    /// Walks over the short mates, then takes moves back; `M` is one less than `N`.
    pub fn new<const M: usize>(set: &PieceSet, reading: Reading, most: u8, progress: &dyn Progress) -> Self {
        let world = World::new(set);
        let short = {
            let smaller = smaller::<M>(set, reading, progress);
            Scan { world: &world, reading, smaller: &smaller }.run(progress)
        };
        let Short { mut tally, minimal_mates, candidates, lost } = short;
        let long = Backward::beyond(
            (Steps(world), set.clone(), reading),
            SHORT,
            (lost, minimal_mates),
            most,
            progress,
        );
        let mut items = long.short_problems(&candidates);
        items.retain(|item| item.0 <= most);
        Tally::count(&mut tally.problems, 0, minimal_mates);
        for &(plies, king, key) in &items {
            let weight = weight(&long.world, reading, &Scene::new(unfold(king), key));
            Tally::count(&mut tally.problems, plies, weight);
        }
        let (stored, more) = long.stored(|scene, entry| long.is_problem_of(scene, entry.plies()));
        tally.add(&stored);
        tally.cut(most);
        items.extend(more);
        items.sort_unstable();
        Self { long, tally, items }
    }
}

/// The mates of the sets that have one piece less, for each kind.
fn smaller<const M: usize>(set: &PieceSet, reading: Reading, progress: &dyn Progress) -> Vec<Smaller<M>> {
    set.without_each()
        .map(|(guest, set)| Smaller { guest, mates: Backward::new(&set, reading, SHORT, progress) })
        .collect()
}

impl<const N: usize> Backward<Steps<N>, N> {
    /// Which of the candidates, all of which are mate in [`SHORT`] or less, are problems.
    fn short_problems(&self, candidates: &[Item]) -> Vec<Item> {
        let is_problem =
            |&&(plies, king, key): &&Item| self.is_problem_of(&Scene::new(unfold(king), key), plies);
        candidates.par_iter().filter(is_problem).copied().collect()
    }

    /// Whether a mate in `plies` is a problem; its flaws are found forwards.
    fn is_problem_of(&self, scene: &Scene<N>, plies: u8) -> bool {
        self.reading.admits(scene)
            && !self.has_surplus(scene, Entry::new(0, plies, 0))
            && self.reading.may_be_problem(self.judge(scene, plies))
    }
}

impl<const N: usize> Found for Extended<N> {
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

    fn positions(&self) -> usize {
        self.long.positions()
    }

    fn bytes(&self) -> usize {
        self.long.bytes()
    }
}
