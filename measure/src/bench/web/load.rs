//! Load by tools: as much as there can be by wrk, at a fixed rate by h2load.

use super::server::Server;
use crate::output;
use serde_json::{Value, json};
use std::{env, fs, path::PathBuf, process::Command};

/// How many connections load the server as much as there can be.
const CONNECTIONS: u32 = 20;

/// How many ask at a fixed rate. h2load starts the clocks of all connections at once: of twenty, twenty
/// requests came together every 20 ms, and the times were those of a queue of twenty.
const STEADY: u32 = 4;

/// The tools, with the packages that have them.
const TOOLS: [(&str, &str); 2] = [("wrk", "wrk"), ("h2load", "nghttp2-client")];

/// Whether the tools are there.
pub fn ensure() -> Result<(), String> {
    for (tool, package) in TOOLS {
        // One of them ends with a failure when it is asked for its version.
        if Command::new(tool).arg("--version").output().is_err() {
            return Err(format!("{tool} is missing: on Debian, apt-get install {package}"));
        }
    }
    Ok(())
}

/// A file of this process in the system's temporary directory.
fn scratch(name: &str) -> PathBuf {
    env::temp_dir().join(format!("yomikiri-bench-{}-{name}", std::process::id()))
}

/// Loads some addresses in turn; prints and gives what wrk tells.
pub fn load(what: &str, server: &Server, paths: &[String], seconds: u32) -> Result<Value, String> {
    let script = scratch("lua");
    let list: Vec<String> = paths.iter().map(|path| format!("{path:?}")).collect();
    let text = format!(
        "local paths = {{ {} }}\nlocal at = 0\nrequest = function()\n  at = at % #paths + 1\n  \
        return wrk.format('GET', paths[at])\nend\n",
        list.join(", ")
    );
    fs::write(&script, text).map_err(|error| format!("{}: {error}", script.display()))?;
    let mut wrk = Command::new("wrk");
    wrk.args(["-t1", &format!("-c{CONNECTIONS}"), &format!("-d{seconds}s"), "--latency", "-s"]);
    let told = output(wrk.arg(&script).arg(&server.address));
    // Nothing is lost if it stays: it is in the system's temporary directory.
    let _ = fs::remove_file(&script);
    let told = told?;
    if told.contains("Non-2xx") {
        return Err(format!("{what}: not all answers were answers:\n{told}"));
    }
    let field = |name: &str| {
        let line = told.lines().find_map(|line| line.trim().strip_prefix(name));
        line.map(str::trim).ok_or_else(|| format!("wrk tells no {name}:\n{told}"))
    };
    let per_second: f64 = field("Requests/sec:")?.parse().map_err(|error| format!("wrk: {error}"))?;
    let (median, last) = (time(field("50%")?)?, time(field("99%")?)?);
    println!(
        "{what:<24} {per_second:>9.0} a second, median {:.2} ms, 99% {:.2} ms",
        1e3 * median,
        1e3 * last
    );
    let requests: u64 = told
        .lines()
        .find_map(|line| line.split_once(" requests in ")?.0.trim().parse().ok())
        .ok_or_else(|| format!("wrk tells no number of requests:\n{told}"))?;
    Ok(
        json!({ "requests": requests, "requests_per_second": per_second, "median_seconds": median, "p99_seconds": last }),
    )
}

/// A time as wrk writes it.
fn time(text: &str) -> Result<f64, String> {
    let units = [("us", 1e-6), ("ms", 1e-3), ("s", 1.0)];
    let found =
        units.iter().find_map(|(unit, worth)| Some(text.strip_suffix(unit)?.parse::<f64>().ok()? * worth));
    found.ok_or_else(|| format!("wrk: no time: {text}"))
}

/// Asks for some addresses in turn at a fixed rate; prints and gives the times of the answers.
pub fn load_at(
    what: &str,
    server: &Server,
    paths: &[String],
    (rate, seconds): (u32, u32),
) -> Result<Value, String> {
    let (list, log) = (scratch("uris"), scratch("log"));
    let base = server.address.trim_end_matches('/');
    let uris: Vec<String> = paths.iter().map(|path| format!("{base}{path}\n")).collect();
    fs::write(&list, uris.concat()).map_err(|error| format!("{}: {error}", list.display()))?;
    let mut h2load = Command::new("h2load");
    h2load.args(["--h1", "-t1", &format!("-c{STEADY}"), &format!("-D{seconds}")]);
    h2load.arg(format!("--rps={}", rate / STEADY));
    h2load.arg(format!("--log-file={}", log.display())).arg("-i").arg(&list);
    let told = output(&mut h2load);
    let rows = fs::read_to_string(&log).map_err(|error| format!("{}: {error}", log.display()));
    for file in [list, log] {
        // Nothing is lost if it stays: it is in the system's temporary directory.
        let _ = fs::remove_file(file);
    }
    told?;
    let mut times = Vec::new();
    for row in rows?.lines() {
        let fields: Vec<&str> = row.split('\t').collect();
        let [_, "200", time, ..] = fields[..] else {
            return Err(format!("{what}: not all answers were 200: {row}"));
        };
        times.push(time.parse::<f64>().map_err(|error| format!("h2load: {row}: {error}"))? / 1e6);
    }
    let told = spread(times);
    let per_second = told["requests"].as_f64().unwrap_or(0.0) / f64::from(seconds);
    println!("{what:<24} {per_second:>9.0} a second, {}", in_words(&told));
    Ok(json!({ "rate": rate, "requests_per_second": per_second, "times": told }))
}

/// How times are spread, in seconds.
pub fn spread(mut times: Vec<f64>) -> Value {
    times.sort_unstable_by(f64::total_cmp);
    let at = |share: f64| times.get((share * times.len().saturating_sub(1) as f64).round() as usize).copied();
    json!({
        "requests": times.len(),
        "median_seconds": at(0.5),
        "p99_seconds": at(0.99),
        "most_seconds": times.last(),
    })
}

/// A spread as it is printed.
pub fn in_words(spread: &Value) -> String {
    let millis = |name: &str| 1e3 * spread[name].as_f64().unwrap_or(f64::NAN);
    format!(
        "median {:.2} ms, 99% {:.2} ms, most {:.1} ms",
        millis("median_seconds"),
        millis("p99_seconds"),
        millis("most_seconds")
    )
}
