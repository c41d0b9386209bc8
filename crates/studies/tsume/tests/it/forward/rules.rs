//! Positions of a lone white king and at most five pieces, black's checks and white's answers.
//!
//! As no piece ranges, only the piece just moved gives check, no check can be blocked, and white's hand is of
//! no use: the answers are moves of the king and captures of the piece that gives check.

use super::pieces::{
    BLACK_HAND, Kind, WHITE_HAND, bits, file_rank, is_black, is_promoted, is_white, mirror_place,
    mirror_square, square_of, tables,
};

pub const MAX_PIECES: usize = 5;

/// A position; whose turn it is follows from the use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub king: u8,
    /// How many of the following are in use; the rest are pawns in white's hand.
    pub count: u8,
    pub kinds: [Kind; MAX_PIECES],
    pub places: [u16; MAX_PIECES],
}

impl Position {
    /// A set of pieces, all in white's hand.
    pub fn unused(set: &[Kind], king: u8) -> Self {
        let mut kinds = [Kind::P; MAX_PIECES];
        kinds[..set.len()].copy_from_slice(set);
        kinds[..set.len()].sort_unstable();
        Self { king, count: set.len() as u8, kinds, places: [WHITE_HAND; MAX_PIECES] }
    }

    pub fn pieces(&self) -> impl Iterator<Item = (Kind, u16)> {
        let (kinds, places) = (self.kinds, self.places);
        (0..self.count as usize).map(move |i| (kinds[i], places[i]))
    }

    pub fn in_check(&self) -> bool {
        self.checking().next().is_some()
    }

    /// Whether some black piece could give check if nothing were in its way.
    pub fn may_check(&self) -> bool {
        self.pieces().any(|(kind, place)| tables().may_check(kind, place) >> self.king & 1 == 1)
    }

    /// Whether one more piece could stand there: on a free square, not dead, not a second pawn in a file.
    pub fn admits(&self, kind: Kind, place: u16) -> bool {
        tables().legal(kind, place)
            && square_of(place).is_none_or(|square| square != self.king && self.piece_on(square).is_none())
            && !self
                .pieces()
                .any(|(other, there)| kind == Kind::P && other == Kind::P && share_file(place, there))
    }

    fn piece_on(&self, square: u8) -> Option<usize> {
        (0..self.count as usize).find(|&i| square_of(self.places[i]) == Some(square))
    }

    /// The pieces that give check.
    pub fn checking(&self) -> impl Iterator<Item = (Kind, u16)> {
        self.pieces().filter(|&(kind, place)| tables().checked(kind, place) >> self.king & 1 == 1)
    }

    pub fn mirrored(&self) -> Self {
        Self { king: mirror_square(self.king), places: self.places.map(mirror_place), ..*self }
    }

    /// The same position for all purposes of solving: the king left of the middle or in it, like pieces in
    /// order.
    pub fn canonical(&self) -> Self {
        let mut position = if file_rank(self.king).0 > 4 { self.mirrored() } else { *self };
        for end in 1..position.count as usize {
            for i in (1..=end).rev() {
                if position.kinds[i - 1] == position.kinds[i] && position.places[i - 1] > position.places[i] {
                    position.places.swap(i - 1, i);
                }
            }
        }
        position
    }

    pub fn with(&self, piece: usize, place: u16) -> Self {
        let mut with = *self;
        with.places[piece] = place;
        with
    }

    pub fn black_hand(&self) -> usize {
        self.pieces().filter(|&(_, place)| place == BLACK_HAND).count()
    }

    /// Tries the positions after black's checks until `f` is true of one; it is told whether a pawn was
    /// dropped.
    pub fn any_check(&self, mut f: impl FnMut(&Self, bool) -> bool) -> bool {
        (0..self.count as usize).any(|i| match self.places[i] {
            BLACK_HAND => self.any_drop_check(i, &mut f),
            place if is_black(place) => self.any_move_check(i, &mut f),
            _ => false,
        })
    }

