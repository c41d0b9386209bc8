//! One part of the index space while it is solved level by level.

use crate::cell::{self, LONG_PLIES, is_counted};
use crate::exchange::{Entry, PART, entries, first_of};
use std::{hint::black_box, mem};
use yomikiri_core::Node;
use yomikiri_simd::{Row, by_level};

/// Above so many nodes in a part they are found by a scan of the cells, below by sorting a list.
const SCAN: usize = PART / 256;

/// So many cells are fetched before the first of them is needed.
const AHEAD: usize = 64;

/// Up to this level nodes were decided while they were expanded, so that only a scan finds them.
const AT_ONCE: u16 = 2;

/// Cells of a part, and the nodes decided last.
pub struct LevelPart<'a> {
    /// A cell for each node.
    pub cells: &'a mut [u8],
    /// Whether anything was reached: otherwise the cells are not to be touched.
    pub is_reached: bool,
    /// What is known of the level that is taken back and of the next, by whether the level is odd: a part may
    /// be applied to before its own nodes are taken.
    lists: [Decided; 2],
    /// Places of nodes whose distance the cell cannot hold, and their distances.
    pub long: Vec<(u32, u16)>,
}

/// The nodes decided at a level.
struct Decided {
    /// Their places; complete only up to [`SCAN`], but for levels that cells do not tell apart.
    places: Vec<u32>,
    count: usize,
}

impl Decided {
    /// Nothing is known of the level, or too many were decided: they are found by a scan.
    const UNLISTED: usize = usize::MAX;

    const fn unlisted() -> Self {
        Self { places: Vec::new(), count: Self::UNLISTED }
    }

    /// Makes room for so many places more, if they must all be listed: see [`LevelPart::take_decided`].
    fn make_room(&mut self, level: u16, more: usize) {
        if level >= LONG_PLIES && self.places.len() < self.count + more {
            self.places.resize(2 * self.places.len() + more, 0);
        }
    }
}

impl<'a> LevelPart<'a> {
    /// A part about which nothing is known but its cells, and whether anything was reached.
    pub const fn new(cells: &'a mut [u8], is_reached: bool) -> Self {
        Self { cells, is_reached, lists: [Decided::unlisted(), Decided::unlisted()], long: Vec::new() }
    }

    /// The cells; none where nothing was reached.
    pub fn known(&self) -> &[u8] {
        if self.is_reached { self.cells } else { &[] }
    }

    /// The nodes decided at a level, ascending, in place of what is in `nodes`. They are taken once.
    pub fn take_decided<N: Node>(&mut self, number: usize, level: u16, nodes: &mut Vec<N>) {
        let first = first_of(number);
        let node = |place: u32| N::of(first + u64::from(place));
        nodes.clear();
        if !self.is_reached {
            return;
        }
        let list = &mut self.lists[usize::from(level % 2)];
        // What cells do not tell apart is found by the list alone.
        if level < LONG_PLIES && (list.count > SCAN || level <= AT_ONCE) {
            scan(self.cells, cell::of(level), first, nodes);
        } else {
            let listed = list.places.get(..list.count).unwrap_or_default();
            nodes.extend(listed.iter().map(|&place| node(place)));
            nodes.sort_unstable();
            if level >= LONG_PLIES {
                self.long.extend(listed.iter().map(|&place| (place, level)));
            }
        }
        list.count = 0;
    }

    /// Lets predecessors of the nodes decided at a level be applied, of some or of all.
    pub fn applying(&mut self, level: u16) -> Applying<'_, 'a> {
        let list = &mut self.lists[usize::from((level + 1) % 2)];
        // Not less: what has been listed of this level must stay.
        if self.is_reached && list.places.len() <= SCAN {
            list.places.resize(SCAN + 1, 0);
        }
        if list.count == Decided::UNLISTED {
            list.count = 0;
        }
        Applying { part: self, transitions: cell::transitions(level), level }
    }
}

/// A part to which a level is applied.
pub struct Applying<'p, 'a> {
    part: &'p mut LevelPart<'a>,
    transitions: [u8; 256],
    level: u16,
}

