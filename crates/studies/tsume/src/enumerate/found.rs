//! What has been found: counts, problems, their lines.

use super::{
    backward::{Backward, weight},
    checkpoint::Kept,
    conventions::Surplus,
    estimate::Held,
    line::{MateDistances, line},
    moves::SetMoves,
    place,
    rules::{KINGS, SetPosition, unfold},
    run::each,
    storage::Storage,
    store::StoredMate,
};
use crate::Problem;
use std::{
    io::{self, Write},
    sync::Arc,
};
use yomikiri_shogi::{Position, Side};

/// Counts by length in plies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// All positions with the attacker to move that are mate in exactly so many plies.
    pub mates: Vec<u64>,
    /// Those of them where the defender has only the king on the board.
    pub mates_of_lone_king: Vec<u64>,
    /// The problems; at 0 the mates that count as such.
    pub problems: Vec<u64>,
    /// What is left out of the problems because a second solution may be longer than any mate that was looked
    /// for.
    pub undecided: Vec<u64>,
}

impl Tally {
    pub(super) fn count(counts: &mut Vec<u64>, plies: u8, weight: u64) {
        counts.resize(counts.len().max(plies as usize + 1), 0);
        counts[plies as usize] += weight;
    }

    /// Leaves out what is longer than `most`, and zeros at the end.
    pub(super) fn cut(&mut self, most: u8) {
        for counts in [&mut self.mates, &mut self.mates_of_lone_king] {
            counts.truncate(most as usize + 1);
            counts.truncate(counts.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1));
        }
        self.problems.truncate(most as usize + 1);
    }

    /// Says of all problems but those of 0 plies, which have no solution, that they are not decided.
    pub(super) fn leave_undecided(&mut self) {
        let mates = self.problems.first().copied();
        self.undecided = std::mem::take(&mut self.problems);
        if let (Some(count), Some(mates)) = (self.undecided.first_mut(), mates) {
            *count = 0;
            self.problems = vec![mates];
        }
    }

    pub(super) fn add(&mut self, other: &Self) {
        let sum = |into: &mut Vec<u64>, from: &[u64]| {
            from.iter().enumerate().for_each(|(plies, &count)| Self::count(into, plies as u8, count));
        };
        sum(&mut self.mates, &other.mates);
        sum(&mut self.mates_of_lone_king, &other.mates_of_lone_king);
        sum(&mut self.problems, &other.problems);
    }
}

impl Kept for Tally {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let Self { mates, mates_of_lone_king, problems, undecided } = self;
        [mates, mates_of_lone_king, problems, undecided].into_iter().try_for_each(|counts| counts.write(out))
    }

    fn read(bytes: &mut &[u8], storage: &Arc<Storage>) -> Option<Self> {
        let mut counts = || Vec::read(bytes, storage);
        let (mates, mates_of_lone_king) = (counts()?, counts()?);
        Some(Self { mates, mates_of_lone_king, problems: counts()?, undecided: counts()? })
    }
}

/// A problem of the store: its length, the king's square and the key of the places.
pub type Item = (u8, usize, u64);

/// What has been found, with the number of pieces forgotten.
pub trait EnumerationResult: Send + Sync {
    /// Counts everything and lists the problems, short ones first, one of two mirror images.
    fn tally(&self) -> (Tally, Vec<Item>);
    /// A problem, or its mirror image if that is another.
    fn problem(&self, item: Item, mirrored: bool) -> Option<Problem>;
    /// In how many plies the position is mate, the attacker to move; none if it is no mate or not of the set.
    fn plies(&self, pos: &Position<u128>) -> Option<u8>;
    /// Whether all mates of the set were found, however long.
    fn is_complete(&self) -> bool;
    /// How many positions are held that are mate or lost in more than `short` plies.
    fn held(&self, short: u8) -> Held;
    /// How many positions are held, mirror images as one.
    fn positions(&self) -> usize;
    /// The bytes that they take.
    fn bytes(&self) -> usize;
}

