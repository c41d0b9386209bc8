//! Positions as bitboards and hands.

use crate::{Bits, BoardSize, Kind, Piece, Setup, SetupError, Square, Variant, setup};
use yomikiri_core::Side;

/// A position: the pieces on the board, the hands, the side to move.
///
/// A kind is four bits, one in each of four bitboards: a position of 9x9 squares takes 128 bytes, and playing
/// by copy is cheap. Positions are ordered by the bitboards of the two sides, then those four; the order has
/// no meaning in the game and serves to choose one of two mirror images.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position<B> {
    pub(crate) sides: [B; 2],
    /// Bit `i` of the number of the kind on a square is in set `i`, and unset where nothing stands.
    pub(crate) kinds: [B; Kind::BITS],
    pub(crate) hands: [[u8; Kind::UNPROMOTED]; 2],
    pub(crate) side: Side,
    pub(crate) board: BoardSize,
}

/// Kinds whose numbers have some bits in common: for each bit, whether it must be unset, and whether it does
/// not matter.
#[derive(Clone, Debug)]
pub(crate) struct Pattern<B> {
    differs: [B; Kind::BITS],
    ignored: [B; Kind::BITS],
}

impl<B: Bits> Pattern<B> {
    /// The pattern of one kind, with its promotion if asked.
    pub fn new(kind: Kind, with_promotion: bool) -> Self {
        let all_if = |yes: bool| if yes { !B::EMPTY } else { B::EMPTY };
        Self {
            differs: std::array::from_fn(|i| all_if(kind.index() >> i & 1 == 0)),
            ignored: std::array::from_fn(|i| all_if(with_promotion && i == Kind::BITS - 1)),
        }
    }
}

impl<B: Bits> Position<B> {
    /// Checks a setup and makes it a position. Pieces may be missing, but for the royal ones
    /// ([`Variant::lone_royal`]).
    ///
    /// # Errors
    /// The rule that the setup breaks.
    ///
    /// # Panics
    /// The variant's board does not fit `B`.
    pub fn new(setup: &Setup, variant: &Variant) -> Result<Self, SetupError> {
        assert!(variant.board.len() <= B::SIZE, "the bitboard is too small for the board");
        setup::check(setup, variant)?;
        Ok(Self::unchecked(setup, variant))
    }

    /// A setup as it is, which may be no position: to be drawn, and turned, but not played.
    pub(crate) fn unchecked(setup: &Setup, variant: &Variant) -> Self {
        let mut pos = Self {
            sides: [B::EMPTY; 2],
            kinds: [B::EMPTY; Kind::BITS],
            hands: setup.hands,
            side: setup.side,
            board: variant.board,
        };
        for (square, piece) in variant.board.squares().zip(&setup.board) {
            if let Some(piece) = piece {
                pos.put(square, *piece);
            }
        }
        pos
    }

    /// The position taken apart again.
    pub fn setup(&self) -> Setup {
        let board = self.board.squares().map(|square| self.piece(square)).collect();
        Setup { board, hands: self.hands, side: self.side }
    }

    /// The side to move.
    #[inline]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// The size of the board.
    pub const fn board(&self) -> BoardSize {
        self.board
    }

