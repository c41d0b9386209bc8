//! Work on the workspace itself: `cargo xtask test`, `lint`, `book`, `attack`, `bench`,
//! `dist`, `match` and `wasm`.

mod architecture;
mod attack;
mod bench;
mod book;
mod cpu;
mod dist;
mod links;
mod lint;
mod matches;
mod once;
mod packages;
mod program;
mod provide;
mod python;
mod results;
mod runner;
mod steps;
mod talk;
mod test;
mod wasm;
mod width;
mod workspace;

use clap::Parser;
use std::{
    env,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

/// Work on the workspace itself
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Task {
    /// Builds and tests: unit, integration and doc tests, and the README's first command
    Test(test::Args),
    /// Looks at the text of the code: format, clippy at several levels of the processor, documentation, the
    /// book, licences, who may name whom
    Lint(Steps),
    /// Times the program, and keeps the raw figures in bench/results
    Bench(bench::Args),
    /// Writes the book's pages of commands from --help, and builds the book as pages in target/docs
    Book,
    /// Damages tables, kills runs, fills disks, and compares threads; minutes, and no wrong answer
    Attack(attack::Args),
    /// Makes what is given away: a static program with manual pages, completions and licences, as a tarball
    /// and as a Debian package, in target/packages/ARCHITECTURE
    Dist(dist::Args),
    /// Plays two engines against each other in pairs of games
    Match(matches::Args),
    /// Makes the WebAssembly module that exported sites have for browsers, which is committed
    Wasm,
}

/// Which steps.
#[derive(clap::Args)]
struct Steps {
    /// Steps, by how their names begin; all if there is none
    #[arg(value_name = "STEP")]
    steps: Vec<String>,
}

fn main() -> ExitCode {
    let done = match Task::parse() {
        Task::Test(args) => test::run_all(&args),
        Task::Lint(Steps { steps }) => lint::run_all(&steps),
        Task::Bench(args) => bench::measure(&args),
        Task::Book => book::write(),
        Task::Attack(args) => attack::run_all(&args),
        Task::Dist(args) => dist::make(&args),
        Task::Match(args) => matches::run(&args),
        Task::Wasm => wasm::make(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The workspace's directory.
fn root() -> PathBuf {
    let here = env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| PathBuf::from("xtask"), PathBuf::from);
    here.parent().map_or_else(|| PathBuf::from("."), Path::to_owned)
}

/// A cargo command in the workspace.
fn cargo(args: &[&str]) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    // What is built is run from there, whatever else the environment says.
    command.args(args).env("CARGO_TARGET_DIR", root().join("target")).current_dir(root());
    command
}

/// Runs a command to its end; what it prints is seen.
fn run(command: &mut Command) -> Result<(), String> {
    let status = command.status().map_err(|error| format!("cannot run {}: {error}", shown(command)))?;
    if status.success() { Ok(()) } else { Err(format!("{} failed ({status})", shown(command))) }
}

/// Runs a command to its end and gives what it printed on standard output.
fn output(command: &mut Command) -> Result<String, String> {
    let output = command
        .stderr(std::process::Stdio::inherit())
        .output()
        .map_err(|error| format!("cannot run {}: {error}", shown(command)))?;
    if !output.status.success() {
        return Err(format!("{} failed ({})", shown(command), output.status));
    }
    String::from_utf8(output.stdout).map_err(|error| format!("{}: {error}", shown(command)))
}

/// The command as it would be typed.
fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or_default();
    let words = std::iter::once(program).chain(command.get_args());
    words.map(std::ffi::OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
}

/// Whether a command can be run at all.
fn works(program: &str, args: &[&str]) -> bool {
    let mut command = Command::new(program);
    command.args(args).stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_whole() {
        Task::command().debug_assert();
    }
}