impl Applying<'_, '_> {
    /// Applies the level to predecessors, told as the entries of chunks, each as
    /// often as it is one (or once, if [`is_counted`] says so).
    pub fn entries(&mut self, told: &[u32]) {
        if !self.part.is_reached {
            return;
        }
        let (mut places, mut sets) = (Batch::new(0), Batch::new((0, 0)));
        for entry in entries(told) {
            match entry {
                Entry::Place(place) => {
                    if places.push(place as u32) {
                        self.places(places.take());
                    }
                }
                Entry::Set { word, set } => {
                    if sets.push((word, set)) {
                        self.sets(sets.take());
                    }
                }
            }
        }
        self.places(places.take());
        self.sets(sets.take());
    }

    fn places(&mut self, places: &[u32]) {
        let Self { part: LevelPart { cells, lists, .. }, transitions, level } = self;
        let next = *level + 1;
        let (wanted, list) = (cell::of(next), &mut lists[usize::from(next % 2)]);
        fetch(cells, places);
        list.make_room(next, places.len());
        let last = list.places.len() - 1;
        for &place in places {
            let place = place as usize;
            let old = cells[place];
            let new = transitions[usize::from(old)];
            cells[place] = new;
            list.places[list.count.min(last)] = place as u32;
            list.count += usize::from(old != new && new == wanted);
        }
    }

    /// The same for sets of 64 places, by the number of the set.
    fn sets(&mut self, sets: &[(usize, u64)]) {
        let Self { part: LevelPart { cells, lists, .. }, level, .. } = self;
        let next = *level + 1;
        let list = &mut lists[usize::from(next % 2)];
        let mut decided = [0; AHEAD];
        apply(cells.as_chunks_mut().0, sets, is_counted(*level), cell::of(next), &mut decided);
        list.make_room(next, LANES * sets.len());
        for (&(word, _), &(mut lanes)) in sets.iter().zip(&decided) {
            if list.count + lanes.count_ones() as usize > list.places.len() {
                list.count += lanes.count_ones() as usize;
                continue;
            }
            while lanes != 0 {
                list.places[list.count] = (word * LANES) as u32 + lanes.trailing_zeros();
                list.count += 1;
                lanes &= lanes - 1;
            }
        }
    }
}

/// What is collected until it is enough to work on.
struct Batch<T> {
    items: [T; AHEAD],
    len: usize,
}

impl<T: Copy> Batch<T> {
    const fn new(empty: T) -> Self {
        Self { items: [empty; AHEAD], len: 0 }
    }

    /// Adds one; whether it is enough.
    fn push(&mut self, item: T) -> bool {
        self.items[self.len % AHEAD] = item;
        self.len += 1;
        self.len == AHEAD
    }

    fn take(&mut self) -> &[T] {
        &self.items[..mem::take(&mut self.len)]
    }
}

/// Cells that are looked at together: a bit for each is a word.
const LANES: usize = 64;
/// Words that are found before their bits are read.
const WORDS: usize = 64;

/// Appends the places of the cells that hold a byte, ascending, as nodes.
///
/// Many hold it: a search for the next one (`memchr`) would begin anew at each.
fn scan<N: Node>(cells: &[u8], wanted: u8, first: u64, nodes: &mut Vec<N>) {
    let mut words = [0; WORDS];
    let (rows, rest) = cells.as_chunks();
    debug_assert!(rest.is_empty(), "a part is made of whole words");
    for (rows, start) in rows.chunks(WORDS).zip((first..).step_by(WORDS * LANES)) {
        hold(rows, wanted, &mut words);
        for (&(mut word), start) in words[..rows.len()].iter().zip((start..).step_by(LANES)) {
            while word != 0 {
                nodes.push(N::of(start + u64::from(word.trailing_zeros())));
                word &= word - 1;
            }
        }
    }
}

