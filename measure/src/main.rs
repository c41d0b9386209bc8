//! What `cargo xtask bench`, `match` and `attack` run: the program timed, engines playing each other, and
//! runs that are killed and damaged.

mod attack;
mod bench;
mod matches;
mod process;
mod program;
mod results;
mod talk;

use clap::Parser;
use std::process::ExitCode;
use xtask::{cargo, ended, output, root, run, works};

/// Measures the program
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Task {
    /// Times the program, and keeps the raw figures in bench/results
    Bench(bench::Args),
    /// Damages tables, kills runs, fills disks, and compares threads; minutes, and no wrong answer
    Attack(attack::Args),
    /// Plays two engines against each other in pairs of games
    Match(matches::Args),
}

fn main() -> ExitCode {
    ended(match Task::parse() {
        Task::Bench(args) => bench::measure(&args),
        Task::Attack(args) => attack::run_all(&args),
        Task::Match(args) => matches::run(&args),
    })
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
