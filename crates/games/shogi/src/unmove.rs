//! Moves taken back, each predecessor exactly once and without a search through the moves.
//!
//! The side that has just moved takes one of its pieces off: into its hand if it was dropped, or back to a
//! square from which it steps here, unpromoted if it can have promoted, and leaves behind nothing or what it
//! may have captured. Two ways of taking back never give the same position, so nothing is compared; a
//! predecessor is dropped only where the game was over already, where it is no position (a piece that could
//! never move, a second pawn in its file), and where the move was barred (a dropped pawn that has mated).
//!
//! The game was over where the mover could have taken the enemy's royal piece. Steps onto that are told by
//! sets of squares, for all predecessors of a piece at once; only where something slides a predecessor is
//! looked at, once for all that may have been captured in it.

use crate::{Bits, Kind, Piece, Position, Shogi, Square, rules::Ending};
use yomikiri_core::{Side, Unmove, Value};

/// A move taken back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TakenBack {
    /// The piece that moved, as it was before.
    pub piece: Piece,
    /// Where it came from; none if it was dropped.
    pub from: Option<Square>,
    pub to: Square,
    /// What it has captured on `to`.
    pub captured: Option<Kind>,
}

/// The side that has moved, and what it could have taken before.
struct Mover<B> {
    side: Side,
    /// The enemy's royal piece, if there is one.
    royal: Option<Square>,
    /// The mover's pieces that slide, or would if they promoted.
    ranging: B,
    /// Where each kind may stand that it may have captured, by its number; and whether there is any.
    captured: [B; Kind::ALL],
    captures: bool,
}

impl<B: Bits> Unmove for Shogi<B> {
    fn unmoves(&self, pos: &Position<B>, out: &mut Vec<Position<B>>) {
        // The enemy of the mover does not move, so its completed try would have ended the game before.
        let over_before = self.in_goal(pos, pos.side);
        let illegal = self.ending() == Ending::Mate && self.static_result(pos) == Some(Value::Win(1));
        if !over_before && !illegal {
            self.each_unmove(pos, |taken_back| out.push(before(pos, taken_back)));
        }
    }
}

/// The position before a move.
fn before<B: Bits>(pos: &Position<B>, TakenBack { piece, from, to, captured }: TakenBack) -> Position<B> {
    let (mover, mut before) = (piece.side.index(), pos.clone());
    before.take(to);
    match from {
        Some(from) => before.put(from, piece),
        None => before.hands[mover][piece.kind.place()] += 1,
    }
    if let Some(kind) = captured {
        before.hands[mover][kind.place()] -= 1;
        before.put(to, Piece { kind, side: pos.side });
    }
    before.side = piece.side;
    before
}

impl<B: Bits> Shogi<B> {
    /// Gives the moves that lead to a position. No try of the side to move may be completed, and in a game to
    /// the mate it must not be able to take the enemy's royal piece.
    #[inline]
    pub(crate) fn each_unmove(&self, pos: &Position<B>, mut out: impl FnMut(TakenBack)) {
        let (side, royal) = (pos.side.other(), pos.royal(pos.side));
        let steppers = royal.map_or(B::EMPTY, |royal| {
            self.steppers(pos, side, royal).fold(B::EMPTY, |set, from| set | B::one(from))
        });
        let ranging = self.ranging(pos) & pos.of(side);
        let captures = self.tables.hand_kinds.iter().any(|&kind| pos.hand(side, kind) > 0);
        let captured = if captures { self.captured(pos, side) } else { [B::EMPTY; Kind::ALL] };
        let mover = Mover { side, royal, ranging, captured, captures };
        // Any other piece that attacks the royal piece by a step did so before.
        let pieces = match steppers {
            none if none.is_empty() => pos.of(side),
            one if one.without_first().is_empty() => one,
            _ => B::EMPTY,
        };
        for to in pieces.squares() {
            let piece = Piece { kind: pos.kind(to), side };
            self.undrop(pos, &mover, piece, to, &mut out);
            self.unstep(pos, &mover, piece, piece, to, &mut out);
            let earlier = Piece { kind: piece.kind.turned(), ..piece };
            if self.tables.turns(earlier.kind) {
                self.unstep(pos, &mover, piece, earlier, to, &mut out);
            }
        }
    }

    /// The piece on `to` was dropped there.
    #[inline]
    fn undrop(
        &self,
        pos: &Position<B>,
        mover: &Mover<B>,
        piece: Piece,
        to: Square,
        out: &mut impl FnMut(TakenBack),
    ) {
        let second = || {
            // Of others no position has a second one in the file.
            let may_be = piece.kind.is_promoted() || self.variant().demotion;
            may_be && self.is_one_per_file(piece.kind) && self.files_taken(pos, piece, B::one(to)).has(to)
        };
        if !self.tables.drops(piece).has(to) || second() || self.is_barred_mate(pos, piece, to) {
            return;
        }
        let taken_back = TakenBack { piece, from: None, to, captured: None };
        if !self.could_slide(pos, mover, taken_back) {
            out(taken_back);
        }
    }

