//! How both players see the squares of the board.
//!
//! Method: to a player a square is closed; or a corner square that a piece can cover now; or another that can
//! be covered now, next to such a corner square or further away; or one that may come within reach soon; or
//! none of these. What pieces can cover is exact, not an estimate: one look-up of the surroundings of each
//! corner square gives all placements at once. How both players see a square together is its kind.
//!
//! Why: nearly all that makes a position good can be told square by square in these words: who has room of
//! its own, where both want the same room, who is first there.
//!
//! Cost: the look-ups are a tenth of the search's time (a profile at 100,000 simulations a move).

use yomikiri_blokus::{Board, Field, Hand, PlayoutState, Square, local_board::Reachable};

/// How a player may see a square.
const SIGHTS: usize = 6;

/// How both may.
pub const KINDS: usize = SIGHTS * SIGHTS;

/// Stages of the game, by how many pieces lie on the board.
pub const STAGES: usize = 8;

/// Pieces placed in a stage.
const STAGE: u32 = 4;

/// A position as the side to move sees it, and the other.
pub struct SquareKinds {
    mine: [Board; SIGHTS],
    theirs: [Board; SIGHTS],
    /// The pieces that can be placed now, of the side to move and of the other.
    pub fitting: [Hand; 2],
    /// The stage of the game, below [`STAGES`].
    pub stage: usize,
}

/// How a player sees the squares of the board: each is in one of the sets.
fn sights(field: &Field, reachable: &Reachable) -> [Board; SIGHTS] {
    let (closed, corners, squares) = (field.closed(), reachable.corners(), reachable.squares());
    let near = corners.edges() & squares & !corners;
    let far = squares & !near & !corners;
    let rest = !closed & !squares;
    let soon = (squares.edges() | field.corners()) & rest;
    [closed, corners, near, far, soon, rest & !soon]
}

impl SquareKinds {
    /// Looks at a position.
    pub fn new(pos: &PlayoutState) -> Self {
        let [own, other] = [pos.side, pos.side.other()].map(|side| &pos.fields[side.index()]);
        let [can, may] = [own, other].map(Field::reachable);
        let placed = own.hand().placed() + other.hand().placed();
        Self {
            mine: sights(own, &can),
            theirs: sights(other, &may),
            fitting: [can.pieces(), may.pieces()],
            stage: ((placed / STAGE) as usize).min(STAGES - 1),
        }
    }

    /// Tells the kind of every square that is not closed to both, which are of kind 0.
    #[inline]
    pub fn tell(&self, mut hear: impl FnMut(usize, Square)) {
        for (a, &mine) in self.mine.iter().enumerate() {
            for (b, &theirs) in self.theirs.iter().enumerate().skip(usize::from(a == 0)) {
                (mine & theirs).squares().for_each(|square| hear(a * SIGHTS + b, square));
            }
        }
    }
}
