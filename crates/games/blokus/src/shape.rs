//! The 91 ways in which the pieces can lie.

use crate::{Board, Piece, Square, piece::Cell, square::SIZE};
use std::sync::LazyLock;

/// How a piece lies: turned and perhaps mirrored, but not yet placed.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The piece.
    pub piece: Piece,
    /// The smallest orientation that gives the shape.
    pub orientation: u8,
    /// The cells, seen from the reference cell, which is one of them.
    pub cells: Vec<Cell>,
    /// The least column and row of a cell.
    low: Cell,
    /// The greatest column and row of a cell.
    high: Cell,
    /// The cells as rows of 16 bits, from the least column and row on.
    rows: u128,
}

/// A shape as it is named: by a piece and any of eight orientations.
#[derive(Clone, Copy, Debug)]
pub struct OrientedName {
    /// The number of the shape.
    pub shape: u8,
    /// From the reference cell that the name means to the one of the shape.
    pub offset: Cell,
}

/// All shapes, and the names they have.
pub struct Shapes {
    all: Vec<Shape>,
    /// By piece and orientation.
    names: Vec<[OrientedName; 8]>,
    /// What each shape becomes when columns and rows are exchanged.
    mirrored: Vec<OrientedName>,
}

/// All shapes, in the order of the pieces and their smallest orientations.
pub static SHAPES: LazyLock<Shapes> = LazyLock::new(Shapes::new);

impl Shape {
    #[inline]
    fn new(piece: Piece, orientation: u8) -> Self {
        let cells: Vec<Cell> = piece.cells(orientation).collect();
        let low = cells.iter().fold((0, 0), |low, cell| (low.0.min(cell.0), low.1.min(cell.1)));
        let high = cells.iter().fold((0, 0), |high, cell| (high.0.max(cell.0), high.1.max(cell.1)));
        let rows = cells.iter().fold(0, |rows, cell| rows | 1 << (16 * (cell.1 - low.1) + cell.0 - low.0));
        Self { piece, orientation, cells, low, high, rows }
    }

    /// The cells row by row from the top, the leftmost column as the lowest bit.
    #[inline]
    pub(crate) fn row_bits(&self) -> Vec<u16> {
        (self.low.1..=self.high.1).map(|y| (self.rows >> (16 * (y - self.low.1))) as u16).collect()
    }

    /// How many columns the cells take.
    pub(crate) const fn width(&self) -> usize {
        (self.high.0 - self.low.0) as usize + 1
    }

    /// How many rows the cells take.
    const fn height(&self) -> usize {
        (self.high.1 - self.low.1) as usize + 1
    }

    /// The column and row of the reference cell in [`row_bits`](Self::row_bits).
    pub(crate) const fn reference(&self) -> Cell {
        (-self.low.0, -self.low.1)
    }

    /// From this shape's reference cell to the other's, if both are the same but for their places.
    #[inline]
    fn offset(&self, other: &Self) -> Option<Cell> {
        let offset = (self.low.0 - other.low.0, self.low.1 - other.low.1);
        (self.rows == other.rows).then_some(offset)
    }

    /// The squares covered with the reference cell on a square; `None` if some leave the board.
    #[inline]
    pub fn at(&self, square: Square) -> Option<Board> {
        let (x, y) = (square.x() as i8, square.y() as i8);
        let corner = Square::checked(x + self.low.0, y + self.low.1)?;
        let size = SIZE as i8;
        (x + self.high.0 < size && y + self.high.1 < size).then(|| Board::pattern(self.rows, corner))
    }
}

impl Shapes {
    fn new() -> Self {
        let mut shapes: Vec<Shape> = Vec::new();
        let mut names = Vec::new();
        for piece in Piece::all() {
            let first = shapes.len();
            names.push(std::array::from_fn(|orientation| {
                let shape = Shape::new(piece, orientation as u8);
                let known = find(&shapes, first, &shape);
                known.unwrap_or_else(|| {
                    shapes.push(shape);
                    OrientedName { shape: shapes.len() as u8 - 1, offset: (0, 0) }
                })
            }));
        }
        // The mirror in the diagonal is a turn and a mirror in the vertical: an orientation again.
        let mirror = |shape: &Shape| {
            let twin = (0..8).map(|orientation| Shape::new(shape.piece, orientation));
            let twin = twin.into_iter().find(|twin| {
                shape.cells.iter().zip(&twin.cells).all(|(cell, other)| *other == (cell.1, cell.0))
            });
            let twin = twin.expect("eight orientations hold every mirror image");
            find(&shapes, 0, &twin).expect("every orientation is a shape")
        };
        let mirrored = shapes.iter().map(mirror).collect();
        Self { all: shapes, names, mirrored }
    }

