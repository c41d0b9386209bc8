//! The player of a game: an engine, and the game as the engine needs it.

use super::{
    Engine, GameHistory, Info, Levels, PastPosition, Score, SearchOptions, SearchPosition, SearchResult,
    Techniques, level::worth,
};
use std::{io, path::Path};
use yomikiri_core::{
    Game, Random, TwoPlayer, Value, Wdl,
    play::{Level, Limits, RepetitionEnd, Stop, draw_by_worth},
};

/// A game as an engine needs it: the rules, an evaluation, whatever else the positions of a search share.
pub trait SearchGame: Send {
    /// The rules.
    type Rules: TwoPlayer;

    /// A position as the search moves on it.
    type Position<'a>: SearchPosition<Move = MoveOf<Self>>
    where
        Self: 'a;

    /// The rules.
    fn rules(&self) -> &Self::Rules;

    /// A position, ready to be searched.
    fn position(&self, pos: &PosOf<Self>) -> Self::Position<'_>;

    /// The probability of winning that so many points of the evaluation stand for.
    fn probability(&self, points: i32) -> f64;

    /// Takes the evaluation from a file, or its own if there is none; says what it took.
    ///
    /// # Errors
    /// The file cannot be used, and why; nothing has changed.
    fn set_evaluation(&mut self, file: Option<&Path>) -> Result<String, String>;

    /// What its levels look at, and how they err.
    fn levels(&self) -> &Levels;

    /// What [`bench`](EnginePlayer::bench) searches, and how deep in plies.
    fn bench(&self) -> (Vec<PosOf<Self>>, u32);
}

type PosOf<G> = <<G as SearchGame>::Rules as Game>::Pos;
type MoveOf<G> = <<G as SearchGame>::Rules as Game>::Move;

/// The bytes of the table of `bench`, whatever the player's own: the nodes depend on it.
const BENCH_TABLE: usize = 16 << 20;

/// A game as an engine searches it, whatever its evaluation and its boards: what is asked of it before it is
/// played.
///
/// The search is generic over all that, and large. Behind this and [`SearchPlayer`] it is compiled where a
/// game's positions are known, and not again by everyone who plays the game.
pub trait AnySearchGame<R: Game>: Send {
    /// The rules.
    fn rules(&self) -> &R;

    /// The evaluation of a position for the side to move, in points, without looking ahead.
    fn evaluate(&self, pos: &R::Pos) -> i32;

    /// The probability of winning that so many points of the evaluation stand for.
    fn probability(&self, points: i32) -> f64;

    /// What its levels look at, and how they err.
    fn levels(&self) -> &Levels;

    /// A player with a table of so many bytes and so many threads.
    ///
    /// # Errors
    /// There is not so much memory.
    fn player(self: Box<Self>, bytes: usize, threads: usize) -> io::Result<Box<dyn SearchPlayer<R>>>;
}

impl<G: SearchGame + 'static> AnySearchGame<G::Rules> for G {
    fn rules(&self) -> &G::Rules {
        self.rules()
    }

    fn evaluate(&self, pos: &PosOf<G>) -> i32 {
        self.position(pos).evaluate()
    }

    fn probability(&self, points: i32) -> f64 {
        self.probability(points)
    }

    fn levels(&self) -> &Levels {
        self.levels()
    }

    fn player(self: Box<Self>, bytes: usize, threads: usize) -> io::Result<Box<dyn SearchPlayer<G::Rules>>> {
        Ok(Box::new(EnginePlayer::new(*self, bytes, threads)?))
    }
}

/// A player by search of a game by these rules.
pub trait SearchPlayer<R: Game>: Send {
    /// The rules.
    fn rules(&self) -> &R;

    /// The key of a position in the player's table.
    fn key(&self, pos: &R::Pos) -> u64;

    /// Takes a table of so many mebibytes.
    ///
    /// # Errors
    /// There is not so much memory; the player keeps what it has.
    fn set_table(&mut self, mebibytes: usize) -> Result<(), String>;

    /// Searches with so many threads.
    fn set_threads(&mut self, threads: usize);

    /// Uses these techniques of the search.
    fn set_techniques(&mut self, techniques: Techniques);

    /// Takes the evaluation from a file, or its own if there is none; says what it took.
    ///
    /// # Errors
    /// The file cannot be used, and why; the player keeps what it has.
    fn set_evaluation(&mut self, file: Option<&Path>) -> Result<String, String>;

    /// Does what the first search would wait for.
    fn prepare(&mut self);

    /// Another game begins.
    fn new_game(&mut self);

    /// How a game has ended by a repetition of its last position, for people, if it has.
    fn repetition_end(&self, history: &GameHistory<R>) -> Option<RepetitionEnd>;

    /// How the game has ended for the side to move, if it has: no move, or a repetition.
    fn ended(&self, history: &GameHistory<R>) -> Option<Wdl>;

    /// Searches the present position; `report` is told each line of each iteration.
    fn search(
        &mut self,
        history: &GameHistory<R>,
        options: &SearchOptions<R::Move>,
        stop: &Stop,
        report: &mut dyn FnMut(&Info<R::Move>),
    ) -> SearchResult<R::Move>;

    /// Searches the present position as a level does: what is found begins with the move that the level
    /// makes, with that move's own score. The same random numbers give the same move.
    fn search_at(
        &mut self,
        level: Level,
        history: &GameHistory<R>,
        options: &SearchOptions<R::Move>,
        random: &mut Random,
        stop: &Stop,
        report: &mut dyn FnMut(&Info<R::Move>),
    ) -> SearchResult<R::Move>;

