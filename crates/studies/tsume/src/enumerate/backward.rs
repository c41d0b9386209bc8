//! Moves taken back from the mates until nothing new comes.
//!
//! Level 1 are the attacker's moves taken back from every mate. Then, level by level: the defender's moves
//! taken back from the positions that are mate in n - 1 give candidates for *lost in n*; one is lost if each
//! of its answers is in the store. The attacker's moves taken back from those give the positions that are
//! mate in n + 1, and say of positions that are mate in less that there is a longer way as well. No solver,
//! no move generator forwards but the king's few answers.
//!
//! Work goes by squares of the king, each in shares for whichever thread is free: what the shares of a square
//! find goes into its store in their order when the attacker takes back, and stores are only read when the
//! defender does. Mirror images are one (see [`SetRules::canonical`]); where the king stands
//! on the middle file both images of a lost position are taken back and only what is canonical is kept, so
//! that each move of a canonical position is noted once.

use super::{
    conventions::Conventions,
    error::EnumerationError,
    estimate::Held,
    moves::SetMoves,
    rules::{KINGS, SetPosition, SetRules, fold, in_middle, unfold},
    run::{Run, Shares, each_king_with, in_shares},
    storage::{Keys, Storage},
    store::{Store, StoredMate, flaw},
};
use crate::PieceSet;
use std::sync::Arc;
use yomikiri_core::play::Progress;

/// Shares of the mates of a square of the king: so many of its checking pieces are apart.
const MATE_SHARES: usize = 24;

/// The longest mate that is found, in plies: a store can hold no longer one.
pub const LONGEST: u8 = 63;

/// Keys of positions by the king's square.
pub type KeysByKing = Vec<Keys>;

/// Everything that is mate with a set of `N` pieces.
#[derive(Debug)]
pub struct Backward<M, const N: usize> {
    pub rules: M,
    pub set: PieceSet,
    pub conventions: Conventions,
    /// Mates in so many plies or less are not stored; whether a position is one is tried out.
    pub tried: u8,
    /// The longest mates that are looked for.
    pub most: u8,
    stores: Vec<Store>,
    /// What is lost in 2, 4, ... plies, the defender to move.
    lost: Vec<KeysByKing>,
    /// Mates that count as problems of 0 plies.
    minimal_mates: u64,
    /// Whether moves were taken back until nothing new came.
    complete: bool,
    storage: Arc<Storage>,
}

impl<M: SetMoves<N>, const N: usize> Backward<M, N> {
    /// Takes moves back until nothing new comes, or not beyond mates of `most` plies.
    ///
    /// # Errors
    /// A step cannot be kept or gone on from; a file cannot be had.
    pub fn new(
        set: &PieceSet,
        conventions: Conventions,
        most: u8,
        run: Run<'_>,
    ) -> Result<Self, EnumerationError> {
        let rules = M::new(set);
        let (stores, minimal) = mates_in_one(&rules, conventions, run)?;
        let mut all = Self {
            rules,
            set: set.clone(),
            conventions,
            tried: 0,
            most,
            stores,
            lost: Vec::new(),
            minimal_mates: minimal,
            complete: false,
            storage: Arc::clone(run.storage),
        };
        if most > 1 {
            let lost = all.lost_in(2, run)?;
            all.climb(2, lost, most, run)?;
        }
        all.hand_flaws_on(run.progress);
        run.storage.check()?;
        Ok(all)
    }

    /// What is mate in more than `tried` plies, from the positions that are lost in `tried + 1`.
    ///
    /// # Errors
    /// A step cannot be kept or gone on from; a file cannot be had.
    pub fn beyond(
        (rules, set, conventions): (M, PieceSet, Conventions),
        tried: u8,
        (lost, minimal_mates): (KeysByKing, u64),
        most: u8,
        run: Run<'_>,
    ) -> Result<Self, EnumerationError> {
        let stores = (0..KINGS).map(|_| Store::new(run.storage)).collect();
        let lost_so_far = Vec::new();
        let mut all = Self {
            rules,
            set,
            conventions,
            tried,
            most,
            stores,
            lost: lost_so_far,
            minimal_mates,
            complete: false,
            storage: Arc::clone(run.storage),
        };
        all.climb(tried + 1, lost, most, run)?;
        Ok(all)
    }

    /// Level by level from what is lost in `plies` up to mates in `most`.
    fn climb(
        &mut self,
        mut plies: u8,
        mut lost: KeysByKing,
        most: u8,
        run: Run<'_>,
    ) -> Result<(), EnumerationError> {
        while plies < most && !lost.iter().all(|keys| keys.is_empty()) {
            self.mates_in(plies + 1, &lost, run.progress);
            run.storage.check()?;
            self.lost.push(lost);
            plies += 2;
            lost = if plies < most { self.lost_in(plies, run)? } else { Vec::new() };
        }
        self.complete = plies < most;
        Ok(())
    }

