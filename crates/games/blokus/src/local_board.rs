//! What can be placed through a square: a look-up in the surroundings of that square.
//!
//! A piece of at most five squares that covers a square lies within four steps of it. Those 41 squares, a
//! diamond, fit a word, with room for one bit for each of the 21 pieces. So there is
//! one table for the whole board, of the 414 placements in which a piece can cover the middle of
//! the diamond, and whether one of them is legal is one `and`: the word of the
//! placement has a bit for each square it covers and one for its piece; the word of the
//! surroundings has a bit for each square that may not be covered, those off the board included, and
//! one for each piece that is not in hand.
//!
//! A piece that covers two corner squares would be found twice. Once a corner square is done with, it counts
//! as one that may not be covered: what covers it has been found already.
//!
//! The table is kept once for each set of the four neighbours that may be covered, without the placements
//! that cover others. A corner square is next to two squares that touch its own piece along an edge, so that
//! at most two neighbours are left and the lists are less than half as long.

use crate::{
    Board, Hand, Move, Piece, SHAPES, Square,
    piece::{PIECES, SIZES},
    square::SIZE,
};
use std::sync::LazyLock;

/// How many steps a piece can lead away from a square that it covers.
const REACH: usize = 4;

/// The first bit of each row of the diamond.
const ROWS: [u32; 2 * REACH + 1] = [0, 1, 4, 9, 16, 25, 32, 37, 40];

/// The first bit for the pieces.
const PIECE: u32 = 41;

/// The middle's neighbours above, to the left, to the right and below.
const NEIGHBOURS: [u32; 4] = [bit(0, -1), bit(-1, 0), bit(1, 0), bit(0, 1)];

/// The most placements there can be to cover a square.
pub const MAX_PLACEMENTS: usize = 414;

/// A placement that covers the middle of the diamond.
#[derive(Clone, Copy)]
struct LocalPlacement {
    needs: u64,
    /// The move, counted from the middle.
    relative: Move,
}

/// Placements, apart by what is asked of them: eight of the words that they need fill a register.
#[derive(Default)]
struct LocalPlacements {
    needs: Vec<u64>,
    relative: Vec<Move>,
}

impl FromIterator<LocalPlacement> for LocalPlacements {
    #[inline]
    fn from_iter<I: IntoIterator<Item = LocalPlacement>>(placements: I) -> Self {
        let (needs, relative) =
            placements.into_iter().map(|placement| (placement.needs, placement.relative)).unzip();
        Self { needs, relative }
    }
}

/// The placements for each set of neighbours that may not be covered.
static BY_CLOSED_NEIGHBOURS: LazyLock<[LocalPlacements; 16]> = LazyLock::new(|| {
    let placements = placements();
    std::array::from_fn(|closed| clear_of(closed, &placements).collect())
});

