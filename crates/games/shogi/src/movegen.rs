//! Moves: one table lookup a piece, one a kind in hand; no move is made to see whether it is legal.
//!
//! Who checks and who is pinned is found first ([`safety`](crate::safety)); it bounds where pieces may arrive.

use crate::{Bits, Ending, Kind, Move, Piece, Position, Shogi, Square, safety::Safety};
use yomikiri_core::{Game, Side};

/// Moves that have something in common.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Group<B> {
    /// All moves of the piece on a square; it may arrive on any square of the set.
    Board { piece: Piece, from: Square, to: B },
    /// All drops of a kind, which are on the squares of the set.
    Drops { kind: Kind, to: B },
}

impl<B: Bits> Group<B> {
    fn is_empty(&self) -> bool {
        let (Self::Board { to, .. } | Self::Drops { to, .. }) = self;
        to.is_empty()
    }
}

impl<B: Bits> Shogi<B> {
    /// Gives every move of the side to move, whether or not it leaves the royal piece to be taken.
    pub(crate) fn steps_and_drops(&self, pos: &Position<B>, mut out: impl FnMut(Move)) {
        self.groups(pos, None, |group| {
            self.each_move(group, &mut out);
            true
        });
    }

    /// Gives every move that does not leave the royal piece to be taken.
    pub(crate) fn safe_moves(&self, pos: &Position<B>, mut out: impl FnMut(Move)) {
        self.groups(pos, Some(&self.safety(pos, pos.side)), |group| {
            self.each_move(group, &mut out);
            true
        });
    }

    /// Whether there is any move that does not leave the royal piece to be taken.
    pub(crate) fn has_safe_move(&self, pos: &Position<B>) -> bool {
        !self.groups(pos, Some(&self.safety(pos, pos.side)), |group| group.is_empty())
    }

    /// The moves of a group, by square of arrival, those that promote first.
    pub(crate) fn each_move(&self, group: Group<B>, mut out: impl FnMut(Move)) {
        match group {
            Group::Board { piece, from, to } => {
                let promoting = to & self.tables.promotion(piece, from);
                promoting.squares().for_each(|to| out(Move::Board { from, to, promote: true }));
                let plain = to & !self.tables.forced(piece);
                plain.squares().for_each(|to| out(Move::Board { from, to, promote: false }));
            }
            Group::Drops { kind, to } => to.squares().for_each(|to| out(Move::Drop { kind, to })),
        }
    }

    /// Gives the moves of the side to move, on the board by square of departure and then the drops by kind, until
    /// `visit` has enough; whether it never had. Without bounds they may leave the royal piece to be taken.
    pub(crate) fn groups(
        &self,
        pos: &Position<B>,
        safety: Option<&Safety<B>>,
        mut visit: impl FnMut(Group<B>) -> bool,
    ) -> bool {
        let (side, occupied) = (pos.side, pos.occupied());
        let targets = safety.map_or(!B::EMPTY, |safety| safety.targets);
        for from in pos.of(side).squares() {
            let piece = pos.piece(from).expect("a square of the side's pieces");
            let mut to = self.tables.attacks(piece, from, occupied) & !pos.of(side);
            if let Some(safety) = safety {
                to &= self.bounds(pos, safety, piece, from, to);
            }
            if !visit(Group::Board { piece, from, to }) {
                return false;
            }
        }
        self.tables.hand_kinds.iter().filter(|&&kind| pos.hand(side, kind) > 0).all(|&kind| {
            let to = self.drops(pos, kind) & targets;
            visit(Group::Drops { kind, to })
        })
    }

    /// The squares to which a piece may go without leaving its royal piece to be taken.
    fn bounds(&self, pos: &Position<B>, safety: &Safety<B>, piece: Piece, from: Square, to: B) -> B {
        match safety.royal {
            Some(royal) if royal == from => !self.danger(pos, piece.side, to),
            Some(royal) if safety.pinned.has(from) => safety.targets & self.line(royal, from),
            _ => safety.targets,
        }
    }

    /// The squares on which the side to move may drop a kind, if its royal piece is safe.
    fn drops(&self, pos: &Position<B>, kind: Kind) -> B {
        let piece = Piece { kind, side: pos.side };
        let mut to = pos.empty() & self.tables.drops(piece);
        let rule = &self.variant().pieces[kind.place()];
        if rule.one_per_file {
            let taken = |square: Square| self.tables.file(square);
            to &= !pos.of_piece(piece).squares().map(taken).fold(B::EMPTY, |all, file| all | file);
        }
        if rule.no_drop_mate && self.ending() == Ending::Mate {
            let mates = |&to: &Square| self.drop_mates(pos, kind, to);
            let barred = (to & self.checking(pos, piece)).squares().filter(mates);
            to &= !barred.fold(B::EMPTY, |set, to| set | B::one(to));
        }
        to
    }

    /// The squares from which a piece would attack the enemy's royal piece.
    pub(crate) fn checking(&self, pos: &Position<B>, piece: Piece) -> B {
        let royal = pos.royal(piece.side.other());
        royal.map_or(B::EMPTY, |royal| self.tables.sources(piece, royal, pos.occupied()))
    }

    /// Whether the enemy, in check by this drop, has no answer.
    fn drop_mates(&self, pos: &Position<B>, kind: Kind, to: Square) -> bool {
        !self.has_safe_move(&self.play(pos, Move::Drop { kind, to }))
    }

    /// Whether a side's royal piece is attacked.
    pub fn in_check(&self, pos: &Position<B>, side: Side) -> bool {
        self.can_take_royal(pos, side.other())
    }

    /// Whether a legal move gives check.
    pub fn gives_check(&self, pos: &Position<B>, mv: Move) -> bool {
        self.can_take_royal(&self.play(pos, mv), pos.side)
    }

    /// Appends the legal moves that give check, by the moved piece or by one that it uncovers.
    pub fn checks(&self, pos: &Position<B>, out: &mut Vec<Move>) {
        self.safe_moves(pos, |mv| {
            if self.gives_check(pos, mv) {
                out.push(mv);
            }
        });
    }

    /// Appends the legal moves of a side that is in check.
    pub fn evasions(&self, pos: &Position<B>, out: &mut Vec<Move>) {
        self.safe_moves(pos, |mv| out.push(mv));
    }
}
