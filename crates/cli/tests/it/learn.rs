//! What has been learnt of Dobutsu Shogi, as processes: `evaluate`, `train`, `play --player`.

use serde_json::Value;
use std::{
    fs,
    io::Write,
    process::{Command, Output, Stdio},
};

fn yomikiri(args: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yomikiri"));
    // No table of the user's takes part.
    command.env("XDG_DATA_HOME", std::env::temp_dir().join("yomikiri-no-tables")).env("LC_ALL", "C");
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A command that refuses its arguments does not read.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn json(args: &[&str]) -> Value {
    let output = yomikiri(args, "");
    assert!(output.status.success(), "{output:?}");
    serde_json::from_str(std::str::from_utf8(&output.stdout).unwrap().lines().last().unwrap()).unwrap()
}

fn refused(args: &[&str], status: i32, sentence: &str) {
    let output = yomikiri(args, "");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{said}");
    assert!(said.contains(sentence) && said.trim_end().lines().count() == 1, "{said}");
}

const START: &str = "gle/1c1/1C1/ELG b -";

#[test]
fn positions_are_evaluated() {
    let start = json(&["evaluate", "dobutsu", START, "--json"]);
    let fields: Vec<&str> = start.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(fields, ["position", "probability", "score"]);
    assert_eq!(start["position"], START);
    // The same for the other side, and in the mirror.
    let turned = json(&["evaluate", "dobutsu", "gle/1c1/1C1/ELG w -", "--json"]);
    assert_eq!(turned["score"], start["score"]);
    let probability = |pos| json(&["evaluate", "dobutsu", pos, "--json"])["probability"].as_f64().unwrap();
    let (ahead, behind) = (probability("1l1/3/1C1/ELG b GEc"), probability("gle/1c1/3/1L1 b Cge"));
    assert!(ahead > 0.9 && behind < 0.1, "{ahead} {behind}");
    refused(&["evaluate", "dobutsu", "gle/1c1/1C1/ELX b -"], 2, "POS");
    let text = std::env::temp_dir().join(format!("yomikiri-{}.model", std::process::id()));
    fs::write(&text, "no model").unwrap();
    refused(&["evaluate", "dobutsu", START, "--model", text.to_str().unwrap()], 3, "this is no model");
    fs::remove_file(text).unwrap();
}

/// Fits a sample of positions, into a file.
fn fit(out: &str, more: &[&str]) -> Value {
    let mut args =
        vec!["train", "dobutsu", "--sample", "30000", "--gradient", "1e-3", "--json", "--out", out];
    args.extend(more);
    json(&args)
}

/// A small fit tells most results. The fits of a smaller game are tested in its study.
#[test]
#[ignore = "reads the whole game out: cargo xtask test --full"]
fn a_sample_is_learnt_from() {
    let directory = tempfile::tempdir().unwrap();
    let model = directory.path().join("model").display().to_string();
    let report = fit(&model, &[]);
    assert!(report["accuracy"].as_f64().unwrap() > 0.85, "{report}");
    assert!((29_000..31_000).contains(&report["positions"].as_u64().unwrap()));
    assert_eq!(report["weights"], 174_688);
    let ahead = json(&["evaluate", "dobutsu", "1l1/3/1C1/ELG b GEc", "--json", "--model", &model]);
    assert!(ahead["probability"].as_f64().unwrap() > 0.8, "{ahead}");
    assert!(fs::metadata(&model).unwrap().len() < 360_000);
}

/// A fit gives the same file for any number of threads, and can be gone on with. Each run reads the game out.
#[test]
#[ignore = "reads the whole game out three times: cargo xtask test --full"]
fn a_fit_is_the_same_for_any_threads_and_goes_on() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).display().to_string();
    let (one, two, on) = (path("one"), path("two"), path("on"));
    fit(&one, &["--threads", "1"]);
    fit(&two, &["--threads", "2"]);
    assert_eq!(fs::read(&one).unwrap(), fs::read(&two).unwrap());
    let again = fit(&on, &["--from", &one]);
    assert!(again["evaluations"].as_u64().unwrap() <= 4, "{again}");
}

#[test]
fn the_learnt_player_needs_no_table() {
    let output = yomikiri(&["play", "dobutsu", "--player", "learnt:2", "--side", "second"], "quit\n");
    assert!(output.status.success(), "{output:?}");
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(shown.contains("first plays "), "{shown}");
    for name in ["learnt", "learnt:0", "learnt:10", "best"] {
        refused(&["play", "dobutsu", "--player", name], 2, "expected search, or learnt:N");
    }
    refused(&["play", "blokus", "--player", "learnt:1"], 2, "no players to choose from");
    refused(&["play", "dobutsu-chicks", "--player", "learnt:1"], 2, "no players to choose from");
}

/// A small training gives the same file for any number of threads, interrupted or not.
fn same_every_time(game: &str, settings: &[&str], games: u64) {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).display().to_string();
    let train = |out: &str, more: &[&str]| {
        let mut args = vec!["train", game, "--epochs", "2", "--json", "--out", out];
        args.extend(settings);
        args.extend(more);
        json(&args)
    };
    let (one, two, cut) = (path("one"), path("two"), path("cut"));
    let mut report = train(&one, &["--threads", "1"]);
    assert_eq!((&report["generation"], &report["games"]), (&2.into(), &games.into()));
    assert!(report["positions"].as_u64().unwrap() > 20, "{report}");
    let mut again = train(&two, &["--threads", "2"]);
    report["seconds"].take();
    again["seconds"].take();
    assert_eq!(again, report);
    let whole = fs::read(&one).unwrap();
    assert_eq!(fs::read(&two).unwrap(), whole);
    let games = fs::read(format!("{one}.games")).unwrap();
    for part in [0, 30, games.len() / 3, games.len() * 4 / 5, games.len()] {
        fs::write(format!("{cut}.games"), &games[..part]).unwrap();
        train(&cut, &["--resume"]);
        assert_eq!(fs::read(&cut).unwrap(), whole, "gone on with after {part} bytes");
    }
    // Other settings, or a file of the user's, are refused and left alone.
    refused(&["train", game, "--seed", "2", "--out", &cut, "--resume"], 2, "seed=1, not seed=2");
    assert_eq!(fs::read(&cut).unwrap(), whole);
    fs::write(format!("{cut}.games"), "dear aunt").unwrap();
    refused(&["train", game, "--out", &cut, "--resume"], 2, "no file of finished work");
    // Games are not begun anew over others, nor over what is none.
    for out in [&cut, &one] {
        let before = fs::read(format!("{out}.games")).unwrap();
        refused(&["train", game, "--out", out], 2, "is there already: --resume goes on with it");
        assert!(fs::read(format!("{out}.games")).unwrap() == before);
    }
}

#[test]
fn a_training_of_minishogi_is_the_same_every_time() {
    same_every_time("minishogi", &["--games", "3,6", "--nodes", "10"], 6);
}

#[test]
fn a_training_of_blokus_is_the_same_every_time() {
    same_every_time("blokus", &["--games", "4", "--generations", "2", "--simulations", "4"], 4);
}
