//! The command `yomikiri`: flags, the registry of games, glue. What it can do is in the crates below it.
#![cfg_attr(
    not(feature = "pages"),
    allow(dead_code, reason = "some capabilities of games are for pages only")
)]

#[cfg(target_env = "musl")]
mod allocator;
mod args;
mod at_random;
mod commands;
mod crew;
mod failure;
mod file;
mod game;
mod games;
mod judged;
mod lines;
mod memory;
#[cfg(all(target_arch = "x86_64", any(test, target_env = "musl")))]
mod musl;
mod perft;
mod probed;
mod progress;
mod registry;
mod room;
mod table;
mod text;
mod threads;
mod told;
mod words;
#[cfg(feature = "pages")]
mod works;

use clap::{
    CommandFactory, FromArgMatches, Parser, Subcommand,
    builder::PossibleValuesParser,
    error::{ContextKind, ContextValue},
};
#[cfg(all(feature = "mount", target_os = "linux"))]
use commands::mount;
use commands::{
    analyse, bench, check, evaluate, games as list, generate, gtp, merge, perft as count, play, probe,
    report, simulate, solve, tables, train, usi,
};
#[cfg(feature = "pages")]
use commands::{export_site, serve};
use failure::{Failure, Outcome};
use games::{tsume, variant};
use std::{
    error::Error,
    ffi::OsStr,
    io::{self, Write},
    num::{IntErrorKind, ParseIntError},
    os::unix::ffi::OsStrExt,
    path::PathBuf,
    process::ExitCode,
    sync::Arc,
};
use yomikiri_core::Language;
use yomikiri_simd::Level;

/// Reads games out to the end.
#[derive(Parser)]
#[command(
    name = "yomikiri",
    version,
    after_help = "Example:\n  yomikiri solve dobutsu\n\n\
    Exit status: 0 done, 1 the answer is negative, 2 unusable arguments or input, 3 the environment failed."
)]
struct Args {
    /// More variants of shogi, a file in the format of Fairy-Stockfish's `variants.ini`
    #[arg(long, global = true, value_name = "FILE")]
    variants: Option<PathBuf>,

    /// The language of `play`, `tsume`, `solve`, `simulate`, `analyse` and `export-site`, instead of that of
    /// the locale
    #[arg(long, global = true, value_name = "LANGUAGE", value_parser = spoken)]
    lang: Option<Language>,

    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Games(list::Args),
    Solve(solve::Args),
    Probe(probe::Args),
    Play(play::Args),
    Perft(count::Args),
    Check(check::Args),
    Bench(bench::Args),
    Gtp(gtp::Args),
    #[cfg(all(feature = "mount", target_os = "linux"))]
    Mount(mount::Args),
    #[cfg(feature = "pages")]
    Serve(serve::Args),
    #[cfg(feature = "pages")]
    ExportSite(export_site::Args),
    Tsume(tsume::Args),
    Usi(usi::Args),
    Train(train::Args),
    Evaluate(evaluate::Args),
    Analyse(analyse::Args),
    Report(report::Args),
    Simulate(simulate::Args),
    Merge(merge::Args),
    Table(tables::Args),
    #[command(hide = true)]
    Generate(generate::Args),
}

impl Args {
    /// The arguments of the program, or why there are none.
    fn read() -> Result<Self, clap::Error> {
        Self::from_arg_matches(&Self::prepared().try_get_matches()?)
    }

    /// The declarations, with what is the same for all commands.
    fn prepared() -> clap::Command {
        prepared(Self::command())
    }
}

/// A game is one of those that the command is for. A negative number is taken for a number, so that the
/// refusal says what was expected in its place.
fn prepared(command: clap::Command) -> clap::Command {
    let command = command.allow_negative_numbers(true).mut_subcommands(prepared);
    let names = registry::names_for(command.get_name());
    if names.is_empty() {
        return command;
    }
    // Not `mut_arg`, which would put the argument behind the others.
    command.mut_args(|argument| match argument.get_id().as_str() {
        "game" => argument.value_parser(PossibleValuesParser::new(names.clone())),
        _ => argument,
    })
}

impl Command {
    /// Whether the work splits by itself into the threads that there are, without a pool of its own.
    fn splits_by_itself(&self) -> bool {
        match self {
            Self::Bench(_) | Self::Perft(_) | Self::Report(_) | Self::Tsume(_) => true,
            Self::Probe(args) => args.is_stream(),
            #[cfg(feature = "pages")]
            Self::ExportSite(_) | Self::Serve(_) => true,
            _ => false,
        }
    }

    fn run(self, out: &mut impl Write) -> Outcome {
        if self.splits_by_itself() {
            threads::global(threads::cores())?;
        }
        match self {
            Self::Games(args) => list::run(&args, out),
            Self::Solve(args) => solve::run(&args, out),
            Self::Probe(args) => probe::run(&args, out),
            Self::Play(args) => play::run(&args, out),
            Self::Perft(args) => count::run(&args, out),
            Self::Check(args) => check::run(&args, out),
            Self::Bench(args) => bench::run(&args, out),
            Self::Gtp(args) => gtp::run(&args, out),
            #[cfg(all(feature = "mount", target_os = "linux"))]
            Self::Mount(args) => mount::run(&args, out),
            #[cfg(feature = "pages")]
            Self::Serve(args) => serve::run(&args, out),
            #[cfg(feature = "pages")]
            Self::ExportSite(args) => export_site::run(&args, out),
            Self::Tsume(args) => tsume::run(&args, out),
            Self::Usi(args) => usi::run(&args),
            Self::Train(args) => train::run(&args, out),
            Self::Evaluate(args) => evaluate::run(&args, out),
            Self::Analyse(args) => analyse::run(&args, out),
            Self::Report(args) => report::run(&args, out),
            Self::Simulate(args) => simulate::run(&args, out),
            Self::Merge(args) => merge::run(&args, out),
            Self::Table(args) => tables::run(&args, out),
            Self::Generate(args) => generate::run(&args, &Args::prepared()),
        }
    }
}

