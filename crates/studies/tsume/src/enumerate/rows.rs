//! Rows: positions that differ in the place of one piece only, decided all at once.
//!
//! A row is a scene in which one piece, the *guest*, counts as absent (its place is the defender's hand);
//! what is asked of it is for which places of the guest the position is mate, or lost, and the answer is a
//! set of [`LocationSet`]. The other pieces' moves lead to other rows with the same guest, and each costs a
//! few operations on whole sets: the guest bars a move by standing on its goal, bars a flight by attacking or
//! standing there, and may be taken. Only the guest's own moves concern single places, and those that matter
//! go to one of the few places that give check.
//!
//! The guest is the last piece of its kind, so it keeps its number when the others move: the defender's hand
//! is the last place.

use super::{
    attacks::AttackMaps,
    forward::Check,
    place::{self, BLACK_HAND, LINES, WHITE_HAND},
    places::LocationSet,
    rules::{SetPosition, SetRules, squares},
    sets::KindLocationSets,
};

impl<const N: usize> SetRules<N> {
    fn sets(&self, piece: usize) -> &KindLocationSets {
        &self.sets[self.group[piece] as usize]
    }

    /// Where the guest can be: on squares that are free, no second plain pawn in a file.
    pub fn room(&self, row: &SetPosition<N>, guest: usize) -> LocationSet {
        let sets = self.sets(guest);
        let mut taken = self.ground.on[row.king as usize];
        for (i, &at) in row.at.iter().enumerate() {
            if !place::on_board(at) {
                continue;
            }
            let square = place::square(at);
            taken |= self.ground.on[square as usize];
            if let Some(files) =
                sets.files.as_ref().filter(|_| self.man(i).is_pawn && !place::is_promoted(at))
            {
                taken |= files[usize::from(place::is_white(at))][(square % LINES) as usize];
            }
        }
        sets.valid & !taken
    }

    /// Where the guest can be without giving check.
    pub fn quiet(&self, row: &SetPosition<N>, guest: usize) -> LocationSet {
        self.room(row, guest) & !self.sets(guest).attackers[row.king as usize]
    }

    /// The places of the guest, out of `wanted`, with which the attacker mates in `plies` or less.
    pub fn mate(&self, row: &SetPosition<N>, guest: usize, plies: u8, wanted: LocationSet) -> LocationSet {
        let [at_once, later] = self.mates(row, guest, plies, wanted);
        at_once | later
    }

    /// As [`Self::mate`], those that mate in one apart from the others.
    pub fn mates(
        &self,
        row: &SetPosition<N>,
        guest: usize,
        plies: u8,
        wanted: LocationSet,
    ) -> [LocationSet; 2] {
        let wanted = wanted & self.quiet(row, guest);
        let at_once = self.mate_at_once(row, guest, wanted);
        if plies == 1 {
            return [at_once, LocationSet::NONE];
        }
        [at_once, self.mate_later(row, guest, plies, wanted & !at_once)]
    }

    /// The places of the guest, out of `open`, none of which mates in one, with which the attacker mates in
    /// `plies` or less.
    fn mate_later(
        &self,
        row: &SetPosition<N>,
        guest: usize,
        plies: u8,
        mut open: LocationSet,
    ) -> LocationSet {
        let mut found = LocationSet::NONE;
        let still_open = self.all_checks(row, |check| {
            let now = self.mate_by(&check, guest, plies, open);
            found |= now;
            open &= !now;
            !open.is_empty()
        });
        if still_open && !open.is_empty() {
            found |= self.mate_by_guest(row, guest, plies, open);
        }
        found
    }

    /// As [`Self::mate`], by a move of another piece.
    fn mate_by(&self, check: &Check<N>, guest: usize, plies: u8, open: LocationSet) -> LocationSet {
        let on = self.ground.on[check.to as usize];
        let taken = if check.drop { LocationSet::NONE } else { open & on & self.ground.white };
        let mut wanted = open & !on;
        if !taken.is_empty() {
            wanted.insert(BLACK_HAND);
        }
        let mut lost = self.lost(&check.after, guest, plies - 1, wanted);
        if check.pawn_drop {
            lost &= !self.mated(&check.after, guest, check.checker);
        }
        lost & open & !on | if lost.has(BLACK_HAND) { taken } else { LocationSet::NONE }
    }

