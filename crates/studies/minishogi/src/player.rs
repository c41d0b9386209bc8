//! The player: an engine, and what its boards are judged with.

use crate::{Board, Evaluation, Judge, Model};
use std::{io, path::Path};
use yomikiri_core::{Notation, TwoPlayer, Value, Wdl};
use yomikiri_search::alphabeta::{
    Board as _, Control, Engine, Found, Info, Limits, Place, Player, Record, Techniques,
};
use yomikiri_shogi::{Move, Shogi};

/// The depth of `bench`, and its positions: the start, middles of games, pieces in hand, checks.
const BENCH_DEPTH: u32 = 13;
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

/// The table of `bench`, whatever the player's own: the nodes depend on it.
const BENCH_TABLE: usize = 16 << 20;

/// Plays minishogi.
pub struct MiniPlayer {
    judge: Judge,
    engine: Engine,
}

impl MiniPlayer {
    /// A player with a table of so many bytes and so many threads.
    ///
    /// # Errors
    /// There is not so much memory.
    pub fn new(evaluation: Evaluation, bytes: usize, threads: usize) -> io::Result<Self> {
        let engine = Engine::new(bytes, threads)?;
        Ok(Self { judge: Judge::new(evaluation), engine })
    }

    /// What it judges with.
    pub const fn judge(&self) -> &Judge {
        &self.judge
    }

    /// The positions before the present one, as the search wants them.
    fn past(&self, record: &Record<Shogi<u32>>) -> Vec<Place> {
        let (_, before) = record.positions.split_last().expect("a record has its start");
        before.iter().map(|pos| Board::new(&self.judge, pos.clone()).place()).collect()
    }
}

/// How a game ends that has come to a board for the last time that the rules allow.
pub fn repetition(board: &Board<'_>, past: &[Place]) -> Option<Wdl> {
    let mut same = past.iter().enumerate().filter(|(_, place)| place.key == board.key()).map(|(at, _)| at);
    let first = same.next()?;
    (same.count() + 2 >= Board::OCCURRENCES).then(|| board.repeated(&past[first..]))
}

impl Player<Shogi<u32>> for MiniPlayer {
    fn set_table(&mut self, mebibytes: usize) -> Result<(), String> {
        let set = self.engine.set_table(mebibytes << 20);
        set.map_err(|error| format!("a table of {mebibytes} MiB: {error}; the old one is kept"))
    }

    fn set_threads(&mut self, threads: usize) {
        self.engine.set_threads(threads);
    }

    fn set_techniques(&mut self, techniques: Techniques) {
        self.engine.set_techniques(techniques);
    }

    fn set_evaluation(&mut self, file: Option<&Path>) -> Result<String, String> {
        let (model, name) = match file {
            Some(path) => (Model::read(path), path.display().to_string()),
            None => (Model::built_in(), "the built-in evaluation".into()),
        };
        let model = model.map_err(|error| format!("{name}: {error}; the evaluation stays as it is"))?;
        self.judge.evaluation = Evaluation::Learnt(Box::new(model.network));
        // What was found with another evaluation would mislead.
        self.engine.clear();
        Ok(format!("evaluation: {name}"))
    }

    fn new_game(&mut self) {
        self.engine.clear();
    }

    fn ended(&self, record: &Record<Shogi<u32>>) -> Option<Wdl> {
        let over = self.judge.game.result(record.now()).map(Value::wdl);
        over.or_else(|| repetition(&Board::new(&self.judge, record.now().clone()), &self.past(record)))
    }

    fn search(
        &mut self,
        record: &Record<Shogi<u32>>,
        limits: &Limits<Move>,
        control: &Control,
        report: &mut dyn FnMut(&Info<Move>),
    ) -> Found<Move> {
        let board = Board::new(&self.judge, record.now().clone());
        let past = self.past(record);
        self.engine.search(&board, &past, limits, control, report)
    }

    fn bench(&mut self) -> u64 {
        let mut engine = Engine::new(BENCH_TABLE, 1).expect("a few megabytes");
        engine.set_techniques(self.engine.techniques());
        let limits = Limits { depth: BENCH_DEPTH, ..Limits::default() };
        let mut nodes = 0;
        for text in BENCH {
            let pos = self.judge.game.parse_pos(text).expect("a position of the game");
            engine.clear();
            let board = Board::new(&self.judge, pos);
            nodes += engine.search(&board, &[], &limits, &Control::new(), &mut |_| {}).nodes;
        }
        nodes
    }
}
