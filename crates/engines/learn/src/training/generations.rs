//! Generations of self-play: games by what is known, a model learnt from them, games by that, and so on.
//!
//! Games are kept in a [`Journal`] as they are played, so that a training that was interrupted goes on where
//! it stopped. Each game depends on its own seed alone: the same games come of any number of threads,
//! interrupted or not.

use super::{Entries, Journal, JournalError};
use rayon::{ThreadPool, prelude::*};
use std::{
    collections::BTreeMap,
    fmt::Display,
    path::Path,
    time::{Duration, Instant},
};
use yomikiri_core::play::Progress;

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
    format!("yomikiri-training 1 game={game} version={VERSION} {player}{}", settings.concat())
}

/// The version of the program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The games of a training. A line of the journal: generation, number, and the game as text, with semicolons
/// between.
pub struct Games<G> {
    journal: Journal,
    /// Those played before an interruption, by generation and number.
    known: BTreeMap<(u64, u64), G>,
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
        let line = |line: &String| {
            let mut fields = line.splitn(3, ';');
            let mut number = || fields.next()?.parse().ok();
            let place = (number()?, number()?);
            Some((place, read(fields.next()?)?))
        };
        Ok((Self { journal, known: lines.iter().filter_map(line).collect() }, damaged))
    }

    /// Begins a journal in the place of whatever is there.
    ///
    /// # Errors
    /// A file that another program keeps as a journal, or that cannot be used.
    pub fn begin(path: &Path, heading: &str) -> Result<Self, JournalError> {
        Ok(Self { journal: Journal::begin(path, heading)?, known: BTreeMap::new() })
    }

    /// How many games are played already.
    pub fn known(&self) -> usize {
        self.known.len()
    }
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
        games: &[u64],
        mut done: impl FnMut(Generation<S::Report>) -> Result<(), E>,
    ) -> Result<(), E> {
        for (number, &games) in (1..).zip(games) {
            let began = Instant::now();
            let played = self.generation(number, games).map_err(TrainingError::Journal)?;
            let (player, progress) = (&mut self.player, self.progress);
            let learnt = self.pool.install(|| player.learn(number, played, progress));
            let learnt = learnt.map_err(TrainingError::Games)?;
            done(Generation { number, games, learnt, time: began.elapsed() })?;
        }
        Ok(())
    }

    /// The games of a generation, in their order; those that are missing are played.
    fn generation(&mut self, generation: u64, count: u64) -> Result<Vec<S::Played>, JournalError> {
        let Self { player, games: Games { journal, known }, seed, pool, progress } = self;
        progress.phase(&format!("playing {generation}"), count);
        let game = |&number: &u64| {
            let game = player.play(seed_of(*seed, generation, number));
            progress.advance(1);
            (number, game)
        };
        let missing: Vec<u64> =
            (0..count).filter(|&number| !known.contains_key(&(generation, number))).collect();
        progress.advance(count - missing.len() as u64);
        for block in missing.chunks(BLOCK) {
            let played: Vec<(u64, S::Played)> = pool.install(|| block.par_iter().map(game).collect());
            let line =
                |(number, game): &(u64, S::Played)| format!("{generation};{number};{}", player.write(game));
            journal.keep(&played.iter().map(line).collect::<Vec<_>>())?;
            known.extend(played.into_iter().map(|(number, game)| ((generation, number), game)));
        }
        Ok((0..count).filter_map(|number| known.remove(&(generation, number))).collect())
    }
}

/// The seed of a game, so that no two are alike.
fn seed_of(seed: u64, generation: u64, number: u64) -> u64 {
    let base = seed.wrapping_mul(1 << 40).wrapping_add(generation.wrapping_mul(1 << 28));
    base.wrapping_add(number)
}
