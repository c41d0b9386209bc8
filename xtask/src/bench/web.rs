//! `cargo xtask bench web`: pages and API under load by wrk, beside the least that axum can do in the same
//! run.
//!
//! The addresses are positions of random games of Dobutsu Shogi, asked for in turn. The load tool and the
//! server share the processors, and the yardstick shares them in the same way: the ratio is what counts.

use super::reference::{self, Reference};
use crate::{
    cargo, output,
    results::{keep, record},
    root, run,
};
use serde_json::{Value, json};
use std::{
    env, fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::PathBuf,
    process::{Child, Command, Stdio},
    time::Instant,
};
use yomikiri_core::{Game, Notation, Random, TwoPlayer, moves_of};
use yomikiri_shogi::{Ending, Shogi};

/// How long each is loaded, in seconds, and by how many connections.
const SECONDS: u32 = 8;
const CONNECTIONS: u32 = 16;

/// Positions of a batch, and of the list that is asked for in turn.
const POSITIONS: usize = 1000;

/// Loads the server so many times; the program must have been built for release.
pub fn measure(runs: usize) -> Result<(), String> {
    // It ends with a failure when it is asked for its version.
    if Command::new("wrk").output().is_err() {
        return Err("wrk is missing: on Debian, apt-get install wrk".into());
    }
    run(&mut cargo(&["build", "--release", "--quiet", "--package", "yomikiri-web", "--example", "hello"]))?;
    let data = root().join("target/bench-web");
    fs::create_dir_all(&data).map_err(|error| format!("{}: {error}", data.display()))?;
    if !data.join("yomikiri/dobutsu-capture.yomi").exists() {
        run(program("yomikiri").args(["solve", "dobutsu"]).env("XDG_DATA_HOME", &data))?;
    }
    let positions = positions();
    let mut records = Vec::with_capacity(runs);
    for _ in 0..runs {
        records.push(once(&data, &positions)?);
    }
    keep("web", &record("web", &records, &Value::Null))
}

/// A program of the release build.
fn program(name: &str) -> Command {
    Command::new(root().join("target/release").join(name))
}

fn once(data: &PathBuf, positions: &[String]) -> Result<Value, String> {
    let reference = reference::measure();
    let hello = Server::start(&mut program("examples/hello"), "")?;
    let yardstick = load("a plain axum hello", &hello, &["/".to_owned()])?;
    drop(hello);
    let mut serve = program("yomikiri");
    let server = Server::start(
        serve.args(["serve", "--listen", "127.0.0.1:0"]).env("XDG_DATA_HOME", data),
        "The pages are at ",
    )?;
    let path = |prefix: &str, position: &String, query: &str| {
        format!("{prefix}/dobutsu/sfen/{}{query}", position.replace(['/', ' '], "_"))
    };
    let pages: Vec<String> = positions.iter().map(|position| path("", position, "")).collect();
    let probes: Vec<String> =
        positions.iter().map(|position| path("/api/v1", position, "?line=false")).collect();
    let (first, again) = (server.batch(positions)?, server.batch(positions)?);
    println!("batch of {POSITIONS}: {:.1} ms at first, {:.1} ms again", 1e3 * first, 1e3 * again);
    let api = load("API, a position", &server, &probes)?;
    let page = load("page of a position", &server, &pages)?;
    let before = server.resident()?;
    let more = load("API once more", &server, &probes)?;
    let after = server.resident()?;
    println!("resident: {:.1} MiB, then {:.1} MiB", mebibytes(before), mebibytes(after));
    let ratio = |of: &Value| of["requests_per_second"].as_f64().unwrap_or(0.0);
    println!("the API has {:.2} of the yardstick's requests a second", ratio(&api) / ratio(&yardstick));
    let Reference { reads, steps } = reference;
    println!("reference: {reads:.2} s of reads, {steps:.2} s of steps");
    Ok(json!({
        "reference": { "reads_seconds": reads, "steps_seconds": steps },
        "hello": yardstick, "api": api, "page": page, "api_again": more,
        "batch_seconds": { "first": first, "again": again },
        "resident_bytes": { "before": before, "after": after },
    }))
}