    /// The positions that are mate, with the king on each square of [`unfold`].
    pub fn stores(&self) -> &[Store] {
        &self.stores
    }

    /// Where tables and lists lie.
    pub fn storage(&self) -> &Storage {
        &self.storage
    }

    /// Whether moves were taken back until nothing new came: then no second solution is missed.
    pub const fn is_complete(&self) -> bool {
        self.complete
    }

    /// The number of mates that count as problems of 0 plies.
    pub const fn minimal_mates(&self) -> u64 {
        self.minimal_mates
    }

    /// How many positions with the defender to move are lost in 2 plies or more, mirror images as one.
    pub fn lost_len(&self) -> usize {
        self.lost.iter().flatten().map(|keys| keys.len()).sum()
    }

    /// How many positions are held that are mate in more than `short` plies or lost in more.
    pub fn held(&self, short: u8) -> Held {
        let first = if self.tried == 0 { 2 } else { self.tried + 1 };
        Held::of(&self.stores, &self.lost, first, short)
    }

    /// In how many plies a position with the attacker to move is mate, if it is.
    pub fn length(&self, set_pos: &SetPosition<N>) -> Option<u8> {
        let tried = || (1..=self.tried).step_by(2).find(|&plies| self.rules.mates_within(set_pos, plies));
        self.get(set_pos).map(StoredMate::plies).or_else(tried)
    }

    /// The length of a mate, or `tried` if it is no longer than that.
    #[inline]
    fn at_most(&self, set_pos: &SetPosition<N>) -> Option<u8> {
        let tried = || self.tried > 0 && self.rules.mates_within(set_pos, self.tried);
        self.get(set_pos).map(StoredMate::plies).or_else(|| tried().then_some(self.tried))
    }

    /// What is stored of a position with the attacker to move.
    #[inline]
    pub fn get(&self, set_pos: &SetPosition<N>) -> Option<StoredMate> {
        let set_pos = self.rules.canonical(set_pos);
        self.stores[fold(set_pos.king)].get(set_pos.key())
    }

    /// In how many plies a position with the defender to move and in check is lost: 0 if it is mate.
    #[inline]
    pub fn lost(&self, set_pos: &SetPosition<N>, check: M::Check) -> Option<u8> {
        self.rules.lost(set_pos, check, &|reply| self.length(reply))
    }

    /// What is lost in `plies`, found from the positions that are mate in one ply less and from what is lost
    /// in two plies less.
    fn lost_in(&self, plies: u8, run: Run<'_>) -> Result<KeysByKing, EnumerationError> {
        run.progress.phase(&format!("lost in {plies}"), KINGS as u64);
        let last = |i: usize| self.lost.last().map_or(&[][..], |lost| &lost[i]);
        let find = |i: usize, share: usize| {
            let mut out = no_keys();
            match share.checked_sub(self.stores[i].shares()) {
                // A list of those found last would take half as much as all that are stored.
                None => {
                    for entry in self.stores[i].share(share).filter(|entry| entry.plies() + 1 == plies) {
                        self.lost_before(i, entry.key(), plies, &mut out);
                    }
                }
                Some(share) => {
                    for &key in last(i).chunks(SHARE).nth(share).unwrap_or_default() {
                        self.undrawn(i, key, plies, &mut out);
                    }
                }
            }
            out.iter_mut().for_each(Keys::each_once);
            out
        };
        let count = |i: usize| self.stores[i].shares() + last(i).len().div_ceil(SHARE);
        let take = |more: KeysByKing, all: &mut KeysByKing| add_keys(&more, all, run.storage);
        let shares = Shares { count: &count, find: &find, take: &take };
        let found = run.each_king(&format!("lost-in-{plies:02}"), &|_| no_keys(), &shares, end_keys)?;
        gathered(found, run.storage)
    }

    /// Gives what is lost in `plies` and has this mate as the first of its longest answers: each is given
    /// once, where giving it for each answer would take several times the memory.
    fn lost_before(&self, i: usize, key: u64, plies: u8, out: &mut [Keys]) {
        let answer = SetPosition::new(unfold(i), key);
        self.rules.defenders_unmoves(&answer, &mut |before, check| {
            if self.is_lost_in(&before, check, plies) {
                let before = self.rules.canonical(&before);
                if self.first_longest(&before, plies) == Some(answer) {
                    out[fold(before.king)].push(before.key());
                }
            }
        });
    }

