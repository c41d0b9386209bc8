//! Mates in one and three without storing them: rows of the smaller sets' mates, and the few that are in no
//! row.
//!
//! A piece is *needless* where the position without it is mate in no more plies. A mate with a needless piece
//! is a place in a row that belongs to a mate of the smaller set, and all of these are walked over; one
//! without comes, move for move back, from positions without a needless piece, because a piece that is
//! needless after the attacker's best move was so before it. Of the defender's moves that is not true: two
//! answers may need different pieces. So every mate in one, a row at a time, has the defender's moves taken
//! back in search of lost positions that need every piece.

use super::{
    backward::{Backward, KeysByKing, add_keys, end_keys, gathered, is_kept, no_keys},
    checkpoint::Kept,
    conventions::Conventions,
    error::EnumerationError,
    found::Tally,
    mates::{Which, mates},
    moves::WHOLE,
    place::{self, BLACK_HAND, SQUARES, WHITE_HAND},
    places::LocationSet,
    rules::{KINGS, SetPosition, SetRules, in_middle, unfold},
    run::{Run, Shares},
    steps::StepMoves,
    storage::{Keys, Storage, each_once},
    store::{Store, StoredMate},
};
use std::{
    io::{self, Write},
    sync::Arc,
};

/// The steps of a walk.
const ROWS: &str = "rows";
const SINGLES: &str = "mate-in-03";

/// The longest mates that are walked over and not stored.
pub const SHORT: u8 = 3;

/// The mates of the set without one piece of a kind.
pub struct Subset<const M: usize> {
    /// The piece that is left out: the last of its kind.
    pub guest: usize,
    /// The mates.
    pub mates: Backward<StepMoves<M>, M>,
}

/// A walk over everything that is mate in [`SHORT`] or less.
pub struct ShortMateScan<'a, const N: usize, const M: usize> {
    /// What the pieces can do.
    pub rules: &'a SetRules<N>,
    /// The conventions.
    pub conventions: Conventions,
    /// For each kind the mates without one such piece.
    pub smaller: &'a [Subset<M>],
}

/// What a walk has found.
#[derive(Default)]
pub struct ShortMates {
    /// Counts of mates.
    pub tally: Tally,
    /// Minimal mates that count as problems.
    pub minimal_mates: u64,
    /// Positions without a needless piece, canonical ones, by the king's square, as numbers of a
    /// [`StoredMate`]: they may be problems.
    pub candidates: Vec<(usize, Keys)>,
    /// What is lost in one ply more.
    pub lost: KeysByKing,
}

/// What has been found with one square of the king.
struct KingSquareResult {
    king: usize,
    tally: Tally,
    minimal_mates: u64,
    candidates: Keys,
    /// Lost in two, every piece needed.
    needy: KeysByKing,
    /// Lost in one ply more than [`SHORT`].
    lost: KeysByKing,
}

impl KingSquareResult {
    fn new(king: usize) -> Self {
        Self {
            king,
            tally: Tally::default(),
            minimal_mates: 0,
            candidates: Keys::default(),
            needy: no_keys(),
            lost: no_keys(),
        }
    }

    /// Adds what a share has found.
    fn add(&mut self, more: &Self, storage: &Storage) {
        self.tally.add(&more.tally);
        self.minimal_mates += more.minimal_mates;
        self.candidates.append(&more.candidates, storage);
        add_keys(&more.needy, &mut self.needy, storage);
        add_keys(&more.lost, &mut self.lost, storage);
    }

    /// Puts the keys of all shares in order.
    fn end(&mut self) {
        end_keys(&mut self.needy);
        end_keys(&mut self.lost);
    }
}

impl Kept for KingSquareResult {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let Self { king, tally, minimal_mates, candidates, needy, lost } = self;
        [*king as u64, *minimal_mates].into_iter().try_for_each(|number| number.write(out))?;
        tally.write(out)?;
        candidates.write(out)?;
        [needy, lost].into_iter().try_for_each(|keys| keys.write(out))
    }

    fn read(bytes: &mut &[u8], storage: &Arc<Storage>) -> Option<Self> {
        Some(Self {
            king: u64::read(bytes, storage)? as usize,
            minimal_mates: u64::read(bytes, storage)?,
            tally: Tally::read(bytes, storage)?,
            candidates: Keys::read(bytes, storage)?,
            needy: Vec::read(bytes, storage)?,
            lost: Vec::read(bytes, storage)?,
        })
    }
}

