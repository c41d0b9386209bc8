//! `cargo xtask bench`: how fast a game is read out, and how much memory that takes.
//!
//! Machines differ, and one machine differs from hour to hour: a fixed reference is timed before each run,
//! and speeds are told as ratios to it too.

use crate::{
    bench_calculation, bench_duo, bench_fs, bench_learn, bench_minishogi, bench_tsume, cargo, output,
    reference::{self, Reference},
    root, run,
};
use serde_json::{Value, json};
use std::{env, fs, path::PathBuf, process, process::Command, sync::OnceLock, thread};
use yomikiri_simd::{Level, VARIABLE};

const USAGE: &str = "usage: cargo xtask bench [GAME|tsume|fs|blokus|calculation|learn|minishogi|all] [--runs N] [--simd LEVEL]";

/// Everything that is measured.
const ALL: [&str; 7] = ["dobutsu", "tsume", "fs", "blokus", "calculation", "learn", "minishogi"];

/// The level that is asked for, for the programs that are started from here.
static LEVEL: OnceLock<Level> = OnceLock::new();

pub fn measure(args: &[&str]) -> Result<(), String> {
    let (mut game, mut runs) = (None, 3);
    let mut words = args.iter().copied();
    while let Some(word) = words.next() {
        match word {
            "--runs" => runs = words.next().and_then(|runs| runs.parse().ok()).ok_or(USAGE)?,
            "--simd" => {
                let level = Level::of(words.next().ok_or(USAGE)?).map_err(|error| error.to_string())?;
                LEVEL.set(level).map_err(|_| USAGE)?;
            }
            _ if word.starts_with('-') || game.is_some() => return Err(USAGE.into()),
            _ => game = Some(word),
        }
    }
    // Told before an hour of measuring.
    level()?;
    run(&mut cargo(&["build", "--release", "--quiet"]))?;
    match game.unwrap_or("dobutsu") {
        "all" => ALL.into_iter().try_for_each(|game| measure_one(game, runs)),
        game => measure_one(game, runs),
    }
}

/// The level at which programs run that are started from here.
fn level() -> Result<Level, String> {
    match LEVEL.get() {
        Some(&level) => Ok(level),
        None => Level::from_environment().map_err(|error| error.to_string()),
    }
}

fn measure_one(game: &str, runs: usize) -> Result<(), String> {
    match game {
        "tsume" => return bench_tsume::measure(runs),
        "fs" => return bench_fs::measure(runs),
        "calculation" => return bench_calculation::measure(runs),
        "blokus" => return bench_duo::measure(runs),
        "learn" => return bench_learn::measure(runs),
        "minishogi" => return bench_minishogi::measure(runs),
        _ => {}
    }
    let runs = solves(game, runs)?;
    let bench = yomikiri(&["bench", game])?;
    println!("bench: {}", bench_line(&bench));
    keep(game, &record(game, &runs, &bench))
}

/// What is kept of a measurement: what was measured, where, and its raw figures.
pub fn record(game: &str, runs: &[Value], bench: &Value) -> Value {
    json!({
        "game": game,
        "revision": revision(),
        "simd": level().map(Level::name).ok(),
        "host": {
            "cpu": cpu(),
            "features": yomikiri_simd::features(),
            "threads": thread::available_parallelism().map_or(1, usize::from),
        },
        "runs": runs,
        "bench": bench,
    })
}

/// Solves the game again and again, each time after the reference, and prints a line a run.
fn solves(game: &str, runs: usize) -> Result<Vec<Value>, String> {
    let directory = env::temp_dir().join(format!("yomikiri-bench-{}", process::id()));
    let table = directory.join("bench.yomi").display().to_string();
    println!(
        "  enumerate      solve      write      total   positions/s    peak MiB  table bytes  | reads    steps   total in references"
    );
    let mut records = Vec::with_capacity(runs);
    for _ in 0..runs {
        let reference = reference::measure();
        let mut solve = yomikiri(&["solve", game, "--table", &table])?;
        if let Some(table) = solve["table"].as_object_mut() {
            // The record is for other machines: where the file was is of no use there.
            table.remove("path");
        }
        println!("{}{}", line(&solve), reference_line(&solve, &reference));
        records.push(json!({
            "reference": { "reads_seconds": reference.reads, "steps_seconds": reference.steps },
            "solve": solve,
        }));
    }
    // Nothing is lost if it stays: it is in the system's temporary directory.
    let _ = fs::remove_dir_all(directory);
    Ok(records)
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

/// What the program answers to a command with `--json`.
pub fn yomikiri(args: &[&str]) -> Result<Value, String> {
    let text = output(yomikiri_command(args).arg("--json"))?;
    serde_json::from_str(&text).map_err(|error| format!("yomikiri {}: {error}", args.join(" ")))
}

/// The program, as built for release.
pub fn yomikiri_command(args: &[&str]) -> Command {
    let mut command = release(&["run", "--release", "--quiet", "--"]);
    command.args(args);
    command
}

/// A cargo command whose programs run at the level that is asked for.
pub fn release(args: &[&str]) -> Command {
    let mut command = cargo(args);
    if let Some(level) = LEVEL.get() {
        command.env(VARIABLE, level.name());
    }
    command
}

/// The processor's name, where the system tells.
fn cpu() -> Option<String> {
    let info = fs::read_to_string("/proc/cpuinfo").ok()?;
    let (_, name) = info.lines().find(|line| line.starts_with("model name"))?.split_once(':')?;
    Some(name.trim().into())
}

/// The revision measured; with a mark if the tree has changes that are not in it.
fn revision() -> Option<String> {
    let revision = output(Command::new("git").args(["describe", "--always", "--dirty"]).current_dir(root()));
    Some(revision.ok()?.trim().into())
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
