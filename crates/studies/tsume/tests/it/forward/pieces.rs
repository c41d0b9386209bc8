//! What stands where and what it reaches.
//!
//! A piece is its kind and its *place*, one of 326: 81 squares for each of black plain, black promoted, white
//! plain and white promoted, then the two hands. No piece ranges, so what a piece reaches depends on its
//! place alone.

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

/// What depends on kinds and places and on nothing else on the board; squares are bits.
pub struct Tables {
    /// Whether a piece is neither dead nor a promoted gold.
    legal: [[bool; PLACES]; 4],
    /// Squares a piece may move to if all are open; none from hands and illegal places.
    steps: [[u128; PLACES]; 4],
    may_check: [[u128; PLACES]; 4],
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
        let legal = Kind::ALL.map(|kind| std::array::from_fn(|place| is_legal(kind, place as u16)));
        let steps = Kind::ALL.map(|kind| std::array::from_fn(|place| steps(kind, place as u16)));
        let king_steps = std::array::from_fn(|king| reached(king as u8, KING, 1));
        let no_kings = Kind::ALL.map(|_| [0; PLACES]);
        let bare = Self { legal, steps, may_check: no_kings, checkers: [[0; 81]; 4], king_steps };
        let may_check = |kind| std::array::from_fn(|place| bare.kings_in_reach(kind, place as u16));
        let checkers = |kind| std::array::from_fn(|king| bare.squares_checking(kind, king));
        Self { may_check: Kind::ALL.map(may_check), checkers: Kind::ALL.map(checkers), ..bare }
    }

    fn squares_checking(&self, kind: Kind, king: usize) -> u128 {
        let checking = (0..PROMOTED).filter(|&from| self.checked(kind, from) >> king & 1 == 1);
        checking.fold(0, |set, from| set | 1 << from)
    }

    fn kings_in_reach(&self, kind: Kind, place: u16) -> u128 {
        match place {
            BLACK_HAND => u128::MAX,
            _ if is_black(place) => {
                self.moves(kind, place, u128::MAX).fold(0, |kings, to| kings | self.steps(kind, to))
            }
            _ => 0,
        }
    }

    pub fn legal(&self, kind: Kind, place: u16) -> bool {
        self.legal[kind as usize][place as usize]
    }

    pub fn steps(&self, kind: Kind, place: u16) -> u128 {
        self.steps[kind as usize][place as usize]
    }

    /// Kings in check from a piece.
    pub fn checked(&self, kind: Kind, place: u16) -> u128 {
        if is_black(place) { self.steps(kind, place) } else { 0 }
    }

    /// Kings that a black piece could check by a move if nothing were in its way; all of them from the hand.
    pub fn may_check(&self, kind: Kind, place: u16) -> u128 {
        self.may_check[kind as usize][place as usize]
    }

    /// Squares from which a plain black piece of a kind checks a king.
    pub fn checkers(&self, kind: Kind, king: u8) -> u128 {
        self.checkers[kind as usize][king as usize]
    }

    pub fn king_steps(&self, king: u8) -> u128 {
        self.king_steps[king as usize]
    }

    /// The places that a piece on the board may move to if only these squares are open: plain and promoted.
    pub fn moves(&self, kind: Kind, from: u16, open: u128) -> impl Iterator<Item = u16> {
        let group = from / 81 * 81;
        bits(self.steps(kind, from) & open).flat_map(move |to| {
            let kept = group + to as u16;
            let promotes = !is_promoted(from) && (ranks_ahead(from) <= 2 || ranks_ahead(kept) <= 2);
            let places = [Some(kept), promotes.then_some(kept + PROMOTED)];
            places.into_iter().flatten().filter(move |&place| self.legal(kind, place))
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
    let legal_square = square_of(place).filter(|_| is_legal(kind, place));
    legal_square.map_or(0, |from| reached(from, offsets(kind, is_promoted(place)), forward))
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