fn main() -> ExitCode {
    survive_long_files();
    // Their names are values of arguments, so they are read before these.
    if let Err(failure) = variants_file().map_or(Ok(()), |path| variant::load(&path, registry::why_taken)) {
        return failure.end();
    }
    let args = match Args::read() {
        Ok(args) => args,
        Err(error) => return refused(&error),
    };
    if let Err(error) = Level::from_environment() {
        return Failure::input(error.to_string()).report();
    }
    words::speak(args.lang);
    // Not locked for good: an engine writes from the thread that searches.
    let mut out = io::stdout();
    let outcome = args.command.run(&mut out).and_then(|answer| {
        out.flush()?;
        Ok(answer)
    });
    match outcome {
        Ok(answer) => answer.into(),
        Err(failure) => failure.end(),
    }
}

/// A language by its tag.
fn spoken(tag: &str) -> Result<Language, String> {
    Language::ALL.into_iter().find(|language| language.tag() == tag).ok_or("expected ja or en".into())
}

/// The file of `--variants`, wherever among the arguments.
fn variants_file() -> Option<PathBuf> {
    let mut arguments = std::env::args_os().skip(1).take_while(|argument| argument != "--");
    arguments
        .find_map(|argument| match argument.as_bytes().strip_prefix(b"--variants")? {
            b"" => Some(None),
            rest => rest.strip_prefix(b"=").map(|path| Some(PathBuf::from(OsStr::from_bytes(path)))),
        })?
        .or_else(|| arguments.next().map(PathBuf::from))
}

/// A sentence about an argument, which says what was expected also where a number could not be read or is out
/// of a range without an end.
fn in_our_words(sentence: &str, reason: Option<&(dyn Error + 'static)>) -> String {
    let expected =
        reason.and_then(|reason| reason.downcast_ref::<ParseIntError>()).map(|error| match error.kind() {
            IntErrorKind::PosOverflow => "expected a smaller number",
            IntErrorKind::NegOverflow => "expected a greater number",
            _ => "expected a whole number",
        });
    if let (Some(expected), Some(reason)) = (expected, reason) {
        return sentence
            .strip_suffix(&reason.to_string())
            .map_or(sentence.to_owned(), |rest| rest.to_owned() + expected);
    }
    let endless = |most: &str| most.trim_start_matches('=') == u64::MAX.to_string();
    let range = sentence.rsplit_once(" is not in ").and_then(|(rest, range)| {
        let (least, most) = range.split_once("..")?;
        let (rest, _) = rest.rsplit_once(": ").filter(|_| endless(most))?;
        Some(format!("{rest}: expected a number from {least} on"))
    });
    range.unwrap_or_else(|| sentence.to_owned())
}

/// What might have been meant.
fn suggested(error: &clap::Error) -> Option<String> {
    let kinds = [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue];
    let words: Vec<String> = kinds.into_iter().find_map(|kind| match error.get(kind)? {
        ContextValue::String(word) => Some(vec![word.clone()]),
        ContextValue::Strings(words) => Some(words.clone()),
        _ => None,
    })?;
    let words: Vec<_> = words.iter().map(|word| format!("`{word}`")).collect();
    Some(format!("did you mean {}?", words.join(" or ")))
}

/// The sentence for a game that a command is not for, though there is such a game.
fn no_game_for_it(error: &clap::Error) -> Option<String> {
    let context = |kind| match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::Strings(texts) => Some(texts.join(", ")),
        _ => None,
    };
    let (argument, game) = (context(ContextKind::InvalidArg)?, context(ContextKind::InvalidValue)?);
    let known = argument.contains("GAME") && registry::entries().any(|entry| entry.name == game);
    let expected = context(ContextKind::ValidValue)?;
    let words = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    let command = words.into_iter().find(|word| game::is_for(word).is_some())?;
    known.then(|| format!("GAME: {game} is not a game for `{command}`; expected one of {expected}"))
}

/// Help and version are answers; anything else is told in one sentence, with status 2.
fn refused(error: &clap::Error) -> ExitCode {
    if error.use_stderr() && error.kind() != clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    {
        if let Some(sentence) = no_game_for_it(error) {
            return Failure::input(sentence).report();
        }
        // The first paragraph says what is wrong; usage and tips are a `--help` away.
        let message = error.render().to_string();
        let paragraph: Vec<_> = message.lines().take_while(|line| !line.is_empty()).map(str::trim).collect();
        let sentence = paragraph.join(" ");
        let sentence = in_our_words(sentence.strip_prefix("error: ").unwrap_or(&sentence), error.source());
        let hint = suggested(error).unwrap_or_else(|| "see --help".into());
        return Failure::input(format!("{sentence} ({hint})")).report();
    }
    match error.print().and_then(|()| io::stdout().flush()) {
        Ok(()) => ExitCode::from(error.exit_code() as u8),
        // Nobody reads it, or the disk is full.
        Err(error) => Failure::Output(error).end(),
    }
}

/// A file that may not become so long (`ulimit -f`) is a failure like a full disk, to be told, and not the
/// process's sudden end.
fn survive_long_files() {
    // Whoever asks learns of it by what the writing returns.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

#[cfg(test)]
mod tests;
