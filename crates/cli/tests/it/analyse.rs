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

/// With its table a game is judged exactly, unless the engine is asked for.
#[test]
fn a_table_judges_without_estimates() {
    let home = tempfile::tempdir().unwrap();
    let run = |args: &[&str], input: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_yomikiri"));
        command.args(args).env("XDG_DATA_HOME", home.path()).stdin(Stdio::piped());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    run(&["solve", "dobutsu-chicks"], "");
    let start = "1l1/1c1/1C1/1L1 b -";
    let best: Value = serde_json::from_str(&run(&["probe", "dobutsu-chicks", start, "--json"], "")).unwrap();
    let line: Vec<&str> = best["line"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
    let lines = |more: &[&str]| -> Vec<Value> {
        let text = run(&[&["analyse", "dobutsu-chicks", "-", "--json"], more].concat(), &line.join(" "));
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let judged = lines(&[]);
    assert_eq!(judged.len(), line.len() + 1);
    // Who has won from the start has, and nothing was given away.
    let chance = &judged[0]["probability"];
    assert!(judged.iter().all(|one| one["probability"] == *chance && one["mark"].is_null()), "{judged:?}");
    assert!(judged.iter().rev().skip(1).all(|one| one["loss"] == 0.0));
    assert_eq!(judged[0]["mate"].as_i64().unwrap().unsigned_abs(), best["plies"].as_u64().unwrap());
    assert_eq!(judged[0]["line"], best["line"]);
    let of = |record: &str| -> Vec<Value> {
        let text = run(&["analyse", "dobutsu-chicks", "-", "--json"], record);
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    // The first player, who wins, gives that away; and then all goes round, which nobody wins.
    let lost = of("2c2b 2a2b");
    assert_eq!((&lost[0]["probability"], &lost[0]["mark"]), (&1.0.into(), &"blunder".into()));
    assert_eq!((&lost[0]["loss"], &lost[1]["probability"]), (&1.0.into(), &0.0.into()));
    let again = of(&"2d1d 2a3a 1d2d 3a2a ".repeat(2));
    let (last, before) = (again.last().unwrap(), &again[again.len() - 2]);
    assert_eq!((&last["probability"], &last["mate"]), (&0.5.into(), &Value::Null));
    assert!(before["probability"] != 0.5, "{before}");
    assert!(lines(&["--nodes", "50"]).iter().any(|one| !one["score"].is_null()));
}

/// The first player has to pass: that is no even position, and the move that led there no mistake.
#[test]
fn a_move_that_forces_another_is_not_marked_for_that() {
    let record = "(;GM[Blokus Duo];B[e12,d10,e10,e11,d12];W[i4,j4,j5,k4,l4];B[h13,f14,g12,g13,f13]\
        ;W[i7,i6,j8,j7,h7];B[g6,f8,f9,f6,f7];W[l6,l7,m6,m5,n5];B[a10,c8,a9,b9,c9];W[m9,l10,m8,l11,m10]\
        ;B[a13,b13,c13,b12,b11];W[j12,i12,i10,i11,i9];B[a5,b7,a6,a4,b6];W[m3,n3,l2,m2,n2]\
        ;B[g3,h5,h3,h4,h2];W[m14,l14,m12,k14,m13];B[e4,d4,c5,e5,d5];W[i1,h1,k1,j1,g1]\
        ;B[b2,d1,c2,b3,c1];W[f2,d3,f3,e2,d2];B[h9,g10,h8,h10];W[c4,b5,b4];B[i14,k13,j14,j13]\
        ;W[c7,e7,c6,d7,e8];B[d14];W[a2,b1,a3,a1])";
    let output = yomikiri(&["analyse", "blokus", "-", "--nodes", "300", "--json"], record);
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let [.., last_move, end] = &lines[..] else { panic!("{text}") };
    assert_eq!((lines.len(), &last_move["mark"], &end["best"]), (25, &Value::Null, &"----".into()));
    assert!((end["probability"].as_f64().unwrap() - 0.5).abs() > 0.3, "{end}");
    let squares = "(;GM[Blokus Duo]AE[e10];B[f8,e9,f9,g9,e10])";
    let output = yomikiri(&["analyse", "blokus", "-"], squares);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}

/// With the twelfth move the start has come for the fourth time.
#[test]
fn moves_behind_a_repetition_are_refused() {
    let repeated = "1e1d 5a5b 1d1e 5b5a ".repeat(3);
    let analysed = |record: &str| yomikiri(&["analyse", "minishogi", "-", "--nodes", "50"], record);
    assert!(analysed(&repeated).status.success());
    let output = analysed(&(repeated + "1e1d"));
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(told.contains("move 13: the game was over before it, by a repetition"), "{told}");
}

#[test]
fn a_record_of_another_game_is_refused() {
    let output = yomikiri(&["analyse", "blokus", "-"], "3e4d 4a3b");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let output = yomikiri(&["analyse", "calculation", "-"], "");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}
