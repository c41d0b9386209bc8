//! The readers of `examples/formats`, and with them the description of the formats in the book, on files of
//! the program.

use crate::said::text;
use serde_json::Value;
use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

/// What a reader answers about a file; `None`, and a word about it, where there is no Python.
fn read(reader: &str, file: &Path) -> Option<Output> {
    let examples = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/formats"));
    let output = Command::new("python3").arg(examples.join(reader)).arg(file).output();
    if output.is_err() {
        println!("skipped: there is no python3 here");
    }
    output.ok()
}

/// What the program prints.
fn yomikiri(args: &[&str]) -> Vec<u8> {
    let output = Command::new(env!("CARGO_BIN_EXE_yomikiri")).args(args).output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    output.stdout
}

#[test]
fn tables_are_made_as_described() {
    let directory = tempfile::tempdir().unwrap();
    let table = directory.path().join("chicks.yomi");
    for (version, options) in [(1, &[][..]), (3, &["--wdl"]), (3, &["--compact"])] {
        let solve = ["solve", "dobutsu-chicks", "--json", "--table", table.to_str().unwrap()];
        let report: Value = serde_json::from_slice(&yomikiri(&[&solve, options].concat())).unwrap();
        let Some(answer) = read("read.py", &table) else { return };
        assert!(answer.status.success(), "{}", text(&answer.stderr));
        let header: Value = serde_json::from_slice(&answer.stdout).unwrap();
        assert_eq!(header["version"], version);
        for field in ["game", "start", "nonterminal", "win", "draw", "loss", "longest_win"] {
            assert_eq!(header[field], report[field], "{field}");
        }
        if version == 3 {
            decodes(&table, &report, options);
        }
        let mut bytes = fs::read(&table).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        fs::write(&table, bytes).unwrap();
        let answer = read("read.py", &table).unwrap();
        assert!(!answer.status.success() && text(&answer.stderr).contains("wrong checksum"));
        fs::remove_file(&table).unwrap();
    }
}

/// What is decoded of a table by its description is what has been counted.
fn decodes(table: &Path, report: &Value, options: &[&str]) {
    let answer = read("decode.py", table).unwrap();
    assert!(answer.status.success(), "{}", text(&answer.stderr));
    let decoded: Value = serde_json::from_slice(&answer.stdout).unwrap();
    assert_eq!((&decoded["reached"], &decoded["lost"]), (&report["nonterminal"], &report["loss"]));
    // What the rules tell, here losses in two plies, has no distance.
    for plies in (4..).step_by(2).take_while(|plies| report["by_plies"][plies].is_u64()) {
        let expected = if options == ["--compact"] { &report["by_plies"][plies] } else { &Value::Null };
        assert_eq!(&decoded["by_plies"][plies.to_string()], expected, "{plies}");
    }
}

#[test]
fn collections_are_made_as_described() {
    let directory = tempfile::tempdir().unwrap();
    let [database, lines] = ["ggp.sqlite", "ggp.txt"].map(|name| directory.path().join(name));
    let outs = ["--out", database.to_str().unwrap(), "--out", lines.to_str().unwrap()];
    yomikiri(&[&["tsume", "enumerate", "GGP"][..], &outs].concat());
    let Some(answer) = read("read.py", &database) else { return };
    assert!(answer.status.success(), "{}", text(&answer.stderr));
    let lines = fs::read_to_string(&lines).unwrap();
    let mut expected = lines.lines();
    for (number, line) in (1..).zip(text(&answer.stdout).lines()) {
        let (problem, solution) = line.split_once(" moves").unwrap();
        let plies = solution.split_whitespace().count();
        let sfen = problem.strip_prefix(&format!("{number} {plies} ")).unwrap();
        let moves = if plies > 0 { format!(" moves{solution}") } else { String::new() };
        assert_eq!(Some(format!("{sfen} 1{moves}").as_str()), expected.next());
    }
    assert_eq!(expected.next(), None);
}
