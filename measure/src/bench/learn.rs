//! `cargo xtask bench learn`: the fit of the evaluation of Dobutsu Shogi, and its use.

use super::reference::{self, Reference};
use crate::{
    output,
    program::{release, yomikiri_command},
    results::{keep, record},
};
use serde_json::{Value, json};
use std::{env, process};

/// The two fits: least squares are one system of equations, the logistic loss takes several.
const LOSSES: [&str; 2] = ["squares", "logistic"];

pub fn measure(runs: usize) -> Result<(), String> {
    println!(
        "loss      passes   gradient    fit      a pass   peak MiB  | reads    steps   a pass in a reference of steps"
    );
    let mut records = Vec::with_capacity(runs);
    for _ in 0..runs {
        for loss in LOSSES {
            let Reference { reads, steps } = reference::measure();
            let fit = fit(loss)?;
            let number = |key: &str| fit[key].as_f64().unwrap_or(f64::NAN);
            let (seconds, passes) = (
                fit["seconds"]["fit"].as_f64().unwrap_or(f64::NAN),
                number("evaluations") + number("products"),
            );
            println!(
                "{loss:<9} {passes:>6} {:>10.1e} {seconds:>6.1} s {:>8.3} s {:>8.0}  | {reads:.2} s  {steps:.2} s  {:.3}",
                number("gradient"),
                seconds / passes,
                number("peak_rss_bytes") / f64::from(1 << 20),
                seconds / passes / steps
            );
            records.push(json!({
                "loss": loss,
                "reference": { "reads_seconds": reads, "steps_seconds": steps },
                "fit": fit,
            }));
        }
    }
    let speed = output(&mut release(&[
        "run",
        "--release",
        "--quiet",
        "--package",
        "yomikiri-dobutsu",
        "--example",
        "speed",
    ]))?;
    let speed: Value = serde_json::from_str(&speed).map_err(|error| format!("speed: {error}"))?;
    println!(
        "a second on one thread: {} hits of features in lists, {} evaluations, {} with the position looked at anew",
        speed["hits_per_second"], speed["scores_per_second"], speed["positions_per_second"]
    );
    keep("learn", &record("learn", &records, &speed))
}

/// The last line of a fit of all positions.
fn fit(loss: &str) -> Result<Value, String> {
    let model = env::temp_dir().join(format!("yomikiri-bench-{}.model", process::id()));
    let file = model.display().to_string();
    let text = output(yomikiri_command(&["train", "dobutsu", "--loss", loss, "--out", &file]).arg("--json"));
    // Nothing is lost if it stays: it is in the system's temporary directory.
    let _ = std::fs::remove_file(model);
    let text = text?;
    let last = text.lines().last().unwrap_or_default();
    serde_json::from_str(last).map_err(|error| format!("train dobutsu: {error}"))
}
