//! Generations of self-play: games by what is known, a model learnt from them, games by that, and so on.
//!
//! Games are kept in a [`Journal`] as they are played, so that a training that was interrupted goes on where
//! it stopped. Each game depends on its own seed alone: the same games come of any number of threads,
//! interrupted or not. So they can be played in shares, on machines that know nothing of each other: a
//! generation at a time, since each is played by what was learnt from those before ([`Games::of_share`]).

use rayon::{ThreadPool, prelude::*};
use std::{
    collections::BTreeMap,
    fmt::Display,
    ops::Range,
    path::Path,
    time::{Duration, Instant},
};
use yomikiri_core::play::Progress;
use yomikiri_files::{Entries, Journal, JournalError, Shard, journal};

/// A player that learns from games with itself.
pub trait SelfPlay: Send + Sync {
    /// A game that was played, with what is to be learnt from it.
    type Played: Send;

    /// What there is to tell of a generation, beside its games.
    type Report: Send;

    /// Plays a game by what was learnt last. The same seed gives the same game.
    fn play(&self, seed: u64) -> Self::Played;

    /// The game on one line.
    fn write(&self, played: &Self::Played) -> String;

    /// Reads a line that [`write`](Self::write) wrote; none if it is not such a line.
    fn read(&self, line: &str) -> Option<Self::Played>;

    /// Learns from the games of a generation, the first of which is 1, and plays by that from now on.
    ///
    /// # Errors
    /// Nothing can be learnt from the games: why, in a sentence.
    fn learn(
        &mut self,
        generation: u64,
        played: Vec<Self::Played>,
        progress: &dyn Progress,
    ) -> Result<Learnt<Self::Report>, String>;
}

/// What a generation learnt.
pub struct Learnt<R> {
    /// The model's file.
    pub model: Vec<u8>,
    /// How many positions it was learnt from.
    pub positions: usize,
    /// What else there is to tell.
    pub report: R,
}

/// A generation that is done.
pub struct Generation<R> {
    /// Its number; the first is 1.
    pub number: u64,
    /// Its games.
    pub games: u64,
    /// What it learnt.
    pub learnt: Learnt<R>,
    /// How long it took.
    pub time: Duration,
}

/// Why a training ends before its time.
#[derive(Debug)]
pub enum TrainingError {
    /// The journal of its games cannot be kept.
    Journal(JournalError),
    /// Nothing can be learnt from its games: why.
    Games(String),
}

/// Games between two looks at the journal: few enough that little is lost by an interruption.
const BLOCK: usize = 256;

/// The heading of the journal: what the games depend on, that is the program, its player (as a number that
/// changes when that plays otherwise), and settings by name.
pub fn heading<V: Display>(game: &str, player: &str, settings: &[(&str, V)]) -> String {
    let settings: Vec<String> = settings.iter().map(|(name, value)| format!(" {name}={value}")).collect();
    format!("yomikiri-training 2 game={game} version={VERSION} {player}{}", settings.concat())
}

/// The version of the program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The games of a training, numbered over all generations. A line of the journal: the number, and the game as
/// text.
pub struct Games<G> {
    journal: Journal,
    /// Those played before an interruption, by number.
    known: BTreeMap<u64, G>,
}

/// Games of which a share is to be played.
pub struct Shared<G> {
    /// Those of the generations before, and those of the share that are there already.
    pub games: Games<G>,
    /// Of which games it is a share.
    pub range: Range<u64>,
    /// The numbers of damaged lines in the share's journal.
    pub damaged: Vec<usize>,
}

impl<G> Games<G> {
    /// Opens a journal, or begins one where there is none; `read` understands the text of a game. The numbers
    /// of damaged lines come with it: 1 is the heading, which is mended; the games of others are missing.
    ///
    /// # Errors
    /// The journal of another training, one that another program keeps, or a file that cannot be used.
    pub fn open(
        path: &Path,
        heading: &str,
        read: impl Fn(&str) -> Option<G>,
    ) -> Result<(Self, Vec<usize>), JournalError> {
        let (journal, Entries { lines, damaged }) = Journal::open(path, heading)?;
        Ok((
            Self { journal, known: lines.iter().filter_map(|line| numbered(line, &read)).collect() },
            damaged,
        ))
    }

    /// Begins a journal in the place of whatever is there.
    ///
    /// # Errors
    /// A file that another program keeps as a journal, or that cannot be used.
    pub fn begin(path: &Path, heading: &str) -> Result<Self, JournalError> {
        Ok(Self { journal: Journal::begin(path, heading)?, known: BTreeMap::new() })
    }

