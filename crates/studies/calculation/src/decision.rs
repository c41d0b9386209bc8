//! What players decide.

use yomikiri_calculation::{Calculation, Move, Position, Stream};
use yomikiri_core::Game;

/// What a player decided: moves to be made one after the other, before the next card is turned up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decision {
    /// The moves; none where the player has none.
    pub moves: Vec<Move>,
    /// How many games or parts of games were played to decide.
    pub playouts: u64,
    /// What the player thinks the chance of winning is, if it thinks.
    pub probability: Option<f64>,
}

/// A player.
pub trait Player: Send + Sync {
    /// Decides in a position where the player is to move, after so many seconds of processor time spent on
    /// this game. All chance that the decision needs is in the stream: the same position and stream give the
    /// same decision, unless the player goes by time.
    fn decide(&self, pos: &Position, stream: Stream, spent: f64) -> Decision;
}

/// The way to the end when the stock is empty: the first move that keeps it open, or any.
pub fn closing(game: &Calculation, pos: &Position) -> Decision {
    let mut moves = Vec::new();
    game.moves(pos, &mut moves);
    let open = moves.iter().copied().find(|&mv| game.can_finish(&game.play(pos, mv)));
    let probability = Some(f64::from(u8::from(open.is_some())));
    Decision { moves: open.or(moves.first().copied()).into_iter().collect(), playouts: 0, probability }
}
