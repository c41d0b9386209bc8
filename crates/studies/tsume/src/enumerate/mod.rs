//! All mates of a piece set, by taking moves back.

mod backward;
mod mates;
mod place;
mod reading;
mod store;
mod tmp;
mod world;

use crate::PieceSet;
pub use backward::Backward;
pub use reading::{Cooks, Presence, Reading, Surplus};
use store::Entry;
use world::{Scene, unfold};
use yomikiri_solve::NoProgress;

impl<const N: usize> Backward<N> {
    pub fn run(set: &PieceSet, reading: Reading) -> Self {
        Self::new(set, reading, 63, &NoProgress)
    }
    pub fn counts(&self) -> (Vec<u64>, Vec<u64>) {
        let mut counts = vec![0; 64];
        let mut problems = vec![0; 64];
        problems[0] = self.minimal_mates();
        for (i, store) in self.stores().iter().enumerate() {
            for entry in store.iter() {
                let scene = Scene::new(unfold(i), entry.key());
                let weight = self.world.weight(&scene);
                counts[entry.plies() as usize] += weight;
                if self.is_problem(&scene, entry) {
                    problems[entry.plies() as usize] += weight;
                }
            }
        }
        (counts, problems)
    }
    fn is_problem(&self, scene: &Scene<N>, entry: Entry) -> bool {
        self.reading.may_be_problem(entry) && self.reading.admits(scene) && !self.has_surplus(scene, entry)
    }
    fn has_surplus(&self, scene: &Scene<N>, entry: Entry) -> bool {
        (0..N).filter(|&i| place::on_board(scene.at[i])).any(|i| {
            let without = self.get(&self.world.with(scene, i, place::WHITE_HAND));
            match self.reading.surplus {
                Surplus::SameLength => without.is_some_and(|w| w.plies() == entry.plies()),
                Surplus::AnyLength => without.is_some(),
                Surplus::Allowed => false,
            }
        })
    }
}
