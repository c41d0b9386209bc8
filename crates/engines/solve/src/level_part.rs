//! One part of the index space while it is solved level by level.

use crate::cell::{self, DECIDED};
use crate::exchange::{PART, first_of};
use std::hint::black_box;
use yomikiri_core::Node;

/// Above so many nodes in a part they are found by a scan of the cells, below by sorting a list.
const SCAN: usize = PART / 256;

/// So many cells are fetched before the first of them is needed.
const AHEAD: usize = 64;

/// Up to this level nodes were decided while they were expanded, so that only a scan finds them.
const AT_ONCE: u16 = 2;

/// Cells of a part, and the nodes decided last.
pub struct LevelPart {
    /// A cell for each node, or none at all where nothing was reached.
    pub cells: Vec<u8>,
    /// Places decided at the level being applied; complete only up to [`SCAN`].
    decided: Vec<u32>,
    count: usize,
}

impl LevelPart {
    /// A part about which nothing is known but its cells.
    pub fn new(cells: Vec<u8>) -> Self {
        Self { cells, decided: Vec::new(), count: usize::MAX }
    }

    /// The nodes decided at a level, ascending, in place of what is in `nodes`. They are taken once.
    pub fn take_decided<N: Node>(&mut self, number: usize, level: u16, nodes: &mut Vec<N>) {
        let first = first_of(number);
        let node = |place: u64| N::of(first + place);
        nodes.clear();
        if self.count > SCAN || level <= AT_ONCE {
            let wanted = DECIDED + level as u8;
            nodes.extend(memchr::memchr_iter(wanted, &self.cells).map(|place| node(place as u64)));
        } else {
            nodes.extend(self.decided[..self.count].iter().map(|&place| node(place.into())));
            nodes.sort_unstable();
        }
        self.count = 0;
    }

    /// Lets predecessors of the nodes decided at a level be applied.
    pub fn applying(&mut self, level: u16) -> Applying<'_> {
        self.decided.resize(SCAN + 1, 0);
        Applying { part: self, transitions: cell::transitions(level), wanted: DECIDED + level as u8 + 1 }
    }
}

/// A part to which a level is applied.
pub struct Applying<'a> {
    part: &'a mut LevelPart,
    transitions: [u8; 256],
    wanted: u8,
}

impl Applying<'_> {
    /// Applies the level to predecessors, told as places in the part, each as often as it is one.
    pub fn places(&mut self, places: &[u32]) {
        let Self { part: LevelPart { cells, decided, count }, transitions, wanted } = self;
        if cells.is_empty() {
            return;
        }
        for places in places.chunks(AHEAD) {
            fetch(cells, places);
            for &place in places {
                let place = place as usize;
                let old = cells[place];
                let new = transitions[usize::from(old)];
                cells[place] = new;
                decided[(*count).min(SCAN)] = place as u32;
                *count += usize::from(old != new && new == *wanted);
            }
        }
    }
}

/// Reads the cells of places, all at once: each is a cache miss of its own, and one after the other they
/// would be waited for one by one.
#[inline]
fn fetch(cells: &[u8], places: &[u32]) {
    black_box(places.iter().fold(0, |sum, &place| sum ^ cells[place as usize]));
}
