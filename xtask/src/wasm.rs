//! The module that exported sites have for browsers: made by hand, committed, and held against its sources.
//!
//! Whoever builds the program needs no target for it and no tool: the program has the module as it is
//! committed, packed by deflate. In it stands the digest of the sources that it was made of, so that `cargo
//! xtask lint` sees where they have gone on without it, also where it cannot be made.

use crate::{cargo, compiled, output, provide, root, run, width};
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};
use yomikiri_core::{fnv1a, grouped};

/// What it is compiled for.
pub const TARGET: &str = "wasm32-unknown-unknown";
/// The crate it is made of.
pub const PACKAGE: &str = "yomikiri-site-probe";

/// How hard deflate tries: its most.
const EFFORT: u8 = 10;

fn module() -> PathBuf {
    root().join("crates/cli/src/games/dobutsu/site/probe.wasm.deflate")
}

/// Makes the module anew.
pub fn make() -> Result<(), String> {
    if !provide::target(TARGET) {
        return Err(format!(
            "the target {TARGET} is missing: `rustup target add {TARGET}` does not work here"
        ));
    }
    // A crate of this kind cannot be linked into a static program, which takes it as an ordinary one.
    let kind = ["--lib", "--crate-type", "cdylib"];
    let mut build = cargo(&["rustc", "--package", PACKAGE, "--profile", "wasm", "--target", TARGET]);
    run(build.args(kind))?;
    let built = root().join("target").join(TARGET).join("wasm/yomikiri_site_probe.wasm");
    let mut bytes = fs::read(&built).map_err(|error| format!("{}: {error}", built.display()))?;
    let here = root().display().to_string();
    if bytes.windows(here.len()).any(|part| part == here.as_bytes()) {
        return Err(format!("{}: names {here}", built.display()));
    }
    bytes.extend(section(&digest()?));
    let packed = miniz_oxide::deflate::compress_to_vec(&bytes, EFFORT);
    let path = module();
    fs::write(&path, &packed).map_err(|error| format!("{}: {error}", path.display()))?;
    let [raw, packed] = [&bytes, &packed].map(|bytes| grouped(bytes.len() as u64));
    println!("{}: {raw} bytes, {packed} packed", path.display());
    Ok(())
}

/// Whether the module that is committed was made of the sources that are here.
///
/// # Errors
/// It was not: which command makes it anew.
pub fn check() -> Result<(), String> {
    let path = module();
    let packed = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let bytes = miniz_oxide::inflate::decompress_to_vec(&packed);
    let bytes = bytes.map_err(|error| format!("{}: {error}", path.display()))?;
    if bytes.ends_with(&section(&digest()?)) {
        return Ok(());
    }
    Err(format!("{}: was made of other sources; run `cargo xtask wasm`", path.display()))
}

/// A section of a module that is passed over by whoever runs it: its kind, its length, name and content with
/// theirs.
fn section(digest: &str) -> Vec<u8> {
    const NAME: &str = "sources";
    let content = [&[NAME.len() as u8], NAME.as_bytes(), digest.as_bytes()].concat();
    [&[0, content.len() as u8], &content[..]].concat()
}

/// A digest of the code of all crates of the workspace that the module is made of, with the versions and the
/// features of the others; comments and tests at the end of files are left out.
fn digest() -> Result<String, String> {
    let tree = ["tree", "--quiet", "--package", PACKAGE, "--target", TARGET, "--edges", "normal"];
    let tree = output(cargo(&tree).args(["--prefix", "none", "--format", "{p}|{f}"]))?;
    let mut all = String::new();
    for package in tree.lines().map(|line| line.trim_end_matches(" (*)")).collect::<BTreeSet<_>>() {
        let (name, place) = package.split_once(" (").unwrap_or((package, ""));
        all.extend([name, "\n"]);
        let directory = place.split(')').next().filter(|place| Path::new(place).is_absolute());
        if let Some(directory) = directory {
            let mut files = Vec::new();
            let source = Path::new(directory).join("src");
            width::sources(&source, &mut files).map_err(|error| format!("{}: {error}", source.display()))?;
            files.sort();
            for file in files {
                let text =
                    fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
                let below = file.strip_prefix(directory).unwrap_or(&file);
                all.extend([&below.display().to_string(), "\n", &compiled::code(&text)]);
            }
        }
    }
    Ok(format!("{:016x}", fnv1a(all.as_bytes())))
}
