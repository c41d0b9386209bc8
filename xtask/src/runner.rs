//! Builds the tests, and runs each as a process of its own, one more at a time than there are cores: a fifth
//! of their time is waiting, for others to be killed, slow or silent.
//!
//! `cargo test` runs one binary after the other, so that the slowest test of each leaves the other cores
//! idle: 309 s where this takes what the cores can do.
//!
//! The tests are built in the profile for development, which optimises (`Cargo.toml`), so that they are those
//! of `cargo test`.

use crate::{cargo, output, workspace};
use serde_json::Value;
use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    thread,
    time::{Duration, Instant},
};

/// A test: the binary that holds it, and its name there.
#[derive(Clone)]
pub struct Test {
    /// The package, such as `yomikiri-core`.
    pub package: String,
    /// The test's name within the binary.
    pub name: String,
    binary: PathBuf,
    /// Where Cargo runs tests: the package's directory.
    directory: PathBuf,
}

/// Builds all tests of the workspace and lists them, those of integration tests first: they take longest.
pub fn build() -> Result<Vec<Test>, String> {
    let packages = workspace::packages()?;
    // The extension of Python can be linked by Python only: its tests are a step of their own.
    let all = ["test", "--quiet", "--workspace", "--exclude", "yomikiri-python", "--no-run"];
    // Examples are looked at by the lints.
    let what = ["--lib", "--bins", "--tests", "--message-format", "json-render-diagnostics"];
    let messages = output(cargo(&all).args(what))?;
    let mut binaries = Vec::new();
    for message in messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
        let (Some(binary), Some(manifest)) =
            (message["executable"].as_str(), message["manifest_path"].as_str())
        else {
            continue;
        };
        if message["profile"]["test"] == true {
            let is_unit = message["target"]["kind"][0] != "test";
            let package = packages.iter().find(|package| package["manifest_path"] == manifest);
            let package = package.and_then(|package| package["name"].as_str()).unwrap_or_default();
            let directory = Path::new(manifest).parent().unwrap_or(Path::new("."));
            binaries.push((is_unit, package.to_owned(), binary.to_owned(), directory.to_owned()));
        }
    }
    binaries.sort();
    let mut tests = Vec::new();
    for (_, package, binary, directory) in binaries {
        let listed =
            output(Command::new(&binary).args(["--list", "--format", "terse"]).current_dir(&directory))?;
        let test = |name: &str| Test {
            package: package.clone(),
            name: name.to_owned(),
            binary: PathBuf::from(&binary),
            directory: directory.clone(),
        };
        tests.extend(listed.lines().filter_map(|line| line.strip_suffix(": test")).map(test));
    }
    Ok(tests)
}

/// The slowest tests, that are told at the end.
const SLOWEST: usize = 10;

/// How tests are run.
#[derive(Clone, Copy, Default)]
pub struct Options<'a> {
    /// A variable in their environment.
    pub variable: Option<(&'a str, &'a str)>,
    /// Whether those are run, too, that are marked as ignored because they take minutes.
    pub ignored: bool,
}

/// Runs tests; also those after one that fails.
///
/// # Errors
/// How many failed; what they printed has been shown.
pub fn run(tests: &[Test], options: Options) -> Result<(), String> {
    let next = AtomicUsize::new(0);
    let (took, failed) = (Mutex::new(Vec::new()), AtomicUsize::new(0));
    thread::scope(|scope| {
        for _ in 0..=thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(test) = tests.get(next.fetch_add(1, Relaxed)) {
                    let (time, outcome) = run_one(test, options);
                    if let Err(printed) = outcome {
                        failed.fetch_add(1, Relaxed);
                        println!("FAILED {} {}\n{printed}", test.package, test.name);
                    }
                    took.lock().expect("no thread fails with it").push((time, test));
                }
            });
        }
    });
    let mut took = took.into_inner().expect("no thread fails with it");
    took.sort_by_key(|&(time, _)| std::cmp::Reverse(time));
    for (time, test) in took.iter().take(SLOWEST).filter(|(time, _)| *time > Duration::from_secs(1)) {
        println!("{:>7.1} s  {} {}", time.as_secs_f64(), test.package, test.name);
    }
    println!("{} tests", tests.len());
    match failed.into_inner() {
        0 => Ok(()),
        failed => Err(format!("{failed} of {} tests failed", tests.len())),
    }
}

/// How long a test took, and what it printed if it failed.
fn run_one(test: &Test, options: Options) -> (Duration, Result<(), String>) {
    let mut command = Command::new(&test.binary);
    command.args(["--exact", &test.name]).current_dir(&test.directory).stdin(Stdio::null());
    command.env("CARGO_MANIFEST_DIR", &test.directory).envs(options.variable);
    command.args(options.ignored.then_some("--include-ignored"));
    let began = Instant::now();
    let outcome = match command.output() {
        Err(error) => Err(error.to_string()),
        Ok(done) if done.status.success() => Ok(()),
        Ok(done) => {
            Err([done.stdout, done.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat())
        }
    };
    (began.elapsed(), outcome)
}