    /// The piece on a square.
    #[inline]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        let side = if self.sides[0].has(square) {
            Side::First
        } else if self.sides[1].has(square) {
            Side::Second
        } else {
            return None;
        };
        Some(Piece { kind: self.kind(square), side })
    }

    /// The kind of the piece on a square; where none stands, it has no meaning.
    #[inline]
    pub fn kind(&self, square: Square) -> Kind {
        let bit = |i: usize| self.kinds[i].bit(square) << i;
        Kind::numbered(bit(0) | bit(1) | bit(2) | bit(3))
    }

    /// How many of a kind a side holds in hand; a promoted kind counts as what it becomes there.
    #[inline]
    pub const fn hand(&self, side: Side, kind: Kind) -> u8 {
        self.hands[side.index()][kind.place()]
    }

    /// All squares with a piece.
    #[inline]
    pub fn occupied(&self) -> B {
        self.sides[0] | self.sides[1]
    }

    /// All squares without a piece.
    #[inline]
    pub fn empty(&self) -> B {
        B::all(self.board.len()) & !self.occupied()
    }

    /// The squares of a side's pieces.
    #[inline]
    pub const fn of(&self, side: Side) -> B {
        self.sides[side.index()]
    }

    /// The squares of one side's pieces of one kind, exactly: a chick is not a hen.
    #[inline]
    pub fn of_piece(&self, piece: Piece) -> B {
        let number = piece.kind.index();
        let pick = |set: B, (i, bits): (usize, &B)| set & if number >> i & 1 == 1 { *bits } else { !*bits };
        self.kinds.iter().enumerate().fold(self.of(piece.side), pick)
    }

    /// The squares of both sides' pieces of a kind, whichever face is up.
    #[inline]
    pub(crate) fn of_both_faces(&self, kind: Kind) -> B {
        let number = kind.place();
        let pick = |set: B, (i, bits): (usize, &B)| set & if number >> i & 1 == 1 { *bits } else { !*bits };
        self.kinds[..Kind::BITS - 1].iter().enumerate().fold(self.occupied(), pick)
    }

    /// The squares of the pieces with their promoted face up, and no empty ones.
    #[inline]
    pub(crate) const fn promoted(&self) -> B {
        self.kinds[Kind::BITS - 1]
    }

    /// The squares of the pieces, and maybe empty ones, that match one of the patterns.
    #[inline]
    pub(crate) fn matching(&self, patterns: &[Pattern<B>]) -> B {
        let fits = |pattern: &Pattern<B>| {
            let fit = |i: usize| self.kinds[i] ^ pattern.differs[i] | pattern.ignored[i];
            fit(0) & fit(1) & fit(2) & fit(3)
        };
        patterns.iter().fold(B::EMPTY, |set, pattern| set | fits(pattern))
    }

    /// Where a side's royal piece stands, if it has one.
    #[inline]
    pub fn royal(&self, side: Side) -> Option<Square> {
        self.of_piece(Piece { kind: Kind::ROYAL, side }).first()
    }

    /// The position after the side to move has moved a piece, which is of this kind from now on.
    #[inline]
    pub(crate) fn after_step(&self, from: Square, to: Square, kind: Kind) -> Self {
        let (side, enemy) = (self.side, self.side.other());
        let (leaves, arrives) = (B::one(from), B::one(to));
        let mut next = self.clone();
        next.set_kind(leaves | arrives, arrives, kind);
        next.sides[side.index()] = self.sides[side.index()] & !leaves | arrives;
        if !(self.sides[enemy.index()] & arrives).is_empty() {
            next.sides[enemy.index()] = self.sides[enemy.index()] & !arrives;
            next.hands[side.index()][self.kind(to).place()] += 1;
        }
        next.side = enemy;
        next
    }

    /// The position after the side to move has dropped a piece.
    #[inline]
    pub(crate) fn after_drop(&self, kind: Kind, to: Square) -> Self {
        let (side, arrives) = (self.side, B::one(to));
        let mut next = self.clone();
        next.set_kind(arrives, arrives, kind);
        next.sides[side.index()] |= arrives;
        next.hands[side.index()][kind.place()] -= 1;
        next.side = side.other();
        next
    }

    /// Takes the kinds off some squares and puts one on some of them.
    #[inline]
    fn set_kind(&mut self, off: B, on: B, kind: Kind) {
        for (i, bits) in self.kinds.iter_mut().enumerate() {
            *bits = *bits & !off | if kind.index() >> i & 1 == 1 { on } else { B::EMPTY };
        }
    }

    /// The position with the other side to move.
    #[must_use]
    pub fn passed(&self) -> Self {
        Self { side: self.side.other(), ..self.clone() }
    }

    /// Gives a piece from one hand to the other.
    ///
    /// # Panics
    /// The side has none in hand.
    pub fn hand_over(&mut self, kind: Kind, from: Side) {
        self.hands[from.index()][kind.place()] -= 1;
        self.hands[from.other().index()][kind.place()] += 1;
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub(crate) fn put(&mut self, square: Square, piece: Piece) {
        let set = B::one(square);
        self.sides[piece.side.index()] |= set;
        self.set_kind(set, set, piece.kind);
    }

    /// Makes the pieces on squares that have no kind yet one kind, some of them promoted.
    #[inline]
    pub(crate) fn put_kind(&mut self, set: B, promoted: B, kind: Kind) {
        let (faces, kinds) = self.kinds.split_last_mut().expect("a kind has bits");
        for (i, bits) in kinds.iter_mut().enumerate() {
            *bits |= if kind.place() >> i & 1 == 1 { set } else { B::EMPTY };
        }
        *faces |= promoted;
    }

    /// Takes the piece off a square.
    #[inline]
    pub(crate) fn take(&mut self, square: Square) {
        let rest = !B::one(square);
        for set in self.sides.iter_mut().chain(&mut self.kinds) {
            *set &= rest;
        }
    }
}
