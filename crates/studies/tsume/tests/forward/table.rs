//! All positions of a set at once: a byte for each, the plies to mate, found in passes by length.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::exchange::Exchange;
use super::judge::{Lengths, Verdict, judge};
use super::pieces::{Kind, PLACES, PROMOTED, WHITE_HAND, square_of};
use super::rules::Position;

/// King squares left of the middle and in it; the others are mirror images.
const KINGS: usize = 45;

/// The lengths of all mates of a set.
pub struct ForwardTable {
    set: Vec<Kind>,
    /// By mixed radix over king and places; 0 for no mate. Hardly any page of it is ever written.
    lengths: Vec<u8>,
    /// Where the mates are, by length.
    mates: Vec<usize>,
}

/// Solves a set of up to three pieces: mate in 1, then in 3, until nothing is found.
pub fn solve(set: &[Kind]) -> ForwardTable {
    assert!((1..=3).contains(&set.len()), "a table of four pieces would take 500 GB");
    let mut set = set.to_vec();
    set.sort_unstable();
    let lengths = vec![0; KINGS * PLACES.pow(set.len() as u32)];
    let mut table = ForwardTable { set, lengths, mates: Vec::new() };
    for length in (1..).step_by(2) {
        let found = table.pass(length);
        if found.is_empty() {
            return table;
        }
        for &index in &found {
            table.lengths[index] = length;
        }
        table.mates.extend(found);
    }
    unreachable!("the passes end when one finds nothing")
}

impl ForwardTable {
    /// The positions not known so far that are mate in so many plies.
    fn pass(&self, length: u8) -> Vec<usize> {
        each_placement(&self.set, |position, found| {
            // In this order: what is quick and mostly false comes first.
            if position.may_check() && !position.in_check() {
                let index = index(position);
                if self.lengths[index] == 0 && self.mates_within(position, length) {
                    found.push(index);
                }
            }
        })
    }

    fn mates_within(&self, position: &Position, length: u8) -> bool {
        let mated = |answer: &Position| {
            let known = self.lengths[index(&answer.canonical())];
            known != 0 && known + 2 <= length
        };
        position.any_mating_check(mated, |_| true)
    }

    pub fn set(&self) -> &[Kind] {
        &self.set
    }

    /// Plies to mate of a position of this set with black to move and the king not in check.
    pub fn length(&self, position: &Position) -> Option<u8> {
        Some(self.lengths[index(&position.canonical())]).filter(|&length| length != 0)
    }

    /// All mates with all about them; both mirror images appear.
    pub fn mates(&self) -> impl Iterator<Item = (Exchange, Verdict)> {
        self.mates.iter().flat_map(move |&index| {
            let position = self.position(index);
            let verdict = judge(&position, &mut &*self).expect("a mate");
            // With the king in the middle file the mirror image has an index of its own.
            let mirrored = (position.king < 36).then(|| position.mirrored());
            [Some(position), mirrored]
                .into_iter()
                .flatten()
                .map(move |position| (Exchange::from(&position), verdict))
        })
    }

    /// The position at an index.
    fn position(&self, mut index: usize) -> Position {
        let mut position = Position::unused(&self.set, 0);
        for i in (0..self.set.len()).rev() {
            position.places[i] = (index % PLACES) as u16;
            index /= PLACES;
        }
        position.king = index as u8;
        position
    }
}

impl Lengths for &ForwardTable {
    fn length(&mut self, position: &Position) -> Option<u8> {
        (**self).length(position)
    }
}

/// The index of a canonical position.
fn index(position: &Position) -> usize {
    position.pieces().fold(position.king as usize, |index, (_, place)| index * PLACES + place as usize)
}

/// The mates (white to move) that remain no mate whatever piece is taken away, black's hand empty.
pub struct MinimalMates {
    /// One piece gives check, and it is not a plain pawn.
    pub single: u64,
    /// A plain pawn gives check.
    pub plain_pawn: u64,
    /// Two pieces or more give check.
    pub double: u64,
}

/// Finds the minimal mates of a set among all its placements; both mirror images count.
pub fn minimal_mates(set: &[Kind]) -> (MinimalMates, Vec<Exchange>) {
    let found = each_placement(set, |position, found| {
        if position.in_check() && position.black_hand() == 0 && is_minimal_mate(position) {
            found.push(*position);
        }
    });
    let mut counts = MinimalMates { single: 0, plain_pawn: 0, double: 0 };
    let mut all = Vec::new();
    for position in found {
        let checking = position.checking();
        let by_pawn = |(kind, place): (Kind, u16)| {
            kind == Kind::P && place < PROMOTED && square_of(place).is_some_and(|at| checking >> at & 1 == 1)
        };
        let count = match checking.count_ones() {
            1 if position.pieces().any(by_pawn) => &mut counts.plain_pawn,
            1 => &mut counts.single,
            _ => &mut counts.double,
        };
        all.push(Exchange::from(&position));
        if position.king < 36 {
            all.push(Exchange::from(&position.mirrored()));
        }
        *count += if position.king < 36 { 2 } else { 1 };
    }
    (counts, all)
}

fn is_minimal_mate(position: &Position) -> bool {
    let on_board = |i: &usize| square_of(position.places[*i]).is_some();
    position.is_mated()
        && !(0..position.count as usize).filter(on_board).any(|i| position.with(i, WHITE_HAND).is_mated())
}

/// Visits each canonical placement of a set once, in check or not, on all cores; collects what the visits push.
fn each_placement<T: Send>(set: &[Kind], visit: impl Fn(&Position, &mut Vec<T>) + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let all = Mutex::new(Vec::new());
    let work = || {
        let mut found = Vec::new();
        loop {
            // A unit of work: the square of the king and the place of the first piece.
            let unit = next.fetch_add(1, Ordering::Relaxed);
            if unit >= KINGS * PLACES {
                break;
            }
            let mut position = Position::unused(set, (unit / PLACES) as u8);
            position.count = 0;
            let place = (unit % PLACES) as u16;
            place_rest(&mut position, set.len(), place..=place, &mut |position| visit(position, &mut found));
        }
        all.lock().expect("no visit panics").extend(found);
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    all.into_inner().expect("no visit panics")
}

/// Puts the next piece on each of these places and the rest on all, like pieces in ascending order.
fn place_rest(
    position: &mut Position,
    pieces: usize,
    places: std::ops::RangeInclusive<u16>,
    visit: &mut impl FnMut(&Position),
) {
    let i = position.count as usize;
    if i == pieces {
        return visit(position);
    }
    for place in places {
        if position.admits(position.kinds[i], place) {
            position.places[i] = place;
            position.count += 1;
            let like_the_next = i + 1 < pieces && position.kinds[i + 1] == position.kinds[i];
            let lowest = if like_the_next { place } else { 0 };
            place_rest(position, pieces, lowest..=WHITE_HAND, visit);
            position.count -= 1;
        }
    }
}