    /// Opens the journal of a share of the games that come next, up to the end of their generation, or begins
    /// it: `before` is the journal of all games before, if there are any, and `counts` are the games of each
    /// generation. `None` if there are no more games.
    ///
    /// # Errors
    /// As [`Self::open`], of both journals; a game is missing in that of the games before.
    pub fn of_share(
        path: &Path,
        before: &Path,
        heading: &str,
        counts: &[u64],
        shard: Shard,
        read: impl Fn(&str) -> Option<G>,
    ) -> Result<Option<Shared<G>>, JournalError> {
        let lines = if before.exists() { journal::read(before, heading)? } else { Vec::new() };
        let mut known: BTreeMap<u64, G> = lines.iter().filter_map(|line| numbered(line, &read)).collect();
        if let Some((number, _)) = (0..).zip(known.keys()).find(|(number, key)| number != *key) {
            let message = format!("game {number} is missing");
            return Err(JournalError::Foreign { path: before.to_owned(), message });
        }
        let first = known.len() as u64;
        let Some((_, generation)) = generations(counts).find(|(_, games)| games.end > first) else {
            return Ok(None);
        };
        let range = first..generation.end;
        let (games, damaged) = Self::open(path, &shard.heading(heading, &range), read)?;
        known.extend(games.known);
        Ok(Some(Shared { games: Self { journal: games.journal, known }, range, damaged }))
    }

    /// How many games are played already.
    pub fn known(&self) -> usize {
        self.known.len()
    }
}

/// A line of the journal: a game with its number.
fn numbered<G>(line: &str, read: impl Fn(&str) -> Option<G>) -> Option<(u64, G)> {
    let (number, game) = journal::numbered(line)?;
    Some((number, read(game)?))
}

/// The generations by their numbers from 1 on, each with the numbers of its games.
fn generations(counts: &[u64]) -> impl Iterator<Item = (u64, Range<u64>)> {
    let range = |end: &mut u64, &count: &u64| {
        let first = *end;
        *end += count;
        Some(first..*end)
    };
    (1..).zip(counts.iter().scan(0, range))
}

/// A training: who plays and learns, and by what means.
pub struct Training<'a, S: SelfPlay> {
    /// Who plays and learns.
    pub player: S,
    /// Its games.
    pub games: Games<S::Played>,
    /// What all games depend on.
    pub seed: u64,
    /// The threads that play and learn.
    pub pool: &'a ThreadPool,
    /// Who is told how far it is.
    pub progress: &'a dyn Progress,
}

impl<S: SelfPlay> Training<'_, S> {
    /// Plays generations of so many games each, in their order, and learns from each; `done` is told of every
    /// one.
    ///
    /// # Errors
    /// The journal cannot be kept; nothing can be learnt; or what `done` fails with.
    pub fn run<E: From<TrainingError>>(
        mut self,
        counts: &[u64],
        mut done: impl FnMut(Generation<S::Report>) -> Result<(), E>,
    ) -> Result<(), E> {
        for (number, games) in generations(counts) {
            let began = Instant::now();
            self.play(number, games.start, games.clone()).map_err(TrainingError::Journal)?;
            let learnt = self.learn(number, games.clone())?;
            done(Generation { number, games: games.end - games.start, learnt, time: began.elapsed() })?;
        }
        Ok(())
    }

    /// Plays a share of some games, as [`Games::of_share`] has told them, after having learnt from the
    /// generations before theirs: the number of their generation.
    ///
    /// # Errors
    /// The journal cannot be kept; nothing can be learnt.
    pub fn play_share(
        mut self,
        counts: &[u64],
        shard: Shard,
        range: Range<u64>,
    ) -> Result<u64, TrainingError> {
        for (number, games) in generations(counts) {
            if games.end >= range.end {
                self.play(number, games.start, shard.pieces(range)).map_err(TrainingError::Journal)?;
                return Ok(number);
            }
            self.learn(number, games)?;
        }
        unreachable!("the range ends with a generation");
    }

    /// Plays those of some games of a generation that are missing; `first` is the number of its first game.
    fn play(
        &mut self,
        generation: u64,
        first: u64,
        games: impl Iterator<Item = u64>,
    ) -> Result<(), JournalError> {
        let Self { player, games: Games { journal, known }, seed, pool, progress } = self;
        let (there, missing): (Vec<u64>, Vec<u64>) = games.partition(|number| known.contains_key(number));
        progress.phase(&format!("playing {generation}"), (there.len() + missing.len()) as u64);
        progress.advance(there.len() as u64);
        let game = |&number: &u64| {
            let game = player.play(seed_of(*seed, generation, number - first));
            progress.advance(1);
            (number, game)
        };
        for block in missing.chunks(BLOCK) {
            let played: Vec<(u64, S::Played)> = pool.install(|| block.par_iter().map(game).collect());
            let line = |(number, game): &(u64, S::Played)| format!("{number} {}", player.write(game));
            journal.keep(&played.iter().map(line).collect::<Vec<_>>())?;
            known.extend(played);
        }
        Ok(())
    }

    /// Learns from the games of a generation, all of which are there.
    fn learn(&mut self, generation: u64, games: Range<u64>) -> Result<Learnt<S::Report>, TrainingError> {
        let Self { player, games: Games { known, .. }, pool, progress, .. } = self;
        let played = games.filter_map(|number| known.remove(&number)).collect();
        pool.install(|| player.learn(generation, played, *progress)).map_err(TrainingError::Games)
    }
}

/// The seed of a game, so that no two are alike.
fn seed_of(seed: u64, generation: u64, number: u64) -> u64 {
    let base = seed.wrapping_mul(1 << 40).wrapping_add(generation.wrapping_mul(1 << 28));
    base.wrapping_add(number)
}