    /// The shape of a number.
    #[inline]
    pub fn get(&self, shape: u8) -> &Shape {
        &self.all[usize::from(shape)]
    }

    /// The shapes with their numbers.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (u8, &Shape)> {
        (0..).zip(&self.all)
    }

    /// The shape of a piece that lies as flat as it can; of several the first.
    pub(crate) fn flat(&self, piece: Piece) -> &Shape {
        let own = self.names[piece.index()].iter().map(|name| self.get(name.shape));
        own.min_by_key(|shape| shape.height()).expect("a piece has eight orientations")
    }

    /// The shape that a piece has in any of the eight orientations.
    #[inline]
    pub fn oriented(&self, piece: Piece, orientation: u8) -> OrientedName {
        self.names[piece.index()][usize::from(orientation)]
    }

    /// The name of a shape with columns and rows exchanged.
    #[inline]
    pub fn mirrored(&self, shape: u8) -> OrientedName {
        self.mirrored[usize::from(shape)]
    }
}

fn find(shapes: &[Shape], first: usize, shape: &Shape) -> Option<OrientedName> {
    let found = shapes.iter().enumerate().skip(first);
    let mut found = found.filter_map(|(i, known)| Some((i, shape.offset(known)?)));
    found.next().map(|(i, offset)| OrientedName { shape: i as u8, offset })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Move;

    /// The orientations that the notation lists for each piece.
    fn listed(letter: char) -> &'static [u8] {
        match letter {
            'a' | 'h' | 'u' => &[0],
            'b' | 'c' | 'e' | 'j' => &[0, 2],
            'd' | 'i' | 'q' | 'r' | 's' => &[0, 1, 2, 3],
            'g' | 'n' => &[0, 1, 2, 6],
            'p' => &[0, 2, 3, 4],
            _ => &[0, 1, 2, 3, 4, 5, 6, 7],
        }
    }

    #[test]
    fn the_smallest_orientations_are_those_of_the_notation() {
        assert_eq!(SHAPES.all.len(), 91);
        for piece in Piece::all() {
            let own = SHAPES.all.iter().filter(|shape| shape.piece == piece);
            let orientations: Vec<_> = own.map(|shape| shape.orientation).collect();
            assert_eq!(orientations, listed(piece.letter()), "{}", piece.letter());
        }
    }

    #[test]
    fn flat_pieces_are_no_higher_than_wide() {
        for piece in Piece::all() {
            let (flat, all) = (SHAPES.flat(piece), SHAPES.all.iter().filter(|shape| shape.piece == piece));
            let first = all.min_by_key(|shape| shape.row_bits().len()).unwrap();
            assert_eq!((flat.piece, flat.orientation), (piece, first.orientation));
            let rows = flat.row_bits();
            let columns = rows.iter().fold(0, |all, row| all | row);
            assert_eq!((rows.len(), columns), (flat.height(), (1 << flat.width()) - 1));
            assert!(flat.height() <= flat.width(), "{}", piece.letter());
        }
    }

    #[test]
    fn there_are_13729_placements() {
        let squares = || Board::ALL.squares();
        let fitting = SHAPES.all.iter().flat_map(|shape| squares().filter_map(|square| shape.at(square)));
        let placements: std::collections::HashSet<_> = fitting.collect();
        assert_eq!(placements.len(), 13_729);
    }

    #[test]
    fn every_name_covers_what_its_cells_say() {
        for piece in Piece::all() {
            for orientation in 0..8 {
                let OrientedName { shape, offset } = SHAPES.oriented(piece, orientation);
                let named: Vec<_> = piece.cells(orientation).collect();
                let shape = SHAPES.get(shape);
                let mut moved: Vec<_> =
                    shape.cells.iter().map(|cell| (cell.0 + offset.0, cell.1 + offset.1)).collect();
                let mut named = named.clone();
                moved.sort_unstable();
                named.sort_unstable();
                assert_eq!(moved, named, "{}{orientation}", piece.letter());
            }
        }
    }

    #[test]
    fn the_mirror_image_of_a_placement_covers_the_mirror_image_of_its_squares() {
        for (number, shape) in SHAPES.iter() {
            for square in Board::ALL.squares() {
                let Some(covered) = shape.at(square) else { continue };
                let twin = Move::place(number, square).mirrored();
                assert_eq!(twin.covers(), covered.mirrored());
                assert_eq!(twin.mirrored(), Move::place(number, square));
            }
        }
    }
}
