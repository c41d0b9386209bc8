//! What can be placed through a square: a look-up in the surroundings of that square.
//!
//! A piece of at most five squares that covers a square lies within four steps of it. Those 41 squares, a
//! diamond, fit a word, with room for one bit for each of the 21 pieces. So there is one table for the whole
//! board, of the 414 ways in which a piece can cover the middle of the diamond, and whether one of them is
//! legal is one `and`: the word of the way has a bit for each square it covers and one for its piece; the
//! word of the surroundings has a bit for each square that may not be covered, those off the board included,
//! and one for each piece that is not in hand.
//!
//! A piece that covers two corner squares would be found twice. Once a corner square is done with, it counts
//! as one that may not be covered: what covers it has been found already.
//!
//! The table is kept once for each set of the four neighbours that may be covered, without the ways that
//! cover others. A corner square is next to two squares that touch its own piece along an edge, so that at
//! most two neighbours are left and the lists are less than half as long.

use crate::{Board, Hand, Move, Piece, SHAPES, Square, board::SIZE, field::SIZES, piece::PIECES};
use std::sync::LazyLock;

/// How many steps a piece can lead away from a square that it covers.
const REACH: usize = 4;

/// The first bit of each row of the diamond.
const ROWS: [u32; 2 * REACH + 1] = [0, 1, 4, 9, 16, 25, 32, 37, 40];

/// The first bit for the pieces.
const PIECE: u32 = 41;

/// The middle's neighbours above, to the left, to the right and below.
const NEIGHBOURS: [u32; 4] = [bit(0, -1), bit(-1, 0), bit(1, 0), bit(0, 1)];

/// The most ways there can be to cover a square.
pub const WAYS: usize = 414;

/// A way to cover the middle of the diamond.
#[derive(Clone, Copy)]
struct Way {
    needs: u64,
    /// The move, counted from the middle.
    relative: Move,
}

/// Ways, apart by what is asked of them: eight of the words that they need fill a register.
#[derive(Default)]
struct Ways {
    needs: Vec<u64>,
    relative: Vec<Move>,
}

impl FromIterator<Way> for Ways {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Way>>(ways: I) -> Self {
        let (needs, relative) = ways.into_iter().map(|way| (way.needs, way.relative)).unzip();
        Self { needs, relative }
    }
}

/// The ways for each set of neighbours that may not be covered.
static WAYS_AROUND: LazyLock<[Ways; 16]> = LazyLock::new(|| {
    let ways = ways();
    std::array::from_fn(|closed| ways_around(closed, &ways).collect())
});

