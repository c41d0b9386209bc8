//! `cargo xtask test`: what a stranger's machine must be able to do: build, tests, the README's first
//! command. Nothing here hangs on the processor, on the age of the lints or on what else is installed.

use crate::{
    cargo, provide, root, run,
    steps::{self, Done, Outcome, Step, step},
};
use std::{env, fs, process};

pub fn run_all(words: &[&str]) -> Result<(), String> {
    let all: [Step; 5] = [
        ("tools", || provide::for_tests().map(|()| Done::Passed)),
        ("build of the tests", || step(&["test", "--workspace", "--all-targets", "--no-run", "--quiet"])),
        ("tests", || step(&["test", "--workspace", "--all-targets", "--no-fail-fast", "--quiet"])),
        ("doc tests", || step(&["test", "--workspace", "--doc", "--quiet"])),
        ("README's first command", readme),
    ];
    steps::run_all(&all, words)
}

/// What the README promises a stranger, done: its first command, with a table that does not touch the
/// stranger's own.
fn readme() -> Outcome {
    let text = fs::read_to_string(root().join("README.md")).map_err(|error| format!("README.md: {error}"))?;
    let line = text.lines().map(str::trim).find(|line| line.starts_with("cargo run "));
    let line = line.ok_or("README.md has no line that begins with `cargo run`")?;
    let words: Vec<_> = line.split_whitespace().skip(1).take_while(|word| *word != "#").collect();
    let directory = env::temp_dir().join(format!("yomikiri-readme-{}", process::id()));
    fs::create_dir_all(&directory).map_err(|error| format!("{}: {error}", directory.display()))?;
    let done = run(cargo(&words).arg("--table").arg(directory.join("readme.yomi")));
    // Nothing is lost if it stays: it is in the system's temporary directory.
    let _ = fs::remove_dir_all(directory);
    done.map(|()| Done::Passed)
}
