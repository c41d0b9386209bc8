//! Moves: one table lookup a piece, one a kind in hand; no move is made to see whether it is legal.
//!
//! Who checks and who is pinned is found first (`safety`); it bounds where pieces may arrive. Only the drop
//! that mates has to be tried, where the rules bar it and the piece would give check.
//!
//! Cost: on 9x9 squares some 10 ns a move, from perft 5 of the start with its last ply counted, one thread,
//! 70 million sequences a second on an idle core; `examples/speed.rs` measures.

use crate::{Bits, Ending, Kind, Move, Piece, Position, Shogi, Square, safety::Safety};

/// Moves that have something in common.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Group<B> {
    /// The moves of the piece on a square, of this kind, by where it arrives and promotes and where it
    /// arrives as it is.
    Board { from: Square, kind: Kind, promoting: B, plain: B },
    /// The drops of a kind, by where it arrives.
    Drops { kind: Kind, to: B },
}

impl<B: Bits> Group<B> {
    /// How many moves there are.
    pub fn len(&self) -> u32 {
        match self {
            Self::Board { promoting, plain, .. } => promoting.count() + plain.count(),
            Self::Drops { to, .. } => to.count(),
        }
    }

    /// Those of the moves that arrive on some squares.
    #[inline]
    pub fn within(self, squares: B) -> Self {
        match self {
            Self::Board { from, kind, promoting, plain } => {
                Self::Board { from, kind, promoting: promoting & squares, plain: plain & squares }
            }
            Self::Drops { kind, to } => Self::Drops { kind, to: to & squares },
        }
    }

    pub fn is_empty(&self) -> bool {
        match self {
            Self::Board { promoting, plain, .. } => (*promoting | *plain).is_empty(),
            Self::Drops { to, .. } => to.is_empty(),
        }
    }

    /// The moves by square of arrival, those that promote first.
    #[inline(always)]
    pub fn each(self, mut out: impl FnMut(Move)) {
        match self {
            Self::Board { from, promoting, plain, .. } => {
                promoting.squares().for_each(|to| out(Move::Board { from, to, promote: true }));
                plain.squares().for_each(|to| out(Move::Board { from, to, promote: false }));
            }
            Self::Drops { kind, to } => to.squares().for_each(|to| out(Move::Drop { kind, to })),
        }
    }
}

/// Where groups of moves go.
pub(crate) trait GroupSink<B> {
    fn take(&mut self, group: Group<B>);
}

impl<B, F: FnMut(Group<B>)> GroupSink<B> for F {
    #[inline(always)]
    fn take(&mut self, group: Group<B>) {
        self(group);
    }
}

/// Gives the moves of groups one by one. A closure that does so is not compiled into both of the loops that
/// hand out groups, and finds out again which of them it was: `perft minishogi` took a tenth longer.
struct OneByOne<F>(F);

impl<B: Bits, F: FnMut(Move)> GroupSink<B> for OneByOne<F> {
    #[inline(always)]
    fn take(&mut self, group: Group<B>) {
        group.each(&mut self.0);
    }
}

impl<B: Bits> Shogi<B> {
    /// Gives every move of the side to move, whether or not it leaves the royal piece to be taken.
    pub(crate) fn steps_and_drops(&self, pos: &Position<B>, mut out: impl FnMut(Move)) {
        self.groups(pos, OneByOne(&mut out));
    }

    /// The same in groups.
    #[inline(always)]
    pub(crate) fn groups(&self, pos: &Position<B>, mut out: impl GroupSink<B>) {
        for from in pos.of(pos.side).squares() {
            let piece = Piece { kind: pos.kind(from), side: pos.side };
            out.take(self.arrivals(pos, piece, from, self.reach(pos, piece, from)));
        }
        for kind in self.held(pos) {
            out.take(Group::Drops { kind, to: self.drops(pos, kind, !B::EMPTY) });
        }
    }

