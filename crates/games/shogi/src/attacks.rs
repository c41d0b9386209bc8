//! Tables of where pieces go, built once from a variant's data.
//!
//! A step table has one set of squares for each side, kind and square; it is 384 entries in Dobutsu. The two sides are
//! turned by 180 degrees, so the squares *from* which a piece reaches a square are those to which the other side's
//! piece of the same kind goes from there: one table answers both questions.

use crate::{Bits, Kind, Piece, Square, Variant};
use yomikiri_core::Side;

/// Where pieces go.
#[derive(Clone, Debug)]
pub struct Tables<B> {
    /// The kinds of the variant.
    pub kinds: Vec<Kind>,
    /// The kinds that can be in hand.
    pub hand_kinds: Vec<Kind>,
    steps: Vec<B>,
    squares: usize,
    promotion: [[B; Kind::ALL]; 2],
    drops: [[B; Kind::UNPROMOTED]; 2],
    goal: [B; 2],
}

impl<B: Bits> Tables<B> {
    /// Builds the tables of a variant.
    pub fn new(variant: &Variant) -> Self {
        let board = variant.board;
        let squares = board.len();
        let mut tables = Self {
            kinds: variant.kinds().collect(),
            hand_kinds: variant.hand_kinds().collect(),
            steps: vec![B::EMPTY; 2 * Kind::ALL * squares],
            squares,
            promotion: [[B::EMPTY; Kind::ALL]; 2],
            drops: [[B::EMPTY; Kind::UNPROMOTED]; 2],
            goal: [Side::First, Side::Second].map(|side| board.far(side, variant.try_ranks)),
        };
        for side in [Side::First, Side::Second] {
            for kind in variant.kinds() {
                let piece = Piece { kind, side };
                for from in board.squares() {
                    let at = tables.entry(piece, from);
                    tables.steps[at] = steps(variant, piece, from);
                }
                if variant.promotes(kind) {
                    tables.promotion[side.index()][kind.index()] = board.far(side, variant.promotion_ranks);
                }
            }
            for kind in variant.hand_kinds() {
                let piece = Piece { kind, side };
                let fit = |&to: &Square| variant.dead_drops || !tables.steps(piece, to).is_empty();
                let set = board.squares().filter(fit).fold(B::EMPTY, |set, to| set | B::one(to));
                tables.drops[side.index()][kind.place()] = set;
            }
        }
        tables
    }

    #[inline]
    fn entry(&self, piece: Piece, square: Square) -> usize {
        (piece.side.index() * Kind::ALL + piece.kind.index()) * self.squares + square.index()
    }

    /// Where a piece goes from a square, whatever stands there.
    #[inline]
    pub fn steps(&self, piece: Piece, from: Square) -> B {
        self.steps[self.entry(piece, from)]
    }

    /// From where a piece comes to a square, whatever stands there.
    #[inline]
    pub fn sources(&self, piece: Piece, to: Square) -> B {
        self.steps(Piece { side: piece.side.other(), ..piece }, to)
    }

    /// The squares on which a moving piece must promote; none if it cannot.
    #[inline]
    pub fn promotion(&self, piece: Piece) -> B {
        self.promotion[piece.side.index()][piece.kind.index()]
    }

    /// The squares on which a piece may be dropped if they are empty.
    #[inline]
    pub fn drops(&self, piece: Piece) -> B {
        self.drops[piece.side.index()][piece.kind.place()]
    }

    /// The squares where a side's royal piece has won if it cannot be taken.
    #[inline]
    pub fn goal(&self, side: Side) -> B {
        self.goal[side.index()]
    }
}

fn steps<B: Bits>(variant: &Variant, piece: Piece, from: Square) -> B {
    let board = variant.board;
    let (file, rank) = (board.file(from) as i8, board.rank(from) as i8);
    let face = variant.face(piece.kind).expect("a kind of the variant");
    let reach = face.steps.iter().filter_map(|&(right, ahead)| match piece.side {
        Side::First => board.square(file + right, rank - ahead),
        Side::Second => board.square(file - right, rank + ahead),
    });
    reach.fold(B::EMPTY, |set, to| set | B::one(to))
}