    /// Whether the piece on `to`, if it was dropped there, has mated in a way that is barred.
    fn is_barred_mate(&self, pos: &Position<B>, piece: Piece, to: Square) -> bool {
        let barred = self.variant().pieces[piece.kind.place()].no_drop_mate
            && !piece.kind.is_promoted()
            && self.ending() == Ending::Mate;
        barred && self.checking(pos, piece).has(to) && !self.has_safe_move(pos)
    }

    /// Where each kind may stand that the mover may have captured, by its number.
    #[inline]
    fn captured(&self, pos: &Position<B>, mover: Side) -> [B; Kind::ALL] {
        let mut captured = [B::EMPTY; Kind::ALL];
        for &held in self.tables.hand_kinds.iter().filter(|&&kind| pos.hand(mover, kind) > 0) {
            for kind in [held, held.promoted()] {
                let piece = Piece { kind, side: mover.other() };
                captured[kind.index()] = self.may_stand(pos, piece, B::EMPTY);
            }
        }
        captured
    }

    /// The piece on `to` came from the board, where it was `earlier`, and has captured one of some kinds or
    /// nothing.
    #[inline]
    fn unstep(
        &self,
        pos: &Position<B>,
        mover: &Mover<B>,
        piece: Piece,
        earlier: Piece,
        to: Square,
        out: &mut impl FnMut(TakenBack),
    ) {
        let mut sources = self.tables.sources(earlier, to, pos.occupied()) & pos.empty();
        if let Some(royal) = mover.royal {
            sources &= !self.tables.steps(Piece { side: pos.side, ..earlier }, royal);
        }
        if sources.is_empty() {
            return;
        }
        for from in (sources & self.may_stand(pos, earlier, B::one(to))).squares() {
            // Whether the move was possible if it took something, and if it did not.
            let promotion = self.tables.promotion(earlier, from);
            let [capture, quiet] = [promotion, promotion & self.tables.quiet_promotion].map(|promotion| {
                let turned = piece != earlier;
                let possible = if turned { promotion } else { !self.tables.barred(earlier, promotion) };
                possible.has(to)
            });
            let quietly = TakenBack { piece: earlier, from: Some(from), to, captured: None };
            let taking = |kind| TakenBack { captured: Some(kind), ..quietly };
            // Whether one is asked for is the same for all that may have been captured.
            if capture && mover.captures && !self.could_slide(pos, mover, taking(Kind::ROYAL)) {
                for kind in self.tables.hand_kinds.iter().flat_map(|&kind| [kind, kind.promoted()]) {
                    if mover.captured[kind.index()].has(to) {
                        out(taking(kind));
                    }
                }
            }
            if quiet && !self.could_slide(pos, mover, quietly) {
                out(quietly);
            }
        }
    }

    /// Whether the mover could have taken the enemy's royal piece by a slide before.
    #[inline]
    fn could_slide(&self, pos: &Position<B>, mover: &Mover<B>, taken_back: TakenBack) -> bool {
        let may = !(mover.ranging & !B::one(taken_back.to)).is_empty()
            || taken_back.from.is_some() && self.tables.slides(taken_back.piece) != 0;
        may && self.slid_before(pos, mover, taken_back)
    }

    /// The same where something slides. Which kind has been captured does not matter.
    #[inline(never)]
    fn slid_before(&self, pos: &Position<B>, mover: &Mover<B>, taken_back: TakenBack) -> bool {
        mover.royal.is_some_and(|royal| {
            let mut before = before(pos, TakenBack { captured: None, ..taken_back });
            if let Some(kind) = taken_back.captured {
                before.put(taken_back.to, Piece { kind, side: pos.side });
            }
            !self.sliders(&before, self.ranging(&before), mover.side, royal).is_empty()
        })
    }

    /// Whether a side must not have two of a kind, unpromoted, in a file.
    #[inline]
    fn is_one_per_file(&self, kind: Kind) -> bool {
        self.variant().pieces[kind.place()].one_per_file
    }

    /// The files of a side's pieces of this kind, unpromoted, but for those on some squares.
    fn files_taken(&self, pos: &Position<B>, piece: Piece, but: B) -> B {
        let plain = Piece { kind: piece.kind.unpromoted(), ..piece };
        let pieces = pos.of_piece(plain) & !but;
        pieces.squares().fold(B::EMPTY, |set, square| set | self.tables.file(square))
    }

    /// The squares on which a position may have this piece, if they are empty and those of some squares are
    /// taken off: it could move, and is the only one in the file if it must be. One that turns back may come
    /// to stand behind another.
    #[inline]
    fn may_stand(&self, pos: &Position<B>, piece: Piece, off: B) -> B {
        let standing = self.tables.standing(piece);
        let only = !piece.kind.is_promoted() && self.is_one_per_file(piece.kind) && !self.variant().demotion;
        if only { standing & !self.files_taken(pos, piece, off) } else { standing }
    }
}
