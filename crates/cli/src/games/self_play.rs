//! A training by generations of self-play: the files beside it, and what is told of it.

use crate::{
    failure::{Answer, Failure, Outcome},
    file,
    lines::json,
    progress::Progress,
    text::{grouped, note, note_damaged},
    threads::{ThreadArgs, pool},
    words::words,
};
use serde::Serialize;
use std::{io::Write, path::Path};
use yomikiri_core::fill;
use yomikiri_files::Shard;
use yomikiri_learn::training::{Games, Generation, SelfPlay, Shared, Training, TrainingError};

/// How a training is done, beside what the model depends on.
#[derive(clap::Args)]
pub struct TrainingArgs {
    /// Go on with FILE.games if it is there
    #[arg(long)]
    resume: bool,

    /// Learn from the games in FILE.games, and play a share of those of the generation that is next, such as
    /// 3/16: the third of sixteen, into FILE.games.3of16; `yomikiri merge` puts FILE.games and the files of
    /// all shares together. An interrupted share goes on by itself
    #[arg(long, value_name = "I/N", allow_hyphen_values = true, conflicts_with = "resume")]
    shard: Option<Shard>,

    #[command(flatten)]
    threads: ThreadArgs,
}

/// What depends on the game.
pub struct Job<'a, S: SelfPlay, R> {
    pub player: S,
    pub heading: String,
    pub seed: u64,
    /// Of each generation, in their order.
    pub games: &'a [u64],
    /// Where the model goes.
    pub path: &'a Path,
    /// A generation for programs, and for people.
    pub report: fn(&Generation<S::Report>) -> (R, String),
}

/// Plays and learns; the model is there after each generation.
pub fn train<S: SelfPlay, R: Serialize>(
    job: Job<S, R>,
    args: &TrainingArgs,
    as_json: bool,
    out: &mut dyn Write,
) -> Outcome {
    if let Some(shard) = args.shard {
        return play_share(job, shard, args, as_json, out);
    }
    let Job { player, heading, seed, games: counts, path, report } = job;
    let pool = pool(args.threads.count())?;
    let games = journal(&player, path, &heading, args.resume)?;
    let training = Training { player, games, seed, pool: &pool, progress: &Progress::new() };
    training.run(counts, |generation| {
        file::save("--out", path, &generation.learnt.model)?;
        let (report, text) = report(&generation);
        if as_json {
            json(out, &report)?;
        } else {
            writeln!(out, "{text}")?;
        }
        Ok::<(), Failure>(out.flush()?)
    })?;
    Ok(Answer::Yes)
}

/// A share that has been played.
#[derive(Serialize)]
struct ShareReport {
    /// None where no games are left to be played.
    generation: Option<u64>,
    shard: String,
    games: u64,
}

/// Plays a share of the games of the next generation, and tells of it.
fn play_share<S: SelfPlay, R>(
    job: Job<S, R>,
    shard: Shard,
    args: &TrainingArgs,
    as_json: bool,
    out: &mut dyn Write,
) -> Outcome {
    let Job { player, heading, seed, games: counts, path, .. } = job;
    let pool = pool(args.threads.count())?;
    let before = yomikiri_files::beside(path, GAMES);
    let own = yomikiri_files::beside(&before, &format!(".{}", shard.to_string().replace('/', "of")));
    let shared = Games::of_share(&own, &before, &heading, counts, shard, |line| player.read(line));
    let shared = shared.map_err(|error| Failure::journal("--shard", &error))?;
    let mut report = ShareReport { generation: None, shard: shard.to_string(), games: 0 };
    if let Some(Shared { games, range, damaged }) = shared {
        note_damaged("--shard", &own, &damaged);
        report.games = shard.pieces(range.clone()).count() as u64;
        let training = Training { player, games, seed, pool: &pool, progress: &Progress::new() };
        report.generation = Some(training.play_share(counts, shard, range)?);
    }
    if as_json {
        json(out, &report)?;
    } else if let Some(generation) = report.generation {
        writeln!(out, "generation {generation}, share {shard}: {} games", grouped(report.games))?;
    } else {
        writeln!(out, "no games are left to be played: --resume learns from those that are there")?;
    }
    Ok(Answer::Yes)
}

/// What the journal's name has behind that of the model.
const GAMES: &str = ".games";

/// The journal beside the model.
fn journal<S: SelfPlay>(
    player: &S,
    model: &Path,
    heading: &str,
    resume: bool,
) -> Result<Games<S::Played>, Failure> {
    let path = yomikiri_files::beside(model, GAMES);
    if !resume {
        file::ensure_nothing_begun(&path)?;
        return Games::begin(&path, heading).map_err(|error| Failure::journal("--out", &error));
    }
    let opened = Games::open(&path, heading, |line| player.read(line));
    let (games, damaged) = opened.map_err(|error| Failure::journal("--resume", &error))?;
    note_damaged("--resume", &path, &damaged);
    note(fill(words().games_played, &[&grouped(games.known() as u64)]));
    Ok(games)
}

impl From<TrainingError> for Failure {
    fn from(error: TrainingError) -> Self {
        match error {
            TrainingError::Journal(error) => Self::journal("--out", &error),
            TrainingError::Games(error) => Self::input(format!("--games: {error}")),
        }
    }
}
