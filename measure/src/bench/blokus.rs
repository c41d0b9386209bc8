//! `cargo xtask bench blokus`: moves generated a second, play-outs and simulations a second, and what they
//! scale to.

use super::reference::{self, Reference};
use crate::{
    program::yomikiri,
    results::{keep, record},
};
use serde_json::json;

pub fn measure(runs: usize) -> Result<(), String> {
    println!("  leaves/s, all cores   play-outs/s   simulations/s: one thread    all   | reads    steps");
    let mut records = Vec::with_capacity(runs);
    let mut bench = json!(null);
    for _ in 0..runs {
        let Reference { reads, steps } = reference::measure();
        bench = yomikiri(&["bench", "blokus"])?;
        let number = |value: &serde_json::Value| value.as_f64().unwrap_or(f64::NAN);
        let search = &bench["search"];
        println!(
            "{:>21.0} {:>13.0} {:>27.0} {:>6.0}   | {reads:.2} s  {steps:.2} s",
            number(&bench["nodes_per_second"]),
            number(&search["play_outs_per_second"]),
            number(&search["simulations_per_second"]),
            number(&search["simulations_per_second_threads"]),
        );
        records
            .push(json!({ "reference": { "reads_seconds": reads, "steps_seconds": steps }, "bench": bench }));
    }
    keep("blokus", &record("blokus", &records, &bench))
}
