//! Moves taken back from the mates until nothing new comes.
//!
//! Level 1 are the attacker's moves taken back from every mate. Then, level by level: the defender's moves taken back
//! from the positions that are mate in n - 1 give candidates for *lost in n*; one is lost if each of its answers is in
//! the store. The attacker's moves taken back from those give the positions that are mate in n + 1, and say of
//! positions that are mate in less that there is a longer way as well. No solver, no move generator forwards but the
//! king's few answers.
//!
//! A square of the king is a unit of work: a thread owns its store when the attacker takes back, and only reads when the
//! defender does. Mirror images are one (see [`World::canonical`]); where the king stands on the middle file both images
//! of a lost position are taken back and only what is canonical is kept, so that each move of a canonical position is
//! noted once.

use super::{
    mates::{Which, mates},
    reading::Reading,
    store::{Entry, Store, flaw},
    world::{KINGS, Scene, World, fold, in_middle, unfold},
};
use crate::PieceSet;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};
use yomikiri_solve::Progress;

/// The longest mate that a store can hold.
const LONGEST: u8 = 63;

/// Keys of positions by the king's square.
pub type Keys = Vec<Vec<u64>>;

/// Everything that is mate with a set of `N` pieces.
#[derive(Clone, Debug)]
pub struct Backward<const N: usize> {
    pub world: World<N>,
    pub set: PieceSet,
    pub reading: Reading,
    /// Mates in so many plies or less are not stored; whether a position is one is tried out.
    pub tried: u8,
    /// The longest mates that are looked for.
    pub most: u8,
    stores: Vec<Store>,
    /// What is lost in 2, 4, ... plies, the defender to move.
    lost: Vec<Keys>,
    /// Mates that count as problems of 0 plies.
    minimal_mates: u64,
}

impl<const N: usize> Backward<N> {
    /// Takes moves back until nothing new comes, or not beyond mates of `most` plies.
    pub fn new(set: &PieceSet, reading: Reading, most: u8, progress: &impl Progress) -> Self {
        let world = World::new(set);
        let (stores, minimal) = mates_in_one(&world, &reading, progress);
        let mut all = Self {
            world,
            set: set.clone(),
            reading,
            tried: 0,
            most,
            stores,
            lost: Vec::new(),
            minimal_mates: minimal,
        };
        if most > 1 {
            let lost = all.lost_in(2, None, progress);
            all.climb(2, lost, most, progress);
        }
        all.hand_flaws_on();
        all
    }

    /// What is mate in more than `tried` plies, from the positions that are lost in `tried + 1`.
    pub fn beyond(
        (world, set, reading): (World<N>, PieceSet, Reading),
        tried: u8,
        (lost, minimal_mates): (Keys, u64),
        most: u8,
        progress: &impl Progress,
    ) -> Self {
        let stores = vec![Store::default(); KINGS];
        let mut all = Self { world, set, reading, tried, most, stores, lost: Vec::new(), minimal_mates };
        all.climb(tried + 1, lost, most, progress);
        all
    }

    /// Level by level from what is lost in `plies` up to mates in `most`.
    fn climb(&mut self, mut plies: u8, mut lost: Keys, most: u8, progress: &impl Progress) {
        while plies < most.min(LONGEST) && !lost.iter().all(Vec::is_empty) {
            let last = self.mates_in(plies + 1, &lost, progress);
            self.lost.push(lost);
            plies += 2;
            lost = if plies < most { self.lost_in(plies, Some(&last), progress) } else { Vec::new() };
        }
    }

    /// The positions that are mate, with the king on each square of [`unfold`].
    pub fn stores(&self) -> &[Store] {
        &self.stores
    }

    /// The number of mates that count as problems of 0 plies.
    pub const fn minimal_mates(&self) -> u64 {
        self.minimal_mates
    }

    /// How many positions with the defender to move are lost in 2 plies or more, mirror images as one.
    pub fn lost_len(&self) -> usize {
        self.lost.iter().flatten().map(Vec::len).sum()
    }

    /// In how many plies a position with the attacker to move is mate, if it is.
    pub fn length(&self, scene: &Scene<N>) -> Option<u8> {
        let tried = || (1..=self.tried).step_by(2).find(|&plies| self.world.mates_within(scene, plies));
        self.get(scene).map(Entry::plies).or_else(tried)
    }