    /// The first answer after which a lost position is mate in `plies - 1`, if one on the board is.
    fn first_longest(&self, lost: &SetPosition<N>, plies: u8) -> Option<SetPosition<N>> {
        let check = self.rules.check(lost).expect("a lost position is in check");
        let mut first = None;
        self.rules.all_replies(lost, check, &mut |reply| {
            let is_longest = self.get(&reply).is_some_and(|entry| entry.plies() + 1 == plies);
            first = is_longest.then(|| self.rules.canonical(&reply));
            !is_longest
        });
        first
    }

    fn undrawn(&self, i: usize, key: u64, plies: u8, out: &mut [Keys]) {
        let set_pos = SetPosition::new(unfold(i), key);
        let check = self.rules.check(&set_pos).expect("a lost position is in check");
        self.rules.undrawn(&set_pos, check, &mut |before, check| {
            if self.is_lost_in(&before, check, plies) {
                let before = self.rules.canonical(&before);
                out[fold(before.king)].push(before.key());
            }
        });
    }

    #[inline]
    fn is_lost_in(&self, before: &SetPosition<N>, check: M::Check, plies: u8) -> bool {
        // What is only tried is shorter than the longest answer, from which this has been found.
        self.rules.lost(before, check, &|reply| self.at_most(reply)) == Some(plies)
    }

    /// Notes what is mate in `plies` by a move to a lost position.
    fn mates_in(&mut self, plies: u8, lost: &KeysByKing, progress: &dyn Progress) {
        let shares = |i: usize| lost[i].len().div_ceil(SHARE);
        progress.phase(&format!("mate in {plies}"), (0..KINGS).map(shares).sum::<usize>() as u64);
        let (rules, tried, storage) = (&self.rules, self.tried, &*self.storage);
        let find = |i: usize, share: usize| {
            let mut found = Vec::new();
            for &key in lost[i].chunks(SHARE).nth(share).unwrap_or_default() {
                before(rules, SetPosition::new(unfold(i), key), &mut |before| found.push(before));
            }
            if tried > 0 {
                // Each is tried once, however many moves lead from it to these.
                found.sort_unstable();
                let is_long = |key: u64| !rules.mates_within(&SetPosition::new(unfold(i), key), tried);
                found = found.chunk_by(u64::eq).filter(|same| is_long(same[0])).flatten().copied().collect();
            }
            found
        };
        let take = |found: Vec<u64>, store: &mut Store| {
            for before in found {
                store.note(before, plies, 0);
            }
            progress.advance(1);
        };
        let shares = Shares { count: &shares, find: &find, take: &take };
        in_shares(&mut self.stores, storage, &shares, &|_, _| true);
    }

    /// Hands flaws on along lines of longest defence, from short to long.
    fn hand_flaws_on(&mut self, progress: &dyn Progress) {
        progress.phase("second solutions", self.lost.len() as u64);
        for (level, lost) in self.lost.iter().enumerate() {
            let plies = 2 * level as u8 + 2;
            let mut blamed = no_keys();
            each_king_with(&mut blamed, &self.storage, &|i, blamed| {
                for share in lost[i].chunks(SHARE) {
                    let found: Vec<u64> = share.iter().filter_map(|&key| self.flaws(i, key, plies)).collect();
                    blamed.append(&found, &self.storage);
                }
            });
            let rules = &self.rules;
            each_king_with(&mut self.stores, &self.storage, &|i, store| {
                for entry in blamed[i].iter().map(|&entry| StoredMate::from_number(entry)) {
                    before(rules, SetPosition::new(unfold(i), entry.key()), &mut |before| {
                        store.blame(before, plies + 1, entry.flaws());
                    });
                }
            });
            progress.advance(1);
        }
    }

    /// The flaws of a lost position, if it has some, with its key: those of its longest answers.
    fn flaws(&self, i: usize, key: u64, plies: u8) -> Option<u64> {
        let flaws = self.flaws_of(&SetPosition::new(unfold(i), key), plies);
        (flaws != 0).then(|| StoredMate::new(key, plies, flaws).number())
    }

    fn flaws_of(&self, set_pos: &SetPosition<N>, plies: u8) -> u64 {
        let check = self.rules.check(set_pos).expect("a lost position is in check");
        let mut flaws = 0;
        self.rules.all_replies(set_pos, check, &mut |reply| {
            let entry = self.get(&reply).expect("every answer in a lost position is mate");
            if entry.plies() + 1 == plies {
                flaws |= entry.flaws() & flaw::LEFTOVER;
                flaws |= if self.conventions.is_sound(entry) { 0 } else { flaw::DEEP };
            }
            true
        });
        self.rules.longest_drawn(set_pos, check, &|reply| self.length(reply), &mut |drawn| {
            flaws |= flaw::LEFTOVER | self.flaws_of(&drawn.set_pos, drawn.plies);
            flaws |= if drawn.choice { flaw::DEEP } else { 0 };
        });
        flaws
    }
}

