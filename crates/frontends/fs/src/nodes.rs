//! Inode numbers: which directory a number stands for, for as long as the kernel may ask.
//!
//! Method: numbers are given by families. A family is what one listing of a directory shows, or one name that
//! opens without being listed; its members' numbers are the family's key in 48 bits and the member's slot in
//! 16. The key is a hash of the directory's own number (and of the name), so that a path has the same number
//! in every mount. What is kept is one record a family: its directory, which slots have been looked up, and
//! how many lookups the kernel has not yet taken back. When these are down to none the record goes.
//!
//! Why this one: the kernel keeps every entry that was looked up for as long as it has memory. A
//! record for each entry (40 bytes at the least) would be 400 times as many in a game with 400 moves.
//!
//! Cost: some 100 bytes a directory whose entries the kernel holds, where the kernel itself spends over a
//! kilobyte an entry. A family holds a lookup on the one its directory is a member of, so that numbers can be
//! traced back to the root whatever the order is in which the kernel forgets.

use std::{
    collections::{HashMap, hash_map::Entry},
    iter,
};
use yomikiri_core::splitmix;

/// An inode number.
pub type Ino = u64;

/// The number of the root, set by the kernel's protocol.
pub const ROOT: Ino = 1;

/// How many bits of a number tell the member of a family.
const SLOT_BITS: u32 = 16;

/// Which member of its family.
pub type Slot = u16;

/// The first of the slots for the few members that every directory has, its files; those below are for its
/// moves.
pub const FILES: Slot = 0xff00;

/// The family and the slot of a number.
const fn split(ino: Ino) -> (u64, Slot) {
    (ino >> SLOT_BITS, ino as Slot)
}

/// The family of a directory's member, and its slot there.
fn family(directory: Ino, member: Member) -> (Members, Slot) {
    match member {
        Member::Listed(slot) => (Members { directory, name: None }, slot),
        Member::Named(name) => (Members { directory, name: Some(name) }, 0),
    }
}

/// A family's member.
const fn number(family: u64, slot: Slot) -> Ino {
    family << SLOT_BITS | slot as Ino
}

/// What a family is found by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FamilyKey(u64);

/// Where a number comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The directory that it is found in.
    pub directory: Ino,
    /// What it is there.
    pub member: Member,
}

/// What a number stands for in its directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Member {
    /// A place in the listing.
    Listed(Slot),
    /// A name that opens without being listed.
    Named(Box<str>),
}

/// The members of a directory that share a record.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Members {
    directory: Ino,
    /// The one unlisted name; none for all that are listed.
    name: Option<Box<str>>,
}

#[derive(Debug)]
struct Family {
    members: Members,
    /// Lookups of members that the kernel has not taken back, and families of members.
    lookups: u64,
    /// When a member was looked up last, by the number of lookups so far.
    used: u64,
    /// How many slots have been looked up: moves up to the last one, and files up to the last one.
    moves: Slot,
    files: Slot,
}

impl Family {
    /// A member is looked up once more.
    fn use_slot(&mut self, slot: Slot, now: u64) {
        self.lookups += 1;
        self.used = now;
        match slot.checked_sub(FILES) {
            Some(file) => self.files = self.files.max(file + 1),
            None => self.moves = self.moves.max(slot + 1),
        }
    }
}

/// The numbers that the kernel knows.
#[derive(Debug)]
pub struct Nodes {
    families: HashMap<u64, Family>,
    /// Where a family is whose own key was taken.
    displaced: HashMap<Members, u64>,
    /// The keys are the numbers from 1 to this one.
    keys: u64,
    /// How many lookups there have been.
    now: u64,
}

impl Nodes {
    /// Nothing but the root.
    pub fn new() -> Self {
        Self::with_keys((1 << (u64::BITS - SLOT_BITS)) - 1)
    }

    /// The same with fewer keys, so that families are displaced.
    fn with_keys(keys: u64) -> Self {
        Self { families: HashMap::new(), displaced: HashMap::new(), keys, now: 0 }
    }

    /// The number of a directory's member, without looking it up.
    pub fn number(&self, directory: Ino, member: Member) -> Ino {
        let (members, slot) = family(directory, member);
        number(self.key(&members), slot)
    }