/// The placements again, apart by the squares of their pieces and without any order that means something: a
/// walk through them from a random place on meets a placement that is hardly like the
/// one before.
static SHUFFLED: LazyLock<[[Vec<LocalPlacement>; 16]; SIZES]> = LazyLock::new(|| {
    let all = placements();
    std::array::from_fn(|size| {
        std::array::from_fn(|closed| {
            let size_of =
                |placement: &LocalPlacement| (placement.needs & ((1 << PIECE) - 1)).count_ones() as usize;
            let mut placements: Vec<LocalPlacement> =
                clear_of(closed, &all).filter(|placement| size_of(placement) == size + 1).collect();
            placements.sort_by_key(|placement| placement.needs.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            placements
        })
    })
});

/// Those of the placements that cover none of these neighbours.
fn clear_of(closed: usize, placements: &[LocalPlacement]) -> impl Iterator<Item = LocalPlacement> {
    let covers = move |placement: &LocalPlacement| {
        NEIGHBOURS.iter().enumerate().any(|(i, &bit)| closed >> i & placement.needs as usize >> bit & 1 == 1)
    };
    placements.iter().filter(move |placement| !covers(placement)).copied()
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

fn placements() -> Vec<LocalPlacement> {
    let mut placements = Vec::with_capacity(MAX_PLACEMENTS);
    for (number, shape) in SHAPES.iter() {
        for &(x, y) in &shape.cells {
            let covers = shape.cells.iter().fold(0, |bits, cell| bits | 1 << bit(cell.0 - x, cell.1 - y));
            let needs = covers | 1 << (PIECE + shape.piece.index() as u32);
            let relative = Move::relative(number, -(16 * i16::from(y) + i16::from(x)));
            placements.push(LocalPlacement { needs, relative });
        }
    }
    placements
}

/// What is beyond the left and the right end of a row.
const MARGIN: u32 = !(((1 << SIZE) - 1) << REACH);

/// The squares that may not be covered, with a margin around the board so that every square has a whole
/// diamond.
#[derive(Clone)]
pub struct LocalBoard {
    rows: [u32; SIZE as usize + 2 * REACH],
    /// One bit for each piece that is not in hand, at its place in a word.
    pieces: u64,
}

impl LocalBoard {
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

    /// The placements to cover a square, of which those are legal that need nothing of the word.
    #[inline]
    fn placements(&self, square: Square) -> (u64, &'static LocalPlacements) {
        let word = self.around(square);
        (word, &BY_CLOSED_NEIGHBOURS[closed_neighbours(word)])
    }

    /// Appends every legal placement to cover a square.
    pub fn collect(&self, square: Square, out: &mut Vec<Move>) {
        let (word, placements) = self.placements(square);
        let mut found = [Move::PASS; MAX_PLACEMENTS.next_power_of_two()];
        let mut count = 0;
        for (needs, relative) in placements.needs.iter().zip(&placements.relative) {
            // Without a branch: whether a placement is legal is a toss of a coin.
            found[count % MAX_PLACEMENTS.next_power_of_two()] = relative.from(square);
            count += usize::from(needs & word == 0);
        }
        out.extend_from_slice(&found[..count]);
    }

    /// Adds the squares and pieces of all legal placements that cover a square.
    #[inline]
    pub fn add_reachable(&self, square: Square, reachable: &mut Reachable) {
        let (word, placements) = self.placements(square);
        // Without a branch, so that eight placements are looked at together.
        let covered =
            placements.needs.iter().fold(0, |all, needs| all | if needs & word == 0 { *needs } else { 0 });
        if covered == 0 {
            return;
        }
        let (x, y) = (usize::from(square.x()), usize::from(square.y()));
        reachable.corners |= Board::one(square);
        reachable.pieces |= covered >> PIECE;
        for (i, (row, &first)) in reachable.rows[y..y + ROWS.len()].iter_mut().zip(&ROWS).enumerate() {
            let half = REACH - REACH.abs_diff(i);
            *row |= ((covered >> first) as u32 & ((1 << (2 * half + 1)) - 1)) << (x + REACH - half);
        }
    }

    /// Whether there is a legal placement to cover a square.
    #[inline]
    pub fn any(&self, square: Square) -> bool {
        let (word, placements) = self.placements(square);
        placements.needs.iter().any(|needs| needs & word == 0)
    }

    /// A legal placement to cover a square with a piece of so many squares, if there is one: the
    /// first from a random one on, which the low half of a random number chooses.
    #[inline]
    pub fn random_placement(&self, square: Square, size: usize, random: u32) -> Option<Move> {
        let word = self.around(square);
        let placements = SHUFFLED[size - 1][closed_neighbours(word)].as_slice();
        let (before, after) = placements.split_at(((random & 0xffff) as usize * placements.len()) >> 16);
        let legal = |placement: &&LocalPlacement| placement.needs & word == 0;
        let placement = after.iter().find(legal).or_else(|| before.iter().find(legal));
        placement.map(|placement| placement.relative.from(square))
    }

    /// The piece is not in hand from now on.
    #[inline]
    pub fn remove_piece(&mut self, piece: Piece) {
        self.pieces |= 1 << (PIECE + piece.index() as u32);
    }

    /// Squares may not be covered from now on, all of them in the rows of some others or next to those.
    #[inline]
    pub fn forbid_all(&mut self, closed: Board, covered: Board) {
        let (top, bottom) = covered.span();
        for y in top.saturating_sub(1)..(bottom + 2).min(usize::from(SIZE)) {
            self.rows[y + REACH] = u32::from(closed.row(y)) << REACH | MARGIN;
        }
    }

    /// The square may not be covered from now on.
    #[inline]
    pub fn forbid(&mut self, square: Square) {
        self.rows[usize::from(square.y()) + REACH] |= 1 << (usize::from(square.x()) + REACH);
    }
}

/// What all legal placements of a player cover together.
#[derive(Clone, Default)]
pub struct Reachable {
    rows: [u32; SIZE as usize + 2 * REACH],
    pieces: u64,
    corners: Board,
}

impl Reachable {
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
        assert_eq!(placements().len(), MAX_PLACEMENTS);
        assert_eq!(BY_CLOSED_NEIGHBOURS[0].needs.len(), MAX_PLACEMENTS);
        assert_eq!(BY_CLOSED_NEIGHBOURS[15].needs.len(), 1);
    }

    #[test]
    fn the_diamond_is_closed_beyond_the_board() {
        let open = LocalBoard::new(Board::EMPTY, Hand::ALL);
        assert_eq!(open.around(Square::new(5, 8)), 0);
        // In the corner a quarter of the diamond is left: 5 + 4 + 3 + 2 + 1 squares.
        assert_eq!(open.around(Square::new(0, 0)).count_ones(), 41 - 15);
        assert_eq!(open.around(Square::new(13, 13)).count_ones(), 41 - 15);
    }
}
