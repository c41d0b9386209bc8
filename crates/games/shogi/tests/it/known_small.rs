//! The slow oracle against the published figures of small positions, so that it may judge the crate.

use crate::oracle::{Board, CAPTURE, MATE, Rules, solve};
use std::collections::HashMap;
use yomikiri_core::{Value, Wdl};

const KNOWN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../data/known/dobutsu_small.tsv");
/// Larger rows take the oracle too long.
const LARGEST: usize = 50_000;

/// The figures of one row in the names of the file's columns.
fn figures(start: Board, rules: Rules, fold: bool) -> HashMap<&'static str, String> {
    let solution = solve(start, rules, fold);
    let at_start = solution.value(&if fold { start.fold() } else { start });
    let results: Vec<_> = solution.boards.iter().map(|board| board.result(rules)).collect();
    let (over, open): (Vec<_>, Vec<_>) =
        solution.boards.iter().zip(results).partition(|(_, result)| result.is_some());
    let open: Vec<Value> = open.into_iter().map(|(board, _)| solution.value(board)).collect();
    let ends = |wdl| over.iter().filter(|(_, result)| result.unwrap().wdl() == wdl).count().to_string();
    let values = |wdl| open.iter().filter(|value| value.wdl() == wdl).count().to_string();
    HashMap::from([
        ("value", at_start.wdl().to_string()),
        ("plies", at_start.plies().map_or("-".to_owned(), |plies| plies.to_string())),
        ("nonterminal", open.len().to_string()),
        ("terminal_win", ends(Wdl::Win)),
        ("terminal_loss", ends(Wdl::Loss)),
        ("total", solution.boards.len().to_string()),
        ("W", values(Wdl::Win)),
        ("D", values(Wdl::Draw)),
        ("L", values(Wdl::Loss)),
        ("max_plies", open.iter().filter_map(|value| value.plies()).max().unwrap_or(0).to_string()),
    ])
}

#[test]
fn the_oracle_reproduces_the_small_rows() {
    let text = std::fs::read_to_string(KNOWN).unwrap();
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    let columns: Vec<&str> = lines.next().unwrap().split('\t').collect();
    let mut rows = 0;
    for line in lines {
        let row: HashMap<&str, &str> = columns.iter().copied().zip(line.split('\t')).collect();
        if row["total"].parse().is_ok_and(|total: usize| total > LARGEST) {
            continue;
        }
        let (start, fold) = (Board::parse(row["position"]), !row["name"].ends_with("unfolded"));
        for (column, figure) in figures(start, CAPTURE, fold) {
            let known = row[column];
            let left_out = known == "-" && column != "plies";
            assert!(left_out || known == figure, "{}: {column} is {figure}, not {known}", row["name"]);
        }
        assert_eq!(figures(start, MATE, fold)["plies"], row["mate_plies"], "{}", row["name"]);
        rows += 1;
    }
    assert_eq!(rows, 19);
}
