//! What a game must tell of itself to be searched.

use std::fmt::Debug;
use yomikiri_core::{Value, Wdl};

/// A position as the search moves on it: moves, a key, an evaluation, and whatever else the game can tell.
///
/// A move makes a new position (positions are small, and a copy restores every bit by itself); what follows
/// from the move incrementally, such as the key, is kept inside. Only the first five functions are needed:
/// each of the others switches on or sharpens one technique of the search, and its default switches it off.
///
/// Scores are in points of the game's own evaluation, but the margins of pruning are tuned for about 100
/// points a pawn: [`PAWN`](Self::PAWN) says how many points make up that.
pub trait SearchPosition: Clone + Send + Sync {
    /// A move; it has a meaning only in the position it was generated for.
    type Move: Copy + Eq + Debug + Send + Sync;

    /// How many points of the evaluation are worth as much as a pawn in chess.
    const PAWN: i32 = 100;

    /// A hash of the position, the side to move included.
    fn key(&self) -> u64;

    /// Appends every legal move, each once. None means that the game is over.
    fn moves(&self, out: &mut Vec<Self::Move>);

    /// The position after a legal move.
    #[must_use]
    fn after(&self, mv: Self::Move) -> Self;

    /// The evaluation for the side to move.
    fn evaluate(&self) -> i32;

    /// A number of the move, never 0, that differs from those of the other moves of the position; the best
    /// move of a position is remembered by it.
    fn code(mv: Self::Move) -> u16;

    /// The [`key`](Self::key) after a legal move, if it is quicker to tell than to make the move: then what
    /// the table knows is fetched meanwhile.
    fn key_after(&self, _mv: Self::Move) -> Option<u64> {
        None
    }

    /// At which occurrence of a position the game ends, as [`repetition_result`](Self::repetition_result)
    /// says, the same for all positions of a game; the default is a game in which no position comes again.
    fn occurrences(&self) -> usize {
        usize::MAX
    }

    /// The value for the side to move where there is no move.
    fn terminal_value(&self) -> Value {
        Value::Loss(0)
    }

    /// Whether there is no move. It is asked at the leaves, before the evaluation, so a quick answer is worth
    /// much; a game that can only end while [in check](Self::in_check) may always say no.
    fn is_over(&self) -> bool {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves.is_empty()
    }

    /// Which moves are alike wherever they are made (the same piece to the same square, say): experience with
    /// one is held to apply to the other. Less than [`slots`](Self::slots).
    fn slot(&self, _mv: Self::Move) -> usize {
        0
    }

    /// How many slots [`slot`](Self::slot) tells apart, the same for all positions of a game.
    fn slots(&self) -> usize {
        1
    }

    /// What to expect of a move before anything has been tried: moves are tried in descending order, as far
    /// as experience says nothing else. Within some thousands of 0.
    fn initial_rating(&self, _mv: Self::Move) -> i32 {
        0
    }

    /// Whether the side to move must answer a threat to all (its king is attacked): then nothing is pruned,
    /// the quiescence tries every move, and the evaluation is not relied on.
    fn in_check(&self) -> bool {
        false
    }

    /// Whether a legal move puts the opponent in check.
    fn gives_check(&self, mv: Self::Move) -> bool {
        self.after(mv).in_check()
    }

    /// Appends the legal moves after which a static evaluation would mislead (captures, promotions). They
    /// alone are tried in the quiescence.
    fn noisy_moves(&self, _out: &mut Vec<Self::Move>) {}

    /// Whether a move is one of [`noisy_moves`](Self::noisy_moves).
    fn is_noisy(&self, _mv: Self::Move) -> bool {
        false
    }

    /// What a noisy move gains at once, in points.
    fn gain(&self, _mv: Self::Move) -> i32 {
        0
    }

    /// Whether the exchanges on the square of arrival that follow a move leave the mover at least so many
    /// points ahead of where it was.
    fn see_ge(&self, _mv: Self::Move, _least: i32) -> bool {
        true
    }

    /// The position with the other side to move, where to have the move is hardly ever a disadvantage.
    fn null_move(&self) -> Option<Self> {
        None
    }

    /// A move that wins at once, if one is found without a search.
    fn winning_move(&self) -> Option<Self::Move> {
        None
    }

    /// How the game ends for the side to move if it ends by a repetition of this position; `cycle` holds the
    /// positions from the occurrence that counts up to the one before this.
    fn repetition_result(&self, _cycle: &[PastPosition]) -> Wdl {
        Wdl::Draw
    }

    /// The position as the history of a game keeps it.
    fn as_past(&self) -> PastPosition {
        PastPosition { key: self.key(), in_check: self.in_check() }
    }
}

/// A position of a game's history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PastPosition {
    /// Its [`key`](SearchPosition::key).
    pub key: u64,
    /// Whether the side to move is [in check](SearchPosition::in_check).
    pub in_check: bool,
}