    /// The number of a directory's member, looked up once more.
    pub fn look_up(&mut self, directory: Ino, member: Member) -> Ino {
        let (members, slot) = family(directory, member);
        self.now += 1;
        let now = self.now;
        let key = self.key(&members);
        if key != self.home(&members) {
            self.displaced.insert(members.clone(), key);
        }
        match self.families.entry(key) {
            Entry::Occupied(mut family) => family.get_mut().use_slot(slot, now),
            Entry::Vacant(vacant) => {
                let directory = members.directory;
                let family = vacant.insert(Family { members, lookups: 0, used: now, moves: 0, files: 0 });
                family.use_slot(slot, now);
                self.hold(directory);
            }
        }
        number(key, slot)
    }

    /// The key where a family is if it has the key to itself.
    fn home(&self, members: &Members) -> u64 {
        1 + hash(members) % self.keys
    }

    /// The key where a family is or will be.
    fn key(&self, members: &Members) -> u64 {
        if let Some(&key) = self.displaced.get(members) {
            return key;
        }
        let home = self.home(members);
        let free = |key: &u64| self.families.get(key).is_none_or(|family| family.members == *members);
        (home..=self.keys).chain(1..home).find(free).expect("more keys than memory")
    }

    fn hold(&mut self, ino: Ino) {
        if let Some(family) = self.families.get_mut(&split(ino).0) {
            family.lookups += 1;
        }
    }

    /// The kernel takes lookups of a number back.
    pub fn forget(&mut self, ino: Ino, lookups: u64) {
        let (mut key, mut lookups) = (split(ino).0, lookups);
        while let Some(family) = self.families.get_mut(&key) {
            family.lookups = family.lookups.saturating_sub(lookups);
            if family.lookups > 0 {
                return;
            }
            if let Some(gone) = self.families.remove(&key) {
                self.displaced.remove(&gone.members);
                (key, lookups) = (split(gone.members.directory).0, 1);
            }
        }
    }

    /// Where a number comes from; `None` for the root, and for one that was never given or is forgotten.
    pub fn origin(&self, ino: Ino) -> Option<Origin> {
        let (key, slot) = split(ino);
        let Members { directory, name } = &self.families.get(&key)?.members;
        let member = name.clone().map_or(Member::Listed(slot), Member::Named);
        Some(Origin { directory: *directory, member })
    }

    /// How many records are kept.
    pub fn len(&self) -> usize {
        self.families.len()
    }

    /// The families looked into least recently, so many of them; the last used come first, for a directory is
    /// used before what is in it.
    pub fn oldest(&self, count: usize) -> Vec<FamilyKey> {
        let mut families: Vec<_> = self.families.iter().map(|(key, family)| (family.used, *key)).collect();
        families.sort_unstable();
        families.truncate(count);
        families.into_iter().rev().map(|(_, key)| FamilyKey(key)).collect()
    }

    /// The numbers of a family that have been given, if there is still such a family, and possibly some
    /// between them.
    pub fn numbers(&self, FamilyKey(key): FamilyKey) -> impl Iterator<Item = Ino> {
        let (moves, files) = self.families.get(&key).map_or((0, 0), |family| (family.moves, family.files));
        (0..moves).chain(FILES..FILES + files).map(move |slot| number(key, slot))
    }
}

/// The number's hash, the same in every mount: each word and byte is stirred in by the last step of
/// splitmix64.
fn hash(members: &Members) -> u64 {
    let name = members.name.iter().flat_map(|name| iter::once(u64::MAX).chain(name.bytes().map(u64::from)));
    iter::once(members.directory).chain(name).fold(0, |state, word| stir(state ^ word))
}

