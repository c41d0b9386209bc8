//! How the two kings stand, folded by the mirror where left and right are alike.

use crate::{Bits, Kind, Piece, SmallShogi, Square};
use yomikiri_core::Side;

/// Where the king of the side to move stands, seen by it, and the enemy's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KingPair {
    pub mover: u8,
    pub enemy: u8,
    /// The pair is its own mirror image.
    pub symmetric: bool,
    /// The enemy's king has completed a try, if it cannot be taken, and the mover's king does not attack it.
    pub is_try: bool,
}

/// All pairs, those in which the game may go on first.
#[derive(Debug)]
pub struct KingPairs {
    pub pairs: Vec<KingPair>,
    /// How many pairs the game may go on in: the kings are apart, and neither has completed a try.
    pub open: usize,
    /// By both squares: the number of the pair, and whether it is the mirror image that has it.
    numbers: Vec<(u16, bool)>,
    squares: usize,
}

impl KingPairs {
    /// The pairs of a game's board.
    pub fn of(game: &SmallShogi) -> Self {
        let board = game.variant().board;
        let squares = board.len();
        let goal = |side, square| game.tables.goal(side).has(Square(square));
        let folds = game.tables.is_symmetric;
        let mirrored = |square: u8| if folds { Square(square).mirrored(board.files).0 } else { square };
        let mut found: Vec<(bool, KingPair)> = Vec::new();
        for (mover, enemy) in
            (0..squares as u8).flat_map(|mover| (0..squares as u8).map(move |enemy| (mover, enemy)))
        {
            let image = (mirrored(mover), mirrored(enemy));
            if mover == enemy || image < (mover, enemy) {
                continue;
            }
            let king = Piece { kind: Kind::ROYAL, side: Side::First };
            let apart = !game.tables.steps(king, Square(mover)).has(Square(enemy));
            let is_try = apart && goal(Side::Second, enemy);
            let open = apart && !is_try && !goal(Side::First, mover);
            found.push((
                !open,
                KingPair { mover, enemy, symmetric: folds && image == (mover, enemy), is_try },
            ));
        }
        found.sort_by_key(|(closed, _)| *closed);
        let mut numbers = vec![(0, false); squares * squares];
        for (number, (_, pair)) in found.iter().enumerate() {
            numbers[usize::from(mirrored(pair.mover)) * squares + usize::from(mirrored(pair.enemy))] =
                (number as u16, true);
            numbers[usize::from(pair.mover) * squares + usize::from(pair.enemy)] = (number as u16, false);
        }
        let open = found.iter().filter(|(closed, _)| !closed).count();
        Self { pairs: found.into_iter().map(|(_, pair)| pair).collect(), open, numbers, squares }
    }

    /// The number of a pair, and whether it is the mirror image that has it.
    #[inline]
    pub fn find(&self, mover: Square, enemy: Square) -> (usize, bool) {
        let (number, mirrored) = self.numbers[mover.index() * self.squares + enemy.index()];
        (usize::from(number), mirrored)
    }
}
