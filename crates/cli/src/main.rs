//! The command `yomikiri`: flags, the registry of games, glue. What it can do is in the crates below it.

mod args;
mod commands;
mod duo;
mod failure;
mod file;
mod learnt;
mod lines;
mod memory;
mod mini;
#[cfg(test)]
mod oracle;
mod patience;
mod player;
mod progress;
mod records;
mod registry;
mod solver;
mod table;
mod text;
mod thinker;
mod threads;

use clap::error::{ContextKind, ContextValue};
use failure::Failure;
use std::{
    error::Error,
    io::{self, Write},
    num::{IntErrorKind, ParseIntError},
    process::ExitCode,
    sync::Arc,
};
use yomikiri_simd::Level;

fn main() -> ExitCode {
    survive_long_files();
    let args = match args::Args::read() {
        Ok(args) => args,
        Err(error) => return refused(&error),
    };
    if let Err(error) = Level::from_environment() {
        return Failure::Input(error.to_string()).report();
    }
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

/// A sentence about an argument, which says what was expected also where a number could not be read.
fn in_our_words(sentence: &str, reason: Option<&(dyn Error + 'static)>) -> String {
    let unread = reason.filter(|reason| {
        let overflow = [IntErrorKind::PosOverflow, IntErrorKind::NegOverflow];
        reason.downcast_ref::<ParseIntError>().is_some_and(|error| !overflow.contains(error.kind()))
    });
    match unread.and_then(|reason| sentence.strip_suffix(&reason.to_string())) {
        Some(beginning) => format!("{beginning}expected a whole number"),
        None => sentence.to_owned(),
    }
}

/// The sentence for a game that a command is not for, though there is such a game.
fn no_game_for_it(error: &clap::Error) -> Option<String> {
    let context = |kind| match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::Strings(texts) => Some(texts.join(", ")),
        _ => None,
    };
    let (argument, game) = (context(ContextKind::InvalidArg)?, context(ContextKind::InvalidValue)?);
    let known = argument.contains("GAME") && registry::GAMES.iter().any(|entry| entry.name == game);
    let expected = context(ContextKind::ValidValue)?;
    let command = std::env::args().nth(1)?;
    known.then(|| format!("GAME: {game} is not a game for `{command}`; expected one of {expected}"))
}

/// Help and version are answers; anything else is told in one sentence, with status 2.
fn refused(error: &clap::Error) -> ExitCode {
    if error.use_stderr() && error.kind() != clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    {
        if let Some(sentence) = no_game_for_it(error) {
            return Failure::Input(sentence).report();
        }
        // The first paragraph says what is wrong; usage and tips are a `--help` away.
        let message = error.render().to_string();
        let paragraph: Vec<_> = message.lines().take_while(|line| !line.is_empty()).map(str::trim).collect();
        let sentence = paragraph.join(" ");
        let sentence = in_our_words(sentence.strip_prefix("error: ").unwrap_or(&sentence), error.source());
        return Failure::Input(format!("{sentence} (see --help)")).report();
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
