//! Sequences of exactly n moves, against the published counts.

use yomikiri_core::Game;
use yomikiri_shogi::{Bits, Ending, Position, Shogi, SmallShogi};

fn perft<B: Bits>(game: &Shogi<B>, pos: &Position<B>, depth: usize) -> u64 {
    let mut moves = Vec::new();
    game.moves(pos, &mut moves);
    match depth {
        1 => moves.len() as u64,
        _ => moves.iter().map(|&mv| perft(game, &game.play(pos, mv), depth - 1)).sum(),
    }
}

fn check<B: Bits>(game: &Shogi<B>, published: &[u64]) {
    let counts: Vec<u64> = (1..=published.len()).map(|depth| perft(game, &game.start(), depth)).collect();
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

#[test]
fn shogi() {
    check(&Shogi::standard(), &[30, 900, 25_470, 719_731]);
}

#[test]
fn minishogi() {
    check(&Shogi::minishogi(), &[14, 181, 2_512, 35_401, 533_203]);
}
