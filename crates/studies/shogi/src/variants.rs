//! The variants that have no study of their own.

use crate::{evaluation::PositionEvaluation, game::ShogiGame, level, material::PieceValues};
use yomikiri_shogi::{Bits, Shogi, SmallBoard, SmallShogi};

/// A variant with a small set, such as Dobutsu Shogi and goro-goro shogi: squares of its board, with what a
/// word of 32 bits holds more, and one more than a hand may hold of a kind (six pawns in goro-goro shogi).
pub type SmallVariant = ShogiGame<SmallBoard, PositionEvaluation<SmallBoard>, 32, 7>;

/// Any variant, of boards up to 9x9 squares.
pub type AnyVariant<B> = ShogiGame<B, PositionEvaluation<B>, 81, 19>;

/// Shogi.
pub type StandardShogi = AnyVariant<u128>;

/// A game by this evaluation, or by material.
fn by_material<B: Bits, const SQUARES: usize, const IN_HAND: usize>(
    rules: Shogi<B>,
    evaluation: Option<PositionEvaluation<B>>,
) -> ShogiGame<B, PositionEvaluation<B>, SQUARES, IN_HAND> {
    let values = PieceValues::of(&rules);
    let by_values = values.clone();
    let evaluation = evaluation.unwrap_or_else(|| Box::new(move |pos| by_values.evaluate(pos)));
    ShogiGame::new(rules, &values, evaluation)
}

impl SmallVariant {
    /// Dobutsu Shogi or its lions and chicks, to the mate, by this evaluation, or by material.
    pub fn dobutsu(rules: SmallShogi, evaluation: Option<PositionEvaluation<SmallBoard>>) -> Self {
        let mut game = by_material(rules, evaluation);
        game.levels = level::DOBUTSU;
        game
    }

    /// Goro-goro shogi, one of its variants, by material.
    pub fn goro_goro(rules: SmallShogi) -> Self {
        by_material(rules, None)
    }
}

impl<B: Bits> AnyVariant<B> {
    /// A variant, to the mate, by material.
    pub fn of(rules: Shogi<B>) -> Self {
        by_material(rules, None)
    }
}

impl StandardShogi {
    /// Shogi, by material.
    pub fn standard() -> Self {
        by_material(Shogi::standard(), None)
    }
}