const fn stir(word: u64) -> u64 {
    splitmix::mix(word.wrapping_add(splitmix::STEP))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(directory: Ino, slot: Slot) -> Origin {
        Origin { directory, member: Member::Listed(slot) }
    }

    #[test]
    fn a_number_leads_back_to_its_directory() {
        let mut nodes = Nodes::new();
        let first = nodes.look_up(ROOT, Member::Listed(7));
        let second = nodes.look_up(first, Member::Listed(0));
        let alias = nodes.look_up(first, Member::Named("66T0".into()));
        assert_eq!(nodes.origin(ROOT), None);
        assert_eq!(nodes.origin(first), Some(listed(ROOT, 7)));
        assert_eq!(nodes.origin(second), Some(listed(first, 0)));
        assert_eq!(
            nodes.origin(alias),
            Some(Origin { directory: first, member: Member::Named("66T0".into()) })
        );
        assert_eq!(nodes.origin(alias + (1 << SLOT_BITS)), None);
        assert_eq!(
            (nodes.look_up(ROOT, Member::Listed(7)), nodes.look_up(first, Member::Named("66T0".into()))),
            (first, alias)
        );
    }

    #[test]
    fn numbers_are_the_same_in_every_mount() {
        let numbers = |order: [Slot; 3]| {
            let mut nodes = Nodes::new();
            let mut numbers = order.map(|slot| {
                let child = nodes.look_up(ROOT, Member::Listed(slot));
                (
                    child,
                    nodes.look_up(child, Member::Listed(3)),
                    nodes.look_up(child, Member::Named("x".into())),
                )
            });
            numbers.sort_unstable();
            numbers
        };
        assert_eq!(numbers([0, 1, 2]), numbers([2, 0, 1]));
    }

    #[test]
    fn what_is_forgotten_takes_no_room() {
        let mut nodes = Nodes::new();
        let first = nodes.look_up(ROOT, Member::Listed(7));
        let second = nodes.look_up(first, Member::Listed(1));
        nodes.look_up(first, Member::Listed(2));
        assert_eq!(nodes.len(), 2);
        // The parent first, as two threads may have it.
        nodes.forget(first, 1);
        assert_eq!(nodes.origin(first), Some(listed(ROOT, 7)));
        nodes.forget(second, 2);
        assert_eq!((nodes.len(), nodes.origin(first)), (0, None));
        nodes.forget(second, 1);
        nodes.forget(ROOT, 1);
    }

    #[test]
    fn families_are_named_by_when_they_were_used() {
        let mut nodes = Nodes::new();
        let [first, second] = [3, 1].map(|slot| nodes.look_up(ROOT, Member::Listed(slot)));
        let members = [
            nodes.look_up(second, Member::Listed(FILES + 1)),
            nodes.look_up(second, Member::Listed(2)),
            nodes.look_up(first, Member::Named("66T0".into())),
        ];
        let numbers = |nodes: &Nodes, count| -> Vec<Vec<Ino>> {
            nodes.oldest(count).into_iter().map(|family| nodes.numbers(family).collect()).collect()
        };
        // Those between are named too.
        let between = [members[1] - 2, members[1] - 1, members[1], members[0] - 1, members[0]].to_vec();
        let root = [second - 1, second, second + 1, first].to_vec();
        assert_eq!(numbers(&nodes, 2), [between.clone(), root.clone()]);
        assert_eq!(numbers(&nodes, 9), [vec![members[2]], between.clone(), root.clone()]);
        nodes.look_up(ROOT, Member::Listed(3));
        assert_eq!(numbers(&nodes, 2), [vec![members[2]], between]);
        let oldest = nodes.oldest(1)[0];
        nodes.forget(members[0], 1);
        nodes.forget(members[1], 1);
        assert_eq!(nodes.numbers(oldest).count(), 0);
    }

    #[test]
    fn families_with_the_same_key_are_told_apart() {
        let mut nodes = Nodes::with_keys(40);
        let children: Vec<_> = (0..30).map(|slot| nodes.look_up(ROOT, Member::Listed(slot))).collect();
        let grandchildren: Vec<_> =
            children.iter().map(|&child| nodes.look_up(child, Member::Listed(5))).collect();
        assert!(!nodes.displaced.is_empty());
        for (&child, &grandchild) in children.iter().zip(&grandchildren) {
            assert_eq!(nodes.origin(grandchild), Some(listed(child, 5)));
        }
        // With its neighbour gone, a displaced family stays where it is.
        for (i, (&child, &grandchild)) in children.iter().zip(&grandchildren).enumerate() {
            if i % 2 == 0 {
                nodes.forget(grandchild, 1);
            } else {
                assert_eq!(nodes.look_up(child, Member::Listed(5)), grandchild);
            }
        }
        for (i, (child, grandchild)) in children.into_iter().zip(grandchildren).enumerate() {
            nodes.forget(grandchild, if i % 2 == 0 { 0 } else { 2 });
            nodes.forget(child, 1);
        }
        assert_eq!((nodes.len(), nodes.displaced.len()), (0, 0));
    }
}