impl<const N: usize, const M: usize> ShortMateScan<'_, N, M> {
    /// Whether a walk asks for the smaller sets: not where all that it finds is kept.
    pub fn is_finished(run: Run<'_>) -> bool {
        [ROWS, SINGLES].into_iter().all(|step| run.is_finished(step))
    }

    /// Walks over everything.
    ///
    /// # Errors
    /// A step cannot be kept or gone on from; a file cannot be had.
    pub fn walk(&self, run: Run<'_>) -> Result<ShortMates, EnumerationError> {
        run.progress.phase("mates in 1 and 3 with a needless piece", KINGS as u64);
        let count = |king| 1 + self.stores(king).map(Store::shares).sum::<usize>();
        let parts = Self::each_king(run, ROWS, &count, &|share, part| self.rows_and_mates(share, part))?;
        let mut short = ShortMates::default();
        let (needy, mut lost): (Vec<KeysByKing>, Vec<KeysByKing>) =
            parts.into_iter().map(|part| short.add(part)).unzip();
        let needy = gathered(needy, run.storage)?;
        run.progress.phase("mates in 3 without", KINGS as u64);
        let find = |_, part: &mut KingSquareResult| self.single_threes(&needy[part.king], part);
        let parts = Self::each_king(run, SINGLES, &|_| 1, &find)?;
        lost.extend(parts.into_iter().map(|part| short.add(part).1));
        short.lost = gathered(lost, run.storage)?;
        Ok(short)
    }

    fn each_king(
        run: Run<'_>,
        step: &str,
        count: &(dyn Fn(usize) -> usize + Sync),
        work: &(dyn Fn(usize, &mut KingSquareResult) + Sync),
    ) -> Result<Vec<KingSquareResult>, EnumerationError> {
        let find = |king: usize, share: usize| {
            let mut part = KingSquareResult::new(king);
            work(share, &mut part);
            part.needy.iter_mut().chain(&mut part.lost).for_each(Keys::each_once);
            part
        };
        let take = |more: KingSquareResult, all: &mut KingSquareResult| all.add(&more, run.storage);
        let shares = Shares { count, find: &find, take: &take };
        run.each_king(step, &KingSquareResult::new, &shares, KingSquareResult::end)
    }

    /// What is mate without one of the pieces, for each kind, with one square of the king.
    fn stores(&self, king: usize) -> impl Iterator<Item = &Store> {
        self.smaller.iter().map(move |smaller| &smaller.mates.stores()[king])
    }

    /// A share of all rows with one square of the king, or of the mates in one that are in no row.
    fn rows_and_mates(&self, mut share: usize, part: &mut KingSquareResult) {
        for (smaller, store) in self.smaller.iter().zip(self.stores(part.king)) {
            if share < store.shares() {
                store.share(share).for_each(|entry| self.rows(smaller, entry, part));
                return;
            }
            share -= store.shares();
        }
        self.single_ones(part);
    }

    /// The rows that belong to a mate of a smaller set.
    fn rows(&self, smaller: &Subset<M>, entry: StoredMate, part: &mut KingSquareResult) {
        let rest = SetPosition::<M>::new(unfold(part.king), entry.key());
        let image = in_middle(rest.king).then(|| smaller.mates.rules.mirrored(&rest));
        for rest in [Some(rest), image.filter(|image| *image != rest)].into_iter().flatten() {
            let row = with_guest(&rest, smaller.guest);
            match entry.plies() {
                1 => self.row_of_ones(&row, smaller.guest, part),
                SHORT => self.row_of_threes(&row, smaller.guest, part),
                _ => {}
            }
        }
    }

    /// Whether every mate of the row is also in the row of another piece, which comes first: one that is
    /// unused.
    fn is_elsewhere(&self, row: &SetPosition<N>, guest: usize) -> bool {
        (0..N).any(|i| row.at[i] == WHITE_HAND && self.rules.group[i] < self.rules.group[guest])
    }

    /// A row that is mate in one without the guest.
    fn row_of_ones(&self, row: &SetPosition<N>, guest: usize, part: &mut KingSquareResult) {
        if self.is_elsewhere(row, guest) {
            return;
        }
        let quiet = self.rules.quiet(row, guest);
        let ones = self.rules.mate(row, guest, 1, quiet);
        let mine = ones & !self.in_earlier_rows(row, guest, 1, ones);
        self.count(row, guest, 1, mine, part);
        self.keep_candidates(row, guest, 1, mine, part);
        self.find_needy(row, guest, mine, part);
        let spoilt = self.rules.mate(row, guest, SHORT, quiet & !ones);
        for at in spoilt.iter() {
            let set_pos = self.rules.with(row, guest, at);
            if self.row_of(&set_pos, SHORT).is_none()
                && self.row_of(&set_pos, 1) == Some((self.rules.group[guest], at))
            {
                self.single(&set_pos, SHORT, part);
            }
        }
    }

    /// The places of the guest with which a mate in `plies` is also in the row of a piece that comes before
    /// the guest. To look each up in the smaller set would be a miss of the cache for each.
    fn in_earlier_rows(
        &self,
        row: &SetPosition<N>,
        guest: usize,
        plies: u8,
        mates: LocationSet,
    ) -> LocationSet {
        let mut earlier = LocationSet::NONE;
        for i in (0..N).filter(|&i| i != guest && self.rules.group[i] <= self.rules.group[guest]) {
            let mut open = mates & !earlier;
            if self.rules.group[i] == self.rules.group[guest] {
                open &= LocationSet::above(row.at[i]);
            }
            if open.is_empty() {
                continue;
            }
            let rest = self.rules.with(row, i, WHITE_HAND);
            let [at_once, later] = self.rules.mates(&rest, guest, plies, open);
            earlier |= if plies == 1 { at_once } else { later };
        }
        earlier
    }

    /// A row that is mate in three without the guest.
    fn row_of_threes(&self, row: &SetPosition<N>, guest: usize, part: &mut KingSquareResult) {
        if self.is_elsewhere(row, guest) {
            return;
        }
        let quiet = self.rules.quiet(row, guest);
        let ones = self.rules.mate(row, guest, 1, quiet);
        let threes = self.rules.mate(row, guest, SHORT, quiet & !ones);
        let mine = threes & !self.in_earlier_rows(row, guest, SHORT, threes);
        self.count(row, guest, SHORT, mine, part);
        self.keep_candidates(row, guest, SHORT, mine, part);
        self.rules.rows_before(row, guest, mine, &mut |before, wanted| {
            let first = first_answer(row, &before);
            for at in self.rules.lost_from(&before, guest, (SHORT + 1, first), wanted).iter() {
                self.push(&self.rules.with(&before, guest, at), &mut part.lost);
            }
        });
    }

    /// Among rows that are mate in `plies`, the one in which the position counts: kind and place of the first
    /// piece without which it is mate in so many plies.
    fn row_of(&self, set_pos: &SetPosition<N>, plies: u8) -> Option<(u8, u16)> {
        let first = (0..N).find(|&i| self.plies_without(set_pos, i) == Some(plies));
        first.map(|i| (self.rules.group[i], set_pos.at[i]))
    }

    /// In how many plies it is mate without a piece.
    fn plies_without(&self, set_pos: &SetPosition<N>, piece: usize) -> Option<u8> {
        let smaller = &self.smaller[self.rules.group[piece] as usize];
        smaller.mates.get(&without(set_pos, piece)).map(StoredMate::plies)
    }

    /// Counts the places of a row.
    fn count(
        &self,
        row: &SetPosition<N>,
        guest: usize,
        plies: u8,
        set: LocationSet,
        part: &mut KingSquareResult,
    ) {
        let weigh = |set: LocationSet| match (in_middle(row.king), self.conventions.mirror_once) {
            (false, false) => 2 * u64::from(set.len()),
            (false, true) | (true, false) => u64::from(set.len()),
            (true, true) => {
                let kept = |&at: &u16| is_kept(self.rules, &self.rules.with(row, guest, at));
                set.iter().filter(kept).count() as u64
            }
        };
        Tally::count(&mut part.tally.mates, plies, weigh(set));
        if !row.at.iter().any(|&at| place::is_white(at)) {
            Tally::count(&mut part.tally.mates_of_lone_king, plies, weigh(set & !self.rules.ground.white));
        }
    }

    /// Keeps what may be a problem although the guest is needless: it is not on the board.
    fn keep_candidates(
        &self,
        row: &SetPosition<N>,
        guest: usize,
        plies: u8,
        set: LocationSet,
        part: &mut KingSquareResult,
    ) {
        for at in [BLACK_HAND, WHITE_HAND].into_iter().filter(|&at| set.has(at)) {
            self.keep_candidate(&self.rules.with(row, guest, at), plies, part);
        }
    }

    fn keep_candidate(&self, set_pos: &SetPosition<N>, plies: u8, part: &mut KingSquareResult) {
        let needless =
            |i: usize| place::on_board(set_pos.at[i]) && self.plies_without(set_pos, i) == Some(plies);
        if is_kept(self.rules, set_pos) && self.conventions.admits(set_pos) && !(0..N).any(needless) {
            part.candidates.push(StoredMate::new(set_pos.key(), plies, 0).number());
        }
    }

    /// A position that is in no row: counts it, keeps it, takes the defender's moves back.
    fn single(&self, set_pos: &SetPosition<N>, plies: u8, part: &mut KingSquareResult) {
        self.count(set_pos, 0, plies, LocationSet::one(set_pos.at[0]), part);
        self.keep_candidate(set_pos, plies, part);
        self.rules.defenders_unmoves(set_pos, &mut |before, checker| {
            let is_lost = || self.rules.lost_within(&before, checker, plies + 1).is_some();
            if plies == SHORT && is_lost() {
                self.push(&before, &mut part.lost);
            } else if plies == 1 && self.needs_all(&before, checker) && is_lost() {
                self.push(&before, &mut part.needy);
            }
        });
    }

    fn push(&self, set_pos: &SetPosition<N>, keys: &mut KeysByKing) {
        let set_pos = self.rules.canonical(set_pos);
        keys[super::rules::fold(set_pos.king)].push(set_pos.key());
    }

    /// Whether a position with the defender in check is, without any one of its other pieces, neither mate
    /// nor lost in two.
    ///
    /// Mate by a pawn does not count: the pawn may have been dropped.
    fn needs_all(&self, set_pos: &SetPosition<N>, checker: usize) -> bool {
        let by_pawn = self.rules.man(checker).is_pawn && !place::is_promoted(set_pos.at[checker]);
        let target = place::square(set_pos.at[checker]);
        let is_lost_without = |i: usize| {
            if set_pos.at[i] == WHITE_HAND {
                return true;
            }
            let rest = self.rules.with(set_pos, i, WHITE_HAND);
            let checker = SetRules::piece_on(&rest, target).expect("the checking piece is still there");
            self.rules.lost_within(&rest, checker, 2).is_some_and(|answered| answered || !by_pawn)
        };
        !(0..N).any(|i| i != checker && is_lost_without(i))
    }

    /// Takes the defender's moves back from mates in one of a row, in search of lost positions that need all
    /// pieces.
    fn find_needy(&self, row: &SetPosition<N>, guest: usize, set: LocationSet, part: &mut KingSquareResult) {
        self.rules.rows_before(row, guest, set, &mut |before, wanted| {
            let unused = (0..N).any(|i| i != guest && before.at[i] == WHITE_HAND);
            if unused {
                return;
            }
            let lost = self.rules.lost_from(&before, guest, (2, first_answer(row, &before)), wanted);
            if lost.is_empty() || self.is_lost_in_two(&before) {
                return;
            }
            for at in lost.iter() {
                let set_pos = self.rules.with(&before, guest, at);
                let checker = self.rules.checker(&set_pos).expect("one piece checks in a lost position");
                if self.needs_all(&set_pos, checker) {
                    self.push(&set_pos, &mut part.needy);
                }
            }
        });
    }

    /// Whether the guest is needless wherever it stands: the row without it is lost in two.
    fn is_lost_in_two(&self, row: &SetPosition<N>) -> bool {
        let answered = |checker| self.rules.lost_within(row, checker, 2);
        self.rules.checker(row).and_then(answered) == Some(true)
    }

    /// Mates in one without a needless piece; they come from mates without one.
    fn single_ones(&self, part: &mut KingSquareResult) {
        let mut keys = Vec::new();
        mates(self.rules, unfold(part.king), Which::Minimal, WHOLE, &mut |set_pos, checker, needless| {
            if self.conventions.is_problem_mate(self.rules, set_pos, checker, needless)
                && is_kept(self.rules, set_pos)
            {
                part.minimal_mates += super::backward::weight(self.rules, self.conventions, set_pos);
            }
            if set_pos.at.contains(&WHITE_HAND) || (0..N).any(|i| i != checker && needless(i)) {
                return;
            }
            self.rules.attackers_unmoves(set_pos, checker, true, &mut |before| keys.push(before.key()));
        });
        each_once(&mut keys);
        for key in keys {
            let set_pos = SetPosition::new(unfold(part.king), key);
            if self.row_of(&set_pos, 1).is_none() {
                self.single(&set_pos, 1, part);
            }
        }
    }

    /// Mates in three without a needless piece.
    fn single_threes(&self, needy: &[u64], part: &mut KingSquareResult) {
        let mut keys = Vec::new();
        for &key in needy {
            let lost = SetPosition::new(unfold(part.king), key);
            let image = in_middle(lost.king).then(|| self.rules.mirrored(&lost));
            for set_pos in [Some(lost), image].into_iter().flatten() {
                let checker = self.rules.checker(&set_pos).expect("one piece checks in a lost position");
                self.rules.attackers_unmoves(&set_pos, checker, false, &mut |before| keys.push(before.key()));
            }
        }
        each_once(&mut keys);
        for key in keys {
            let set_pos = SetPosition::new(unfold(part.king), key);
            let in_row = (0..N).any(|i| self.plies_without(&set_pos, i).is_some_and(|plies| plies <= SHORT));
            if !in_row && !self.rules.mates_within(&set_pos, 1) {
                self.single(&set_pos, SHORT, part);
            }
        }
    }
}