    fn any_move_check(&self, piece: usize, f: &mut impl FnMut(&Self, bool) -> bool) -> bool {
        let (kind, from) = (self.kinds[piece], self.places[piece]);
        let open = !squares(self.pieces().filter(|&(_, place)| is_black(place)));
        let mut checks =
            tables().moves(kind, from, open).filter(|&to| tables().checked(kind, to) >> self.king & 1 == 1);
        checks.any(|to| f(&self.after_move(piece, to, BLACK_HAND), false))
    }

    fn any_drop_check(&self, piece: usize, f: &mut impl FnMut(&Self, bool) -> bool) -> bool {
        let kind = self.kinds[piece];
        // Dropping the one or the other of two like pieces is one move.
        if (0..piece).any(|i| self.kinds[i] == kind && self.places[i] == BLACK_HAND) {
            return false;
        }
        let mut checks = bits(tables().checkers(kind, self.king)).filter(|&to| self.admits(kind, to as u16));
        checks.any(|to| f(&self.with(piece, to as u16), kind == Kind::P))
    }

    /// Moves a piece; what stands on its target goes to the hand.
    fn after_move(&self, piece: usize, to: u16, hand: u16) -> Self {
        let mut after = *self;
        if let Some(taken) = square_of(to).and_then(|square| self.piece_on(square)) {
            after.places[taken] = hand;
        }
        after.places[piece] = to;
        after
    }

    /// Tries the positions after white's answers to check until `f` is true of one.
    pub fn any_answer(&self, mut f: impl FnMut(&Self) -> bool) -> bool {
        self.any_king_answer(&mut f) || self.any_capture_answer(&mut f)
    }

    fn any_king_answer(&self, f: &mut impl FnMut(&Self) -> bool) -> bool {
        let open = !squares(self.pieces().filter(|&(_, place)| is_white(place)));
        bits(tables().king_steps(self.king) & open).any(|to| {
            let mut after = Self { king: to, ..*self };
            if let Some(taken) = self.piece_on(to) {
                after.places[taken] = WHITE_HAND;
            }
            !after.in_check() && f(&after)
        })
    }

    fn any_capture_answer(&self, f: &mut impl FnMut(&Self) -> bool) -> bool {
        let checking = squares(self.checking());
        (0..self.count as usize).filter(|&i| is_white(self.places[i])).any(|i| {
            tables().moves(self.kinds[i], self.places[i], checking).any(|to| {
                let after = self.after_move(i, to, WHITE_HAND);
                !after.in_check() && f(&after)
            })
        })
    }

    /// Whether white, to move, is mated.
    pub fn is_mated(&self) -> bool {
        self.in_check() && !self.any_answer(|_| true)
    }

    /// Tries the positions after black's moves that mate until `f` is true of one. A move mates if `mated` is
    /// true of every position after an answer; there may be none, unless a pawn was dropped.
    pub fn any_mating_check(
        &self,
        mut mated: impl FnMut(&Self) -> bool,
        mut f: impl FnMut(&Self) -> bool,
    ) -> bool {
        self.any_check(|after, pawn_dropped| {
            let mut answered = false;
            let escapes = after.any_answer(|answer| {
                answered = true;
                !mated(answer)
            });
            !escapes && (answered || !pawn_dropped) && f(after)
        })
    }
}

/// The squares of pieces as bits.
fn squares(pieces: impl Iterator<Item = (Kind, u16)>) -> u128 {
    pieces.filter_map(|(_, place)| square_of(place)).fold(0, |set, square| set | 1 << square)
}

/// Whether both are plain, on the board, of one side and in one file.
fn share_file(place: u16, other: u16) -> bool {
    let plain = |place| square_of(place).is_some() && !is_promoted(place);
    let file = |place: u16| place % 81 / 9;
    plain(place) && plain(other) && is_black(place) == is_black(other) && file(place) == file(other)
}
