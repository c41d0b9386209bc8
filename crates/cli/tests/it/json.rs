//! `--json` gives the fields that `--help` names, no more and no fewer: programs of others stand on them.

use serde_json::Value;
use std::{
    collections::BTreeSet,
    process::{Command, Stdio},
};

fn said_by(args: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yomikiri"));
    command.args(args).env("XDG_DATA_HOME", "/nonexistent").stdin(Stdio::null());
    let output = command.output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// What stands behind `--json` in a command's help, up to the fields that only some options give.
fn promised(command: &[&str]) -> BTreeSet<String> {
    let help = said_by(&[command, &["--help"]].concat());
    let about = help.split("--json").nth(1).unwrap().split("\n\n").next().unwrap();
    let about = about.split("-h, --help").next().unwrap();
    let (_, fields) = about.split_once(": ").unwrap();
    let fields = fields.split(';').next().unwrap();
    fields.split_whitespace().map(|field| field.split(['{', '[']).next().unwrap().to_owned()).collect()
}

#[test]
fn json_has_the_fields_that_help_names() {
    let directory = tempfile::tempdir().unwrap();
    let model = directory.path().join("a.model");
    let out = model.to_str().unwrap();
    let small = ["--variant", "ranks=3,piles=2", "--games", "40", "--out", out];
    let cases: [(&[&str], &[&str]); 6] = [
        (&["solve"], &["dobutsu-chicks", "--from", "1l1/3/3/1L1 b -"]),
        (&["simulate"], &["calculation", "--player", "greedy", "--games", "3"]),
        (&["simulate"], &["calculation", "--sweep", "mcts:1..2", "--games", "1"]),
        (&["evaluate"], &["minishogi", "rbsgk/4p/5/P4/KGSBR b -"]),
        (&["evaluate"], &["dobutsu", "gle/1c1/1C1/ELG b -"]),
        (&["train", "calculation"], &small),
    ];
    for (command, args) in cases {
        let said = said_by(&[command, args, &["--json"]].concat());
        assert!(!said.is_empty(), "{command:?}");
        for line in said.lines() {
            let object: Value = serde_json::from_str(line).unwrap();
            let fields: BTreeSet<String> = object.as_object().unwrap().keys().cloned().collect();
            assert_eq!(fields, promised(command), "{command:?}");
        }
    }
}
