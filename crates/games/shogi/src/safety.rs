//! What a side must mind so that its royal piece cannot be taken: who checks it, which pieces are pinned.
//!
//! Only enemies that could matter are looked at: those that stand a step from the square in question and
//! those that slide. Which squares those are is a table; so the cost follows the pieces near the royal one,
//! not the number of kinds.

use crate::{Bits, Piece, Position, Shogi, Square, rays::each};
use yomikiri_core::Side;

/// The bounds on a side's moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Safety<B> {
    /// Where the side's royal piece stands.
    pub royal: Option<Square>,
    /// The [`ranging`](Shogi::ranging) pieces of both sides.
    pub ranging: B,
    /// The enemy's pieces that attack it.
    pub checkers: B,
    /// The side's pieces that alone stand between it and an enemy's slide.
    pub pinned: B,
    /// Where every other piece must arrive: on the only checker or before it, nowhere if there are two,
    /// anywhere if there is none.
    pub targets: B,
}

/// The slides of one side towards a royal piece.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lines<B> {
    /// The pieces that reach it.
    pub checkers: B,
    /// Those pieces and the squares before them.
    before: B,
    /// The pieces, of whichever side, that alone stand in the way of one.
    pub blockers: B,
}

impl<B: Bits> Shogi<B> {
    /// The bounds on the moves of a side.
    pub(crate) fn safety(&self, pos: &Position<B>, side: Side) -> Safety<B> {
        let (royal, ranging) = (pos.royal(side), self.ranging(pos));
        let Some(square) = royal else {
            return Safety { royal, ranging, checkers: B::EMPTY, pinned: B::EMPTY, targets: !B::EMPTY };
        };
        let lines = self.lines(pos, ranging, square, side.other());
        let steppers = || self.steppers(pos, side.other(), square);
        let checkers = steppers().fold(lines.checkers, |set, from| set | B::one(from));
        let targets = if checkers.is_empty() {
            !B::EMPTY
        } else if checkers.without_first().is_empty() {
            // Nothing comes between where a piece that slides there jumps there too.
            let jumps = !lines.checkers.is_empty() && steppers().next().is_some();
            if jumps { checkers } else { lines.before | checkers }
        } else {
            B::EMPTY
        };
        Safety { royal, ranging, checkers, pinned: lines.blockers & pos.of(side), targets }
    }

    /// The slides of a side towards the enemy's royal piece.
    #[inline]
    pub(crate) fn lines(&self, pos: &Position<B>, ranging: B, royal: Square, side: Side) -> Lines<B> {
        let mut lines = Lines { checkers: B::EMPTY, before: B::EMPTY, blockers: B::EMPTY };
        let occupied = pos.occupied();
        self.each_slide(pos, ranging & pos.of(side), side, royal, |from, between| {
            let obstacles = between & occupied;
            if obstacles.is_empty() {
                lines.checkers |= B::one(from);
                lines.before |= between | B::one(from);
            } else if obstacles.without_first().is_empty() {
                lines.blockers |= obstacles;
            }
        });
        lines
    }

    /// Gives those of a side's ranging pieces that would slide to a square if nothing stood between, with the
    /// squares between.
    #[inline]
    fn each_slide(
        &self,
        pos: &Position<B>,
        ranging: B,
        side: Side,
        to: Square,
        mut out: impl FnMut(Square, B),
    ) {
        let rays = &self.tables.rays;
        (rays.star(to) & ranging).squares().for_each(|from| {
            // What slides from there in one direction slides back, the other side's, in the opposite one.
            let twin = Piece { kind: pos.kind(from), side: side.other() };
            for direction in each(self.tables.slides(twin) & rays.towards(to, from)) {
                out(from, rays.between(direction, to, from));
            }
        });
    }

    /// The pieces of a side that attack a square by a slide.
    #[inline]
    pub(crate) fn sliders(&self, pos: &Position<B>, ranging: B, side: Side, square: Square) -> B {
        let (mut sliders, occupied) = (B::EMPTY, pos.occupied());
        self.each_slide(pos, ranging & pos.of(side), side, square, |from, between| {
            if (between & occupied).is_empty() {
                sliders |= B::one(from);
            }
        });
        sliders
    }

