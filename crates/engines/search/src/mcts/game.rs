//! The view of a game that the tree search needs.

use yomikiri_core::Random;
use yomikiri_core::Side;

/// A game of two players whose positions can be valued: by playing on to the end with moves that are quick to
/// find and not too foolish, or by an estimate.
///
/// Values are for the first player, from 0 (lost) to 1 (won). What lies between may tell a draw, and by how
/// much a game is won: a win must be worth more than one half, and a loss less.
pub trait Playable: Sync {
    /// A position, with all that makes going on from it fast.
    type Pos: Clone + Send + Sync;
    /// A move.
    type Move: Copy + Eq + Send + Sync;

    /// Moves have numbers below this one.
    fn numbers(&self) -> usize;

    /// The number of a move: the same wherever the same side might make it, and a different one for every
    /// move of a position. What one play-out tells of a move is held to tell something of it elsewhere.
    fn number(&self, mv: Self::Move) -> u32;

    /// The move of a number.
    fn numbered(&self, number: u32) -> Self::Move;

    /// A number, as good as random in all its bits, that positions share only if they go on alike, whatever
    /// was played before; `None` where moves made in another order are not to be looked for.
    fn key(&self, pos: &Self::Pos) -> Option<u64>;

    /// The side to move.
    fn side(&self, pos: &Self::Pos) -> Side;

    /// Makes a legal move.
    fn play(&self, pos: &mut Self::Pos, mv: Self::Move);

    /// Appends the legal moves, a pass included, each with a positive weight: how likely it is to be the one
    /// to make. Only the proportions of the weights matter. None where the game is over.
    fn moves(&self, pos: &Self::Pos, out: &mut Vec<(Self::Move, f32)>);

    /// The value of a position where the game is over.
    fn result(&self, pos: &Self::Pos) -> f32;

    /// What a position seems to be worth. If that is told by playing on to the end, the moves are appended
    /// with who made them; passes may be left out.
    fn value(&self, pos: &mut Self::Pos, random: &mut Random, moves: &mut Vec<(Side, Self::Move)>) -> f32;
}
