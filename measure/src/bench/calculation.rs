//! `cargo xtask bench calculation`: games a second and thread, of random play, by the learnt values, and with
//! thinking.

use super::reference::{self, Reference};
use crate::{
    program::yomikiri,
    results::{keep, record},
};
use serde_json::{Value, json};

/// Players, and how many games of each are timed.
const PLAYERS: [(&str, &str); 3] = [("random", "20000000"), ("learnt", "10000"), ("best:64", "20")];

pub fn measure(runs: usize) -> Result<(), String> {
    println!(
        "  games a second and thread: random     learnt    best:64   | reads    steps    random in a reference of steps"
    );
    let mut records = Vec::with_capacity(runs);
    let mut simulations = json!(null);
    for _ in 0..runs {
        let Reference { reads, steps } = reference::measure();
        let measured = PLAYERS.map(|(player, games)| simulate(player, games));
        let measured = measured.into_iter().collect::<Result<Vec<_>, _>>()?;
        let speeds: Vec<f64> = measured.iter().map(speed).collect();
        println!(
            "{:>34.0} {:>10.0} {:>10.2}   | {reads:.2} s  {steps:.2} s  {:.0}",
            speeds[0],
            speeds[1],
            speeds[2],
            speeds[0] * steps
        );
        simulations = json!(measured);
        records.push(json!({
            "reference": { "reads_seconds": reads, "steps_seconds": steps },
            "games_per_second": { "random": speeds[0], "learnt": speeds[1], "best:64": speeds[2] },
        }));
    }
    keep("calculation", &record("calculation", &records, &simulations))
}

fn simulate(player: &str, games: &str) -> Result<Value, String> {
    yomikiri(&["simulate", "calculation", "--player", player, "--games", games, "--threads", "1"])
}

/// By processor time: the machine may have other work.
fn speed(report: &Value) -> f64 {
    let number = |key: &str| report[key].as_f64().unwrap_or(f64::NAN);
    number("games") / number("cpu_seconds")
}