    /// Whether a position with the attacker to move is known to be mate.
    #[inline]
    fn is_mate(&self, scene: &Scene<N>) -> bool {
        self.get(scene).is_some() || self.tried > 0 && self.world.mates_within(scene, self.tried)
    }

    /// What is stored of a position with the attacker to move.
    #[inline]
    pub fn get(&self, scene: &Scene<N>) -> Option<Entry> {
        let scene = self.world.canonical(scene);
        self.stores[fold(scene.king)].get(scene.key())
    }

    /// In how many plies a position with the defender to move, checked by one piece, is lost: 0 if it is mate.
    pub fn lost(&self, scene: &Scene<N>, checker: usize) -> Option<u8> {
        let mut plies = 0;
        let all = self.world.all_replies(scene, checker, |reply| {
            let mate = self.length(&reply);
            plies = plies.max(mate.map_or(0, |mate| mate + 1));
            mate.is_some()
        });
        all.then_some(plies)
    }

    /// What is lost in `plies`, found from the positions that are mate in one ply less: those in `last`, or all.
    fn lost_in(&self, plies: u8, last: Option<&Keys>, progress: &impl Progress) -> Keys {
        progress.phase(&format!("lost in {plies}"), KINGS as u64);
        let found: Vec<Keys> = each_king(|i| {
            let mut out = vec![Vec::new(); KINGS];
            match last {
                Some(last) => last[i].iter().for_each(|&key| self.lost_before(i, key, &mut out)),
                None => self.stores[i].iter().for_each(|entry| self.lost_before(i, entry.key(), &mut out)),
            }
            progress.advance(1);
            out
        });
        gathered(&found)
    }

    fn lost_before(&self, i: usize, key: u64, out: &mut [Vec<u64>]) {
        let scene = Scene::new(unfold(i), key);
        self.world.defenders_unmoves(&scene, |before, checker| {
            if self.world.all_replies(&before, checker, |reply| self.is_mate(&reply)) {
                let before = self.world.canonical(&before);
                out[fold(before.king)].push(before.key());
            }
        });
    }

    /// Notes what is mate in `plies` by a move to a lost position; gives what was not known.
    fn mates_in(&mut self, plies: u8, lost: &Keys, progress: &impl Progress) -> Keys {
        progress.phase(&format!("mate in {plies}"), KINGS as u64);
        let (world, tried) = (&self.world, self.tried);
        let take_back = |(i, (store, lost)): (usize, (&mut Store, &Vec<u64>))| {
            let mut new = Vec::new();
            for &key in lost {
                before(world, Scene::new(unfold(i), key), |before| {
                    let is_short = || world.mates_within(&Scene::new(unfold(i), before), tried);
                    if (tried == 0 || store.get(before).is_some() || !is_short())
                        && store.note(before, plies, 0)
                    {
                        new.push(before);
                    }
                });
            }
            progress.advance(1);
            new
        };
        self.stores.par_iter_mut().zip(lost).enumerate().with_max_len(1).map(take_back).collect()
    }

    /// Hands flaws on along lines of longest defence, from short to long.
    fn hand_flaws_on(&mut self) {
        for (level, lost) in self.lost.iter().enumerate() {
            let plies = 2 * level as u8 + 2;
            let blamed: Vec<Vec<(u64, u64)>> =
                each_king(|i| lost[i].iter().filter_map(|&key| self.flaws(i, key, plies)).collect());
            let world = &self.world;
            let blame = |(i, (store, blamed)): (usize, (&mut Store, &Vec<(u64, u64)>))| {
                for &(key, flaws) in blamed {
                    before(world, Scene::new(unfold(i), key), |before| store.blame(before, plies + 1, flaws));
                }
            };
            self.stores.par_iter_mut().zip(&blamed).enumerate().with_max_len(1).for_each(blame);
        }
    }

