//! The rules, the scores and the evaluation against a slow second implementation, on random games.

use crate::slow::{Slow, codes};
use std::ops::Range;
use yomikiri_blokus::{Blokus, Openings, Piece, Scoring, Square, evaluate};
use yomikiri_core::{Game, Notation, Random, Side, TwoPlayer, Value};

const SIDES: [Side; 2] = [Side::First, Side::Second];

/// What the end of a game is worth to the side to move.
fn verdict(own: i32, other: i32) -> Value {
    match own - other {
        ..0 => Value::Loss(0),
        0 => Value::Draw,
        1.. => Value::Win(0),
    }
}

/// Plays a random game in both implementations; every `every`th game prefers small pieces, which makes for
/// long games.
fn compare(seed: u64, small_first: bool) -> usize {
    let mut random = Random::new(seed);
    let (game, fives) = (Blokus::default(), Blokus { openings: Openings::Fives, ..Blokus::default() });
    let official = Blokus { scoring: Scoring::Official, ..Blokus::default() };
    let (mut slow, mut node, mut scored) = (Slow::start(), game.start(), official.start());
    for ply in 0.. {
        let expected = slow.moves();
        let mut moves = Vec::new();
        game.moves(&node, &mut moves);
        let path = game.show_pos(&node);
        assert_eq!(codes(&moves), expected, "{path}");
        for (y, row) in (0..).zip(&slow.board) {
            for (x, &owner) in (0..).zip(row) {
                let covered = node.position.covered.map(|own| own.has(Square::new(x, y)));
                assert_eq!(covered, [owner == 1, owner == 2], "{path}");
            }
        }
        let mut few = Vec::new();
        fives.moves(&node, &mut few);
        let placed = 21 - slow.left[slow.mover].len();
        let listed = expected.iter().filter(|name| placed >= 4 || name.as_bytes()[2] >= b'j');
        let listed: Vec<_> = listed.cloned().collect();
        assert_eq!(codes(&few), if listed.is_empty() { expected.clone() } else { listed }, "{path}");
        let view = if slow.mover == 0 { 1 } else { -1 };
        assert_eq!(evaluate(&node.position), view * slow.evaluation(), "{path}");
        for (player, side) in SIDES.into_iter().enumerate() {
            let points =
                [Scoring::Squares, Scoring::Official].map(|scoring| scoring.of(&scored.position, side));
            assert_eq!((points[0], points[1]), slow.points(player), "{path}");
        }
        if expected.is_empty() {
            let points = [slow.points(slow.mover), slow.points(1 - slow.mover)];
            assert_eq!(game.result(&node), Some(verdict(points[0].0, points[1].0)), "{path}");
            assert_eq!(official.result(&scored), Some(verdict(points[0].1, points[1].1)), "{path}");
            return ply;
        }
        assert_eq!((game.result(&node), official.result(&scored)), (None, None), "{path}");
        let rank = |name: &String| Piece::from_letter(name.as_bytes()[2] as char).map(Piece::index);
        let mut names = expected.clone();
        if small_first {
            let least = names.iter().map(rank).min().flatten();
            names.retain(|name| rank(name) == least);
        }
        let name = &names[random.below(names.len())];
        let mv = game.parse_move(&node, name).unwrap();
        assert!(moves.contains(&mv));
        (node, scored) = (game.play(&node, mv), official.play(&scored, mv));
        slow.play(name);
    }
    unreachable!("a game ends")
}

/// Random games, which have some 29 positions each.
fn compare_games(seeds: Range<u64>) {
    let games = seeds.end - seeds.start;
    let sum: usize = seeds.map(|seed| compare(seed, false)).sum();
    assert!((27 * games..31 * games).contains(&(sum as u64)), "{sum}");
}

#[test]
fn a_hundred_random_games() {
    compare_games(0..100);
}

#[test]
#[ignore = "half a minute: cargo xtask test --full"]
fn nine_hundred_more_random_games() {
    compare_games(100..1_000);
    for seed in 50..100 {
        compare(seed, true);
    }
}

#[test]
fn games_that_begin_with_small_pieces() {
    for seed in 0..50 {
        compare(seed, true);
    }
}

/// Every text of four characters that could be a code: legal exactly where the slow rules say so.
#[test]
fn what_is_not_generated_is_refused() {
    let game = Blokus::default();
    for path in ["", "66t0/9Bl3", "45o7/A9o5/77p2/D7r2/63s0"] {
        let node = game.parse_pos(path).unwrap();
        let mut slow = Slow::start();
        path.split('/').filter(|name| !name.is_empty()).for_each(|name| slow.play(name));
        let legal = slow.moves();
        let mut read = Vec::new();
        for (x, y) in (1..=14).flat_map(|x| (1..=14).map(move |y| (x, y))) {
            for (piece, orientation) in ('a'..='u').flat_map(|piece| (0..8).map(move |d| (piece, d))) {
                if let Ok(mv) = game.parse_move(&node, &format!("{x:X}{y:X}{piece}{orientation}")) {
                    read.push(mv);
                }
            }
        }
        let mut read = codes(&read);
        read.dedup();
        assert_eq!(read, legal, "{path}");
    }
}