/// Keys of positions in a share.
pub const SHARE: usize = 1 << 13;

/// No keys for any square, which is what one of the king's squares begins with.
pub fn no_keys() -> KeysByKing {
    (0..KINGS).map(|_| Keys::default()).collect()
}

/// Adds the keys that a share has found.
pub fn add_keys(more: &KeysByKing, all: &mut KeysByKing, storage: &Storage) {
    all.iter_mut().zip(more).for_each(|(all, more)| all.append(more, storage));
}

/// Puts the keys of all shares in order.
pub fn end_keys(all: &mut KeysByKing) {
    all.iter_mut().for_each(Keys::each_once);
}

/// What each of the king's squares has found for every square, by the square it was found for, each once.
///
/// # Errors
/// A file cannot be had.
pub fn gathered(found: Vec<KeysByKing>, storage: &Storage) -> Result<KeysByKing, EnumerationError> {
    let mut by_target: Vec<(Vec<Keys>, Keys)> = (0..KINGS).map(|_| <_>::default()).collect();
    for keys in found {
        by_target.iter_mut().zip(keys).for_each(|((lists, _), list)| lists.push(list));
    }
    each_king_with(&mut by_target, storage, &|_, (lists, keys)| {
        keys.reserve(lists.iter().map(|list| list.len()).sum(), storage);
        // What has been put together goes at once.
        for list in std::mem::take(lists) {
            keys.append(&list, storage);
        }
        keys.each_once();
    });
    storage.check()?;
    Ok(by_target.into_iter().map(|(_, keys)| keys).collect())
}

/// What is mate in one, and the number of minimal mates.
fn mates_in_one<M: SetMoves<N>, const N: usize>(
    rules: &M,
    conventions: Conventions,
    run: Run<'_>,
) -> Result<(Vec<Store>, u64), EnumerationError> {
    run.progress.phase("mate in 1", KINGS as u64);
    let find = |i: usize, share: usize| {
        let (mut notes, mut count) = (Vec::new(), 0);
        rules.mates(unfold(i), (share, MATE_SHARES), &mut |set_pos, check, needless| {
            let counts = |checker| conventions.is_problem_mate(rules, set_pos, checker, needless);
            if M::only(check).is_some_and(counts) && is_kept(rules, set_pos) {
                count += weight(rules, conventions, set_pos);
            }
            let flaws = if set_pos.holds() { flaw::LEFTOVER } else { 0 };
            rules.attackers_unmoves(set_pos, check, true, &mut |before| {
                if is_kept(rules, &before) {
                    notes.push((before.key(), flaws));
                }
            });
        });
        (notes, count)
    };
    let take = |(notes, more): (Vec<(u64, u64)>, u64), (store, count): &mut (Store, u64)| {
        for (key, flaws) in notes {
            store.note(key, 1, flaws);
        }
        *count += more;
    };
    let shares = Shares { count: &|_| MATE_SHARES, find: &find, take: &take };
    let found = run.each_king("mate-in-01", &|_| (Store::new(run.storage), 0), &shares, |_| ())?;
    let (stores, minimal): (_, Vec<u64>) = found.into_iter().unzip();
    Ok((stores, minimal.into_iter().sum()))
}

/// How many positions a canonical scene counts for.
pub fn weight<const N: usize>(
    rules: &SetRules<N>,
    conventions: Conventions,
    set_pos: &SetPosition<N>,
) -> u64 {
    if conventions.mirror_once { 1 } else { rules.weight(set_pos) }
}

/// Gives the key of every canonical position from which a move of the attacker leads to a lost position or
/// its mirror image, once for each move.
fn before<M: SetMoves<N>, const N: usize>(rules: &M, lost: SetPosition<N>, out: &mut dyn FnMut(u64)) {
    let mirrored = in_middle(lost.king).then(|| rules.mirrored(&lost)).filter(|mirrored| *mirrored != lost);
    for set_pos in [Some(lost), mirrored].into_iter().flatten() {
        let check = rules.check(&set_pos).expect("a lost position is in check");
        rules.attackers_unmoves(&set_pos, check, false, &mut |before| {
            if is_kept(rules, &before) {
                out(before.key());
            }
        });
    }
}

/// Whether a position with its king on the left or in the middle is canonical.
#[inline]
pub fn is_kept<const N: usize>(rules: &SetRules<N>, set_pos: &SetPosition<N>) -> bool {
    !in_middle(set_pos.king) || rules.mirrored(set_pos).key() >= set_pos.key()
}
