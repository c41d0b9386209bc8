//! The program as built for release, run at the level of registers that is asked for.

use crate::{cargo, output, root};
use serde_json::Value;
use std::{path::PathBuf, process::Command, sync::OnceLock};
use yomikiri_simd::{Level, VARIABLE};

/// The level that is asked for, for the programs that are started from here.
static LEVEL: OnceLock<Level> = OnceLock::new();

/// Asks for a level; once.
pub fn set_level(level: Level) {
    // Whoever asks twice asks for the same: there is one command line.
    let _ = LEVEL.set(level);
}

/// The level at which programs run that are started from here.
pub fn level() -> Result<Level, String> {
    match LEVEL.get() {
        Some(&level) => Ok(level),
        None => Level::from_environment().map_err(|error| error.to_string()),
    }
}

/// What the program answers to a command with `--json`.
pub fn yomikiri(args: &[&str]) -> Result<Value, String> {
    answer(yomikiri_command(args), args)
}

/// What the program as it was [`built`] last answers to a command with `--json`.
pub fn built_yomikiri(args: &[&str]) -> Result<Value, String> {
    answer(built(args), args)
}

fn answer(mut command: Command, args: &[&str]) -> Result<Value, String> {
    let text = output(command.arg("--json"))?;
    serde_json::from_str(&text).map_err(|error| format!("yomikiri {}: {error}", args.join(" ")))
}

/// The program, as built for release.
pub fn yomikiri_command(args: &[&str]) -> Command {
    let mut command = release(&["run", "--release", "--quiet", "--"]);
    command.args(args);
    command
}

/// A program of the release build, such as `yomikiri` or `examples/hello`.
pub fn released(name: &str) -> PathBuf {
    root().join("target/release").join(name)
}

/// The program as it was built last, without cargo, whose processor time would be counted with its own.
pub fn built(args: &[&str]) -> Command {
    let mut command = Command::new(released("yomikiri"));
    command.args(args);
    at_level(command)
}

/// A cargo command whose programs run at the level that is asked for.
pub fn release(args: &[&str]) -> Command {
    at_level(cargo(args))
}

fn at_level(mut command: Command) -> Command {
    if let Some(level) = LEVEL.get() {
        command.env(VARIABLE, level.name());
    }
    command
}
