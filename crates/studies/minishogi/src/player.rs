//! The player: the engine, and what it needs of a judge.

use crate::{Board, Evaluation, Judge, Model};
use std::path::Path;
use yomikiri_core::Notation;
use yomikiri_search::alphabeta::{Judging, Seat};
use yomikiri_shogi::{Position, Shogi};

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

/// Plays minishogi.
pub type MiniPlayer = Seat<Judge>;

impl Judging for Judge {
    type Game = Shogi<u32>;
    type Board<'a> = Board<'a>;

    const BENCH_DEPTH: u32 = 13;

    fn game(&self) -> &Shogi<u32> {
        &self.game
    }

    fn board(&self, pos: &Position<u32>) -> Board<'_> {
        Board::new(self, pos.clone())
    }

    fn set_evaluation(&mut self, file: Option<&Path>) -> Result<String, String> {
        let (model, name) = match file {
            Some(path) => (Model::read(path), path.display().to_string()),
            None => (Model::built_in(), "the built-in evaluation".into()),
        };
        let model = model.map_err(|error| format!("{name}: {error}; the evaluation stays as it is"))?;
        self.evaluation = Evaluation::Learnt(Box::new(model.network));
        Ok(format!("evaluation: {name}"))
    }

    fn bench_positions(&self) -> Vec<Position<u32>> {
        BENCH.iter().map(|text| self.game.parse_pos(text).expect("a position of the game")).collect()
    }
}
