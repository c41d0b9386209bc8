//! What is seen of a move at a glance.

use yomikiri_blokus::{Board, Field, Move};

/// How many features there are.
pub const FEATURES: usize = 21 + 8;

/// Where the features begin that are not the piece.
const LOCAL: usize = 21;

/// The piece, and what its squares meet.
#[derive(Clone, Copy, Debug)]
pub struct Features {
    /// The piece's number.
    pub piece: usize,
    /// How often each local feature is there.
    pub counts: [u32; FEATURES - LOCAL],
}

impl Features {
    /// The weighted sum of the features.
    #[inline]
    pub fn sum(&self, weights: &[f32; FEATURES]) -> f32 {
        let counted = self.counts.iter().zip(&weights[LOCAL..]);
        weights[self.piece] + counted.map(|(&count, weight)| count as f32 * weight).sum::<f32>()
    }

    /// Calls back with each feature and how often it is there.
    pub fn each(&self, mut call: impl FnMut(usize, f32)) {
        call(self.piece, 1.0);
        for (i, &count) in self.counts.iter().enumerate() {
            call(LOCAL + i, count as f32);
        }
    }
}

/// What of a position the features of all its moves are read from.
pub struct Scene {
    own_corners: Board,
    own_closed: Board,
    other_corners: Board,
    /// Squares that the opponent may cover, at its corners and one and two steps from them.
    other_near: [Board; 2],
    other_closed: Board,
    /// Rings around the middle of the board.
    middle: [Board; 3],
}

impl Scene {
    /// Looks at a position from one side.
    pub fn new(own: &Field, other: &Field) -> Self {
        let open = !other.closed();
        let one = other.corners() | other.corners().edges() & open;
        let two = one | one.edges() & open;
        Self {
            own_corners: own.corners(),
            own_closed: own.closed(),
            other_corners: other.corners(),
            other_near: [one, two],
            other_closed: other.closed(),
            middle: MIDDLE,
        }
    }

    /// The features of a legal placement.
    #[inline]
    pub fn features(&self, mv: Move) -> Features {
        let covers = mv.covers();
        let edges = covers.edges();
        let corners = covers.diagonals() & !(self.own_closed | covers | edges);
        let count = |set: Board| set.count();
        Features {
            piece: mv.piece().map_or(0, yomikiri_blokus::Piece::index),
            counts: [
                // Corners of the opponent taken, and room near them.
                count(covers & self.other_corners),
                count(covers & self.other_near[0]),
                count(covers & self.other_near[1]),
                // New corners, and those of them that the opponent cannot cover; corners used up.
                count(corners & !self.own_corners),
                count(corners & self.other_closed),
                count(self.own_corners & (covers | edges)),
                // How near to the middle.
                count(covers & self.middle[0]) + count(covers & self.middle[1]),
                count(covers & self.middle[1]) + count(covers & self.middle[2]),
            ],
        }
    }
}

/// The features of a legal placement; for one move alone.
pub fn features(own: &Field, other: &Field, mv: Move) -> Features {
    Scene::new(own, other).features(mv)
}

/// The squares within two, four and six columns and rows of the middle.
const MIDDLE: [Board; 3] = [square(5, 8), square(3, 10), square(1, 12)];

const fn square(from: u8, to: u8) -> Board {
    Board::rectangle(from, to, from, to)
}