fn mebibytes(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

/// Positions of random games.
fn positions() -> Vec<String> {
    let game = Shogi::<u16>::dobutsu(Ending::Capture);
    let (mut random, mut pos, mut positions) = (Random::new(1), game.start(), Vec::new());
    while positions.len() < POSITIONS {
        let moves = moves_of(&game, &pos);
        if moves.is_empty() || game.result(&pos).is_some() {
            pos = game.start();
            continue;
        }
        positions.push(game.show_pos(&pos));
        pos = game.play(&pos, moves[random.below(moves.len())]);
    }
    positions
}

/// Loads some addresses in turn; prints and gives what wrk tells.
fn load(what: &str, server: &Server, paths: &[String]) -> Result<Value, String> {
    let script = env::temp_dir().join(format!("yomikiri-bench-{}.lua", std::process::id()));
    let list: Vec<String> = paths.iter().map(|path| format!("{path:?}")).collect();
    let text = format!(
        "local paths = {{ {} }}\nlocal at = 0\nrequest = function()\n  at = at % #paths + 1\n  \
        return wrk.format('GET', paths[at])\nend\n",
        list.join(", ")
    );
    fs::write(&script, text).map_err(|error| format!("{}: {error}", script.display()))?;
    let mut wrk = Command::new("wrk");
    wrk.args(["-t1", &format!("-c{CONNECTIONS}"), &format!("-d{SECONDS}s"), "--latency", "-s"]);
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
    let (median, last) = (seconds(field("50%")?)?, seconds(field("99%")?)?);
    println!(
        "{what:<24} {per_second:>9.0} a second, median {:.2} ms, 99% {:.2} ms",
        1e3 * median,
        1e3 * last
    );
    Ok(json!({ "requests_per_second": per_second, "median_seconds": median, "p99_seconds": last }))
}

/// A time as wrk writes it.
fn seconds(text: &str) -> Result<f64, String> {
    let units = [("us", 1e-6), ("ms", 1e-3), ("s", 1.0)];
    let found =
        units.iter().find_map(|(unit, worth)| Some(text.strip_suffix(unit)?.parse::<f64>().ok()? * worth));
    found.ok_or_else(|| format!("wrk: no time: {text}"))
}

/// A server that ends with this.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    /// Starts a program whose first line has its address behind some words.
    fn start(command: &mut Command, words: &str) -> Result<Self, String> {
        let failed = |error: std::io::Error| format!("a server: {error}");
        let mut child = command.stdout(Stdio::piped()).spawn().map_err(failed)?;
        let mut line = String::new();
        if let Some(said) = child.stdout.take() {
            BufReader::new(said).read_line(&mut line).map_err(failed)?;
        }
        let address =
            line.strip_prefix(words).and_then(|rest| rest.split([';', '\n']).next()).map(str::to_owned);
        Ok(Self { child, address: address.ok_or_else(|| format!("no address: {line}"))? })
    }

    /// The seconds that a batch takes.
    fn batch(&self, positions: &[String]) -> Result<f64, String> {
        let failed = |error: std::io::Error| format!("a batch: {error}");
        let host = self.address.trim_start_matches("http://").trim_end_matches('/');
        let (body, began) = (Value::from(positions).to_string(), Instant::now());
        let mut stream = TcpStream::connect(host).map_err(failed)?;
        write!(
            stream,
            "POST /api/v1/dobutsu/batch HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .map_err(failed)?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).map_err(failed)?;
        let seconds = began.elapsed().as_secs_f64();
        if answer.starts_with("HTTP/1.1 200 ") { Ok(seconds) } else { Err(format!("a batch: {answer:.200}")) }
    }

    /// The bytes of memory that it holds.
    fn resident(&self) -> Result<u64, String> {
        let path = format!("/proc/{}/status", self.child.id());
        let status = fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
        let kilobytes = line.trim().trim_end_matches(" kB").parse::<u64>();
        kilobytes.map(|kilobytes| kilobytes << 10).map_err(|error| format!("{path}: {error}"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
