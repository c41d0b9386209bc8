//! The blocks that were decoded last, shared by all threads.
//!
//! Positions that follow each other ask for the same blocks: a third of those of a page, six sevenths of
//! those of the pages of some games, and each of two threads a fifth of what the other has
//! (`docs/notes/web.md`). A block has one place, which it takes from whatever was there: that is one look
//! under one lock, held for a moment, where a list by age would have to be kept in order under a lock for
//! all. Places are made when the table is opened: memory that is asked for while a question waits would have
//! to be found, and given by the system page by page.

use crate::format::BLOCK;
use crate::model::Symbol;
use std::sync::{Mutex, PoisonError};

/// How many runs of nodes there is room for.
const PLACES: u64 = 1 << 14;

/// The nodes of a run: a block of a table with distances, and a part of one of a table without.
const RUN: u64 = BLOCK;

/// What is stored of a node, in two bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark(u16);

/// What a [`Mark`] stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// Not reached, or not plausible.
    Unreached,
    /// Won or drawn, and the rules do not say so themselves.
    NotLost,
    /// The rules tell the value.
    Decided,
    /// Lost in twice as many plies.
    Lost(u8),
}

impl Mark {
    /// Of a node that is not plausible.
    pub const UNREACHED: Self = Self(0);
    const NOT_LOST: u16 = 1;
    const DECIDED: u16 = 2;
    const LOST: u16 = 3;

    /// The mark of a plausible node.
    #[inline]
    pub const fn of(symbol: Symbol, is_decided: bool) -> Self {
        match symbol {
            Symbol::Unreached => Self::UNREACHED,
            _ if is_decided => Self(Self::DECIDED),
            Symbol::Other => Self(Self::NOT_LOST),
            Symbol::Lost(half) => Self(Self::LOST + half as u16),
        }
    }

    /// What it stands for.
    #[inline]
    pub const fn meaning(self) -> Meaning {
        match self.0 {
            0 => Meaning::Unreached,
            Self::NOT_LOST => Meaning::NotLost,
            Self::DECIDED => Meaning::Decided,
            lost => Meaning::Lost((lost - Self::LOST) as u8),
        }
    }
}

/// Runs of nodes, in 4 MiB at the most, and half of one more for what they cost beside.
#[derive(Debug)]
pub struct Recent(Box<[Mutex<Place>]>);

/// A run, with its number, and how many of its nodes are known from its first one on: none at the beginning.
#[derive(Debug)]
struct Place {
    run: u64,
    known: usize,
    /// A byte each, so that what is kept pushes less of the model out of what is near the processor.
    marks: [u8; RUN as usize],
}

impl Recent {
    /// Nothing, with room for runs of so many nodes.
    pub fn new(nodes: u64) -> Self {
        let place = || Place { run: 0, known: 0, marks: [0; RUN as usize] };
        Self((0..nodes.div_ceil(RUN).clamp(1, PLACES)).map(|_| Mutex::new(place())).collect())
    }

    /// Gives the marks of nodes, ascending, as long as they are there; whether all were.
    pub fn give(&self, nodes: &[u64], marks: &mut Vec<Mark>) -> bool {
        nodes.chunk_by(|one, other| one / RUN == other / RUN).all(|own| {
            let place = self.place(own[0] / RUN).lock().unwrap_or_else(PoisonError::into_inner);
            let at = |node: u64| (node % RUN) as usize;
            let is_there = place.run == own[0] / RUN && at(own[own.len() - 1]) < place.known;
            if is_there {
                marks.extend(own.iter().map(|&node| Mark(place.marks[at(node)].into())));
            }
            is_there
        })
    }

    /// Keeps the marks of a block from its first node on, but for runs with a loss that is too long for a
    /// byte.
    pub fn keep(&self, first: u64, marks: &[Mark]) {
        for (run, marks) in (first / RUN..).zip(marks.chunks(RUN as usize)) {
            if marks.iter().fold(0, |all, mark| all | mark.0) > u8::MAX.into() {
                continue;
            }
            let mut place = self.place(run).lock().unwrap_or_else(PoisonError::into_inner);
            (place.run, place.known) = (run, marks.len());
            place.marks.iter_mut().zip(marks).for_each(|(own, mark)| *own = mark.0 as u8);
        }
    }

    /// Where a run is, if it is there: those that are near each other are asked for together, and have
    /// different places.
    fn place(&self, run: u64) -> &Mutex<Place> {
        &self.0[(run % self.0.len() as u64) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks(count: usize, half: u8) -> Vec<Mark> {
        vec![Mark::of(Symbol::Lost(half), false); count]
    }

    #[test]
    fn a_mark_stands_for_what_it_was_made_of() {
        for half in 0..=u8::MAX {
            assert_eq!(Mark::of(Symbol::Lost(half), false).meaning(), Meaning::Lost(half));
            assert_eq!(Mark::of(Symbol::Lost(half), true).meaning(), Meaning::Decided);
        }
        assert_eq!(Mark::of(Symbol::Other, false).meaning(), Meaning::NotLost);
        assert_eq!(Mark::of(Symbol::Other, true).meaning(), Meaning::Decided);
        for is_decided in [false, true] {
            assert_eq!(Mark::of(Symbol::Unreached, is_decided), Mark::UNREACHED);
        }
        assert_eq!(Mark::UNREACHED.meaning(), Meaning::Unreached);
    }

    #[test]
    fn a_block_is_kept_until_another_takes_its_place() {
        let recent = Recent::new(u64::MAX);
        let get = |run: u64, nodes: &[u64]| {
            let (nodes, mut marks): (Vec<u64>, _) =
                (nodes.iter().map(|node| run * RUN + node).collect(), Vec::new());
            recent.give(&nodes, &mut marks).then_some(marks)
        };
        assert_eq!(get(0, &[0]), None, "nothing is known at the beginning");
        for (run, half) in (0..PLACES).zip((0..=9).cycle()) {
            recent.keep(run * RUN, &marks(100, half));
        }
        for (run, half) in (0..PLACES).zip((0..=9).cycle()) {
            assert_eq!(get(run, &[0, 7, 99]), Some(marks(3, half)), "{run}");
            assert_eq!(get(run, &[7, 100]), None, "less is known of it");
            assert_eq!(get(run + PLACES, &[0]), None, "another one");
        }
        recent.keep((PLACES + 5) * RUN, &marks(3, 77));
        assert_eq!((get(5, &[0]), get(PLACES + 5, &[1, 2])), (None, Some(marks(2, 77))));
        // A block of several runs.
        recent.keep(8 * RUN, &[marks(RUN as usize, 1), marks(RUN as usize, 2), marks(9, 3)].concat());
        assert_eq!(
            get(8, &[3, RUN + 3, 2 * RUN + 3]),
            Some([marks(1, 1), marks(1, 2), marks(1, 3)].concat())
        );
        assert_eq!(get(8, &[3, RUN + 3, 2 * RUN + 9]), None);
        // The longest loss that is kept, and one that is not.
        for (run, half, is_kept) in [(20, 252, true), (21, 253, false)] {
            recent.keep((PLACES + run) * RUN, &marks(9, half));
            assert_eq!(get(PLACES + run, &[5]), is_kept.then(|| marks(1, half)));
        }
        const { assert!(PLACES * RUN <= 4 << 20) };
        assert_eq!(Recent::new(1).0.len(), 1);
    }
}
