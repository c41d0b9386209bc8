//! What an evaluation sees of a position beside the lions: a piece on a square, or how many of a kind are in
//! a hand.
//!
//! Everything is told as the side to move sees it. With the lions given, a score is a sum over atoms and
//! pairs of atoms.

use yomikiri_shogi::{Kind, Piece, Position, Side, SmallBoard, Square};

/// Squares of the board.
pub const SQUARES: usize = 12;
/// Kinds on the board, of two owners.
pub const PIECES: usize = 8;
/// A kind and an owner of a hand.
pub const HANDS: usize = 6;
/// How many of a kind there can be in a hand: 0, 1 or 2.
pub const COUNTS: usize = 3;
/// Hands with their numbers.
pub const HELD: usize = HANDS * COUNTS;
/// All atoms.
pub const ATOMS: usize = SQUARES * PIECES + HELD;

/// The square in the mirror.
pub const fn mirrored(square: usize) -> usize {
    square / 3 * 3 + 2 - square % 3
}

/// The kinds that can be in a hand, in order.
pub const KINDS: [Kind; 3] = [Kind::ELEPHANT, Kind::GIRAFFE, Kind::CHICK];

/// A piece on a square, or a number of pieces in a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Atom(pub u8);

/// An atom taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtomParts {
    /// A piece: its number below [`PIECES`], and where it stands.
    Board {
        /// Kind and owner.
        piece: usize,
        /// Square.
        square: usize,
    },
    /// A hand: kind and owner below [`HANDS`], and how many.
    Hand {
        /// Kind and owner.
        hand: usize,
        /// How many.
        count: usize,
    },
}

/// The number of a kind on the board: the hen comes last.
fn board_kind(kind: Kind) -> usize {
    if kind == Kind::HEN { KINDS.len() } else { hand_kind(kind) }
}

/// The number of a kind in hand.
pub fn hand_kind(kind: Kind) -> usize {
    KINDS.iter().position(|&known| known == kind.unpromoted()).expect("elephant, giraffe and chick are all")
}

impl Atom {
    /// A piece other than a lion; the first player's are those of the side to move.
    pub fn board(piece: Piece, square: Square) -> Self {
        let number = board_kind(piece.kind) * 2 + piece.side.index();
        Self((square.index() * PIECES + number) as u8)
    }

    /// A hand; the first player's is that of the side to move.
    pub fn hand(kind: Kind, side: Side, count: u8) -> Self {
        let hand = hand_kind(kind) * 2 + side.index();
        Self((SQUARES * PIECES + hand * COUNTS + usize::from(count)) as u8)
    }

    /// As an index below [`ATOMS`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All atoms.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..ATOMS as u8).map(Self)
    }

    /// The same in the mirror.
    #[must_use]
    pub fn mirrored(self) -> Self {
        match self.parts() {
            AtomParts::Board { piece, square } => Self((mirrored(square) * PIECES + piece) as u8),
            AtomParts::Hand { .. } => self,
        }
    }

    /// What it says.
    pub const fn parts(self) -> AtomParts {
        let index = self.index();
        if index < SQUARES * PIECES {
            return AtomParts::Board { piece: index % PIECES, square: index / PIECES };
        }
        let held = index - SQUARES * PIECES;
        AtomParts::Hand { hand: held / COUNTS, count: held % COUNTS }
    }
}

/// The most atoms of a position: six pieces, six hands.
pub const MOST: usize = 12;

/// A position as the side to move sees it: lions and atoms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Features {
    /// The squares of the own and of the other lion.
    pub lions: [Square; 2],
    atoms: [Atom; MOST],
    count: u8,
}

impl Features {
    /// What the side to move sees.
    pub fn of(pos: &Position<SmallBoard>) -> Self {
        let turned = pos.side() == Side::Second;
        let view_square = |square: Square| if turned { Square(SQUARES as u8 - 1 - square.0) } else { square };
        let view_side = |side: Side| if turned { side.other() } else { side };
        let mut features = Self { lions: [Square(0); 2], atoms: [Atom(0); MOST], count: 0 };
        let mut occupied = pos.occupied();
        while occupied != 0 {
            let square = Square(occupied.trailing_zeros() as u8);
            occupied &= occupied - 1;
            let piece = pos.piece(square).expect("a piece stands on an occupied square");
            let (side, square) = (view_side(piece.side), view_square(square));
            if piece.kind == Kind::LION {
                features.lions[side.index()] = square;
            } else {
                features.push(Atom::board(Piece { side, ..piece }, square));
            }
        }
        for side in [Side::First, Side::Second] {
            for kind in KINDS {
                features.push(Atom::hand(kind, view_side(side), pos.hand(side, kind)));
            }
        }
        features
    }

    /// The atoms.
    #[inline]
    pub fn atoms(&self) -> &[Atom] {
        &self.atoms[..usize::from(self.count)]
    }

    fn push(&mut self, atom: Atom) {
        self.atoms[usize::from(self.count)] = atom;
        self.count += 1;
    }

    /// The same with other atoms in the place of some.
    #[must_use]
    pub fn with(&self, without: &[Atom], with: &[Atom]) -> Self {
        let mut features = Self { count: 0, ..self.clone() };
        for &atom in self.atoms().iter().filter(|atom| !without.contains(atom)).chain(with) {
            features.push(atom);
        }
        features
    }
}
