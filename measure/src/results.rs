//! Raw measurements, kept under `bench/results`.

use crate::{output, program, root};
use serde_json::{Value, json};
use std::{
    fs::{self, File},
    io::{self, Write},
    path::Path,
    process::Command,
    thread,
};

/// What is kept of a measurement: what was measured, where, and its raw figures.
pub fn record(game: &str, runs: &[Value], bench: &Value) -> Value {
    json!({
        "game": game,
        "revision": revision(),
        "simd": program::level().map(yomikiri_simd::Level::name).ok(),
        "host": {
            "cpu": cpu(),
            "features": yomikiri_simd::features(),
            "threads": thread::available_parallelism().map_or(1, usize::from),
        },
        "runs": runs,
        "bench": bench,
    })
}

/// Keeps the raw results under the next free number.
pub fn keep(game: &str, record: &Value) -> Result<(), String> {
    let directory = root().join("bench/results");
    let failed = |error: io::Error| format!("{}: {error}", directory.display());
    fs::create_dir_all(&directory).map_err(failed)?;
    for number in 1..u32::MAX {
        let path = directory.join(format!("{game}-{number}.json"));
        // Two may keep theirs at the same time.
        match File::create_new(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(failed(error)),
            Ok(_) => {
                let written = write(&path, &format!("{record:#}\n"));
                if written.is_err() {
                    // Nothing is in it but its number.
                    let _ = fs::remove_file(&path);
                }
                written?;
                println!("kept in bench/results/{game}-{number}.json");
                return Ok(());
            }
        }
    }
    Err(format!("{}: no number is free", directory.display()))
}

/// Writes a file, whole or not at all.
pub fn write(path: &Path, text: &str) -> Result<(), String> {
    let written: io::Result<()> = yomikiri_files::write(path, |file| file.write_all(text.as_bytes()));
    written.map_err(|error| format!("{}: {error}", path.display()))
}

/// The processor's name, where the system tells.
pub fn cpu() -> Option<String> {
    let info = fs::read_to_string("/proc/cpuinfo").ok()?;
    let (_, name) = info.lines().find(|line| line.starts_with("model name"))?.split_once(':')?;
    Some(name.trim().into())
}

/// The revision measured; with a mark if the tree has changes that are not in it.
fn revision() -> Option<String> {
    let revision = output(Command::new("git").args(["describe", "--always", "--dirty"]).current_dir(root()));
    Some(revision.ok()?.trim().into())
}
