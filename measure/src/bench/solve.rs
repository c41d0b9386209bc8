//! `cargo xtask bench GAME`: how fast a game is read out, and how much memory that takes.

use super::reference::{self, Reference};
use crate::{
    program::yomikiri,
    results::{keep, record},
};
use serde_json::{Value, json};

/// Solves the game so many times, runs its fixed workload, and keeps the figures.
pub fn measure(game: &str, runs: usize) -> Result<(), String> {
    let runs = solves(game, runs)?;
    let bench = yomikiri(&["bench", game])?;
    println!("bench: {}", bench_line(&bench));
    keep(game, &record(game, &runs, &bench))
}

/// Solves the game again and again, each time after the reference, and prints a line a run.
fn solves(game: &str, runs: usize) -> Result<Vec<Value>, String> {
    let directory = tempfile::tempdir().map_err(|error| format!("a temporary directory: {error}"))?;
    let table = directory.path().join("bench.yomi").display().to_string();
    println!(
        "  enumerate      solve      write      total   positions/s    peak MiB  table bytes  | reads    steps   total in references"
    );
    let mut records = Vec::with_capacity(runs);
    for _ in 0..runs {
        let reference = reference::measure();
        let solve = without_path(yomikiri(&["solve", game, "--table", &table])?);
        println!("{}{}", line(&solve), reference_line(&solve, &reference));
        records.push(json!({
            "reference": { "reads_seconds": reference.reads, "steps_seconds": reference.steps },
            "solve": solve,
        }));
    }
    Ok(records)
}

/// What a solve told, for a record that other machines read: where the table was is of no use there.
pub fn without_path(mut solve: Value) -> Value {
    if let Some(table) = solve["table"].as_object_mut() {
        table.remove("path");
    }
    solve
}

/// The reference of a run, and the run's time as a multiple of it.
fn reference_line(report: &Value, reference: &Reference) -> String {
    let total = report["seconds"]["total"].as_f64().unwrap_or(f64::NAN);
    let Reference { reads, steps } = reference;
    format!("  | {reads:.2} s  {steps:.2} s  {:.2} of reads, {:.2} of steps", total / reads, total / steps)
}

/// The fixed workload's checksum and speed, and what look-ups take.
fn bench_line(bench: &Value) -> String {
    let speed = bench["nodes_per_second"].as_f64().unwrap_or(f64::NAN);
    let probe = match bench.get("probe") {
        Some(times) => format!(
            "{} microseconds a position, {} for all its moves",
            times["position_microseconds"], times["moves_microseconds"]
        ),
        None => "no table to look up in".into(),
    };
    format!("{} nodes, {speed:.0} a second; {probe}", bench["nodes"])
}

fn line(report: &Value) -> String {
    let number = |value: &Value| value.as_f64().unwrap_or(f64::NAN);
    let seconds = |phase: &str| number(&report["seconds"][phase]);
    let speed = number(&report["reachable"]) / seconds("total");
    let peak = number(&report["peak_rss_bytes"]) / f64::from(1 << 20);
    let phases = ["enumerate", "solve", "write", "total"].map(|phase| format!("{:>9.2} s", seconds(phase)));
    format!("{} {speed:>13.0} {peak:>11.0} {:>12}", phases.concat(), report["table"]["bytes"])
}
