//! The defender's moves taken back a row at a time.

use super::{
    place,
    places::LocationSet,
    rules::{SetPosition, SetRules, squares},
};

impl<const N: usize> SetRules<N> {
    /// Gives the rows from which a move of the defender leads to a place of the row in `set`, with the places
    /// of the guest that come into question: at least those from which one does. Which are in check is not
    /// asked.
    pub fn rows_before(
        &self,
        row: &SetPosition<N>,
        guest: usize,
        set: LocationSet,
        out: &mut dyn FnMut(SetPosition<N>, LocationSet),
    ) {
        let free = self.around[row.king as usize] & !row.occupied();
        let here = self.ground.on[row.king as usize] & self.ground.black;
        let taken = if set.has(place::WHITE_HAND) { here } else { LocationSet::NONE };
        for from in squares(free) {
            out(SetPosition { king: from, ..*row }, set | taken);
        }
        for taken in self.first_of_each(row, place::WHITE_HAND).filter(|&i| i != guest) {
            for stood in (here & self.sets[self.group[taken] as usize].valid).iter() {
                let before = self.with(row, taken, stood);
                if self.pawns_stand_alone(&before) {
                    squares(free).for_each(|from| out(SetPosition { king: from, ..before }, set));
                }
            }
        }
        for taken in
            self.first_of_each(row, place::WHITE_HAND).filter(|&i| i != guest || set.has(place::WHITE_HAND))
        {
            for taker in (0..N).filter(|&i| place::is_white(row.at[i])) {
                let set = if taken == guest { LocationSet::NONE } else { set };
                self.rows_untaken(row, (taker, taken), set, out);
            }
            if taken != guest {
                self.rows_untaken_by_guest(row, guest, taken, set, out);
            }
        }
    }

    /// As [`Self::rows_before`] where `taker` has taken the checking piece `taken`; that is the guest if
    /// `set` is empty.
    fn rows_untaken(
        &self,
        row: &SetPosition<N>,
        (taker, taken): (usize, usize),
        set: LocationSet,
        out: &mut dyn FnMut(SetPosition<N>, LocationSet),
    ) {
        let to = row.at[taker];
        let (mover, checker) =
            (&self.sets[self.group[taker] as usize], &self.sets[self.group[taken] as usize]);
        let stood = checker.attackers[row.king as usize] & self.ground.on[place::square(to) as usize];
        if stood.is_empty() {
            return;
        }
        let occupied = row.occupied();
        for from in mover.sources[to as usize].iter().filter(|&from| occupied & place::bit(from) == 0) {
            let before = self.with(row, taker, from);
            if set.is_empty() {
                out(before, stood);
                continue;
            }
            for stood in stood.iter() {
                let mut before = *row;
                (before.at[taker], before.at[taken]) = (from, stood);
                self.sort(&mut before.at);
                if self.pawns_stand_alone(&before) {
                    out(before, set);
                }
            }
        }
    }

    /// As [`Self::rows_before`] where the guest has taken the checking piece `taken`.
    fn rows_untaken_by_guest(
        &self,
        row: &SetPosition<N>,
        guest: usize,
        taken: usize,
        set: LocationSet,
        out: &mut dyn FnMut(SetPosition<N>, LocationSet),
    ) {
        let occupied = row.occupied();
        let sources = &self.sets[self.group[guest] as usize].sources;
        for stood in self.sets[self.group[taken] as usize].attackers[row.king as usize].iter() {
            let takers = set & self.ground.white & self.ground.on[place::square(stood) as usize];
            let before = self.with(row, taken, stood);
            if occupied & place::bit(stood) != 0 || takers.is_empty() || !self.pawns_stand_alone(&before) {
                continue;
            }
            out(before, takers.iter().fold(LocationSet::NONE, |from, to| from | sources[to as usize]));
        }
    }
}
