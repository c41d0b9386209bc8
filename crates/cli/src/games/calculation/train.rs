//! `yomikiri train calculation`: values learnt from self-play.

use crate::{
    failure::{Answer, Failure, Outcome},
    file,
    game::Train,
    lines::json,
    progress::Progress,
    text::{grouped, note},
    threads::{ThreadArgs, pool},
    words::words,
};
use serde::Serialize;
use std::{
    io::Write,
    path::{Path, PathBuf},
};
use yomikiri_calculation::Variant;
use yomikiri_calculation_study::{
    clock,
    model::{self, Checkpoint},
    train::{CurvePoint, Plan, Training},
};
use yomikiri_core::fill;
use yomikiri_learn::Record;

/// Learns the values of a solitaire's positions from self-play
///
/// The same seed, variants and number of games give the same weights, with any number of threads, interrupted
/// or not. `simulate --model FILE` plays with them.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  yomikiri train calculation --games 300000 --out my.model --resume\n  \
    yomikiri train calculation --variant ranks=11,piles=2 --out two.model")]
pub struct Args {
    /// What is played; several with + between them in turn
    #[arg(long, value_name = "V", default_value = "superhuman+calculation+superhuman+computer")]
    variant: String,

    /// How many games
    #[arg(long, value_name = "N", default_value_t = 10_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,

    /// The seed that everything comes from
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Where the weights go, forty times on the way and at the end; beside them FILE.checkpoint, to go on
    /// from
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Go on from FILE.checkpoint if it is there
    #[arg(long)]
    resume: bool,

    #[command(flatten)]
    threads: ThreadArgs,

    #[arg(long, help = "JSON lines, the learning curve: games won_in_training rates cpu_seconds")]
    json: bool,
}

/// A point of the learning curve.
#[derive(Serialize)]
struct CurveReport<'a> {
    games: u64,
    won_in_training: f64,
    rates: &'a [f64],
    /// Of this run; the part before an interruption is not remembered.
    cpu_seconds: f64,
}

impl Train for Args {
    fn run(&self, out: &mut dyn Write) -> Outcome {
        run(self, out)
    }
}

fn run(args: &Args, out: &mut dyn Write) -> Outcome {
    let parse =
        |text: &str| text.parse::<Variant>().map_err(|error| Failure::input(format!("--variant: {error}")));
    let variants = args.variant.split('+').map(parse).collect::<Result<Vec<_>, _>>()?;
    file::ensure("--out", &args.out)?;
    // Two trainings would put weights and checkpoints of each other side by side.
    let _claim = file::claim("--out", &args.out)?;
    let pool = pool(args.threads.count())?;
    let plan = Plan { variants, games: args.games, seed: args.seed, ..Plan::default() };
    let path = yomikiri_files::beside(&args.out, ".checkpoint");
    let mut training = begin(args, plan, &path)?;
    let (progress, began) = (Progress::new(), clock::process_seconds());
    progress.phase("learning", args.games);
    progress.advance(training.games());
    while let Some(point) = pool.install(|| training.advance(&progress)) {
        save(args, &training, &point, &path)?;
        tell(args, &point, clock::process_seconds() - began, out)?;
    }
    Ok(Answer::Yes)
}

/// What tells this training from others.
fn heading(args: &Args) -> Record {
    let mut record = Record::default();
    record.set("game", &"calculation");
    record.set("variants", &args.variant);
    record.set("seed", &args.seed);
    record.set("of", &args.games);
    record
}

/// A new training, or the one that was interrupted; its model is there afterwards.
fn begin(args: &Args, plan: Plan, path: &Path) -> Result<Training, Failure> {
    let wrong =
        |error: &dyn std::fmt::Display| Failure::input(format!("--resume: {}: {error}", path.display()));
    if !args.resume {
        file::ensure_nothing_begun(path)?;
    }
    if !file::is_there("--resume", path)? {
        return Ok(Training::new(plan));
    }
    let checkpoint = file::read("--resume", path, Checkpoint::from_bytes)?;
    let Checkpoint { network, adam, record } = checkpoint;
    for (key, expected) in heading(args).0 {
        let found = record.get(&key).unwrap_or_default();
        if found != expected {
            return Err(wrong(&format!("it is of another training: {key} is {found}, expected {expected}")));
        }
    }
    let games = record.get("games").and_then(|games| games.parse::<u64>().ok());
    let games = games.ok_or_else(|| wrong(&"its record lacks the games played"))?;
    note(fill(words().games_played, &[&grouped(games)]));
    if !file::is_there("--out", &args.out)? {
        file::save("--out", &args.out, &model::to_bytes(&network, &record))?;
    }
    Ok(Training::resume(plan, network, adam, games))
}

/// Writes the model, then the checkpoint.
fn save(args: &Args, training: &Training, point: &CurvePoint, path: &Path) -> Result<(), Failure> {
    let mut record = heading(args);
    record.set("games", &point.games);
    let rates: Vec<_> = point.rates.iter().map(|rate| format!("{rate:.3}")).collect();
    record.set("rates", &rates.join(" "));
    let (network, adam) = (training.network().clone(), training.adam().clone());
    let model = model::to_bytes(&network, &record);
    let checkpoint = Checkpoint { network, adam, record }.to_bytes();
    for (path, bytes) in [(args.out.as_path(), model), (path, checkpoint)] {
        file::save("--out", path, &bytes)?;
    }
    Ok(())
}

fn tell(args: &Args, point: &CurvePoint, cpu_seconds: f64, out: &mut dyn Write) -> Result<(), Failure> {
    let CurvePoint { games, won_in_training, ref rates } = *point;
    if args.json {
        json(out, &CurveReport { games, won_in_training, rates, cpu_seconds })?;
    } else {
        let rates: Vec<_> = rates.iter().map(|rate| format!("{:.1}%", 100.0 * rate)).collect();
        writeln!(out, "{:>12} games  {}  {cpu_seconds:.0} s", grouped(games), rates.join(" "))?;
    }
    Ok(out.flush()?)
}
