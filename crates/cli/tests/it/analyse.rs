//! `analyse`: every game of two, in every form of its records.

use serde_json::Value;
use std::{
    io::Write,
    path::Path,
    process::{Command, Output, Stdio},
};

fn yomikiri(args: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yomikiri"));
    command.args(args).env("XDG_DATA_HOME", "/nonexistent").stdin(Stdio::piped());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

/// A game of the first moves that the rules list, four plies long if it lasts so long.
fn play(game: &str, file: &Path) {
    let file = file.to_str().unwrap();
    let input = "moves\n1\n".repeat(4) + &format!("save {file}\nquit\n");
    // With a level nobody asks for a table.
    let output = yomikiri(&["play", game, "--side", "both", "--level", "1", "--threads", "1"], &input);
    assert!(output.status.success(), "{game}: {output:?}");
}

#[test]
fn every_game_of_two_is_analysed_from_every_form() {
    let directory = tempfile::tempdir().unwrap();
    for (game, forms) in [
        ("dobutsu", &["usi"][..]),
        ("dobutsu-chicks", &["usi"]),
        ("minishogi", &["usi", "kif", "csa"]),
        ("goro-goro", &["usi", "kif", "csa"]),
        ("goro-goro-plus", &["kif"]),
        ("shogi", &["usi", "kif", "csa"]),
        ("shogi-3x3", &["usi"]),
        ("blokus", &["blksgf"]),
        ("blokus-fives", &["blksgf"]),
    ] {
        for form in forms {
            let file = directory.path().join(format!("{game}.{form}"));
            play(game, &file);
            let svg = directory.path().join("curve.svg");
            let [record, picture] = [&file, &svg].map(|path| path.to_str().unwrap());
            let args = ["analyse", game, record, "--nodes", "100", "--json", "--svg", picture];
            let output = yomikiri(&args, "");
            assert!(output.status.success(), "{args:?}: {output:?}");
            let lines: Vec<Value> = String::from_utf8(output.stdout)
                .unwrap()
                .lines()
                .map(|line| serde_json::from_str(line).unwrap())
                .collect();
            // Dobutsu Shogi by the first moves is over after two of them.
            assert!((3..=5).contains(&lines.len()), "{args:?}");
            for (ply, line) in lines.iter().enumerate() {
                assert_eq!(line["ply"], ply, "{args:?}");
                let probability = line["probability"].as_f64().unwrap();
                assert!((0.0..=1.0).contains(&probability), "{args:?}: {line}");
                let (is_last, loss) = (ply + 1 == lines.len(), line["loss"].as_f64());
                assert_eq!((line["move"].is_null(), loss.is_none()), (is_last, is_last), "{args:?}: {line}");
                assert!(loss.is_none_or(|loss| (0.0..=1.0).contains(&loss)), "{args:?}: {line}");
                assert!(is_last || line["best"].is_string(), "{args:?}: {line}");
            }
            assert!(std::fs::read_to_string(&svg).unwrap().ends_with("</svg>\n"));
        }
    }
}

/// The first player leaves its lion to be taken.
#[test]
fn a_blunder_is_marked() {
    let record = "position sfen 1l1/3/3/1L1 b - 1 moves 2d2c 2a1a 2c2b";
    let output = yomikiri(&["analyse", "dobutsu", "-", "--nodes", "5000"], record);
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.lines().any(|line| line.contains("2c2b  ??")), "{text}");
    assert!(text.contains("first   1 ??"), "{text}");
}

#[test]
fn a_record_of_another_game_is_refused() {
    let output = yomikiri(&["analyse", "blokus", "-"], "3e4d 4a3b");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let output = yomikiri(&["analyse", "calculation", "-"], "");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}
