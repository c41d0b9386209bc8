//! Where a piece of the set can be, as one number of nine bits.
//!
//! On the attacker's board plain (0..81) or promoted (81..162), on the defender's board plain (162..243) or
//! promoted (243..324), in the attacker's hand (324), in the defender's hand (325), which is to say unused.

use yomikiri_shogi::{BoardSize, Kind, Piece, Side, Square, Variant, attacks::Tables};

/// Squares of the board.
pub const SQUARES: usize = 81;
/// Files and ranks of the board.
pub const LINES: u8 = 9;
/// Number of places.
pub const PLACES: usize = 326;
/// The first place on the defender's board; below it are the attacker's.
pub const WHITE: u16 = 162;
/// In the attacker's hand; below it are the places on the board.
pub const BLACK_HAND: u16 = 324;
/// In the defender's hand.
pub const WHITE_HAND: u16 = 325;
/// Bits of a place in a key.
pub const BITS: u32 = 9;

/// The square of a place on the board.
#[inline]
pub const fn square(place: u16) -> u8 {
    (place % SQUARES as u16) as u8
}

/// Whether the place is on the board, of either side.
#[inline]
pub const fn on_board(place: u16) -> bool {
    place < BLACK_HAND
}

/// Whether a piece there is the attacker's on the board.
#[inline]
pub const fn is_black(place: u16) -> bool {
    place < WHITE
}

/// Whether a piece there is the defender's on the board.
#[inline]
pub const fn is_white(place: u16) -> bool {
    place >= WHITE && place < BLACK_HAND
}

/// Whether a piece there is promoted.
#[inline]
pub const fn is_promoted(place: u16) -> bool {
    on_board(place) && (place as usize / SQUARES) % 2 == 1
}

/// A place on the board.
#[inline]
pub const fn place(side: Side, promoted: bool, square: u8) -> u16 {
    square as u16 + 81 * (promoted as u16) + if matches!(side, Side::First) { 0 } else { WHITE }
}

/// The set of one square, or none for a hand: looked up, since it is a division and a shift of 128 bits.
#[inline]
pub fn bit(place: u16) -> u128 {
    SQUARE_BITS[place as usize]
}

static SQUARE_BITS: [u128; PLACES] = {
    let mut bits = [0; PLACES];
    let mut place = 0;
    while place < BLACK_HAND {
        bits[place as usize] = 1 << square(place);
        place += 1;
    }
    bits
};

/// The square on the other side of the middle file.
#[inline]
pub const fn mirror_square(square: u8) -> u8 {
    Square(square).mirrored(LINES).0
}

/// The place on the other side of the middle file.
#[inline]
pub const fn mirror(place: u16) -> u16 {
    if on_board(place) { place - square(place) as u16 + mirror_square(square(place)) as u16 } else { place }
}

/// The file of a square as a bit, for pawns that must not share one.
#[inline]
pub const fn file_bit(square: u8) -> u16 {
    1 << (square % LINES)
}

/// What a kind of piece can do from each of its places.
#[derive(Clone, Debug)]
pub struct KindTables {
    /// Which piece.
    pub kind: Kind,
    /// Two of one side may not stand unpromoted in one file.
    pub is_pawn: bool,
    /// Whether a piece of the kind can be there: a piece that could never move cannot.
    pub valid: [bool; PLACES],
    /// The squares attacked from a place if nothing else is on the board; none from a hand.
    pub attacks: [u128; PLACES],
    /// The places on the board from which a move of its owner ends at a place, promotions included.
    pub sources: Vec<Vec<u16>>,
}

impl KindTables {
    /// Builds the tables of a kind.
    pub fn new(kind: Kind, variant: &Variant, tables: &Tables<u128>) -> Self {
        let mut man = Self {
            kind,
            is_pawn: kind == Kind::PAWN,
            valid: [false; PLACES],
            attacks: [0; PLACES],
            sources: vec![Vec::new(); PLACES],
        };
        (man.valid[BLACK_HAND as usize], man.valid[WHITE_HAND as usize]) = (true, true);
        for side in [Side::First, Side::Second] {
            for (promoted, kind) in [(false, kind), (true, kind.promoted())] {
                if promoted && !variant.promotes(kind.unpromoted()) {
                    continue;
                }
                for square in variant.board.squares() {
                    let attacks = tables.attacks(Piece { kind, side }, square, 0);
                    let at = place(side, promoted, square.0) as usize;
                    (man.valid[at], man.attacks[at]) = (attacks != 0, attacks);
                }
            }
        }
        for to in 0..BLACK_HAND {
            man.sources[to as usize] =
                (0..BLACK_HAND).filter(|&from| man.moves(from, to, variant.board)).collect();
        }
        man
    }

    /// What fills up a set that has fewer pieces than there is room for: in the defender's hand for good. It
    /// attacks nothing and comes from nowhere, so that the set has the positions that it has without.
    pub fn filler() -> Self {
        let mut valid = [false; PLACES];
        valid[WHITE_HAND as usize] = true;
        Self {
            kind: Kind::ROYAL,
            is_pawn: false,
            valid,
            attacks: [0; PLACES],
            sources: vec![Vec::new(); PLACES],
        }
    }

    /// Whether a move on an empty board goes from one place to another.
    fn moves(&self, from: u16, to: u16, board: BoardSize) -> bool {
        let reaches = self.attacks[from as usize] >> square(to) & 1 == 1;
        let same_side = is_black(from) == is_black(to);
        let promotion = match (is_promoted(from), is_promoted(to)) {
            (false, true) => in_zone(from, board) || in_zone(square(to) as u16 + from / WHITE * WHITE, board),
            (was, is) => was == is,
        };
        self.valid[from as usize] && self.valid[to as usize] && reaches && same_side && promotion
    }

    /// Whether a move leads from one place on the board to another.
    #[inline]
    pub fn reaches(&self, from: u16, to: u16) -> bool {
        self.sources[to as usize].contains(&from)
    }
}

/// Whether a place lies where its owner promotes.
fn in_zone(place: u16, board: BoardSize) -> bool {
    let side = if is_black(place) { Side::First } else { Side::Second };
    board.far_ranks(side, 3).contains(&board.rank(Square(square(place))))
}