    /// As [`Self::mate`], by a move of the guest.
    fn mate_by_guest(
        &self,
        row: &SetPosition<N>,
        guest: usize,
        plies: u8,
        mut open: LocationSet,
    ) -> LocationSet {
        let sets = self.sets(guest);
        let mut found = LocationSet::NONE;
        for to in sets.attackers[row.king as usize].iter() {
            let Some((after, takes)) = self.guest_goes(row, to) else { continue };
            let mut from = sets.sources[to as usize] & open;
            let drops = !takes && !place::is_promoted(to) && open.has(BLACK_HAND);
            if from.is_empty() && !drops || !self.lost(&after, guest, plies - 1, LocationSet::one(to)).has(to)
            {
                continue;
            }
            if drops && self.may_drop(&after, guest, to) {
                from.insert(BLACK_HAND);
            }
            found |= from;
            open &= !from;
        }
        found
    }

    /// The row behind a move of the guest, if there is such a move, and whether it takes a piece.
    fn guest_goes(&self, row: &SetPosition<N>, to: u16) -> Option<(SetPosition<N>, bool)> {
        match Self::piece_on(row, place::square(to)) {
            None => Some((*row, false)),
            Some(there) => place::is_white(row.at[there]).then(|| (self.with(row, there, BLACK_HAND), true)),
        }
    }

    /// Whether the guest, checking from `to`, can have been dropped: no second pawn in the file, no mate by a
    /// pawn.
    fn may_drop(&self, row: &SetPosition<N>, guest: usize, to: u16) -> bool {
        let is_mate = || self.is_lost_by_guest(row, guest, to, 0);
        !self.man(guest).is_pawn || self.room(row, guest).has(to) && !is_mate()
    }

    /// Whether it is lost in `plies` or less with the guest at a place from which it checks.
    fn is_lost_by_guest(&self, row: &SetPosition<N>, guest: usize, at: u16, plies: u8) -> bool {
        let set_pos = self.with(row, guest, at);
        let checker = Self::piece_on(&set_pos, place::square(at)).expect("the guest stands there");
        self.lost_within(&set_pos, checker, plies).is_some()
    }

    /// The places of the guest, out of `wanted`, with which the attacker mates in one.
    fn mate_at_once(&self, row: &SetPosition<N>, guest: usize, wanted: LocationSet) -> LocationSet {
        let sets = self.sets(guest);
        let maps = AttackMaps::new(self, row);
        let mut open = wanted;
        self.all_movers(row, |piece, drop, places| {
            if drop && self.man(piece).is_pawn {
                return true;
            }
            let others = maps.others(piece);
            for &to in places.iter().filter(|&&to| !(drop && maps.takes(to))) {
                let Some(escapes) = maps.escapes_after(self, row, (piece, to), others) else { continue };
                let on = self.ground.on[place::square(to) as usize];
                let mut now = open & !on & !sets.takers[place::square(to) as usize];
                for escape in squares(escapes) {
                    now &= sets.bars[escape as usize];
                }
                // The guest is taken, and as well as absent.
                let taken = if escapes == 0 && !drop { on & self.ground.white } else { LocationSet::NONE };
                open &= !(now | taken);
                if open.is_empty() {
                    return false;
                }
            }
            true
        });
        let others = maps.others(guest);
        for to in sets.attackers[row.king as usize].iter() {
            let from = sets.sources[to as usize] & open;
            let drops = !self.man(guest).is_pawn && !place::is_promoted(to) && !maps.takes(to);
            let dropped = if drops { open & LocationSet::one(BLACK_HAND) } else { LocationSet::NONE };
            let now = from | dropped;
            if !now.is_empty() && maps.escapes_after(self, row, (guest, to), others) == Some(0) {
                open &= !now;
            }
        }
        wanted & !open
    }

    /// The squares to which the king can go, given those that are attacked.
    #[inline]
    fn flights(&self, set_pos: &SetPosition<N>, attacked: u128) -> u128 {
        let own =
            set_pos.at.iter().filter(|&&at| place::is_white(at)).fold(0, |own, &at| own | place::bit(at));
        self.around[set_pos.king as usize] & !attacked & !own
    }

    /// Whether a piece of the defender can take on a square.
    #[inline]
    fn is_taken(&self, set_pos: &SetPosition<N>, square: u8) -> bool {
        let takes =
            |i: usize| place::is_white(set_pos.at[i]) && self.attacks(i, set_pos.at[i]) >> square & 1 == 1;
        (0..N).any(takes)
    }