impl<M: SetMoves<N>, const N: usize> EnumerationResult for Backward<M, N> {
    fn tally(&self) -> (Tally, Vec<Item>) {
        let (mut tally, mut items) = self.stored(&|set_pos, entry| self.is_problem(set_pos, entry));
        Tally::count(&mut tally.problems, 0, self.minimal_mates());
        items.sort_unstable();
        (tally, items)
    }

    fn problem(&self, (_, king, key): Item, mirrored: bool) -> Option<Problem> {
        let mut set_pos = SetPosition::new(unfold(king), key);
        if mirrored {
            let image = self.rules.mirrored(&set_pos);
            if image == set_pos {
                return None;
            }
            set_pos = image;
        }
        let position = self.rules.position(&set_pos, Side::First);
        let line = line(self, &position);
        Some(Problem::new(position, line, self.set.to_string()))
    }

    fn plies(&self, pos: &Position<u128>) -> Option<u8> {
        self.mate_plies(pos)
    }

    fn is_complete(&self) -> bool {
        Self::is_complete(self)
    }

    fn held(&self, short: u8) -> Held {
        Self::held(self, short)
    }

    fn positions(&self) -> usize {
        self.stores().iter().map(super::store::Store::len).sum::<usize>() + self.lost_len()
    }

    fn bytes(&self) -> usize {
        self.stores().iter().map(super::store::Store::bytes).sum::<usize>()
            + self.lost_len() * size_of::<u64>()
    }
}

impl<M: SetMoves<N>, const N: usize> Backward<M, N> {
    /// Counts what is stored; lists the problems among it.
    pub(super) fn stored(
        &self,
        is_problem: &(dyn Fn(&SetPosition<N>, StoredMate) -> bool + Sync),
    ) -> (Tally, Vec<Item>) {
        let shares: Vec<(usize, usize)> =
            (0..KINGS).flat_map(|i| (0..self.stores()[i].shares()).map(move |share| (i, share))).collect();
        let parts = each(shares.len(), self.storage(), &|number| {
            let (i, share) = shares[number];
            let (mut tally, mut items) = (Tally::default(), Vec::new());
            for entry in self.stores()[i].share(share) {
                let set_pos = SetPosition::new(unfold(i), entry.key());
                let weight = weight(&self.rules, self.conventions, &set_pos);
                Tally::count(&mut tally.mates, entry.plies(), weight);
                if !set_pos.at.iter().any(|&at| place::is_white(at)) {
                    Tally::count(&mut tally.mates_of_lone_king, entry.plies(), weight);
                }
                if is_problem(&set_pos, entry) {
                    Tally::count(&mut tally.problems, entry.plies(), weight);
                    items.push((entry.plies(), i, entry.key()));
                }
            }
            (tally, items)
        });
        let (mut tally, mut items) = (Tally::default(), Vec::new());
        for (part, list) in parts {
            tally.add(&part);
            items.extend(list);
        }
        (tally, items)
    }

    pub(super) fn is_problem(&self, set_pos: &SetPosition<N>, entry: StoredMate) -> bool {
        self.conventions.may_be_problem(entry)
            && self.conventions.admits(set_pos)
            && !self.has_surplus(set_pos, entry)
    }

    /// Whether a piece on the board could as well be the defender's, unused.
    pub(super) fn has_surplus(&self, set_pos: &SetPosition<N>, entry: StoredMate) -> bool {
        let needless = |i: usize| {
            let without = self.rules.with(set_pos, i, place::WHITE_HAND);
            match self.conventions.surplus {
                Surplus::SameLength if entry.plies() > self.tried => {
                    self.get(&without).is_some_and(|other| other.plies() == entry.plies())
                }
                Surplus::SameLength => self.length(&without) == Some(entry.plies()),
                Surplus::AnyLength => self.length(&without).is_some(),
                Surplus::Allowed => false,
            }
        };
        (0..N).filter(|&i| place::on_board(set_pos.at[i])).any(needless)
    }
}
