//! `cargo xtask bench web`: pages and API under load by wrk and h2load, beside the least that axum can do in
//! the same run; two hundred games against the engine; a page in Chromium.
//!
//! The addresses are positions of random games of Dobutsu Shogi, asked for in turn. The load tool and the
//! server share the processors, and the yardstick shares them in the same way: the ratio is what counts.

mod browser;
mod games;
mod load;
mod server;

use super::reference::{self, Reference};
use crate::{
    cargo,
    program::{built, released},
    results::{keep, record},
    root, run,
};
use serde_json::{Value, json};
use server::Server;
use std::{fs, path::PathBuf, process::Command};
use yomikiri_core::{Game, Notation, Random, TwoPlayer, moves_of};
use yomikiri_shogi::{Ending, SmallShogi};

/// How long each is loaded, in seconds.
const SECONDS: u32 = 8;

/// Requests a second at a fixed rate, and all requests between two looks at the memory.
const RATE: u32 = 1000;
const MANY: u64 = 1_000_000;

/// Positions of a batch, and of the list that is asked for in turn.
const POSITIONS: usize = 1000;

/// Loads the server so many times; the program must have been built for release.
pub fn measure(runs: usize) -> Result<(), String> {
    load::ensure()?;
    run(&mut cargo(&["build", "--release", "--quiet", "--package", "yomikiri-web", "--example", "hello"]))?;
    let data = root().join("target/bench-web");
    fs::create_dir_all(&data).map_err(|error| format!("{}: {error}", data.display()))?;
    if !data.join("yomikiri/dobutsu-capture.yomi").exists() {
        run(built(&["solve", "dobutsu"]).env("XDG_DATA_HOME", &data))?;
    }
    let positions = positions();
    let mut records = Vec::with_capacity(runs);
    for _ in 0..runs {
        records.push(once(&data, &positions)?);
    }
    keep("web", &record("web", &records, &Value::Null))
}

fn once(data: &PathBuf, positions: &[String]) -> Result<Value, String> {
    let reference = reference::measure();
    let hello = Server::start(&mut Command::new(released("examples/hello")), "")?;
    let yardstick = load::load("a plain axum hello", &hello, &["/".to_owned()], SECONDS)?;
    drop(hello);
    let mut serve = built(&["serve", "--listen", "127.0.0.1:0"]);
    let server = Server::start(serve.env("XDG_DATA_HOME", data), "The pages are at ")?;
    let path = |prefix: &str, position: &String, query: &str| {
        format!("{prefix}/dobutsu/sfen/{}{query}", position.replace(['/', ' '], "_"))
    };
    let pages: Vec<String> = positions.iter().map(|position| path("", position, "")).collect();
    let probes: Vec<String> =
        positions.iter().map(|position| path("/api/v1", position, "?line=false")).collect();
    // The table is read once, whoever asks first.
    server.batch(&positions[..1])?;
    let (first, again) = (server.batch(positions)?, server.batch(positions)?);
    println!("batch of {POSITIONS}: {:.1} ms at first, {:.1} ms again", 1e3 * first, 1e3 * again);
    let cold = load::load_at("page, asked first", &server, &pages, (RATE, 1))?;
    let fixed = load::load_at("page at a fixed rate", &server, &pages, (RATE, SECONDS))?;
    let page = load::load("page of a position", &server, &pages, SECONDS)?;
    let games = games::play(&server)?;
    let (api, memory) = many(&server, &probes)?;
    let ratio = |of: &Value| of["requests_per_second"].as_f64().unwrap_or(0.0);
    println!("the API has {:.2} of the yardstick's requests a second", ratio(&api) / ratio(&yardstick));
    let paint = browser::first_paint(&server, &pages[1])?;
    let Reference { reads, steps } = reference;
    println!("reference: {reads:.2} s of reads, {steps:.2} s of steps");
    Ok(json!({
        "reference": { "reads_seconds": reads, "steps_seconds": steps },
        "hello": yardstick, "api": api, "page": page, "page_at_first": cold, "page_at_a_rate": fixed,
        "batch_seconds": { "first": first, "again": again },
        "open_games": games, "resident_bytes": memory, "browser": paint,
    }))
}

/// Loads the API until it has answered a million requests; the speed of the first seconds, and the memory
/// after them and at the end.
fn many(server: &Server, probes: &[String]) -> Result<(Value, Value), String> {
    let api = load::load("API, a position", server, probes, SECONDS)?;
    let (first, before) = (server.resident()?, api["requests"].as_u64().unwrap_or(0));
    let (mut requests, mut last) = (before, first);
    while requests < before + MANY {
        requests +=
            load::load("API once more", server, probes, 2 * SECONDS)?["requests"].as_u64().unwrap_or(MANY);
        last = server.resident()?;
    }
    let more = requests - before;
    println!("resident: {:.1} MiB, after {more} requests more {:.1} MiB", mebibytes(first), mebibytes(last));
    Ok((api, json!({ "before": first, "requests": more, "after": last })))
}

fn mebibytes(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

/// Positions of random games.
fn positions() -> Vec<String> {
    let game = SmallShogi::dobutsu(Ending::Capture);
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
