//! `yomikiri gtp` and `yomikiri play blokus`, as processes.

use std::{
    io::Write,
    process::{Command, Output, Stdio},
};

fn yomikiri(args: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yomikiri"));
    command.args(args).env("LC_ALL", "C").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn a_game_is_played_by_the_protocol() {
    let begin = "1 set_game Blokus Duo\n2 play b e10,e9,f9,g9,f8\n3 genmove w\n4 reg_genmove b\n5 undo\n6 final_score\n";
    let output = yomikiri(&["gtp", "blokus", "--simulations", "200", "--threads", "1"], begin);
    assert!(output.status.success());
    let said = text(&output);
    let answers: Vec<_> = said.split("\n\n").collect();
    assert_eq!((answers[0], answers[1], answers[4], answers[5]), ("=1 ", "=2 ", "=5 ", "=6 B+5"), "{said}");
    let mv = answers[2].strip_prefix("=3 ").unwrap();
    assert!(mv.split(',').any(|square| square == "j5"), "the second player covers its start: {mv}");
    assert!(answers[3].strip_prefix("=4 ").unwrap().contains(','), "{said}");
}

#[test]
fn the_same_seed_gives_the_same_moves() {
    let moves = |seed| {
        let args = ["gtp", "--level", "3", "--threads", "1", "--seed", seed];
        text(&yomikiri(&args, "genmove b\ngenmove w\ngenmove b\n"))
    };
    assert_eq!(moves("1"), moves("1"));
    assert_ne!(moves("1"), moves("2"), "openings vary");
}

#[test]
fn other_games_have_no_player_for_the_protocol() {
    let output = yomikiri(&["gtp", "dobutsu"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("dobutsu is not a game for `gtp`"));
    let output = yomikiri(&["play", "calculation", "--simulations", "3"], "");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert_eq!(yomikiri(&["gtp", "--level", "12"], "").status.code(), Some(2));
}

#[test]
fn a_whole_game_is_watched() {
    let output = yomikiri(&["play", "blokus", "--level", "1", "--side", "none", "--threads", "1"], "");
    assert!(output.status.success());
    let shown = text(&output);
    assert!(shown.contains("The game is over: ") && shown.matches(" plays ").count() > 15, "{shown}");
}
