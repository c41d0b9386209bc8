//! The player that most games need: an engine, and what the game's boards are judged with.

use super::{Board, Control, Engine, Found, Info, Limits, Place, Player, Record, Techniques};
use std::{io, path::Path};
use yomikiri_core::{TwoPlayer, Value, Wdl};

/// What the boards of a game are judged with: the rules, an evaluation, whatever else they share.
pub trait Judging: Send {
    /// The game.
    type Game: TwoPlayer;

    /// A position as the search moves on it.
    type Board<'a>: Board<Move = <Self::Game as yomikiri_core::Game>::Move>
    where
        Self: 'a;

    /// The depth of [`bench`](Player::bench).
    const BENCH_DEPTH: u32;

    /// The rules.
    fn game(&self) -> &Self::Game;

    /// A board with a position.
    fn board(&self, pos: &<Self::Game as yomikiri_core::Game>::Pos) -> Self::Board<'_>;

    /// Takes the evaluation from a file, or its own if there is none; says what it took.
    ///
    /// # Errors
    /// The file cannot be used, and why; nothing has changed.
    fn set_evaluation(&mut self, file: Option<&Path>) -> Result<String, String>;

    /// The positions of [`bench`](Player::bench).
    fn bench_positions(&self) -> Vec<<Self::Game as yomikiri_core::Game>::Pos>;
}

/// The table of `bench`, whatever the player's own: the nodes depend on it.
const BENCH_TABLE: usize = 16 << 20;

/// An engine that plays by a judge.
pub struct Seat<J> {
    judge: J,
    engine: Engine,
}

impl<J: Judging> Seat<J> {
    /// A player with a table of so many bytes and so many threads.
    ///
    /// # Errors
    /// There is not so much memory.
    pub fn new(judge: J, bytes: usize, threads: usize) -> io::Result<Self> {
        Ok(Self { judge, engine: Engine::new(bytes, threads)? })
    }

    /// What it judges with.
    pub const fn judge(&self) -> &J {
        &self.judge
    }

    /// The positions before the present one, as the search wants them.
    fn past(&self, record: &Record<J::Game>) -> Vec<Place> {
        let (_, before) = record.positions.split_last().expect("a record has its start");
        before.iter().map(|pos| self.judge.board(pos).place()).collect()
    }

    /// How a game has ended by a repetition of its last position, for the side to move, if it has.
    pub fn repetition(&self, record: &Record<J::Game>) -> Option<Wdl> {
        repetition(&self.judge.board(record.now()), &self.past(record))
    }
}

/// How a game ends that has come to a board for the last time that the rules allow.
pub fn repetition<B: Board>(board: &B, past: &[Place]) -> Option<Wdl> {
    let mut same = past.iter().enumerate().filter(|(_, place)| place.key == board.key()).map(|(at, _)| at);
    let first = same.next()?;
    (same.count() + 2 >= B::OCCURRENCES).then(|| board.repeated(&past[first..]))
}

impl<J: Judging> Player<J::Game> for Seat<J> {
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
        let told = self.judge.set_evaluation(file)?;
        // What was found with another evaluation would mislead.
        self.engine.clear();
        Ok(told)
    }

    fn new_game(&mut self) {
        self.engine.clear();
    }

    fn ended(&self, record: &Record<J::Game>) -> Option<Wdl> {
        let over = self.judge.game().result(record.now()).map(Value::wdl);
        over.or_else(|| self.repetition(record))
    }

    fn search(
        &mut self,
        record: &Record<J::Game>,
        limits: &Limits<<J::Game as yomikiri_core::Game>::Move>,
        control: &Control,
        report: &mut dyn FnMut(&Info<<J::Game as yomikiri_core::Game>::Move>),
    ) -> Found<<J::Game as yomikiri_core::Game>::Move> {
        let past = self.past(record);
        self.engine.search(&self.judge.board(record.now()), &past, limits, control, report)
    }

    fn bench(&mut self) -> u64 {
        let mut engine = Engine::new(BENCH_TABLE, 1).expect("a few megabytes");
        engine.set_techniques(self.engine.techniques());
        let limits = Limits { depth: J::BENCH_DEPTH, ..Limits::default() };
        let mut nodes = 0;
        for pos in self.judge.bench_positions() {
            engine.clear();
            nodes += engine.search(&self.judge.board(&pos), &[], &limits, &Control::new(), &mut |_| {}).nodes;
        }
        nodes
    }
}