impl ShortMates {
    /// Adds a part; gives what it has found of lost positions.
    fn add(&mut self, part: KingSquareResult) -> (KeysByKing, KeysByKing) {
        self.tally.add(&part.tally);
        self.minimal_mates += part.minimal_mates;
        self.candidates.push((part.king, part.candidates));
        (part.needy, part.lost)
    }
}

/// The square before which the king's moves must be shorter when a lost position is looked for behind its
/// answer `row`.
///
/// Each of its longest answers leads to it. It is enough that the king's move to the first square does, or,
/// if he has none of full length, that the others do. What is walked over has the king on the left or in the
/// middle, and so has the first of these moves in the position or in its mirror image: it goes to the first
/// rank that such a move goes to, to the leftmost square there in the one, to the rightmost in the other.
fn first_answer<const N: usize>(row: &SetPosition<N>, before: &SetPosition<N>) -> u8 {
    if row.king == before.king { SQUARES as u8 } else { row.king }
}

/// A scene of the smaller set with the guest absent.
fn with_guest<const N: usize, const M: usize>(rest: &SetPosition<M>, guest: usize) -> SetPosition<N> {
    let at = std::array::from_fn(|i| match i.cmp(&guest) {
        std::cmp::Ordering::Less => rest.at[i],
        std::cmp::Ordering::Equal => WHITE_HAND,
        std::cmp::Ordering::Greater => rest.at[i - 1],
    });
    SetPosition { king: rest.king, at }
}

/// A scene without one piece.
fn without<const N: usize, const M: usize>(set_pos: &SetPosition<N>, piece: usize) -> SetPosition<M> {
    SetPosition {
        king: set_pos.king,
        at: std::array::from_fn(|i| set_pos.at[if i < piece { i } else { i + 1 }]),
    }
}
