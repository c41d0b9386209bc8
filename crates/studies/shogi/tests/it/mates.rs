//! The set of mates (`data/known/minishogi_mates.tsv`): what it holds, and a part of it proved anew.

use crate::mate_oracle::{LONGEST, Prover};
use std::collections::{BTreeMap, BTreeSet};
use yomikiri_core::{
    Notation,
    play::{Limits, Stop},
};
use yomikiri_search::alphabeta::{Engine, Score};
use yomikiri_shogi_player::{
    ShogiGame,
    minishogi::{Evaluation, MinishogiBoard},
};

/// More than any position of the set needs.
const PROVER_POSITIONS: u32 = 20_000;

/// The mates with their lengths.
fn mates() -> Vec<(&'static str, u32)> {
    let lines = include_str!("../../../../../data/known/minishogi_mates.tsv").lines();
    let mate = |line: &'static str| {
        let (sfen, plies) = line.split_once('\t').unwrap();
        (sfen, plies.parse().unwrap())
    };
    lines.filter(|line| !line.starts_with('#')).map(mate).collect()
}

#[test]
fn the_set_has_enough_of_each_length_and_none_twice() {
    let mut lengths: BTreeMap<u32, BTreeSet<&str>> = BTreeMap::new();
    for (sfen, plies) in mates() {
        assert!(lengths.entry(plies).or_default().insert(sfen), "{sfen} is there twice");
    }
    assert!(lengths.keys().copied().eq((3..=LONGEST).step_by(2)), "{:?}", lengths.keys());
    assert!(lengths.values().all(|mates| mates.len() >= 20), "{lengths:?}");
}

#[test]
fn a_part_of_the_set_is_proved_anew() {
    one_of_so_many_is_proved_anew(72);
}

#[test]
#[ignore = "seconds: cargo xtask test --full"]
fn a_larger_part_of_the_set_is_proved_anew() {
    one_of_so_many_is_proved_anew(12);
}

fn one_of_so_many_is_proved_anew(every: usize) {
    for (sfen, plies) in mates().into_iter().step_by(every) {
        assert_eq!(Prover::new(PROVER_POSITIONS).length(sfen), Some(plies), "{sfen}");
    }
}

/// The engine may be quicker than checks are: a quiet move may leave the enemy none.
#[test]
fn the_engine_wins_in_no_more_plies() {
    let game = ShogiGame::minishogi(Evaluation::Handmade);
    let mut engine = Engine::new(4 << 20, 1).unwrap();
    for (sfen, plies) in mates().into_iter().filter(|&(_, plies)| plies <= 5) {
        engine.clear();
        let board = MinishogiBoard::new(&game, game.rules.parse_pos(sfen).unwrap());
        let options = Limits::nodes(300_000).into();
        let found = engine.search(&board, &[], &options, &Stop::new(), &mut |_| {});
        assert!(matches!(found.score, Score::Win(found) if found <= plies), "{sfen}: {:?}", found.score);
    }
}
