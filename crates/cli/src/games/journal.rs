//! The games of a training, kept as they are played.

use crate::{
    failure::Failure,
    progress::Progress,
    text::{grouped, note, note_damaged},
};
use rayon::{ThreadPool, prelude::*};
use std::{collections::BTreeMap, fmt::Display, path::Path};
use yomikiri_learn::{Entries, Journal};

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

/// Which games a training plays.
pub struct Series<'a> {
    /// What they depend on.
    pub seed: u64,
    /// Who plays them.
    pub pool: &'a ThreadPool,
    /// Who is told.
    pub progress: &'a Progress,
}

/// The games of a training. A line of the journal: generation, number, and the game as text, with semicolons
/// between.
pub struct Games<G> {
    journal: Journal,
    /// Those played before an interruption, by generation and number.
    known: BTreeMap<(u64, u64), G>,
}

impl<G: Send> Games<G> {
    /// Opens the journal beside a file, or begins it; `read` understands the text of a game.
    pub fn open(
        out: &Path,
        resume: bool,
        heading: &str,
        read: impl Fn(&str) -> Option<G>,
    ) -> Result<Self, Failure> {
        let path = yomikiri_files::beside(out, ".games");
        let argument = if resume { "--resume" } else { "--out" };
        let opened = if resume {
            Journal::open(&path, heading)
        } else {
            Journal::begin(&path, heading).map(|journal| (journal, Entries::default()))
        };
        let (journal, entries) = opened.map_err(|error| Failure::journal(argument, &error))?;
        note_damaged(argument, &path, &entries.damaged);
        let line = |line: &String| {
            let mut fields = line.splitn(3, ';');
            let mut number = || fields.next()?.parse().ok();
            let place = (number()?, number()?);
            Some((place, read(fields.next()?)?))
        };
        let known: BTreeMap<_, _> = entries.lines.iter().filter_map(line).collect();
        if resume {
            note(&format!("{} games are played already", grouped(known.len() as u64)));
        }
        Ok(Self { journal, known })
    }

    /// The games of a generation, in their order; those that are missing are played. `play` is given the seed
    /// of a game.
    pub fn play(
        &mut self,
        generation: u64,
        count: u64,
        series: &Series,
        play: impl Fn(u64) -> G + Sync,
        write: impl Fn(&G) -> String,
    ) -> Result<Vec<G>, Failure> {
        let Series { seed, pool, progress } = *series;
        progress.phase(format!("playing {generation}"), count);
        let game = |&number: &u64| {
            let game = play(seed_of(seed, generation, number));
            progress.advance(1);
            (number, game)
        };
        let missing: Vec<u64> =
            (0..count).filter(|&number| !self.known.contains_key(&(generation, number))).collect();
        progress.advance(count - missing.len() as u64);
        for block in missing.chunks(BLOCK) {
            let played: Vec<(u64, G)> = pool.install(|| block.par_iter().map(game).collect());
            let line = |(number, game): &(u64, G)| format!("{generation};{number};{}", write(game));
            let lines: Vec<String> = played.iter().map(line).collect();
            self.journal.keep(&lines).map_err(|error| Failure::journal("--out", &error))?;
            self.known.extend(played.into_iter().map(|(number, game)| ((generation, number), game)));
        }
        Ok((0..count).filter_map(|number| self.known.remove(&(generation, number))).collect())
    }
}

/// The seed of a game, so that no two are alike.
fn seed_of(seed: u64, generation: u64, number: u64) -> u64 {
    let base = seed.wrapping_mul(1 << 40).wrapping_add(generation.wrapping_mul(1 << 28));
    base.wrapping_add(number)
}