    /// Whether the side to move has any move, whether or not it leaves the royal piece to be taken.
    pub(crate) fn has_move(&self, pos: &Position<B>) -> bool {
        // Nearly always the royal piece has one.
        let free = |royal| {
            let piece = Piece { kind: Kind::ROYAL, side: pos.side };
            !(self.tables.steps(piece, royal) & !pos.of(pos.side)).is_empty()
        };
        pos.royal(pos.side).is_some_and(free) || {
            let mut any = false;
            self.steps_and_drops(pos, |_| any = true);
            any
        }
    }

    /// Gives every move that does not leave the royal piece to be taken.
    pub(crate) fn safe_moves(&self, pos: &Position<B>, mut out: impl FnMut(Move)) {
        self.safe_groups(pos, &self.safety(pos, pos.side), OneByOne(&mut out));
    }

    /// The same in groups.
    #[inline(always)]
    pub(crate) fn safe_groups(&self, pos: &Position<B>, safety: &Safety<B>, mut out: impl GroupSink<B>) {
        for from in self.movers(pos, safety).squares() {
            out.take(self.safe_steps(pos, safety, from));
        }
        let open = safety.targets & pos.empty();
        if open.is_empty() {
            return;
        }
        for kind in self.held(pos) {
            out.take(Group::Drops { kind, to: self.drops(pos, kind, open) });
        }
    }

    /// Whether there is any move that does not leave the royal piece to be taken.
    pub(crate) fn has_safe_move(&self, pos: &Position<B>) -> bool {
        let safety = self.safety(pos, pos.side);
        let moves = |from| !self.safe_steps(pos, &safety, from).is_empty();
        safety.royal.is_some_and(moves)
            || self.movers(pos, &safety).squares().any(moves)
            || self.may_drop(pos, safety.targets & pos.empty())
    }

    /// Whether the side to move may drop anything on one of these squares.
    fn may_drop(&self, pos: &Position<B>, squares: B) -> bool {
        !squares.is_empty() && self.held(pos).any(|kind| !self.drops(pos, kind, squares).is_empty())
    }

    /// Appends the moves in a game to the mate, in the order of [`moves`](yomikiri_core::Game::moves),
    /// without a look whether the side to move could take the enemy's royal piece: it must not be able to. Of
    /// a side in check: its royal piece steps out of it, the checking piece is taken, or something is put
    /// between.
    pub fn evasions(&self, pos: &Position<B>, out: &mut Vec<Move>) {
        self.safe_moves(pos, |mv| out.push(mv));
    }

    /// The pieces of the side to move that may have a safe move.
    pub(crate) fn movers(&self, pos: &Position<B>, safety: &Safety<B>) -> B {
        if safety.checkers.is_empty() {
            return pos.of(pos.side);
        }
        let royal = safety.royal.map_or(B::EMPTY, B::one);
        if safety.targets.is_empty() {
            return royal;
        }
        let near = |set, to| set | self.tables.a_step_from(pos.side, to);
        pos.of(pos.side) & safety.targets.squares().fold(royal | safety.ranging, near)
    }

    /// The safe moves of the piece on a square.
    #[inline(always)]
    fn safe_steps(&self, pos: &Position<B>, safety: &Safety<B>, from: Square) -> Group<B> {
        let piece = Piece { kind: pos.kind(from), side: pos.side };
        self.arrivals(pos, piece, from, self.safe_reach(pos, safety, piece, from, !B::EMPTY))
    }

    /// The moves of a piece to these squares.
    #[inline(always)]
    fn arrivals(&self, pos: &Position<B>, piece: Piece, from: Square, to: B) -> Group<B> {
        self.turning(piece, from, to, self.promotion(pos, piece, from))
    }

    /// The moves of a piece to these squares, where it may turn over on some.
    #[inline(always)]
    pub(crate) fn turning(&self, piece: Piece, from: Square, to: B, promotion: B) -> Group<B> {
        let promoting = to & promotion;
        Group::Board { from, kind: piece.kind, promoting, plain: to & !self.tables.barred(piece, promoting) }
    }

