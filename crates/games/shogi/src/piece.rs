//! Pieces.

use yomikiri_core::Side;

/// What a piece is: the place of its rule in the variant's list, and whether it is promoted.
///
/// Kind 0 is royal in every variant: the piece whose loss loses the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind(u8);

impl Kind {
    /// How many unpromoted kinds there is room for.
    pub const UNPROMOTED: usize = 8;
    /// How many kinds there is room for, promoted ones included.
    pub const ALL: usize = 2 * Self::UNPROMOTED;

    /// How many bits the number of a kind has.
    pub(crate) const BITS: usize = 4;

    /// The royal piece of every variant.
    pub const ROYAL: Self = Self(0);
    /// Shogi: the king.
    pub const KING: Self = Self::ROYAL;
    /// Shogi: the rook; promoted, the dragon.
    pub const ROOK: Self = Self(1);
    /// Shogi: the bishop; promoted, the horse.
    pub const BISHOP: Self = Self(2);
    /// Shogi: the gold general.
    pub const GOLD: Self = Self(3);
    /// Shogi: the silver general.
    pub const SILVER: Self = Self(4);
    /// Shogi: the knight.
    pub const KNIGHT: Self = Self(5);
    /// Shogi: the lance.
    pub const LANCE: Self = Self(6);
    /// Shogi: the pawn.
    pub const PAWN: Self = Self(7);

    /// Dobutsu: the lion, a king.
    pub const LION: Self = Self::ROYAL;
    /// Dobutsu: the elephant, one step diagonally.
    pub const ELEPHANT: Self = Self(1);
    /// Dobutsu: the giraffe, one step straight.
    pub const GIRAFFE: Self = Self(2);
    /// Dobutsu: the chick, one step ahead.
    pub const CHICK: Self = Self(3);
    /// Dobutsu: the hen, a promoted chick, moves like a gold general.
    pub const HEN: Self = Self::CHICK.promoted();

    /// The unpromoted kind at this place of the variant's list.
    ///
    /// # Panics
    /// There is no such place.
    #[inline]
    pub const fn new(place: usize) -> Self {
        assert!(place < Self::UNPROMOTED, "a variant has at most eight unpromoted kinds");
        Self(place as u8)
    }

    /// The kind of an [`index`](Self::index) below [`Kind::ALL`].
    #[inline]
    pub(crate) const fn numbered(index: u8) -> Self {
        Self(index)
    }

    /// A number below [`Kind::ALL`], different for each kind.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The place in the variant's list, shared by a piece and its promotion.
    #[inline]
    pub const fn place(self) -> usize {
        self.0 as usize % Self::UNPROMOTED
    }

    /// Whether this is a promoted kind.
    #[inline]
    pub const fn is_promoted(self) -> bool {
        self.0 as usize >= Self::UNPROMOTED
    }

    /// The kind that goes to the hand when this one is captured.
    #[must_use]
    #[inline]
    pub const fn unpromoted(self) -> Self {
        Self(self.place() as u8)
    }

    /// The other face of this kind, whether or not the variant has one.
    #[must_use]
    #[inline]
    pub const fn turned(self) -> Self {
        Self(self.0 ^ Self::UNPROMOTED as u8)
    }

    /// The promotion of this kind, whether or not the variant has one.
    #[must_use]
    #[inline]
    pub const fn promoted(self) -> Self {
        Self((self.place() + Self::UNPROMOTED) as u8)
    }
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// What it is.
    pub kind: Kind,
    /// Whose it is.
    pub side: Side,
}
