//! What stands where and what it reaches.
//!
//! A piece is its kind and its *place*, one of 326: 81 squares for each of black plain, black promoted, white plain and
//! white promoted, then the two hands. No piece ranges, so what a piece reaches depends on its place alone.

use std::sync::OnceLock;

/// The kinds of pieces this oracle knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    P,
    N,
    S,
    G,
}

impl Kind {
    pub const ALL: [Self; 4] = [Self::P, Self::N, Self::S, Self::G];

    pub fn letter(self) -> char {
        ['P', 'N', 'S', 'G'][self as usize]
    }

    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter)
    }
}

/// First place of a promoted black piece; promoting adds this to either side's place on the same square.
pub const PROMOTED: u16 = 81;
/// First place of a white piece; all lower ones are on black's board.
pub const WHITE: u16 = 162;
pub const BLACK_HAND: u16 = 324;
pub const WHITE_HAND: u16 = 325;
/// Number of places.
pub const PLACES: usize = 326;

/// Squares are `9 * file + rank`, files from the left, ranks from the top: black moves towards rank 0.
pub fn square(file: u8, rank: u8) -> u8 {
    9 * file + rank
}

pub fn file_rank(square: u8) -> (u8, u8) {
    (square / 9, square % 9)
}

/// The square of a place on the board.
pub fn square_of(place: u16) -> Option<u8> {
    (place < BLACK_HAND).then_some((place % 81) as u8)
}

pub fn is_black(place: u16) -> bool {
    place < WHITE
}

pub fn is_white(place: u16) -> bool {
    (WHITE..BLACK_HAND).contains(&place)
}

pub fn is_promoted(place: u16) -> bool {
    place < BLACK_HAND && place / 81 % 2 == 1
}

pub fn mirror_square(at: u8) -> u8 {
    let (file, rank) = file_rank(at);
    square(8 - file, rank)
}

/// The place on the other side of the middle file.
pub fn mirror_place(place: u16) -> u16 {
    square_of(place).map_or(place, |at| place - at as u16 + mirror_square(at) as u16)
}

pub fn bits(mut set: u128) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        lowest
    })
}

/// What depends on a kind and a place, and on nothing else on the board.
#[derive(Clone, Copy, Default)]
pub struct Reach {
    /// Not a dead piece, nor a promoted gold.
    pub legal: bool,
    /// Squares it may move to on an empty board, as bits.
    pub steps: u128,
    /// Kings that a black piece could check by moving from here; all of them from the hand.
    pub may_check: u128,
}

pub struct Tables {
    reach: [[Reach; PLACES]; 4],
    /// Squares from which a plain black piece of a kind checks a king.
    checkers: [[u128; 81]; 4],
    king_steps: [u128; 81],
}

/// The tables, made at the first call.
pub fn tables() -> &'static Tables {
    static TABLES: OnceLock<Box<Tables>> = OnceLock::new();
    TABLES.get_or_init(|| Box::new(Tables::new()))
}

impl Tables {
    fn new() -> Self {
        let mut reach = [[Reach::default(); PLACES]; 4];
        for kind in Kind::ALL {
            for place in (0..PLACES as u16).filter(|&place| is_legal(kind, place)) {
                reach[kind as usize][place as usize] =
                    Reach { legal: true, steps: steps(kind, place), may_check: 0 };
            }
        }
        let checkers = Kind::ALL.map(|kind| {
            let checks = |place: u16, king: u8| reach[kind as usize][place as usize].steps >> king & 1 == 1;
            std::array::from_fn(|king| {
                (0..PROMOTED).filter(|&place| checks(place, king as u8)).map(|place| 1 << place).sum()
            })
        });
        let king_steps = std::array::from_fn(|king| reached(king as u8, KING, 1));
        let mut tables = Self { reach, checkers, king_steps };
        for kind in Kind::ALL {
            for place in 0..WHITE {
                let reached = tables.moves(kind, place, u128::MAX).map(|to| tables.reach(kind, to).steps);
                reach[kind as usize][place as usize].may_check =
                    reached.fold(0, |kings, steps| kings | steps);
            }
            reach[kind as usize][BLACK_HAND as usize].may_check = u128::MAX;
        }
        tables.reach = reach;
        tables
    }

    pub fn reach(&self, kind: Kind, place: u16) -> &Reach {
        &self.reach[kind as usize][place as usize]
    }

    pub fn checkers(&self, kind: Kind, king: u8) -> u128 {
        self.checkers[kind as usize][king as usize]
    }

    pub fn king_steps(&self, king: u8) -> u128 {
        self.king_steps[king as usize]
    }

    /// The places that a piece on the board may move to if only these squares are open: plain and promoted.
    pub fn moves(&self, kind: Kind, from: u16, open: u128) -> impl Iterator<Item = u16> {
        let group = from / 81 * 81;
        bits(self.reach(kind, from).steps & open).flat_map(move |to| {
            let kept = group + to as u16;
            let promotes = !is_promoted(from) && (ranks_ahead(from) <= 2 || ranks_ahead(kept) <= 2);
            let places = [Some(kept), promotes.then_some(kept + PROMOTED)];
            places.into_iter().flatten().filter(move |&place| self.reach(kind, place).legal)
        })
    }
}

const GOLD: &[(i8, i8)] = &[(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (0, 1)];
const KING: &[(i8, i8)] = &[(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

fn offsets(kind: Kind, promoted: bool) -> &'static [(i8, i8)] {
    match kind {
        _ if promoted => GOLD,
        Kind::P => &[(0, -1)],
        Kind::N => &[(-1, -2), (1, -2)],
        Kind::S => &[(-1, -1), (0, -1), (1, -1), (-1, 1), (1, 1)],
        Kind::G => GOLD,
    }
}

fn steps(kind: Kind, place: u16) -> u128 {
    let forward = if is_black(place) { 1 } else { -1 };
    square_of(place).map_or(0, |from| reached(from, offsets(kind, is_promoted(place)), forward))
}

/// Squares at the offsets, as bits; `forward` is 1 for black and -1 for white.
fn reached(from: u8, offsets: &[(i8, i8)], forward: i8) -> u128 {
    let (file, rank) = file_rank(from);
    let at = |&(right, down): &(i8, i8)| (file as i8 + right, rank as i8 + forward * down);
    let on_board = |&(file, rank): &(i8, i8)| (0..9).contains(&file) && (0..9).contains(&rank);
    offsets.iter().map(at).filter(on_board).map(|(file, rank)| 1 << square(file as u8, rank as u8)).sum()
}

/// How many ranks the piece on the board has before it.
fn ranks_ahead(place: u16) -> u16 {
    let rank = place % 9;
    if is_black(place) { rank } else { 8 - rank }
}

fn is_legal(kind: Kind, place: u16) -> bool {
    let plain_on_board = place < BLACK_HAND && !is_promoted(place);
    match kind {
        Kind::G => !is_promoted(place),
        Kind::P if plain_on_board => ranks_ahead(place) >= 1,
        Kind::N if plain_on_board => ranks_ahead(place) >= 2,
        _ => true,
    }
}