    /// The squares on which a piece of the side to move that comes from `from` may turn over.
    #[inline(always)]
    pub(crate) fn promotion(&self, pos: &Position<B>, piece: Piece, from: Square) -> B {
        self.tables.promotion(piece, from) & (pos.of(piece.side.other()) | self.tables.quiet_promotion)
    }

    /// The squares to which a piece of the side to move may go, safe or not.
    #[inline(always)]
    fn reach(&self, pos: &Position<B>, piece: Piece, from: Square) -> B {
        self.tables.attacks(piece, from, pos.occupied()) & !pos.of(piece.side)
    }

    /// The squares of a set to which a piece of the side to move may go without leaving its royal piece to be
    /// taken.
    #[inline]
    pub(crate) fn safe_reach(
        &self,
        pos: &Position<B>,
        safety: &Safety<B>,
        piece: Piece,
        from: Square,
        within: B,
    ) -> B {
        let to = self.reach(pos, piece, from) & within;
        match safety.royal {
            Some(royal) if royal == from && !to.is_empty() => {
                to & !self.danger(pos, safety.ranging, piece.side, royal)
            }
            Some(royal) if safety.pinned.has(from) => {
                to & safety.targets & self.line(royal, from, pos.occupied())
            }
            _ => to & safety.targets,
        }
    }

    /// The kinds that the side to move may drop: those in hand, in some variants with either face up.
    #[inline]
    pub(crate) fn held(&self, pos: &Position<B>) -> impl Iterator<Item = Kind> {
        self.tables.drop_kinds.iter().copied().filter(|&kind| pos.hand(pos.side, kind) > 0)
    }

    /// Of some squares, those on which the side to move may drop a kind.
    #[inline]
    pub(crate) fn drops(&self, pos: &Position<B>, kind: Kind, squares: B) -> B {
        let piece = Piece { kind, side: pos.side };
        let mut to = squares & pos.empty() & self.tables.drops(piece);
        let rule = &self.variant().pieces[kind.place()];
        if rule.one_per_file && !to.is_empty() {
            let taken = |set, square| set | self.tables.file(square);
            let plain = Piece { kind: kind.unpromoted(), ..piece };
            to &= !pos.of_piece(plain).squares().fold(B::EMPTY, taken);
        }
        if rule.no_drop_mate && !kind.is_promoted() && self.ending() == Ending::Mate {
            let mates = |&to: &Square| self.drop_mates(pos, kind, to);
            let barred = (to & self.checking(pos, piece)).squares().filter(mates);
            to &= !barred.fold(B::EMPTY, |set, to| set | B::one(to));
        }
        to
    }

    /// The squares from which a piece would attack the enemy's royal piece.
    #[inline]
    pub(crate) fn checking(&self, pos: &Position<B>, piece: Piece) -> B {
        let royal = pos.royal(piece.side.other());
        royal.map_or(B::EMPTY, |royal| self.tables.sources(piece, royal, pos.occupied()))
    }

    /// The squares on which the side to move would be allowed to drop a kind, were it in hand, with check.
    pub fn checking_drops(&self, pos: &Position<B>, kind: Kind) -> B {
        self.checking(pos, Piece { kind, side: pos.side }) & self.safe_drops(pos, kind)
    }

    /// The squares on which the side to move would be allowed to drop a kind, were it in hand.
    pub fn safe_drops(&self, pos: &Position<B>, kind: Kind) -> B {
        let targets = self.safety(pos, pos.side).targets & pos.empty();
        if targets.is_empty() { B::EMPTY } else { self.drops(pos, kind, targets) & targets }
    }

    /// Whether the enemy, in check by this drop, has no answer. The piece need not be in hand.
    fn drop_mates(&self, pos: &Position<B>, kind: Kind, to: Square) -> bool {
        let mut next = pos.clone();
        next.put(to, Piece { kind, side: pos.side });
        next.side = pos.side.other();
        !self.has_safe_move(&next)
    }
}
