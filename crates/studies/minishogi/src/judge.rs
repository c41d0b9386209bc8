//! What boards are judged with: the rules, the keys, the evaluation. One for all boards of a player.

use crate::{Network, handmade};
use yomikiri_shogi::{Kind, Shogi, Zobrist, exchange::Worths};

/// Which evaluation is in use.
#[derive(Clone, Debug, Default)]
pub enum Evaluation {
    /// The one made by hand.
    #[default]
    Handmade,
    /// One that was learnt.
    Learnt(Box<Network>),
}

/// Rules, keys, evaluation.
#[derive(Clone, Debug)]
pub struct Judge {
    /// The rules.
    pub game: Shogi<u32>,
    /// The numbers of which keys are made; the set holds two of each piece.
    pub zobrist: Zobrist<25, 3>,
    /// The evaluation.
    pub evaluation: Evaluation,
    /// What a capture of each kind swings, between the one who loses it and the one who has it in hand.
    pub worths: Worths,
    /// What a promotion of each kind gains.
    pub promotions: Worths,
}

impl Judge {
    /// The rules of minishogi with an evaluation.
    pub fn new(evaluation: Evaluation) -> Self {
        let mut worths: Worths = std::array::from_fn(|index| {
            handmade::ON_BOARD[index] + handmade::IN_HAND[index % Kind::UNPROMOTED]
        });
        // More than all others together.
        worths[Kind::KING.index()] = 15_000;
        let promotion = |index: usize| {
            let promoted = handmade::ON_BOARD.get(index + Kind::UNPROMOTED).copied().unwrap_or(0);
            (promoted - handmade::ON_BOARD[index]).max(0)
        };
        Self {
            game: Shogi::minishogi(),
            zobrist: Zobrist::default(),
            evaluation,
            worths,
            promotions: std::array::from_fn(promotion),
        }
    }
}
