//! Work on the workspace itself: `cargo xtask test`, `lint`, `attack`, `bench` and `match`.

mod architecture;
mod attack;
mod bench;
mod bench_calculation;
mod bench_duo;
mod bench_fs;
mod bench_learn;
mod bench_minishogi;
mod bench_tsume;
mod lint;
mod matches;
mod provide;
mod reference;
mod steps;
mod test;
mod width;

use std::{
    env,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

const USAGE: &str = "\
cargo xtask test [STEP ...]           build, tests, doc tests, the README's first command
cargo xtask lint [STEP ...]           format, clippy at several levels of the processor, documentation, licences, who may name whom
cargo xtask bench [GAME] [--runs N]   times `solve GAME` (dobutsu) N times (3); keeps results in bench/results
cargo xtask bench tsume [--runs N]    times the enumeration of the paper's five sets, and the checker
cargo xtask bench blokus [--runs N]   times moves, play-outs and simulations of Blokus Duo
cargo xtask bench minishogi [--runs N]  times the rules and the search, beside fairy-stockfish if installed
cargo xtask bench fs [--runs N]       walks and reads a mount of Blokus Duo
cargo xtask bench all [--simd LEVEL]  everything; every bench runs at a lower level of registers: portable, avx2 or avx512
cargo xtask attack [--program FILE]   damages tables, kills runs, fills disks, and compares threads; minutes, and no wrong answer
cargo xtask match ENGINE ENGINE ...   plays two engines against each other in pairs; alone it tells its options";

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match args.as_slice() {
        ["test", steps @ ..] => test::run_all(steps),
        ["lint", steps @ ..] => lint::run_all(steps),
        ["bench", rest @ ..] => bench::measure(rest),
        ["attack", rest @ ..] => attack::run_all(rest),
        ["match", rest @ ..] => matches::run(rest),
        ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            Ok(())
        }
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
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
    command.args(args).current_dir(root());
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
