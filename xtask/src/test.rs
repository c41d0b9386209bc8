//! `cargo xtask test`: everything that must hold before a change is taken.

use crate::{cargo, provide, root, run, works};
use std::{env, fs, process, time::Instant};

/// What came of a step that did not fail.
enum Done {
    Passed,
    /// Not done, and why.
    Skipped(&'static str),
}

type Step = (&'static str, fn() -> Result<Done, String>);

const STEPS: [Step; 8] = [
    ("tools", || provide::tools().map(|()| Done::Passed)),
    ("format", || step(&["fmt", "--all", "--check"])),
    ("lints", || step(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "--deny", "warnings"])),
    ("documentation", documentation),
    ("tests", || step(&["test", "--workspace", "--all-targets", "--no-fail-fast", "--quiet"])),
    ("doc tests", || step(&["test", "--workspace", "--doc", "--quiet"])),
    ("README's first command", readme),
    ("advisories and licences", licences),
];

/// Runs every step, even after one that fails, so that one run tells all.
pub fn run_all() -> Result<(), String> {
    let mut summary = Vec::new();
    let (mut passed, mut failed) = (0, 0);
    for (name, step) in STEPS {
        println!("==> {name}");
        let began = Instant::now();
        let word = match step() {
            Ok(Done::Passed) => {
                passed += 1;
                "passed".into()
            }
            Ok(Done::Skipped(why)) => format!("skipped: {why}"),
            Err(message) => {
                failed += 1;
                format!("FAILED: {message}")
            }
        };
        summary.push(format!("{name:<24}{:>7.1} s  {word}", began.elapsed().as_secs_f64()));
    }
    println!("\n{}\n{passed} passed, {failed} failed", summary.join("\n"));
    if failed == 0 { Ok(()) } else { Err(format!("{failed} of {} steps failed", STEPS.len())) }
}

fn step(args: &[&str]) -> Result<Done, String> {
    run(&mut cargo(args)).map(|()| Done::Passed)
}

fn documentation() -> Result<Done, String> {
    let mut command = cargo(&["doc", "--workspace", "--no-deps", "--document-private-items", "--quiet"]);
    run(command.env("RUSTDOCFLAGS", "--deny warnings")).map(|()| Done::Passed)
}

/// What the README promises a stranger, done: its first command, with a table that does not touch the stranger's own.
fn readme() -> Result<Done, String> {
    let text = fs::read_to_string(root().join("README.md")).map_err(|error| format!("README.md: {error}"))?;
    let line = text.lines().map(str::trim).find(|line| line.starts_with("cargo run "));
    let line = line.ok_or("README.md has no line that begins with `cargo run`")?;
    let words: Vec<_> = line.split_whitespace().skip(1).take_while(|word| *word != "#").collect();
    let directory = env::temp_dir().join(format!("yomikiri-readme-{}", process::id()));
    let done = run(cargo(&words).arg("--table").arg(directory.join("readme.yomi")));
    // Nothing is lost if it stays: it is in the system's temporary directory.
    let _ = fs::remove_dir_all(directory);
    done.map(|()| Done::Passed)
}

fn licences() -> Result<Done, String> {
    if works("cargo-deny", &["--version"]) {
        step(&["deny", "check", "advisories", "licenses", "bans", "sources"])?;
        step(&["deny", "--manifest-path", "fuzz/Cargo.toml", "check", "advisories"])
    } else {
        Ok(Done::Skipped("cargo-deny is not installed (cargo install cargo-deny)"))
    }
}
