//! Work on the workspace itself: `cargo xtask test`, `lint`, `book`, `dist` and `wasm`; `attack`, `bench` and
//! `match` are handed to the package `measure`, which is built when it is asked for.

mod architecture;
mod book;
mod compiled;
mod dist;
mod links;
mod lint;
mod once;
mod packages;
mod provide;
mod python;
mod runner;
mod steps;
mod test;
mod wasm;
mod width;
mod workspace;

use clap::Parser;
use std::{ffi::OsString, process::ExitCode};
use xtask::{cargo, ended, output, root, run, works};

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
    #[command(disable_help_flag = true)]
    Bench(Words),
    /// Writes the book's pages of commands from --help, and builds the book as pages in target/docs
    Book,
    /// Damages tables, kills runs, fills disks, and compares threads; minutes, and no wrong answer
    #[command(disable_help_flag = true)]
    Attack(Words),
    /// Makes what is given away: a static program with manual pages, completions and licences, as a tarball
    /// and as a Debian package, in target/packages/ARCHITECTURE
    Dist(dist::Args),
    /// Plays two engines against each other in pairs of games
    #[command(disable_help_flag = true)]
    Match(Words),
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

/// What is said to another program.
#[derive(clap::Args)]
struct Words {
    /// Arguments; --help tells which there are
    #[arg(value_name = "ARGUMENT", trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<OsString>,
}

fn main() -> ExitCode {
    ended(match Task::parse() {
        Task::Test(args) => test::run_all(&args),
        Task::Lint(Steps { steps }) => lint::run_all(&steps),
        Task::Bench(words) => return measure("bench", &words),
        Task::Book => book::write(),
        Task::Attack(words) => return measure("attack", &words),
        Task::Dist(args) => dist::make(&args),
        Task::Match(words) => return measure("match", &words),
        Task::Wasm => wasm::make(),
    })
}

/// Builds and runs the program that measures. It knows the rules of games, which the tests would wait for if
/// this program did. What fails it has told by itself.
fn measure(command: &str, Words { words }: &Words) -> ExitCode {
    let mut program = cargo(&["run", "--quiet", "--package", "measure", "--", command]);
    // Files are named from where the command was typed.
    match program.args(words).current_dir(".").status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(status) => ExitCode::from(status.code().unwrap_or(1) as u8),
        Err(error) => ended(Err(format!("cannot run cargo: {error}"))),
    }
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