    /// The flaws of a lost position, if it has some: those of its longest answers.
    fn flaws(&self, i: usize, key: u64, plies: u8) -> Option<(u64, u64)> {
        let scene = Scene::new(unfold(i), key);
        let checker = self.world.checker(&scene).expect("one piece checks in a lost position");
        let mut flaws = 0;
        self.world.all_replies(&scene, checker, |reply| {
            let entry = self.get(&reply).expect("every answer in a lost position is mate");
            if entry.plies() + 1 == plies {
                flaws |= entry.flaws() & flaw::LEFTOVER;
                flaws |= if self.reading.is_sound(entry) { 0 } else { flaw::DEEP };
            }
            true
        });
        (flaws != 0).then_some((key, flaws))
    }
}

/// Work for each of the king's squares, on all threads, in order.
pub fn each_king<T: Send>(work: impl Fn(usize) -> T + Sync + Send) -> Vec<T> {
    (0..KINGS).into_par_iter().with_max_len(1).map(work).collect()
}

/// What each of the king's squares has found for every square, by the square it was found for, each once.
pub fn gathered(found: &[Keys]) -> Keys {
    each_king(|i| {
        let mut keys: Vec<u64> = found.iter().flat_map(|out| &out[i]).copied().collect();
        keys.sort_unstable();
        keys.dedup();
        keys
    })
}

/// What is mate in one, and the number of minimal mates.
fn mates_in_one<const N: usize>(
    world: &World<N>,
    reading: &Reading,
    progress: &impl Progress,
) -> (Vec<Store>, u64) {
    progress.phase("mate in 1", KINGS as u64);
    let minimal = AtomicU64::new(0);
    let stores = each_king(|i| {
        let king = unfold(i);
        let mut store = Store::default();
        let mut count = 0;
        mates(world, king, Which::All, |scene, checker, needed| {
            if reading.is_problem_mate(world, scene, checker, needed) && is_kept(world, scene) {
                count += weight(world, reading, scene);
            }
            let flaws = if scene.holds() { flaw::LEFTOVER } else { 0 };
            world.attackers_unmoves(scene, checker, true, |before| {
                if is_kept(world, &before) {
                    store.note(before.key(), 1, flaws);
                }
            });
        });
        minimal.fetch_add(count, Ordering::Relaxed);
        progress.advance(1);
        store
    });
    (stores, minimal.into_inner())
}

/// How many positions a canonical scene counts for.
pub fn weight<const N: usize>(world: &World<N>, reading: &Reading, scene: &Scene<N>) -> u64 {
    if reading.mirror_once { 1 } else { world.weight(scene) }
}

/// Gives the key of every canonical position from which a move of the attacker leads to a lost position or its mirror
/// image, once for each move.
fn before<const N: usize>(world: &World<N>, lost: Scene<N>, mut out: impl FnMut(u64)) {
    let mirrored = in_middle(lost.king).then(|| world.mirrored(&lost)).filter(|mirrored| *mirrored != lost);
    for scene in [Some(lost), mirrored].into_iter().flatten() {
        let checker = world.checker(&scene).expect("one piece checks in a lost position");
        world.attackers_unmoves(&scene, checker, false, |before| {
            if is_kept(world, &before) {
                out(before.key());
            }
        });
    }
}

/// Whether a position with its king on the left or in the middle is canonical.
#[inline]
pub fn is_kept<const N: usize>(world: &World<N>, scene: &Scene<N>) -> bool {
    !in_middle(scene.king) || world.mirrored(scene).key() >= scene.key()
}

/// The bytes that positions of the set may take while moves are taken back, from a sample of the king's squares.
pub fn estimate<const N: usize>(world: &World<N>) -> u64 {
    /// A corner, two edges and two squares inside.
    const SAMPLE: [u8; 5] = [0, 40, 37, 13, 66];
    let count = |&king: &u8| {
        let mut count = 0u64;
        mates(world, king, Which::All, |scene, checker, _| {
            world.attackers_unmoves(scene, checker, true, |_| count += 1);
        });
        count
    };
    let moves: u64 = SAMPLE.par_iter().map(count).sum();
    moves * KINGS as u64 / SAMPLE.len() as u64 * BYTES_A_MOVE
}

/// Memory for one move into a mate: the position it comes from, what is longer, and keys of lost positions.
const BYTES_A_MOVE: u64 = 16;
