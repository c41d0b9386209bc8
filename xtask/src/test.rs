//! `cargo xtask test`: what a stranger's machine must be able to do: build, tests, the README's first
//! command. Nothing here hangs on the processor, on the age of the lints or on what else is installed.

use crate::{
    book, cargo, provide, python, root, run,
    runner::{self, Options, Test},
    steps::{self, Done, Outcome, Sequence, step},
};
use std::{env, fs, process, sync::OnceLock};
use yomikiri_simd::{Level, VARIABLE};

/// What `test` is asked for.
#[derive(clap::Args)]
pub struct Args {
    /// Runs also the tests that take minutes
    #[arg(long)]
    full: bool,

    /// Steps, by how their names begin; all if there is none
    #[arg(value_name = "STEP")]
    steps: Vec<String>,
}

pub fn run_all(args: &Args) -> Result<(), String> {
    let tests_step: fn() -> Outcome = if args.full {
        || runner::run(tests()?, Options { ignored: true, ..Options::default() }).map(|()| Done::Passed)
    } else {
        || runner::run(tests()?, Options::default()).map(|()| Done::Passed)
    };
    let tools: Sequence = &[("tools", || {
        provide::for_tests();
        Ok(Done::Passed)
    })];
    let build: Sequence = &[("build of the tests", || tests().map(|_| Done::Passed))];
    let run: Sequence = &[
        ("README's first command", readme),
        ("the book's pages of commands", || tests().and_then(|_| book::check_reference())),
        ("tests", tests_step),
        ("registers at every level", at_every_level),
    ];
    // Tests wait for a tenth of their time, which is enough to build what is left.
    let rest: Sequence = &[
        ("doc tests", || step(&["test", "--quiet", "--workspace", "--exclude", "yomikiri-python", "--doc"])),
        ("python", python::test),
    ];
    steps::run_all(&[&[tools, build], &[run, rest]], &args.steps)
}

/// All tests, built once.
fn tests() -> Result<&'static [Test], String> {
    static TESTS: OnceLock<Result<Vec<Test>, String>> = OnceLock::new();
    TESTS.get_or_init(runner::build).as_deref().map_err(Clone::clone)
}

/// Crates with code for registers, and the tests that hold it against numbers one by one.
const KERNELS: [(&str, &str); 4] = [
    ("yomikiri-simd", ""),
    ("yomikiri-calculation", "bulk"),
    ("yomikiri-calculation-study", "registers_give_the_same_bits"),
    ("yomikiri-blokus-study", "layers_are_their_sums"),
];

/// Those tests at each level that this machine has but the chosen one, at which the tests before ran.
fn at_every_level() -> Outcome {
    let is_kernel = |test: &&Test| {
        KERNELS.iter().any(|(package, name)| test.package == *package && test.name.contains(name))
    };
    let kernels: Vec<Test> = tests()?.iter().filter(is_kernel).cloned().collect();
    for (package, name) in KERNELS {
        if !kernels.iter().any(|test| test.package == package && test.name.contains(name)) {
            return Err(format!("{package} has no test named {name}"));
        }
    }
    for level in Level::available().into_iter().filter(|level| *level != Level::chosen()) {
        println!("at {level}:");
        runner::run(&kernels, Options { variable: Some((VARIABLE, level.name())), ..Options::default() })
            .map_err(|error| format!("at {level}: {error}"))?;
    }
    Ok(Done::Passed)
}

/// What the README promises a stranger, done: its first command as it stands there, with a table that does
/// not touch the stranger's own. It is built in the profile of the tests, so that nothing is built for it
/// alone.
fn readme() -> Outcome {
    let text = fs::read_to_string(root().join("README.md")).map_err(|error| format!("README.md: {error}"))?;
    let line = text.lines().map(str::trim).find(|line| line.starts_with("cargo run "));
    let line = line.ok_or("README.md has no line that begins with `cargo run`")?;
    let words: Vec<_> = line.split_whitespace().take_while(|word| *word != "#").collect();
    let directory = env::temp_dir().join(format!("yomikiri-readme-{}", process::id()));
    fs::create_dir_all(&directory).map_err(|error| format!("{}: {error}", directory.display()))?;
    let done = run(cargo(&words[1..]).arg("--table").arg(directory.join("readme.yomi")));
    // Nothing is lost if it stays: it is in the system's temporary directory.
    let _ = fs::remove_dir_all(directory);
    done.map(|()| Done::Passed)
}
