//! A training by generations of self-play: the files beside it, and what is told of it.

use crate::{
    failure::{Answer, Failure, Outcome},
    file,
    lines::json,
    progress::Progress,
    text::{grouped, note, note_damaged},
    threads::{ThreadArgs, pool},
};
use serde::Serialize;
use std::{io::Write, path::Path};
use yomikiri_learn::training::{Games, Generation, SelfPlay, Training, TrainingError};

/// How a training is done, beside what the model depends on.
#[derive(clap::Args)]
pub struct TrainingArgs {
    /// Go on with FILE.games if it is there
    #[arg(long)]
    resume: bool,

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

/// The journal beside the model.
fn journal<S: SelfPlay>(
    player: &S,
    model: &Path,
    heading: &str,
    resume: bool,
) -> Result<Games<S::Played>, Failure> {
    let path = yomikiri_files::beside(model, ".games");
    if !resume {
        return Games::begin(&path, heading).map_err(|error| Failure::journal("--out", &error));
    }
    let opened = Games::open(&path, heading, |line| player.read(line));
    let (games, damaged) = opened.map_err(|error| Failure::journal("--resume", &error))?;
    note_damaged("--resume", &path, &damaged);
    note(&format!("{} games are played already", grouped(games.known() as u64)));
    Ok(games)
}

impl From<TrainingError> for Failure {
    fn from(error: TrainingError) -> Self {
        match error {
            TrainingError::Journal(error) => Self::journal("--out", &error),
            TrainingError::Games(error) => Self::Input(format!("--games: {error}")),
        }
    }
}
