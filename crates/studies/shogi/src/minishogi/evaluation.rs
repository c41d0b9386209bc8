//! Minishogi as it is searched.

use super::{Model, Network, handmade, network::Accumulator};
use crate::{SearchBoard, evaluation, game::ShogiGame, level};
use std::{
    path::Path,
    sync::{Arc, LazyLock},
};
use yomikiri_core::Notation;
use yomikiri_learn::ModelError;
use yomikiri_shogi::{Move, Position, Shogi, SmallBoard};

/// The positions of `bench`: the start, middles of games, pieces in hand, checks.
const BENCH: [&str; 8] = [
    "rbsgk/4p/5/P4/KGSBR b -",
    "1bgk1/5/2rs1/PSB2/KG2R w P",
    "R2gk/3p1/2Sbp/1K3/5 b RBGS",
    "r2gk/3+bp/1SSb1/P1R2/KG3 w -",
    "+r1g1k/2B1p/2G2/1K3/r4 w BP2s",
    "r3k/1Sbgp/5/PKB2/1GS1R w -",
    "2k2/2b1p/2G2/PK2b/R4 b RSgs",
    "S1gkG/4p/+R1B2/PR3/KB3 w S",
];

/// The depth of `bench` in plies.
const BENCH_DEPTH: u32 = 13;

/// Minishogi with its evaluation; the set holds two of each piece.
pub type Minishogi = ShogiGame<SmallBoard, Evaluation, 25, 3>;

/// A position of minishogi, ready to be searched.
pub type MinishogiBoard<'a> = SearchBoard<'a, SmallBoard, Evaluation, 25, 3>;

impl Minishogi {
    /// Minishogi by an evaluation.
    pub fn minishogi(evaluation: Evaluation) -> Self {
        let rules = Shogi::minishogi();
        let read = |text: &&str| rules.parse_pos(text).expect("a position of the game");
        let bench = (BENCH.iter().map(read).collect(), BENCH_DEPTH);
        let mut game = Self::new(rules, &handmade::VALUES, evaluation);
        (game.bench, game.ends_at_leaves, game.levels) = (bench, false, level::MINISHOGI);
        game
    }
}

/// Which evaluation is in use.
#[derive(Clone, Debug, Default)]
pub enum Evaluation {
    /// The one made by hand.
    #[default]
    Handmade,
    /// One that was learnt.
    Learnt(Arc<Network>),
}

impl Evaluation {
    /// The one that the program comes with, unpacked when it is first asked for.
    ///
    /// # Errors
    /// The program was built with a damaged one.
    pub fn built_in() -> Result<Self, &'static ModelError> {
        static NETWORK: LazyLock<Result<Arc<Network>, ModelError>> =
            LazyLock::new(|| Ok(Arc::new(Model::built_in()?.network)));
        NETWORK.as_ref().map(|network| Self::Learnt(network.clone()))
    }
}

impl evaluation::Evaluation<SmallBoard> for Evaluation {
    type Accumulator = Accumulator;

    fn accumulator(&self, pos: &Position<SmallBoard>) -> Accumulator {
        match self {
            Self::Handmade => Accumulator::NONE,
            Self::Learnt(network) => network.accumulator(pos),
        }
    }

    #[inline]
    fn after(
        &self,
        before: &Accumulator,
        (pos, next): (&Position<SmallBoard>, &Position<SmallBoard>),
        mv: Move,
    ) -> Accumulator {
        match self {
            Self::Handmade => Accumulator::NONE,
            Self::Learnt(network) => network.accumulator_after(before, (pos, next), mv),
        }
    }

    #[inline]
    fn evaluate(&self, pos: &Position<SmallBoard>, accumulator: &Accumulator) -> i32 {
        match self {
            Self::Handmade => handmade::evaluate(pos),
            Self::Learnt(network) => network.evaluate(accumulator, pos.side()),
        }
    }

    fn set(&mut self, file: Option<&Path>) -> Result<String, String> {
        let (evaluation, name) = match file {
            Some(path) => {
                let model = Model::read(path);
                (model.map(|model| Self::Learnt(Arc::new(model.network))), path.display().to_string())
            }
            None => (Self::built_in().map_err(ToString::to_string), "the built-in evaluation".into()),
        };
        *self = evaluation.map_err(|error| format!("{name}: {error}; the evaluation stays as it is"))?;
        Ok(format!("evaluation: {name}"))
    }
}