by_level! {
    /// Which cells hold a byte.
    fn hold(simd, cells: &[[u8; LANES]], wanted: u8, words: &mut [u64; WORDS]) {
        let wanted = simd.all_bytes(wanted);
        for (cells, word) in cells.iter().zip(words) {
            *word = simd.lanes(simd.equal(simd.bytes(&Row(*cells)), wanted));
        }
    }

    /// Applies a level to sets of cells: where it is counted, each has one undecided successor less, and the
    /// last one decides; else each that is undecided is decided. `decided` tells the cells that became so.
    fn apply(
        simd,
        cells: &mut [[u8; LANES]],
        sets: &[(usize, u64)],
        counted: bool,
        wanted: u8,
        decided: &mut [u64; AHEAD],
    ) {
        let (wanted, one) = (simd.all_bytes(wanted), simd.one());
        let [none, last, known] = [1, 2, cell::DECIDED].map(|cell| simd.all_bytes(cell));
        for (&(word, set), decided) in sets.iter().zip(decided) {
            let cells = &mut cells[word];
            let old = simd.bytes(&Row(*cells));
            let told = simd.mask(set);
            let open = simd.both(told, simd.both(simd.above(old, none), simd.above(known, old)));
            let (done, less) = if counted {
                let done = simd.both(open, simd.equal(old, last));
                (done, simd.count_down(old, open, one))
            } else {
                (open, old)
            };
            let mut new = Row([0; LANES]);
            simd.store_bytes(simd.pick(done, wanted, less), &mut new);
            *cells = new.0;
            *decided = simd.lanes(done);
        }
    }
}

/// Reads the cells of places, all at once: each is a cache miss of its own, and one after the other they
/// would be waited for one by one.
#[inline]
fn fetch(cells: &[u8], places: &[u32]) {
    black_box(places.iter().fold(0, |sum, &place| sum ^ cells[place as usize]));
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_core::Random;

    #[test]
    fn a_scan_finds_every_cell_that_holds_the_byte() {
        let mut random = Random::new(1);
        for kinds in [1, 2, 9, 200] {
            let cells: Vec<u8> = (0..64 * 301).map(|_| random.below(kinds) as u8).collect();
            let mut found: Vec<u64> = Vec::new();
            scan(&cells, 0, 1000, &mut found);
            let expected = cells.iter().zip(1000..).filter(|(cell, _)| **cell == 0).map(|(_, node)| node);
            assert!(found.iter().copied().eq(expected));
        }
    }

    /// Applies a level to the predecessors that a chunk tells; the places that are listed, and their number.
    fn applied(level: u16, cells: &mut [u8], told: &[u32]) -> (Vec<u32>, usize) {
        let mut part = LevelPart::new(cells, true);
        part.applying(level).entries(told);
        let list = &part.lists[usize::from((level + 1) % 2)];
        let mut places = list.places.get(..list.count).unwrap_or_default().to_vec();
        places.sort_unstable();
        (places, list.count)
    }

    #[test]
    fn sets_are_applied_as_their_places_are() {
        let mut random = Random::new(2);
        // Few are listed, many are only counted; what a cell cannot hold is always listed.
        for (level, told) in [(1, 40), (2, 40), (7, 9000), (8, 9000), (191, 40), (192, 40), (193, 9000)] {
            let cells: Vec<u8> = (0..PART).map(|_| random.below(130) as u8).collect();
            let (mut sets, mut places) = (Vec::new(), Vec::new());
            for _ in 0..told {
                let (word, set) = (random.below(PART / 64) as u32, random.next() & random.next());
                if random.below(4) == 0 {
                    sets.push(word * 64);
                    places.push(word * 64);
                } else {
                    sets.extend([1 << 31 | word, set as u32, (set >> 32) as u32]);
                    places.extend((0..64).filter(|bit| set >> bit & 1 == 1).map(|bit| word * 64 + bit));
                }
            }
            let (mut by_sets, mut by_places) = (cells.clone(), cells);
            let listed = applied(level, &mut by_sets, &sets);
            assert_eq!(listed, applied(level, &mut by_places, &places), "level {level}");
            assert!(by_sets == by_places, "level {level}");
            assert!(listed.1 > 0, "some are decided at level {level}");
        }
    }
}
