//! All positions of a set at once: a byte for each, the plies to mate, found in passes by length.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::exchange::Exchange;
use super::judge::{Lengths, Verdict, judge, without_a_piece};
use super::pieces::{Kind, PLACES, file_rank, is_promoted, square_of, tables};
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
        let may_check = |kind, place| tables().may_check(kind, place);
        each_placement(&self.set, may_check, |position, found| {
            let index = index(position);
            if self.lengths[index] == 0 && !position.in_check() && self.mates_within(position, length) {
                found.push(index);
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
            both_images(&position).map(move |position| (Exchange::from(&position), verdict))
        })
    }

    /// The positions with white in check and to move, mated or to be mated, of which no piece can be taken
    /// away without changing the length; with that length. Both mirror images appear.
    pub fn minimal_white_to_move(&self) -> Vec<(Exchange, u8)> {
        let found = each_placement(
            &self.set,
            |kind, place| tables().checked(kind, place),
            |position, found| {
                if let Some(length) = self.white_length(position)
                    && !without_a_piece(position).any(|less| self.white_length(&less) == Some(length))
                {
                    found.push((*position, length));
                }
            },
        );
        let images =
            |(position, length)| both_images(&position).map(move |image| (Exchange::from(&image), length));
        found.into_iter().flat_map(images).collect()
    }

    /// Plies to mate with white in check and to move.
    fn white_length(&self, position: &Position) -> Option<u8> {
        let mut longest = Some(0);
        position.any_answer(|answer| {
            longest = self.length(answer).map(|length| longest.unwrap_or(0).max(length + 1));
            longest.is_none()
        });
        longest.filter(|_| position.in_check())
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

/// Counts of the mates (white to move) of which no piece can be taken away, not even from black's hand: then
/// none remains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MinimalMates {
    /// One piece gives check, and it is not a plain pawn.
    pub single: u64,
    /// A plain pawn gives check.
    pub plain_pawn: u64,
    /// Two pieces or more give check.
    pub double: u64,
}

/// Finds the minimal mates of a set of any size among all its placements; both mirror images appear.
pub fn minimal_mates(set: &[Kind]) -> (MinimalMates, Vec<Exchange>) {
    let found = each_placement(
        set,
        |kind, place| tables().checked(kind, place),
        |position, found| {
            if position.is_mated() && !without_a_piece(position).any(|less| less.is_mated()) {
                found.push(*position);
            }
        },
    );
    let mut counts = MinimalMates::default();
    for position in &found {
        let checking: Vec<(Kind, u16)> = position.checking().collect();
        let count = match checking[..] {
            [(Kind::P, place)] if !is_promoted(place) => &mut counts.plain_pawn,
            [_] => &mut counts.single,
            _ => &mut counts.double,
        };
        *count += both_images(position).count() as u64;
    }
    (counts, found.iter().flat_map(both_images).map(|position| Exchange::from(&position)).collect())
}

/// A canonical position and its mirror image, unless that is canonical too: so is each with the king in the
/// middle file.
fn both_images(position: &Position) -> impl Iterator<Item = Position> + use<> {
    let mirrored = (file_rank(position.king).0 < 4).then(|| position.mirrored());
    [Some(*position), mirrored].into_iter().flatten()
}

/// Visits once each canonical placement, in check or not, in which some piece touches the king; collects what
/// the visits push. Works on all cores.
///
/// `touches` are the kings that a piece touches by itself. Most placements have none and are passed over at
/// once.
fn each_placement<T: Send>(
    set: &[Kind],
    touches: impl Fn(Kind, u16) -> u128 + Sync,
    visit: impl Fn(&Position, &mut Vec<T>) + Sync,
) -> Vec<T> {
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
            let mut spots: Vec<_> =
                position.pieces().map(|(kind, _)| spots(kind, position.king, &touches)).collect();
            spots[0].retain(|spot| spot.place as usize == unit % PLACES);
            position.count = 0;
            place_rest(&mut position, &spots, Summary { occupied: 0, touched: false }, &mut |position| {
                visit(position, &mut found);
            });
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

/// Where a piece may be beside a king if nothing else is on the board.
struct Spot {
    place: u16,
    /// Its square as a bit; none in hand.
    square: u128,
    touches: bool,
}

fn spots(kind: Kind, king: u8, touches: &impl Fn(Kind, u16) -> u128) -> Vec<Spot> {
    let mut bare = Position::unused(&[kind], king);
    bare.count = 0;
    let admitted = (0..PLACES as u16).filter(|&place| bare.admits(kind, place));
    let spot = |place| Spot {
        place,
        square: square_of(place).map_or(0, |square| 1 << square),
        touches: touches(kind, place) >> king & 1 == 1,
    };
    admitted.map(spot).collect()
}

/// What the pieces put so far amount to.
#[derive(Clone, Copy)]
struct Summary {
    occupied: u128,
    touched: bool,
}

/// Puts the pieces that are not yet in use on their spots in all ways, like pieces in ascending order.
fn place_rest(
    position: &mut Position,
    spots: &[Vec<Spot>],
    so_far: Summary,
    visit: &mut impl FnMut(&Position),
) {
    let i = position.count as usize;
    let kind = position.kinds[i];
    let like_the_last = i > 0 && position.kinds[i - 1] == kind;
    let lowest = if like_the_last { position.places[i - 1] } else { 0 };
    let first = spots[i].partition_point(|spot| spot.place < lowest);
    for spot in &spots[i][first..] {
        let now =
            Summary { occupied: so_far.occupied | spot.square, touched: so_far.touched || spot.touches };
        let last = i + 1 == spots.len();
        if so_far.occupied & spot.square != 0 || last && !now.touched {
            continue;
        }
        // What is left to ask is about two pawns in a file.
        if kind == Kind::P && !position.admits(kind, spot.place) {
            continue;
        }
        position.places[i] = spot.place;
        position.count += 1;
        if last {
            visit(position);
        } else {
            place_rest(position, spots, now, visit);
        }
        position.count -= 1;
    }
}
