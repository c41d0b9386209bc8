//! All tsume shogi of a piece set, by taking moves back from the mates.
//!
//! The method is that of Horiyama, Nakatsuka and Iwama (2008, "enumeration of tsume shogi by the reverse method"): begin
//! with every mate, take back the attacker's moves, then the defender's, and so on; what is mate in n or less is a
//! look-up, so no solver is asked and no position is searched. The conventions that make a mate a *problem* are
//! [`Reading`]s; `docs/tsume.md` has the paper's table beside ours.
//!
//! | file | what |
//! |---|---|
//! | `place` | where a piece can be, as a number |
//! | `world` | positions, their mirror images, moves back and the defender's answers |
//! | `mates` | all mates with one checking piece |
//! | `store` | what is mate, by the king's square |
//! | `backward` | level by level; flaws handed on |
//! | `found` | counts, problems, main lines |
//!
//! Sets hold pieces that do not slide, so only the piece that moved last gives check, no drop answers it, and what a piece
//! attacks depends on its place alone.

mod backward;
mod extended;
mod forward;
mod found;
mod judge;
mod mates;
mod place;
mod places;
mod position;
mod reading;
mod rows;
mod scan;
mod sets;
mod store;
mod unrows;
mod world;

pub use found::Tally;
pub use reading::{Cooks, Presence, Reading, Surplus};

use crate::{PieceSet, Problem};
use backward::Backward;
use extended::Extended;
use found::{Found, Item};
use world::World;
use yomikiri_shogi::Position;
use yomikiri_solve::Progress;

/// Everything that is mate with a piece set, and the problems among it.
pub struct Enumeration {
    found: Box<dyn Found>,
    tally: Tally,
    items: Vec<Item>,
}

/// The smallest set of which short mates are not stored.
const LEAST: usize = 2;

/// Calls a generic function for a set's number of pieces.
macro_rules! sized {
    ($set:expr, $n:ident => $work:expr) => {
        match $set.len() {
            1 => {
                const $n: usize = 1;
                $work
            }
            2 => {
                const $n: usize = 2;
                $work
            }
            3 => {
                const $n: usize = 3;
                $work
            }
            4 => {
                const $n: usize = 4;
                $work
            }
            5 => {
                const $n: usize = 5;
                $work
            }
            _ => {
                const $n: usize = 6;
                $work
            }
        }
    };
}

impl Enumeration {
    /// Takes moves back until nothing new comes, or not beyond mates of `most` plies, on all threads.
    ///
    /// The phases of the progress are the levels; their steps are squares of the king.
    pub fn new(set: &PieceSet, reading: Reading, most: u8, progress: &impl Progress) -> Self {
        let found: Box<dyn Found> = if set.len() < LEAST
            || !Extended::<1>::suits(&reading)
            || std::env::var("PLAIN").is_ok()
        {
            sized!(set, N => Box::new(Backward::<N>::new(set, reading, most, progress)))
        } else {
            sized!(set, N => Box::new(Extended::<N>::new::<{ if N > 1 { N - 1 } else { 1 } }>(set, reading, most, progress)))
        };
        let (tally, items) = found.tally();
        Self { found, tally, items }
    }

    /// The bytes that it will take, roughly, from a sample of the king's squares.
    pub fn estimate(set: &PieceSet) -> u64 {
        sized!(set, N => backward::estimate(&World::<N>::new(set)))
    }

    /// The counts.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The problems with their main lines, short ones first; a problem's mirror image follows it if `images` are wanted.
    pub fn problems(&self, images: bool) -> impl Iterator<Item = Problem> + '_ {
        self.read(&self.items, images)
    }

    /// The problems of so many plies.
    pub fn problems_in(&self, plies: usize, images: bool) -> impl Iterator<Item = Problem> + '_ {
        let shorter = self.items.partition_point(|item| (item.0 as usize) < plies);
        let not_longer = self.items.partition_point(|item| item.0 as usize <= plies);
        self.read(&self.items[shorter..not_longer], images)
    }

    fn read<'a>(&'a self, items: &'a [Item], images: bool) -> impl Iterator<Item = Problem> + 'a {
        let both = move |&item| {
            let image = if images { self.found.problem(item, true) } else { None };
            self.found.problem(item, false).into_iter().chain(image)
        };
        items.iter().flat_map(both)
    }

    /// In how many plies a position is mate, the attacker to move; none if it is no mate or not of the set.
    pub fn plies(&self, pos: &Position<u128>) -> Option<u8> {
        self.found.plies(pos)
    }

    /// How many positions are held, mirror images as one.
    pub fn positions(&self) -> usize {
        self.found.positions()
    }

    /// The bytes that they take.
    pub fn bytes(&self) -> usize {
        self.found.bytes()
    }
}
