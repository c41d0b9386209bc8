//! Sequences of exactly n moves, against the published counts.

use yomikiri_core::{Game, Notation, perft};
use yomikiri_shogi::{Bits, Ending, Position, Shogi, SmallShogi};

fn check<B: Bits>(game: &Shogi<B>, published: &[u64]) {
    let counts: Vec<u64> =
        (1..=published.len() as u32).map(|depth| perft(game, &game.start(), depth)).collect();
    assert_eq!(counts, published);
}

#[test]
fn dobutsu_to_the_capture() {
    check(&SmallShogi::dobutsu(Ending::Capture), &[4, 17, 96, 577, 3_199, 18_754, 115_169]);
}

#[test]
fn dobutsu_to_the_mate() {
    check(&SmallShogi::dobutsu(Ending::Mate), &[4, 13, 67, 398, 2_179, 12_636, 80_828]);
}

#[test]
fn chicks_to_the_capture() {
    check(&SmallShogi::dobutsu_chicks(Ending::Capture), &[5, 25, 145, 714, 3_605, 22_459, 104_557, 503_581]);
}

#[test]
fn chicks_to_the_mate() {
    check(&SmallShogi::dobutsu_chicks(Ending::Mate), &[5, 23, 120, 473, 2_670, 16_675, 77_002, 369_457]);
}

const KNOWN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../data/known");

/// The rows of a published table with at most so many sequences; how many rows that were.
fn check_table<B: Bits>(game: &Shogi<B>, file: &str, most: u64) -> usize {
    let text = std::fs::read_to_string(format!("{KNOWN}/{file}")).unwrap();
    let rows =
        text.lines().filter(|line| !line.starts_with('#')).skip(1).map(|line| line.split('\t').collect());
    let mut tried = 0;
    for row in rows {
        let row: Vec<&str> = row;
        let (depth, nodes) = (row[1].parse().unwrap(), row[2].parse().unwrap());
        if nodes <= most {
            assert_eq!(perft(game, &game.parse_pos(row[0]).unwrap(), depth), nodes, "{row:?}");
            tried += 1;
        }
    }
    tried
}

#[test]
fn shogi() {
    assert_eq!(check_table(&Shogi::standard(), "shogi_perft.tsv", 2_000_000), 25);
}

#[test]
fn minishogi() {
    assert_eq!(check_table(&Shogi::minishogi(), "minishogi_perft.tsv", 100_000), 77);
}

/// As Fairy-Stockfish 11.1 counts (`gorogoro`; for the other with knight and lance in hand by a file of
/// variants): no pawn dropped mates so early, which it would let pass.
#[test]
fn goro_goro() {
    check(&Shogi::goro_goro(), &[16, 250, 4_166, 67_517, 1_186_299]);
    check(&Shogi::goro_goro_plus(), &[39, 1_438, 44_436, 1_330_443]);
}

#[test]
#[ignore = "half a minute in a release build"]
fn shogi_and_minishogi_in_full() {
    check_table(&Shogi::standard(), "shogi_perft.tsv", u64::MAX);
    check_table(&Shogi::minishogi(), "minishogi_perft.tsv", u64::MAX);
    assert_eq!(perft(&Shogi::goro_goro(), &Shogi::goro_goro().start(), 6), 20_552_765);
}

/// Sequences of so many moves of which the last gives check.
fn checks(game: &Shogi<u128>, pos: &Position<u128>, depth: usize) -> usize {
    let mut moves = Vec::new();
    if depth == 1 {
        game.checks(pos, &mut moves);
        return moves.len();
    }
    game.moves(pos, &mut moves);
    moves.iter().map(|&mv| checks(game, &game.play(pos, mv), depth - 1)).sum()
}

#[test]
fn checks_of_shogi() {
    let game = Shogi::standard();
    assert_eq!([1, 2, 3, 4, 5].map(|depth| checks(&game, &game.start(), depth)), [0, 0, 48, 1_121, 71_434]);
}
