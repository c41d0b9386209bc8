//! `cargo xtask lint`: what must hold of the text of the code before a change is taken: format, lints,
//! documentation, the book, licences, and who may name whom.

use crate::{
    architecture, book, cargo, once, output, packages, provide, run,
    steps::{self, Done, Outcome, Step, step},
    wasm, width, works,
};
use std::{env, process::Command};

pub fn run_all(words: &[String]) -> Result<(), String> {
    // The first of clippy is for `x86-64-v2` where that is the machine's kind (`.cargo/config.toml`).
    let all: [Step; 16] = [
        ("tools", || provide::for_lints().map(|()| Done::Passed)),
        ("format", || step(&["fmt", "--all", "--check"])),
        ("width of comments", || width::check().map(|()| Done::Passed)),
        ("architecture", || architecture::check().map(|()| Done::Passed)),
        ("each crate built once", || once::check().map(|()| Done::Passed)),
        ("clippy", || clippy(&["--workspace", "--all-targets"])),
        ("clippy, x86-64-v3", || level("x86-64-v3")),
        ("clippy, x86-64-v4", || level("x86-64-v4")),
        ("clippy, aarch64", || target("aarch64-unknown-linux-gnu")),
        ("module of sites", module),
        ("features", features),
        ("fuzz targets", fuzz),
        ("packages", packages::check),
        ("documentation", documentation),
        ("book", book::build),
        ("licences and advisories", licences),
    ];
    steps::run_all(&[&[&all]], words)
}

/// Lints what a selection of Cargo names.
fn clippy(selection: &[&str]) -> Outcome {
    run(&mut denying(selection)).map(|()| Done::Passed)
}

/// A command of clippy on a selection that takes no warning.
fn denying(selection: &[&str]) -> Command {
    let mut command = cargo(&["clippy", "--quiet"]);
    command.args(selection).args(["--", "--deny", "warnings"]);
    command
}

/// The crates in which something may differ between processors.
const WITH_REGISTERS: [&str; 10] = [
    "yomikiri-core",
    "yomikiri-simd",
    "yomikiri-shogi",
    "yomikiri-calculation",
    "yomikiri-blokus",
    "yomikiri-search",
    "yomikiri-learn",
    "yomikiri-solve",
    "yomikiri-blokus-study",
    "yomikiri-shogi-player",
];

/// Lints what is compiled for another processor.
fn elsewhere(target: &str, flags: &str) -> Outcome {
    let packages = WITH_REGISTERS.iter().flat_map(|package| ["--package", package]);
    let selection: Vec<&str> = ["--target", target].into_iter().chain(packages).collect();
    // The C below them (zstd) is compiled and never linked: no compiler for that processor is needed.
    let compiler = format!("CC_{}", target.replace('-', "_"));
    run(denying(&selection).env("RUSTFLAGS", flags).env(compiler, "cc")).map(|()| Done::Passed)
}

/// The module that browsers run: that it is of these sources, and what is compiled for it alone.
fn module() -> Outcome {
    wasm::check()?;
    if !provide::target(wasm::TARGET) {
        return Ok(Done::Skipped(format!("the module fits its sources; {} is not here", wasm::TARGET)));
    }
    clippy(&["--package", wasm::PACKAGE, "--target", wasm::TARGET])
}

/// The program without each of its features, and without all.
fn features() -> Outcome {
    for features in ["", "mount,pages", "mount,sqlite", "pages,sqlite"] {
        clippy(&["--package", "yomikiri", "--no-default-features", "--features", features])?;
    }
    Ok(Done::Passed)
}

/// The fuzz targets, a workspace of their own: nothing else would notice that they have fallen behind.
fn fuzz() -> Outcome {
    let args = ["check", "--quiet", "--locked", "--manifest-path", "fuzz/Cargo.toml", "--target-dir"];
    let mut check = cargo(&args);
    // Nothing is linked: without this libFuzzer would be compiled, from C++, for nobody.
    run(check.arg("target/fuzz").env("CUSTOM_LIBFUZZER_PATH", "target/libFuzzer.a")).map(|()| Done::Passed)
}

/// A level of the x86-64 other than this machine's.
fn level(processor: &str) -> Outcome {
    if env::consts::ARCH != "x86_64" {
        return Ok(Done::Skipped("this is no x86-64".into()));
    }
    // With a target, if it is this machine's own, flags are not for procedural macros, which run here: on a
    // processor of a lower level they would end by an illegal instruction.
    let version = output(Command::new("rustc").arg("-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.ok_or("rustc -vV does not tell the host")?;
    elsewhere(host, &format!("-C target-cpu={processor}"))
}

/// Another architecture, if its standard library is there or can be fetched.
fn target(triple: &str) -> Outcome {
    if !provide::target(triple) {
        return Ok(Done::Skipped(format!("`rustup target add {triple}` does not work here")));
    }
    elsewhere(triple, "")
}

fn documentation() -> Outcome {
    let mut command = cargo(&["doc", "--quiet", "--workspace", "--no-deps", "--document-private-items"]);
    run(command.env("RUSTDOCFLAGS", "--deny warnings")).map(|()| Done::Passed)
}

/// What the licences allow and the sources are; and what is known against the crates, where the list of that
/// can be had.
fn licences() -> Outcome {
    step(&["deny", "--log-level", "error", "check", "licenses", "bans", "sources"])?;
    if !works("cargo", &["deny", "fetch", "db"]) {
        return Ok(Done::Skipped(
            "the advisories cannot be fetched here; licences, bans and sources passed".into(),
        ));
    }
    step(&["deny", "--log-level", "error", "check", "advisories"])?;
    step(&["deny", "--log-level", "error", "--manifest-path", "fuzz/Cargo.toml", "check", "advisories"])
}
