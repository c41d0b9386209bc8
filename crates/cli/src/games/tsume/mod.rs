//! `yomikiri tsume`: mating problems. One file a subcommand; `view` is how all of them show a problem.

mod check;
mod compose;
mod cooks;
mod difficulty;
mod enumerate;
mod finished;
mod folder;
mod in_order;
mod kept;
mod lone_king;
mod random;
#[cfg(feature = "pages")]
mod served;
mod show;
mod solve;
mod source;
mod view;

#[cfg(feature = "pages")]
pub use served::served;

use crate::{
    failure::{Failure, Outcome},
    memory,
    words::words,
};
use clap::Subcommand;
use std::{
    env,
    io::{self, Write},
    iter,
    ops::RangeInclusive,
    str::FromStr,
    time::Duration,
};
use yomikiri_core::{fill, play::MOST_SECONDS};
use yomikiri_tsume::{PieceSet, PieceSetError, collection::CollectionError, lengths::Undecided};

/// Tsume shogi: mating problems, one at a time or a whole collection
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  yomikiri tsume enumerate NNNN --out problems.sqlite\n  \
    yomikiri tsume show problems.sqlite --number 12\n  \
    yomikiri tsume random --plies 7 --set NNNN")]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Enumerate(enumerate::Args),
    Show(show::Args),
    Random(random::Args),
    Check(check::Args),
    Compose(compose::Args),
    Solve(solve::Args),
    LoneKing(lone_king::Args),
}

pub fn run(args: &Args, out: &mut impl Write) -> Outcome {
    match &args.command {
        Command::Enumerate(args) => enumerate::run(args, out),
        Command::Show(args) => show::run(args, out),
        Command::Random(args) => random::run(args, out),
        Command::Check(args) => check::run(args, out),
        Command::Compose(args) => compose::run(args, out),
        Command::Solve(args) => solve::run(args, out),
        Command::LoneKing(args) => lone_king::run(args, out),
    }
}

/// A set of pieces in its usual words.
pub fn set(text: &str) -> Result<String, PieceSetError> {
    text.parse().map(|set: PieceSet| set.to_string())
}

impl From<CollectionError> for Failure {
    fn from(error: CollectionError) -> Self {
        let failure = if error.is_environment() { Self::Environment } else { Self::Input };
        failure(error.message())
    }
}

/// A number, or the least and the most as in 7..11; none if that is not what it is, or the first is greater.
fn range<T: FromStr + Ord>(text: &str) -> Option<RangeInclusive<T>> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let range = least.parse().ok()?..=most.parse().ok()?;
    (!range.is_empty()).then_some(range)
}

/// A time limit, in seconds.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.0..=MOST_SECONDS).contains(seconds));
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| format!("expected a number of seconds from 0 to {MOST_SECONDS}"))
}

/// Refuses what `--memory` asks for if there is not as much.
fn ensure_memory(mebibytes: u32, threads: usize) -> Result<(), Failure> {
    let bytes = (u64::from(mebibytes) << 20).saturating_mul(threads as u64);
    memory::ensure(bytes).map_err(|error| Failure::environment(format!("--memory: {error}")))
}

/// What is told where there is not so much memory as was asked for.
fn no_memory(error: &io::Error) -> Failure {
    Failure::environment(format!("--memory: {error}"))
}

/// Why something is not decided, as it goes on within a line.
fn undecided_cause(why: Undecided, mebibytes: u32) -> String {
    match why {
        Undecided::Stopped => words().undecided.to_owned(),
        Undecided::Memory => with_memory(words().undecided_memory, mebibytes),
    }
}

/// A text with the `--memory` that was too little for a search, and the one that is advised.
fn with_memory(text: &str, mebibytes: u32) -> String {
    fill(text, &[&mebibytes.to_string(), &mebibytes.saturating_mul(2).to_string()])
}

/// Why something is not decided, in the words of `--json`.
const fn undecided(has_given_up: bool) -> &'static str {
    if has_given_up { "memory" } else { "time" }
}

/// The command as it was given, for a collection to remember.
fn command() -> String {
    let words = env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    iter::once("yomikiri".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}