    /// The probability of winning that a score stands for.
    fn probability(&self, score: Score) -> f64;

    /// Does a fixed workload; the nodes it took are a checksum of what the search does.
    fn bench(&self) -> u64;
}

/// An engine that plays a game.
pub struct EnginePlayer<G> {
    game: G,
    engine: Engine,
}

impl<G: SearchGame> EnginePlayer<G> {
    /// A player with a table of so many bytes and so many threads.
    ///
    /// # Errors
    /// There is not so much memory.
    pub fn new(game: G, bytes: usize, threads: usize) -> io::Result<Self> {
        Ok(Self { game, engine: Engine::new(bytes, threads)? })
    }

    /// The game that it plays.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// The positions before the present one, as the search wants them.
    fn past(&self, history: &GameHistory<G::Rules>) -> Vec<PastPosition> {
        let (_, before) = history.positions.split_last().expect("a history has its start");
        before.iter().map(|pos| self.game.position(pos).as_past()).collect()
    }

    /// How a game has ended by a repetition of its last position, for the side to move, if it has.
    fn repetition(&self, history: &GameHistory<G::Rules>) -> Option<Wdl> {
        repetition(&self.game.position(history.current()), &self.past(history))
    }
}

impl<G: SearchGame> SearchPlayer<G::Rules> for EnginePlayer<G> {
    fn rules(&self) -> &G::Rules {
        self.game.rules()
    }

    fn key(&self, pos: &PosOf<G>) -> u64 {
        self.game.position(pos).key()
    }

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
        let told = self.game.set_evaluation(file)?;
        // What was found with another evaluation would mislead.
        self.engine.clear();
        Ok(told)
    }

    fn prepare(&mut self) {
        self.engine.prepare();
    }

    fn new_game(&mut self) {
        self.engine.clear();
    }

    fn repetition_end(&self, history: &GameHistory<G::Rules>) -> Option<RepetitionEnd> {
        let now = history.current();
        let times = history.positions.iter().filter(|&pos| pos == now).count();
        let side = self.game.rules().side(now);
        let winner = side.winner(self.repetition(history)?);
        Some(RepetitionEnd { times, winner })
    }

    fn ended(&self, history: &GameHistory<G::Rules>) -> Option<Wdl> {
        let over = self.game.rules().result(history.current()).map(Value::wdl);
        over.or_else(|| self.repetition(history))
    }

    fn search(
        &mut self,
        history: &GameHistory<G::Rules>,
        options: &SearchOptions<MoveOf<G>>,
        stop: &Stop,
        report: &mut dyn FnMut(&Info<MoveOf<G>>),
    ) -> SearchResult<MoveOf<G>> {
        let past = self.past(history);
        self.engine.search(&self.game.position(history.current()), &past, options, stop, report)
    }

    fn search_at(
        &mut self,
        level: Level,
        history: &GameHistory<G::Rules>,
        options: &SearchOptions<MoveOf<G>>,
        random: &mut Random,
        stop: &Stop,
        report: &mut dyn FnMut(&Info<MoveOf<G>>),
    ) -> SearchResult<MoveOf<G>> {
        let settings = *level.of(self.game.levels());
        if settings.is_exact() {
            return self.search(history, &settings.options(options.clone(), 1), stop, report);
        }
        let past = self.past(history);
        let Self { game, engine } = self;
        let (pos, mut moves) = (game.position(history.current()), Vec::new());
        pos.moves(&mut moves);
        if !options.moves.is_empty() {
            moves.retain(|mv| options.moves.contains(mv));
        }
        let share = settings.options(options.clone(), moves.len());
        let mut found: Vec<_> = moves
            .into_iter()
            .map(|mv| {
                let alone = SearchOptions { moves: vec![mv], ..share.clone() };
                engine.search(&pos, &past, &alone, stop, &mut |_| {})
            })
            .collect();
        let worths: Vec<f64> = found.iter().map(|found| worth(found.score)).collect();
        let nodes = found.iter().map(|found| found.nodes).sum();
        match draw_by_worth(&worths, settings.temperature, random) {
            Some(drawn) => SearchResult { nodes, ..found.swap_remove(drawn) },
            // The game is over.
            None => engine.search(&pos, &past, options, stop, report),
        }
    }

    fn probability(&self, score: Score) -> f64 {
        match score {
            Score::Points(points) => self.game.probability(points),
            Score::Win(_) => 1.0,
            Score::Loss(_) => 0.0,
        }
    }

    fn bench(&self) -> u64 {
        let mut engine = Engine::new(BENCH_TABLE, 1).expect("a few megabytes");
        engine.set_techniques(self.engine.techniques());
        let (positions, depth) = self.game.bench();
        let options = Limits::depth(depth).into();
        let mut nodes = 0;
        for pos in positions {
            engine.clear();
            let pos = self.game.position(&pos);
            nodes += engine.search(&pos, &[], &options, &Stop::new(), &mut |_| {}).nodes;
        }
        nodes
    }
}

/// How a game ends that has come to a position for the last time that the rules allow.
pub fn repetition<P: SearchPosition>(pos: &P, past: &[PastPosition]) -> Option<Wdl> {
    let mut same = past.iter().enumerate().filter(|(_, past)| past.key == pos.key()).map(|(at, _)| at);
    let first = same.next()?;
    (same.count() + 2 >= pos.occurrences()).then(|| pos.repetition_result(&past[first..]))
}
