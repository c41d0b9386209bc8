//! Shogi, minishogi and mating problems against the slow oracle: moves, checks, evasions and unmoves.
//!
//! The ignored ones try more positions, the last of them un-moves against moves on a million:
//! `cargo test --release -p yomikiri-shogi --test it against_wide_oracle -- --ignored`.

use crate::attacks;
use crate::random::{games, placements};
use crate::wide_oracle::Board;
use std::{collections::HashSet, thread};
use yomikiri_core::{Game, Notation, Random, TwoPlayer, Unmove, Value, laws, play::NoProgress};
use yomikiri_shogi::{Bits, Move, Position, Shogi, attacks::Tables};

fn told<B: Bits>(game: &Shogi<B>, pos: &Position<B>) -> Board {
    Board::parse(&game.show_pos(pos), i32::from(game.variant().promotion_ranks))
}

fn names<B: Bits>(game: &Shogi<B>, pos: &Position<B>, moves: &[Move]) -> Vec<String> {
    let mut names: Vec<_> = moves.iter().map(|&mv| game.show_move(pos, mv)).collect();
    names.sort_unstable();
    names
}

fn list<T>(fill: impl FnOnce(&mut Vec<T>)) -> Vec<T> {
    let mut list = Vec::new();
    fill(&mut list);
    list
}

/// Moves, checks, evasions and the result are those of the oracle, attacks those of piece by piece.
fn check_moves<B: Bits>(game: &Shogi<B>, tables: &Tables<B>, pos: &Position<B>) {
    let (board, shown) = (told(game, pos), game.show_pos(pos));
    let mut legal = board.legal();
    legal.sort_unstable();
    let expected: Vec<String> = legal.iter().map(|(name, _)| name.clone()).collect();
    let moves = list(|out| game.moves(pos, out));
    assert_eq!(names(game, pos, &moves), expected, "moves of {shown}");
    assert_eq!(game.result(pos), expected.is_empty().then_some(Value::Loss(0)), "result of {shown}");
    let in_check = board.in_check(board.second);
    assert_eq!(game.in_check(pos, pos.side()), in_check, "{shown}");
    if in_check {
        assert_eq!(names(game, pos, &list(|out| game.evasions(pos, out))), expected, "evasions of {shown}");
    }
    let checking = legal.iter().filter(|(_, next)| next.in_check(next.second));
    let expected: Vec<String> = checking.map(|(name, _)| name.clone()).collect();
    let checks = list(|out| game.checks(pos, out));
    assert_eq!(names(game, pos, &checks), expected, "checks of {shown}");
    attacks::check(game, tables, pos, &checks, &shown);
    let noisy = list(|out| game.noisy_moves(pos, out));
    let expected: Vec<Move> = moves.iter().copied().filter(|&mv| game.is_noisy(pos, mv)).collect();
    assert_eq!(noisy, expected, "noisy moves of {shown}");
    let mates = |mv: Move| game.result(&game.play(pos, mv)).is_some();
    match game.mating_move(pos) {
        Some(mv) => assert!(moves.contains(&mv) && mates(mv), "mate in {shown}"),
        None => assert!(!checks.iter().any(|&mv| mates(mv)), "no mate in {shown}"),
    }
    for mv in moves {
        assert_eq!(game.gives_check(pos, mv), checks.contains(&mv), "{} in {shown}", game.show_move(pos, mv));
        let name = game.show_move(pos, mv);
        let (_, next) = legal.iter().find(|(other, _)| *other == name).expect("the names are the same");
        assert_eq!(told(game, &game.play(pos, mv)), *next, "{shown} {name}");
    }
}

/// The predecessors are those that the definition asks for.
fn check_unmoves<B: Bits>(game: &Shogi<B>, pos: &Position<B>) {
    let mut before: Vec<_> =
        list(|out| game.unmoves(pos, out)).iter().map(|earlier| told(game, earlier)).collect();
    before.sort_unstable();
    assert_eq!(before, told(game, pos).predecessors(), "predecessors of {}", game.show_pos(pos));
}

fn check<B: Bits>(game: &Shogi<B>, positions: impl Iterator<Item = Position<B>>, count: usize) {
    let tables = Tables::new(game.variant());
    for (i, pos) in positions.take(count).enumerate() {
        check_moves(game, &tables, &pos);
        if i % 50 == 0 {
            check_unmoves(game, &pos);
        }
    }
}

#[test]
fn games_of_shogi() {
    check(&Shogi::standard(), games(&Shogi::standard(), 1), 2_000);
}

