//! The rules of a game, and the abilities a game may add.

use crate::{Value, Wdl};
use std::hash::Hash;

/// One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The side that moves first in the game (black, 先手); it plays up the board.
    First,
    /// The other side (white, 後手).
    Second,
}

impl Side {
    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// Who has won where this is the result for the side; nobody of a draw.
    pub const fn winner(self, result: Wdl) -> Option<Self> {
        match result {
            Wdl::Win => Some(self),
            Wdl::Draw => None,
            Wdl::Loss => Some(self.other()),
        }
    }

    /// 0 for the first side, 1 for the second.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// Rules of one variant of a game. Board sizes, start positions and options live in `self`.
///
/// ```
/// use yomikiri_core::{Game, Side, TwoPlayer, Value, perft};
///
/// /// A heap of matches: a move takes one or two; who cannot move has lost.
/// struct Matches(u8);
///
/// impl Game for Matches {
///     type Pos = u8;
///     type Move = u8;
///
///     fn start(&self) -> u8 {
///         self.0
///     }
///
///     fn moves(&self, left: &u8, out: &mut Vec<u8>) {
///         out.extend(1..=2.min(*left));
///     }
///
///     fn play(&self, left: &u8, take: u8) -> u8 {
///         left - take
///     }
/// }
///
/// impl TwoPlayer for Matches {
///     fn side(&self, left: &u8) -> Side {
///         if (self.0 - left) % 2 == 0 { Side::First } else { Side::Second }
///     }
///
///     fn result(&self, left: &u8) -> Option<Value> {
///         (*left == 0).then_some(Value::Loss(0))
///     }
/// }
///
/// let game = Matches(3);
/// assert_eq!(perft(&game, &game.start(), 2), 3);
/// assert_eq!(yomikiri_core::BruteForce::new(&game).value(&3), Some(Value::Loss(2)));
/// ```
pub trait Game: Send + Sync {
    /// A position: all that the rules need to go on from here.
    type Pos: Clone + Eq + Hash + Send + Sync;
    /// A move; it has a meaning only in the position it was generated for.
    type Move: Copy + Eq + Hash + Send + Sync;

    /// The position a game begins with.
    fn start(&self) -> Self::Pos;

    /// Appends every legal move, each once, in a fixed order. A position where the game is over has none.
    fn moves(&self, pos: &Self::Pos, out: &mut Vec<Self::Move>);

    /// The position after a legal move.
    #[must_use]
    fn play(&self, pos: &Self::Pos, mv: Self::Move) -> Self::Pos;
}

/// A game of two sides that move in turn, with nothing hidden and no chance.
pub trait TwoPlayer: Game {
    /// The side to move.
    fn side(&self, pos: &Self::Pos) -> Side;

    /// The value of a position where the game is over, `None` where it goes on.
    ///
    /// The value carries the distance that the game's convention gives to its ends: 0 where all is done, 1
    /// where the last capture is counted though it need not be played.
    fn result(&self, pos: &Self::Pos) -> Option<Value>;
}

/// Moves can be taken back.
pub trait Unmove: Game {
    /// Appends every position, each once, from which some legal move leads exactly to `pos`.
    fn unmoves(&self, pos: &Self::Pos, out: &mut Vec<Self::Pos>);
}

/// Positions that differ by a symmetry of the game have one representative.
pub trait Canonical: Game {
    /// The representative of the position's class: the same for every member, and itself a member.
    #[must_use]
    fn canonical(&self, pos: &Self::Pos) -> Self::Pos;
}

/// Positions that can be remembered in little room.
pub trait Keyed: Canonical {
    /// What a class of positions is remembered by.
    type Key: Copy + Eq + Hash;

    /// The key of the position's class: the same for every member, and for no position of another.
    fn key(&self, pos: &Self::Pos) -> Self::Key;
}

/// The legal moves of a position, in a vector of their own: for where no loop is waiting.
pub fn moves_of<G: Game>(game: &G, pos: &G::Pos) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(pos, &mut moves);
    moves
}

/// The positions that the legal moves lead to, in the order of the moves.
pub fn successors<G: Game>(game: &G, pos: &G::Pos) -> impl Iterator<Item = G::Pos> {
    moves_of(game, pos).into_iter().map(|mv| game.play(pos, mv))
}
