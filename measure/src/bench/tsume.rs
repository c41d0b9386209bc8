//! `cargo xtask bench tsume`: the five sets of the paper, beside the paper's own figures; and the checker.

use super::reference::{self, Reference};
use crate::{
    program::{yomikiri, yomikiri_command},
    results::{keep, record},
    root,
};
use serde_json::{Value, json};
use std::{
    env, fs,
    fs::File,
    path::Path,
    process::{self, Stdio},
    time::Instant,
};

const SETS: [&str; 5] = ["GGP", "SSP", "SNN", "SNP", "NNNN"];

/// Enumerates the five sets so many times, and lets the checker judge the problems of the largest.
pub fn measure(runs: usize) -> Result<(), String> {
    let mut records = Vec::with_capacity(runs);
    for _ in 0..runs {
        let reference = reference::measure();
        let sets =
            SETS.iter().map(|set| yomikiri(&["tsume", "enumerate", set])).collect::<Result<Vec<_>, _>>()?;
        tell(&sets, &reference)?;
        records.push(json!({
            "reference": { "reads_seconds": reference.reads, "steps_seconds": reference.steps },
            "enumerate": sets,
        }));
    }
    let checker = check()?;
    keep("tsume", &record("tsume", &records, &checker))
}

/// A line a set, with the paper's resources beside, and the sum.
fn tell(sets: &[Value], reference: &Reference) -> Result<(), String> {
    println!(
        "set    positions   seconds   bytes each   peak MiB  | the paper: positions   seconds   MiB   times slower"
    );
    let known =
        fs::read_to_string(root().join("data/known/tsume_paper.tsv")).map_err(|error| error.to_string())?;
    let number = |value: &Value| value.as_f64().unwrap_or(f64::NAN);
    let mut total = 0.0;
    for set in sets {
        let name = set["set"].as_str().unwrap_or_default();
        let (positions, seconds) = (number(&set["positions"]), number(&set["seconds"]));
        let paper = |quantity| published(&known, name, quantity).unwrap_or(f64::NAN);
        total += seconds;
        println!(
            "{name:<5} {positions:>10}  {seconds:>8.3}   {:>10.1}   {:>8.0}  | {:>20} {:>9} {:>5.0}   {:>12.0}",
            number(&set["bytes"]) / positions,
            number(&set["peak_rss_bytes"]) / f64::from(1 << 20),
            paper("paper_extended_positions_in_db"),
            paper("paper_seconds"),
            paper("paper_kilobytes") / 1024.0,
            paper("paper_seconds") / seconds,
        );
    }
    let Reference { reads, steps } = reference;
    println!(
        "five sets {total:.3} s | reads {reads:.2} s, steps {steps:.2} s: {:.2} of reads, {:.2} of steps",
        total / reads,
        total / steps
    );
    Ok(())
}

/// A figure of the paper.
fn published(known: &str, set: &str, quantity: &str) -> Option<f64> {
    let fields = |line: &str| -> Option<f64> {
        let fields: Vec<&str> = line.split('\t').collect();
        (fields.first() == Some(&set) && fields.get(2) == Some(&quantity))
            .then(|| fields.get(3)?.parse().ok())?
    };
    known.lines().find_map(fields)
}

/// Has all problems of four knights judged, and gives how many a second.
fn check() -> Result<Value, String> {
    let file = env::temp_dir().join(format!("yomikiri-bench-{}.sfen", process::id()));
    let checked = check_file(&file);
    // Nothing is lost if it stays: it is in the system's temporary directory.
    let _ = fs::remove_file(file);
    checked
}

fn check_file(file: &Path) -> Result<Value, String> {
    let name = file.display().to_string();
    yomikiri(&["tsume", "enumerate", "NNNN", "--out", &name])?;
    let failed = |error: std::io::Error| format!("{name}: {error}");
    let problems = fs::read_to_string(file).map_err(failed)?.lines().count();
    let began = Instant::now();
    let input = Stdio::from(File::open(file).map_err(failed)?);
    let status = yomikiri_command(&["tsume", "check", "-"]).stdin(input).stdout(Stdio::null()).status();
    let status = status.map_err(failed)?;
    let seconds = began.elapsed().as_secs_f64();
    println!(
        "check: {problems} problems in {seconds:.2} s, {:.0} a second ({status})",
        problems as f64 / seconds
    );
    Ok(json!({ "problems": problems, "seconds": seconds, "all_sound": status.success() }))
}