#[test]
#[ignore = "seconds: cargo xtask test --full"]
fn more_games_of_shogi_and_minishogi() {
    check(&Shogi::standard(), games(&Shogi::standard(), 2), 20_000);
    check(&Shogi::minishogi(), games(&Shogi::minishogi(), 16), 20_000);
    check(&Shogi::minishogi(), placements(&Shogi::minishogi(), 50, true, 17), 20_000);
}

/// Boards of shogi and of mating problems that are full, and others that are not.
fn check_placements(seed: u64, of_each: usize) {
    check(&Shogi::standard(), placements(&Shogi::standard(), 50, true, seed), of_each);
    check(&Shogi::standard(), placements(&Shogi::standard(), 15, true, seed + 1), of_each);
    check(&Shogi::tsume(), placements(&Shogi::tsume(), 12, false, seed + 2), of_each);
    check(&Shogi::tsume(), placements(&Shogi::tsume(), 40, false, seed + 3), of_each);
}

#[test]
fn placements_of_shogi() {
    check_placements(2, 400);
}

#[test]
#[ignore = "half a minute: cargo xtask test --full"]
fn more_placements_of_shogi() {
    check_placements(100, 3_000);
}

#[test]
fn minishogi() {
    check(&Shogi::minishogi(), games(&Shogi::minishogi(), 6), 3_000);
    check(&Shogi::minishogi(), placements(&Shogi::minishogi(), 50, true, 7), 3_000);
}

#[test]
fn goro_goro() {
    check(&Shogi::goro_goro(), games(&Shogi::goro_goro(), 6), 2_000);
    check(&Shogi::goro_goro_plus(), placements(&Shogi::goro_goro_plus(), 50, true, 7), 2_000);
}

#[test]
fn the_laws_hold() {
    for law in laws::all(
        &Shogi::tsume(),
        &placements(&Shogi::tsume(), 12, false, 8).take(200).collect::<Vec<_>>(),
        &NoProgress,
    ) {
        assert!(law.ok, "{}: {:?}", law.name, law.failure);
    }
    for law in laws::all(
        &Shogi::standard(),
        &games(&Shogi::standard(), 9).take(300).collect::<Vec<_>>(),
        &NoProgress,
    ) {
        assert!(law.ok, "{}: {:?}", law.name, law.failure);
    }
}

/// Predecessors differ and are sound; some of them, chosen at random, lead here; a random move is taken back
/// in one way.
fn check_back_and_forth<B: Bits>(game: &Shogi<B>, pos: &Position<B>, random: &mut Random) {
    let shown = || game.show_pos(pos);
    let leads = |from: &Position<B>| {
        let moves = list(|out| game.moves(from, out));
        moves.into_iter().filter(|&mv| game.play(from, mv) == *pos).count()
    };
    let before = list(|out| game.unmoves(pos, out));
    for _ in 0..before.len().min(4) {
        let earlier = &before[random.below(before.len())];
        assert_eq!(leads(earlier), 1, "{} to {}", game.show_pos(earlier), shown());
        assert!(Position::<B>::new(&earlier.setup(), game.variant()).is_ok(), "{}", game.show_pos(earlier));
    }
    assert_eq!(before.iter().collect::<HashSet<_>>().len(), before.len(), "{}", shown());
    let moves = list(|out| game.moves(pos, out));
    if !moves.is_empty() {
        let mv = moves[random.below(moves.len())];
        let back = list(|out| game.unmoves(&game.play(pos, mv), out));
        let found = back.iter().filter(|earlier| *earlier == pos).count();
        assert_eq!(found, 1, "{} after {}", shown(), game.show_move(pos, mv));
    }
}

fn back_and_forth<B: Bits>(game: &Shogi<B>, positions: impl Iterator<Item = Position<B>>, count: usize) {
    let mut random = Random::at(count as u64);
    positions.take(count).for_each(|pos| check_back_and_forth(game, &pos, &mut random));
}

/// So many positions of each sort.
fn unmoves_against_moves(count: usize) {
    thread::scope(|scope| {
        scope.spawn(move || {
            back_and_forth(&Shogi::standard(), games(&Shogi::standard(), 10), count);
        });
        scope.spawn(move || {
            back_and_forth(&Shogi::tsume(), placements(&Shogi::tsume(), 12, false, 11), count);
        });
        scope.spawn(move || {
            back_and_forth(&Shogi::minishogi(), games(&Shogi::minishogi(), 12), count);
        });
        scope.spawn(move || {
            back_and_forth(&Shogi::standard(), placements(&Shogi::standard(), 40, true, 13), count);
        });
    });
}

#[test]
fn unmoves_against_moves_of_thousands() {
    unmoves_against_moves(5_000);
}

#[test]
#[ignore = "about a minute"]
fn unmoves_against_moves_of_a_million() {
    unmoves_against_moves(250_000);
}
