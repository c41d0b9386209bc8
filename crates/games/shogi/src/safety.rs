//! What a side must mind so that its royal piece cannot be taken: who checks it, which pieces are pinned.

use crate::{Bits, Piece, Position, Shogi, Square, rays::each};
use yomikiri_core::Side;

/// The bounds on a side's moves.
#[derive(Clone, Debug)]
pub(crate) struct Safety<B> {
    /// Where the side's royal piece stands.
    pub royal: Option<Square>,
    /// The enemy's pieces that attack it.
    pub checkers: B,
    /// The side's pieces that alone stand between it and an enemy's slide.
    pub pinned: B,
    /// Where every other piece must arrive: on the only checker or before it, nowhere if there are two, anywhere if there
    /// is none.
    pub targets: B,
}

impl<B: Bits> Shogi<B> {
    /// The bounds on the moves of a side.
    pub(crate) fn safety(&self, pos: &Position<B>, side: Side) -> Safety<B> {
        let royal = pos.royal(side);
        let mut safety = Safety { royal, checkers: B::EMPTY, pinned: B::EMPTY, targets: !B::EMPTY };
        let Some(royal) = royal else { return safety };
        let (occupied, rays) = (pos.occupied(), &self.tables.rays);
        let mut before = B::EMPTY;
        for &kind in &self.tables.kinds {
            // An enemy's piece attacks the royal one from where the side's own piece of its kind would go.
            let (enemy, twin) = (Piece { kind, side: side.other() }, Piece { kind, side });
            let enemies = pos.of_piece(enemy);
            safety.checkers |= self.tables.steps(twin, royal) & enemies;
            for direction in each(self.tables.slides(twin)) {
                if (rays.ray(direction, royal) & enemies).is_empty() {
                    continue;
                }
                let reach = rays.slide(direction, royal, occupied);
                let first = reach & occupied;
                if !(first & enemies).is_empty() {
                    safety.checkers |= first;
                    before |= reach;
                } else if !(first & pos.of(side)).is_empty() {
                    let beyond = rays.slide(direction, royal, occupied & !first);
                    safety.pinned |= if (beyond & enemies).is_empty() { B::EMPTY } else { first };
                }
            }
        }
        safety.targets = match safety.checkers.count() {
            0 => !B::EMPTY,
            1 => before | safety.checkers,
            _ => B::EMPTY,
        };
        safety
    }

    /// Of some squares, those that a side's royal piece must not step to.
    pub(crate) fn danger(&self, pos: &Position<B>, side: Side, squares: B) -> B {
        let royal = pos.royal(side).map_or(B::EMPTY, B::one);
        let occupied = pos.occupied() & !royal;
        let attacked = |&to: &Square| !self.attackers_among(pos, side.other(), to, occupied).is_empty();
        squares.squares().filter(attacked).fold(B::EMPTY, |set, to| set | B::one(to))
    }

    /// Where a piece may go so that its own royal piece is not uncovered: along the line of the pin.
    pub(crate) fn line(&self, royal: Square, pinned: Square) -> B {
        let line = self.tables.rays.through(royal, pinned);
        line.expect("a pinned piece stands on a line with its royal piece")
    }
}
