//! Variants as files, for every command.

use crate::said::{refusal, text};
use std::{
    fs,
    path::Path,
    process::{Command, Output, Stdio},
};
use tempfile::TempDir;

/// Lions and chicks on a board of three files and three ranks.
const TINY: &str = "[tiny:dobutsu-chicks]\nabout = Lions on nine squares\nmaxRank = 3\nstartFen = 1l1/3/1L1[Cc] w 0 1\n\
    promotionRank = 3\nwhiteFlag = *3\nblackFlag = *1\n";

/// A file of variants, and a place for tables.
fn directory(variants: &str) -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("my.ini"), variants).unwrap();
    directory
}

fn run(directory: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yomikiri"));
    command.arg("--variants").arg(directory.join("my.ini")).args(args);
    command.env("XDG_DATA_HOME", directory).env("LC_ALL", "C").stdin(Stdio::null()).output().unwrap()
}

fn said(directory: &Path, args: &[&str]) -> String {
    let output = run(directory, args);
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    text(&output.stdout).to_owned()
}

#[test]
fn every_command_takes_a_game_of_a_file() {
    let directory = directory(TINY);
    let said = |args: &[&str]| said(directory.path(), args);
    assert!(said(&["games"]).contains("Lions on nine squares"));
    assert!(said(&["perft", "tiny", "3"]).starts_with(|c: char| c.is_ascii_digit()));
    assert!(said(&["check", "tiny"]).contains("each move can be taken back"));
    let solved: serde_json::Value =
        serde_json::from_str(&said(&["solve", "tiny", "--verify", "--json"])).unwrap();
    assert_eq!(solved["mismatches"], 0);
    let probed: serde_json::Value =
        serde_json::from_str(&said(&["probe", "tiny", "1l1/3/1L1 b Cc", "--json"])).unwrap();
    assert_eq!((&probed["value"], &probed["plies"]), (&solved["value"], &solved["plies"]));
    assert!(said(&["bench", "tiny"]).contains("nodes"));
}

/// The file has changed since: its start is no position of the rules that the table was made for.
#[test]
fn a_table_of_other_rules_is_left_aside() {
    let directory = directory(TINY);
    said(directory.path(), &["solve", "tiny"]);
    let larger = TINY.replace("= 3\n", "= 4\n").replace("*3", "*4").replace("3/1L1", "3/3/1L1");
    fs::write(directory.path().join("my.ini"), larger).unwrap();
    for args in [&["bench", "tiny"][..], &["play", "tiny", "--level", "1"]] {
        let output = run(directory.path(), args);
        let told = text(&output.stderr);
        assert!(output.status.success() && told.contains("a table of other rules"), "{args:?}: {told}");
    }
    // What needs it is told of it.
    let (status, message) = refusal(&run(directory.path(), &["probe", "tiny", "1l1/3/3/1L1 b Cc"]));
    assert!(status == Some(3) && message.contains("is a table of tiny"), "{message}");
}

#[test]
fn a_table_that_is_missing_is_made_with_the_file() {
    let directory = directory(TINY);
    let (status, message) = refusal(&run(directory.path(), &["probe", "tiny", "1l1/3/1L1 b Cc"]));
    assert_eq!(status, Some(3));
    assert!(message.contains("my.ini solve tiny`"), "{message}");
}

#[test]
fn a_file_that_cannot_be_used_is_refused_with_its_line() {
    let rows = [
        (
            "[tiny:dobutsu]\nblastOnCapture = true\n",
            "my.ini: line 2: blastOnCapture: no key that is supported",
        ),
        ("[minishogi:dobutsu]\n", "my.ini: line 1: [minishogi]: there is a game of this name"),
        ("[blokus:dobutsu]\n", "my.ini: [blokus]: there is a game of this name"),
        ("[tsume:dobutsu]\n", "my.ini: [tsume]: pages have this name"),
        ("[tiny:chess]\n", "my.ini: line 1: [tiny:chess]: no variant chess before it"),
    ];
    for (variants, message) in rows {
        let directory = directory(variants);
        let (status, said) = refusal(&run(directory.path(), &["games"]));
        assert_eq!(status, Some(2), "{said}");
        assert!(said.ends_with(message), "{said}");
    }
    let directory = directory(TINY);
    fs::remove_file(directory.path().join("my.ini")).unwrap();
    let (status, _) = refusal(&run(directory.path(), &["games"]));
    assert_eq!(status, Some(3));
}

#[test]
fn a_variant_that_does_not_fit_is_refused_before_it_begins() {
    let directory = directory("");
    let (status, said) = refusal(&run(directory.path(), &["solve", "dobutsu-4x5"]));
    assert_eq!(status, Some(2), "{said}");
    assert!(said.contains("dobutsu-4x5 cannot be solved: a position may have up to"), "{said}");
    let (status, said) = refusal(&run(directory.path(), &["solve", "judkins"]));
    assert_eq!(status, Some(2), "{said}");
    assert!(said.contains("judkins is not a game for `solve`"), "{said}");
}
