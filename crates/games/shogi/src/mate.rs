//! The move that mates at once, found without a search.
//!
//! The squares that could save the royal piece are found once, and most checks are seen not to cover them; a
//! check that is left is made, and its answers are looked for.

use crate::{Bits, Ending, Kind, Move, Piece, Position, Shogi, Square};
use yomikiri_core::Game;

impl<B: Bits> Shogi<B> {
    /// A move that mates, if there is one, in a game to the mate. The side to move must not be able to take
    /// the enemy's royal piece.
    pub fn mating_move(&self, pos: &Position<B>) -> Option<Move> {
        debug_assert_eq!(self.ending(), Ending::Mate);
        let mut mates = self.mate_test(pos)?;
        let mut found = None;
        self.each_check(pos, |mv| {
            if found.is_none() && mates(mv) {
                found = Some(mv);
            }
        });
        found
    }

    /// Whether checks mate, in a game to the mate; none if the enemy has no royal piece.
    ///
    /// Most checks leave the royal piece a square that nobody attacked before and the checking piece does not
    /// attack either: those squares are found once, and such checks need not be tried.
    pub fn mate_test<'a>(&'a self, pos: &'a Position<B>) -> Option<impl FnMut(Move) -> bool + 'a> {
        let royal = pos.royal(pos.side.other())?;
        let mut escapes = None;
        Some(move |mv| {
            let escapes = *escapes.get_or_insert_with(|| self.escapes(pos, royal));
            let caught = self.escapes_left(pos, royal, escapes, mv).is_empty();
            caught && !self.has_safe_move(&self.play(pos, mv))
        })
    }

    /// Squares that the enemy's royal piece could step to now: neither attacked nor held by its own side.
    pub fn escapes(&self, pos: &Position<B>, royal: Square) -> B {
        let enemy = pos.side.other();
        let steps = self.tables.steps(Piece { kind: Kind::ROYAL, side: enemy }, royal);
        steps & !pos.of(enemy) & !self.danger(pos, enemy, royal)
    }

    /// Those of its escapes that a move is seen to leave to the enemy's royal piece. There may be more where
    /// the move takes a piece or stops attacking a square; there are fewer where it uncovers a slide, of
    /// which none is told.
    #[inline]
    pub fn escapes_left(&self, pos: &Position<B>, royal: Square, escapes: B, mv: Move) -> B {
        escapes & !self.covered(pos, mv, royal)
    }

    /// The squares that a move may cover which were not attacked before, seen through the enemy's royal
    /// piece.
    #[inline]
    fn covered(&self, pos: &Position<B>, mv: Move, royal: Square) -> B {
        let occupied = pos.occupied() & !B::one(royal);
        match mv {
            Move::Drop { kind, to } => self.tables.attacks(Piece { kind, side: pos.side }, to, occupied),
            Move::Board { from, to, promote } => {
                if !(self.sliders(pos, pos.side, from) & !B::one(from)).is_empty() {
                    // It may uncover a slide.
                    return !B::EMPTY;
                }
                let kind = if promote { pos.kind(from).turned() } else { pos.kind(from) };
                self.tables.attacks(Piece { kind, side: pos.side }, to, occupied & !B::one(from))
            }
        }
    }
}