    /// The places of the guest with which the defender, in check by another piece, has no answer.
    fn mated(&self, row: &SetPosition<N>, guest: usize, checker: usize) -> LocationSet {
        let target = place::square(row.at[checker]);
        if self.is_taken(row, target) {
            return LocationSet::NONE;
        }
        let sets = self.sets(guest);
        let mut all = !sets.takers[target as usize];
        for flight in squares(self.flights(row, self.attacked(row))) {
            all &= sets.bars[flight as usize];
        }
        all
    }

    /// The places of the guest, out of `wanted`, with which the defender is in check by one piece and every
    /// answer leads to mate in less than `plies`.
    #[inline]
    pub fn lost(&self, row: &SetPosition<N>, guest: usize, plies: u8, wanted: LocationSet) -> LocationSet {
        self.lost_from(row, guest, (plies, 0), wanted)
    }

    /// As [`Self::lost`], but for positions that come up again: a move of the king to a square before `first`
    /// must lead to a mate that is shorter. Where the guest gives check this is not asked.
    pub fn lost_from(
        &self,
        row: &SetPosition<N>,
        guest: usize,
        (plies, first): (u8, u8),
        wanted: LocationSet,
    ) -> LocationSet {
        let checks = self.sets(guest).attackers[row.king as usize];
        let gives =
            |&i: &usize| place::is_black(row.at[i]) && self.attacks(i, row.at[i]) >> row.king & 1 == 1;
        let mut checkers = (0..N).filter(gives);
        let wanted = wanted & self.room(row, guest);
        match (checkers.next(), checkers.next()) {
            (Some(checker), None) => self.lost_by(row, (guest, checker), (plies, first), wanted & !checks),
            (None, _) => {
                let is_lost = |&at: &u16| self.is_lost_by_guest(row, guest, at, plies);
                (wanted & checks).iter().filter(is_lost).collect()
            }
            _ => LocationSet::NONE,
        }
    }

    /// As [`Self::lost`] where another piece gives check.
    fn lost_by(
        &self,
        row: &SetPosition<N>,
        (guest, checker): (usize, usize),
        (plies, first): (u8, u8),
        wanted: LocationSet,
    ) -> LocationSet {
        let mut left = self.lost_by_king(row, guest, (plies, first), wanted);
        let target = place::square(row.at[checker]);
        for taker in (0..N).filter(|&i| place::is_white(row.at[i])) {
            let targets = self.sets(taker).targets[row.at[taker] as usize];
            for to in (targets & self.ground.on[target as usize]).iter() {
                if left.is_empty() {
                    return left;
                }
                let mut next = *row;
                (next.at[taker], next.at[checker]) = (to, WHITE_HAND);
                self.sort(&mut next.at);
                left &= self.mate(&next, guest, plies - 1, left);
            }
        }
        let sets = self.sets(guest);
        let takers = left & sets.takers[target as usize];
        if takers.is_empty() {
            return left;
        }
        let next = self.with(row, checker, WHITE_HAND);
        let good = self.mate(&next, guest, plies - 1, self.ground.on[target as usize]);
        let bad = self.ground.on[target as usize] & !good;
        left & !takers
            .iter()
            .filter(|&at| !(sets.targets[at as usize] & bad).is_empty())
            .collect::<LocationSet>()
    }

    /// The places of the guest with which every move of the king leads to mate in less than `plies`.
    fn lost_by_king(
        &self,
        row: &SetPosition<N>,
        guest: usize,
        (plies, first): (u8, u8),
        wanted: LocationSet,
    ) -> LocationSet {
        let sets = self.sets(guest);
        let mut left = wanted;
        for to in squares(self.flights(row, self.attacked(row))) {
            let bars = sets.bars[to as usize];
            let taken = self.ground.on[to as usize] & self.ground.black;
            let mut asked = left & !bars & !taken;
            if !(left & taken & !bars).is_empty() {
                asked.insert(WHITE_HAND);
            }
            if asked.is_empty() {
                continue;
            }
            let within = if to < first { plies.saturating_sub(3) } else { plies - 1 };
            let mut mates = LocationSet::NONE;
            if within > 0 {
                let stands = Self::piece_on(row, to);
                let next = stands.map_or(*row, |there| self.with(row, there, WHITE_HAND));
                mates = self.mate(&SetPosition { king: to, ..next }, guest, within, asked);
            }
            let taken = if mates.has(WHITE_HAND) { taken } else { LocationSet::NONE };
            left &= bars | mates & !self.ground.on[to as usize] | taken;
            if left.is_empty() {
                break;
            }
        }
        left
    }
}
