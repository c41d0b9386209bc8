//! Moves taken back, each predecessor exactly once and without a search through the moves.
//!
//! The side that has just moved takes one of its pieces off: into its hand if it was dropped, or back to a
//! square from which it steps here, unpromoted if it can have promoted, and leaves behind nothing or what it
//! may have captured. Two ways of taking back never give the same position, so nothing is compared; a
//! predecessor is dropped only where the game was over already, where it is no position (a piece that could
//! never move, a second pawn in its file), and where the move was barred (a dropped pawn that has mated).

use crate::{Bits, Piece, Position, Shogi, Square, rules::Ending};
use yomikiri_core::{Unmove, Value};

impl<B: Bits> Unmove for Shogi<B> {
    fn unmoves(&self, pos: &Position<B>, out: &mut Vec<Position<B>>) {
        let (side, mover) = (pos.side, pos.side.other());
        // The enemy of the mover does not move, so its completed try would have ended the game before.
        let over_before = self.in_goal(pos, side);
        let illegal = self.ending() == Ending::Mate && self.static_result(pos) == Some(Value::Win(1));
        if over_before || illegal {
            return;
        }
        for to in pos.of(mover).squares() {
            let piece = pos.piece(to).expect("a square of the mover's pieces");
            self.undrop(pos, piece, to, out);
            self.unstep(pos, piece, piece, to, out);
            if self.variant().turns(piece.kind.turned()) {
                self.unstep(pos, piece, Piece { kind: piece.kind.turned(), ..piece }, to, out);
            }
        }
    }
}

impl<B: Bits> Shogi<B> {
    /// The piece on `to` was dropped there.
    fn undrop(&self, pos: &Position<B>, piece: Piece, to: Square, out: &mut Vec<Position<B>>) {
        let second = piece.kind.is_promoted() && self.has_one_in_file(pos, piece, to);
        if self.tables.drops(piece).has(to) && !second && !self.is_barred_mate(pos, piece, to) {
            let mut before = pos.clone();
            before.take(to);
            before.hands[piece.side.index()][piece.kind.place()] += 1;
            self.keep(before, piece, out);
        }
    }

    /// Whether the piece on `to`, if it was dropped there, has mated in a way that is barred.
    fn is_barred_mate(&self, pos: &Position<B>, piece: Piece, to: Square) -> bool {
        let barred = self.variant().pieces[piece.kind.place()].no_drop_mate
            && !piece.kind.is_promoted()
            && self.ending() == Ending::Mate;
        barred && self.checking(pos, piece).has(to) && !self.has_safe_move(pos)
    }

    /// The piece on `to` came from the board, where it was `earlier`.
    fn unstep(
        &self,
        pos: &Position<B>,
        piece: Piece,
        earlier: Piece,
        to: Square,
        out: &mut Vec<Position<B>>,
    ) {
        let promoted = piece != earlier;
        let (mover, side) = (piece.side, pos.side);
        for from in (self.tables.sources(earlier, to, pos.occupied()) & pos.empty()).squares() {
            // Whether the move was possible if it took something, and if it did not.
            let promotion = self.tables.promotion(earlier, from);
            let [capture, quiet] = [promotion, promotion & self.tables.quiet_promotion].map(|promotion| {
                let possible = if promoted { promotion } else { !self.tables.barred(earlier, promotion) };
                possible.has(to)
            });
            if !capture && !quiet {
                continue;
            }
            let may_be = [capture, quiet];
            let mut quiet = pos.clone();
            quiet.take(to);
            if !self.may_stand(&quiet, earlier, from) {
                continue;
            }
            quiet.put(from, earlier);
            for &held in &self.tables.hand_kinds {
                if !may_be[0] || pos.hand(mover, held) == 0 {
                    continue;
                }
                let promoted = Some(held.promoted()).filter(|_| self.variant().promotes(held));
                for kind in [Some(held), promoted].into_iter().flatten() {
                    let taken = Piece { kind, side };
                    if !self.may_stand(&quiet, taken, to) {
                        continue;
                    }
                    let mut capture = quiet.clone();
                    capture.hands[mover.index()][held.place()] -= 1;
                    capture.put(to, taken);
                    self.keep(capture, piece, out);
                }
            }
            if may_be[1] {
                self.keep(quiet, piece, out);
            }
        }
    }

    /// Whether the file of a square has a piece of this kind, unpromoted, of which it may have one.
    fn has_one_in_file(&self, pos: &Position<B>, piece: Piece, square: Square) -> bool {
        let plain = Piece { kind: piece.kind.unpromoted(), ..piece };
        self.variant().pieces[piece.kind.place()].one_per_file
            && !(pos.of_piece(plain) & self.tables.file(square)).is_empty()
    }

    /// Whether a position may have this piece on an empty square: it could move, and is the only one in the
    /// file if it must be.
    fn may_stand(&self, pos: &Position<B>, piece: Piece, square: Square) -> bool {
        let second = !piece.kind.is_promoted() && self.has_one_in_file(pos, piece, square);
        let dead =
            !self.variant().has_dead_pieces() && self.tables.attacks(piece, square, B::EMPTY).is_empty();
        !second && !dead
    }

    /// Keeps a predecessor if the game was not over there.
    fn keep(&self, mut before: Position<B>, mover: Piece, out: &mut Vec<Position<B>>) {
        before.side = mover.side;
        if !self.can_take_royal(&before, mover.side) {
            out.push(before);
        }
    }
}
