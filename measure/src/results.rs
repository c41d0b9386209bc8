//! Raw measurements, kept under `bench/results`.

use crate::{output, program, root};
use serde_json::{Value, json};
use std::{fs, path::PathBuf, process::Command, thread};

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
    let path = |number: u32| -> PathBuf { directory.join(format!("{game}-{number}.json")) };
    let number = (1..u32::MAX).find(|&number| !path(number).exists()).unwrap_or(0);
    let kept = fs::create_dir_all(&directory).and_then(|()| fs::write(path(number), format!("{record:#}\n")));
    kept.map_err(|error| format!("{}: {error}", path(number).display()))?;
    println!("kept in bench/results/{game}-{number}.json");
    Ok(())
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
