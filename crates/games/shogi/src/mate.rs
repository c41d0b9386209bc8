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
        let (mut escapes, mut found) = (None, None);
        self.each_check(pos, |mv| {
            if found.is_none() {
                escapes = escapes.or_else(|| self.escapes(pos));
                let caught = |escapes| self.escapes_left(pos, escapes, mv).is_empty() && self.mates(pos, mv);
                found = escapes.as_ref().is_some_and(caught).then_some(mv);
            }
        });
        found
    }

    /// What a check must cut off; none if the enemy has no royal piece.
    pub fn escapes(&self, pos: &Position<B>) -> Option<Escapes<B>> {
        let (enemy, ranging) = (pos.side.other(), self.ranging(pos));
        let royal = pos.royal(enemy)?;
        let steps = self.tables.steps(Piece { kind: Kind::ROYAL, side: enemy }, royal) & !pos.of(enemy);
        let free = if steps.is_empty() { steps } else { steps & !self.danger(pos, ranging, enemy, royal) };
        // Nobody asks what uncovers a slide where there is nothing to be cut off.
        let slid = if free.is_empty() { free } else { self.slid(pos, ranging, pos.side) };
        Some(Escapes { royal, free, slid })
    }

    /// Whether a check mates, in a game to the mate. It is made to see that; who has seen that it leaves the
    /// enemy's royal piece an [escape](Self::escapes_left) need not ask.
    pub fn mates(&self, pos: &Position<B>, mv: Move) -> bool {
        !self.has_safe_move(&self.play(pos, mv))
    }

    /// Those of its escapes that a move is seen to leave to the enemy's royal piece: with one left it does
    /// not mate. There may be more where the move takes a piece or stops attacking a square; there are fewer
    /// where it may uncover a slide, of which none is told.
    #[inline]
    pub fn escapes_left(&self, pos: &Position<B>, escapes: &Escapes<B>, mv: Move) -> B {
        if escapes.free.is_empty() {
            return B::EMPTY;
        }
        // Seen through the royal piece.
        let occupied = pos.occupied() & !B::one(escapes.royal);
        let covered = match mv {
            Move::Drop { kind, to } => self.tables.attacks(Piece { kind, side: pos.side }, to, occupied),
            Move::Board { from, .. } if escapes.slid.has(from) => return B::EMPTY,
            Move::Board { from, to, promote } => {
                let kind = if promote { pos.kind(from).turned() } else { pos.kind(from) };
                self.tables.attacks(Piece { kind, side: pos.side }, to, occupied & !B::one(from))
            }
        };
        escapes.free & !covered
    }
}

/// What checks in a position must cut off.
#[derive(Clone, Copy, Debug)]
pub struct Escapes<B> {
    /// Where the enemy's royal piece stands.
    royal: Square,
    /// The squares that it could step to now: neither attacked nor held by its own side.
    free: B,
    /// The squares that the side to move attacks by slides: a piece that leaves one may uncover a slide. Not
    /// filled in where none is free.
    slid: B,
}