    /// The squares that pieces of a side attack by slides.
    pub(crate) fn slid(&self, pos: &Position<B>, ranging: B, side: Side) -> B {
        let occupied = pos.occupied();
        (ranging & pos.of(side)).squares().fold(B::EMPTY, |set, from| {
            let slides = self.tables.slides(Piece { kind: pos.kind(from), side });
            set | self.tables.rays.slides(slides, from, occupied)
        })
    }

    /// The pieces of a side that attack a square by a step.
    #[inline]
    pub(crate) fn steppers(
        &self,
        pos: &Position<B>,
        side: Side,
        square: Square,
    ) -> impl Iterator<Item = Square> {
        let near = pos.of(side) & self.tables.a_step_from(side, square);
        let piece = move |from| Piece { kind: pos.kind(from), side };
        near.squares().filter(move |&from| self.tables.steps(piece(from), from).has(square))
    }

    /// The pieces of both sides that slide, or would if they promoted, and no empty squares. Many questions
    /// about a position begin with them; who asks several finds them once.
    #[inline]
    pub fn ranging(&self, pos: &Position<B>) -> B {
        pos.occupied() & pos.matching(&self.tables.ranging)
    }

    /// Of the squares around a side's royal piece, those that it must not step to.
    pub(crate) fn danger(&self, pos: &Position<B>, ranging: B, side: Side, royal: Square) -> B {
        // What slides towards the royal piece goes on to where it stepped back.
        let (enemy, occupied) = (side.other(), pos.occupied() & !B::one(royal));
        let near = pos.of(enemy) & (self.tables.a_step_from_around(enemy, royal) | ranging);
        near.squares().fold(B::EMPTY, |set, from| {
            let piece = Piece { kind: pos.kind(from), side: enemy };
            let slides = self.tables.slides(piece) & self.tables.towards_around(royal, from);
            set | self.tables.steps(piece, from) | self.tables.rays.slides(slides, from, occupied)
        })
    }

    /// The line on which a piece stands before its own or the enemy's royal piece, up to the piece behind it:
    /// a piece that jumps may leave it though it stays on the ray.
    pub(crate) fn line(&self, royal: Square, before: Square, occupied: B) -> B {
        let line = self.tables.rays.beyond(royal, before, occupied);
        line.expect("a piece that is pinned or covers a slide stands on a line with the royal piece")
    }

    /// The pieces of one side that attack a square.
    #[inline]
    pub fn attackers(&self, pos: &Position<B>, side: Side, square: Square) -> B {
        let sliders = self.sliders(pos, self.ranging(pos), side, square);
        self.steppers(pos, side, square).fold(sliders, |set, from| set | B::one(from))
    }

    /// Gives the pieces of both sides that attack a square, from the position's [`ranging`](Self::ranging)
    /// pieces: one walk over what may, without a set for each side.
    #[inline]
    pub fn each_attacker(&self, pos: &Position<B>, ranging: B, square: Square, mut out: impl FnMut(Piece)) {
        let near = |side| pos.of(side) & self.tables.a_step_from(side, square);
        let may = near(Side::First) | near(Side::Second) | ranging & self.tables.rays.star(square);
        may.squares().for_each(|from| {
            let side = if pos.of(Side::First).has(from) { Side::First } else { Side::Second };
            let piece = Piece { kind: pos.kind(from), side };
            if self.reaches(piece, from, square, pos.occupied()) {
                out(piece);
            }
        });
    }

    /// Whether a piece goes from a square to another, by a step or a slide.
    #[inline]
    pub(crate) fn reaches(&self, piece: Piece, from: Square, to: Square, occupied: B) -> bool {
        let rays = &self.tables.rays;
        let slides = || each(self.tables.slides(piece) & rays.towards(from, to));
        let is_open = |direction| (rays.between(direction, from, to) & occupied).is_empty();
        self.tables.steps(piece, from).has(to) || slides().any(is_open)
    }

    /// Whether `side` could take the enemy's royal piece if it were its turn.
    #[inline]
    pub fn can_take_royal(&self, pos: &Position<B>, side: Side) -> bool {
        let taken = |royal| {
            self.steppers(pos, side, royal).next().is_some()
                || !self.sliders(pos, self.ranging(pos), side, royal).is_empty()
        };
        pos.royal(side.other()).is_some_and(taken)
    }

    /// Whether a side's royal piece is attacked.
    #[inline]
    pub fn in_check(&self, pos: &Position<B>, side: Side) -> bool {
        self.can_take_royal(pos, side.other())
    }
}
