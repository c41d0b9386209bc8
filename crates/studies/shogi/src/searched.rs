//! The games of the family as they are searched, behind objects: here the search is compiled for them, and
//! not again by everyone who plays them ([`AnySearchGame`]).

use crate::{
    ShogiGame,
    evaluation::PositionEvaluation,
    minishogi::Evaluation,
    variants::{AnyVariant, SmallVariant},
};
use yomikiri_search::alphabeta::AnySearchGame;
use yomikiri_shogi::{Bits, Shogi, SmallBoard, SmallShogi};

/// A game as it is searched.
pub type SearchedGame<B> = Box<dyn AnySearchGame<Shogi<B>>>;

/// Minishogi by this evaluation.
pub fn minishogi(evaluation: Evaluation) -> SearchedGame<SmallBoard> {
    Box::new(ShogiGame::minishogi(evaluation))
}

/// Dobutsu Shogi or its lions and chicks, to the mate, by this evaluation, or by material.
pub fn dobutsu(
    rules: SmallShogi,
    evaluation: Option<PositionEvaluation<SmallBoard>>,
) -> SearchedGame<SmallBoard> {
    Box::new(SmallVariant::dobutsu(rules, evaluation))
}

/// Goro-goro shogi, one of its variants, by material.
pub fn goro_goro(rules: SmallShogi) -> SearchedGame<SmallBoard> {
    Box::new(SmallVariant::goro_goro(rules))
}

/// Bitboards that the search is compiled for.
pub trait PlayerBoard: Bits {
    /// A variant, to the mate, by material.
    fn by_material(rules: Shogi<Self>) -> SearchedGame<Self>;
}

macro_rules! player_boards {
    ($($board:ty),*) => {$(
        impl PlayerBoard for $board {
            fn by_material(rules: Shogi<Self>) -> SearchedGame<Self> {
                Box::new(AnyVariant::of(rules))
            }
        }
    )*};
}

player_boards!(SmallBoard, u128);