/// The ways again, apart by the squares of their pieces and without any order that means something: a walk
/// through them from a random one on meets a way that is hardly like the one before.
static MIXED: LazyLock<[[Vec<Way>; 16]; SIZES]> = LazyLock::new(|| {
    let all = ways();
    std::array::from_fn(|size| {
        std::array::from_fn(|closed| {
            let size_of = |way: &Way| (way.needs & ((1 << PIECE) - 1)).count_ones() as usize;
            let mut ways: Vec<Way> =
                ways_around(closed, &all).filter(|way| size_of(way) == size + 1).collect();
            ways.sort_by_key(|way| way.needs.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            ways
        })
    })
});

/// Those of the ways that cover none of these neighbours.
fn ways_around(closed: usize, ways: &[Way]) -> impl Iterator<Item = Way> {
    let covers = move |way: &Way| {
        NEIGHBOURS.iter().enumerate().any(|(i, &bit)| closed >> i & way.needs as usize >> bit & 1 == 1)
    };
    ways.iter().filter(move |way| !covers(way)).copied()
}

/// The bit of a square of the diamond, seen from its middle.
const fn bit(x: i8, y: i8) -> u32 {
    let row = (y + REACH as i8) as usize;
    let half = REACH as i8 - if y < 0 { -y } else { y };
    ROWS[row] + (x + half) as u32
}

/// Which of the neighbours may not be covered.
fn closed_neighbours(word: u64) -> usize {
    NEIGHBOURS.iter().enumerate().fold(0, |set, (i, &bit)| set | (word >> bit & 1) << i) as usize
}

fn ways() -> Vec<Way> {
    let mut ways = Vec::with_capacity(WAYS);
    for (number, shape) in SHAPES.iter() {
        for &(x, y) in &shape.cells {
            let covers = shape.cells.iter().fold(0, |bits, cell| bits | 1 << bit(cell.0 - x, cell.1 - y));
            let needs = covers | 1 << (PIECE + shape.piece.index() as u32);
            let relative = Move::relative(number, -(16 * i16::from(y) + i16::from(x)));
            ways.push(Way { needs, relative });
        }
    }
    ways
}

/// What is beyond the left and the right end of a row.
const MARGIN: u32 = !(((1 << SIZE) - 1) << REACH);

/// The squares that may not be covered, with a margin around the board so that every square has a whole
/// diamond.
#[derive(Clone)]
pub struct Surroundings {
    rows: [u32; SIZE as usize + 2 * REACH],
    /// One bit for each piece that is not in hand, at its place in a word.
    pieces: u64,
}

impl Surroundings {
    /// For a hand, and the squares that may not be covered.
    #[inline]
    pub fn new(closed: Board, hand: Hand) -> Self {
        let mut rows = [!0; SIZE as usize + 2 * REACH];
        for y in 0..usize::from(SIZE) {
            rows[y + REACH] = u32::from(closed.row(y)) << REACH | MARGIN;
        }
        Self { rows, pieces: u64::from(!hand.bits() & ((1 << PIECES) - 1)) << PIECE }
    }

    /// The word of what is around a square.
    fn around(&self, square: Square) -> u64 {
        let (x, y) = (usize::from(square.x()), usize::from(square.y()));
        let rows: &[u32; ROWS.len()] =
            self.rows[y..y + ROWS.len()].try_into().expect("a slice of that length");
        let mut word = self.pieces;
        for (i, (&row, &first)) in rows.iter().zip(&ROWS).enumerate() {
            let half = REACH - REACH.abs_diff(i);
            let squares = row >> (x + REACH - half) & ((1 << (2 * half + 1)) - 1);
            word |= u64::from(squares) << first;
        }
        word
    }

    /// The ways to cover a square, of which those are legal that need nothing of the word.
    #[inline]
    fn ways(&self, square: Square) -> (u64, &'static Ways) {
        let word = self.around(square);
        (word, &WAYS_AROUND[closed_neighbours(word)])
    }

    /// Appends every legal way to cover a square.
    pub fn collect(&self, square: Square, out: &mut Vec<Move>) {
        let (word, ways) = self.ways(square);
        let mut found = [Move::PASS; WAYS.next_power_of_two()];
        let mut count = 0;
        for (needs, relative) in ways.needs.iter().zip(&ways.relative) {
            // Without a branch: whether a way is legal is a toss of a coin.
            found[count % WAYS.next_power_of_two()] = relative.from(square);
            count += usize::from(needs & word == 0);
        }
        out.extend_from_slice(&found[..count]);
    }

    /// Adds to a prospect all that legal ways to cover a square cover, and their pieces.
    #[inline]
    pub fn look(&self, square: Square, prospect: &mut Prospect) {
        let (word, ways) = self.ways(square);
        // Without a branch, so that eight ways are looked at together.
        let covered =
            ways.needs.iter().fold(0, |all, needs| all | if needs & word == 0 { *needs } else { 0 });
        if covered == 0 {
            return;
        }
        let (x, y) = (usize::from(square.x()), usize::from(square.y()));
        prospect.corners |= Board::one(square);
        prospect.pieces |= covered >> PIECE;
        for (i, (row, &first)) in prospect.rows[y..y + ROWS.len()].iter_mut().zip(&ROWS).enumerate() {
            let half = REACH - REACH.abs_diff(i);
            *row |= ((covered >> first) as u32 & ((1 << (2 * half + 1)) - 1)) << (x + REACH - half);
        }
    }

    /// Whether there is a legal way to cover a square.
    #[inline]
    pub fn any(&self, square: Square) -> bool {
        let (word, ways) = self.ways(square);
        ways.needs.iter().any(|needs| needs & word == 0)
    }

    /// A legal way to cover a square with a piece of so many squares, if there is one: the first from a
    /// random one on, which the low half of a random number chooses.
    #[inline]
    pub fn one(&self, square: Square, size: usize, random: u32) -> Option<Move> {
        let word = self.around(square);
        let ways = MIXED[size - 1][closed_neighbours(word)].as_slice();
        let (before, after) = ways.split_at(((random & 0xffff) as usize * ways.len()) >> 16);
        let legal = |way: &&Way| way.needs & word == 0;
        let way = after.iter().find(legal).or_else(|| before.iter().find(legal));
        way.map(|way| way.relative.from(square))
    }

    /// The piece is not in hand from now on.
    #[inline]
    pub fn spend(&mut self, piece: Piece) {
        self.pieces |= 1 << (PIECE + piece.index() as u32);
    }

    /// Squares may not be covered from now on, all of them in the rows of some others or next to those.
    #[inline]
    pub fn refresh(&mut self, closed: Board, covered: Board) {
        let (top, bottom) = covered.span();
        for y in top.saturating_sub(1)..(bottom + 2).min(usize::from(SIZE)) {
            self.rows[y + REACH] = u32::from(closed.row(y)) << REACH | MARGIN;
        }
    }

    /// The square may not be covered from now on.
    #[inline]
    pub fn close(&mut self, square: Square) {
        self.rows[usize::from(square.y()) + REACH] |= 1 << (usize::from(square.x()) + REACH);
    }
}

/// What all legal placements of a player cover together.
#[derive(Clone, Default)]
pub struct Prospect {
    rows: [u32; SIZE as usize + 2 * REACH],
    pieces: u64,
    corners: Board,
}

impl Prospect {
    /// The squares that some placement covers.
    #[inline]
    pub fn squares(&self) -> Board {
        Board::from_rows(std::array::from_fn(|y| (self.rows[y + REACH] >> REACH) as u16))
    }

    /// The corner squares that some placement covers.
    #[inline]
    pub fn corners(&self) -> Board {
        self.corners
    }

    /// The pieces of which there is a placement.
    #[inline]
    pub fn pieces(&self) -> Hand {
        Hand::from_bits(self.pieces as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_can_be_covered_in_414_ways() {
        assert_eq!(ways().len(), WAYS);
        assert_eq!(WAYS_AROUND[0].needs.len(), WAYS);
        assert_eq!(WAYS_AROUND[15].needs.len(), 1);
    }

    #[test]
    fn the_diamond_is_closed_beyond_the_board() {
        let open = Surroundings::new(Board::EMPTY, Hand::ALL);
        assert_eq!(open.around(Square::new(5, 8)), 0);
        // In the corner a quarter of the diamond is left: 5 + 4 + 3 + 2 + 1 squares.
        assert_eq!(open.around(Square::new(0, 0)).count_ones(), 41 - 15);
        assert_eq!(open.around(Square::new(13, 13)).count_ones(), 41 - 15);
    }
}
