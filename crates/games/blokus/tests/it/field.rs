//! What a player sees, kept from move to move, against what is read off the position anew.

use std::time::Instant;
use yomikiri_blokus::{Blokus, Board, Field, Hand, Move, PlayoutState, Position, piece::SIZES};
use yomikiri_core::{Game, Random, Side};

/// Every legal placement of a piece of so many squares.
fn placements(pos: &Position, side: Side, size: usize) -> Vec<Move> {
    let mut moves = Vec::new();
    pos.placements(side, pos.hands[side.index()].and(Hand::of_size(size as u32)), &mut moves);
    moves
}

/// What all placements cover, around which corner squares, with which pieces.
fn prospects_agree(pos: &Position, side: Side, field: &Field) {
    let (mut squares, mut pieces) = (Board::EMPTY, 0);
    for mv in (1..=SIZES).flat_map(|size| placements(pos, side, size)) {
        squares |= mv.covers();
        pieces |= 1 << mv.piece().unwrap().index();
    }
    let reachable = field.reachable();
    assert_eq!((reachable.squares(), reachable.pieces().bits()), (squares, pieces));
    assert_eq!(reachable.corners(), squares & field.corners());
}

/// In every position of random games: both views are those of the position, and for every size a placement is
/// drawn exactly if there is one, and it is legal.
#[test]
fn views_and_draws_agree_with_the_rules() {
    let game = Blokus::default();
    let mut random = Random::new(1);
    for round in 0..500 {
        let (mut pos, mut arena) = (game.start().position, PlayoutState::new(&Position::START));
        let mut passes = 0;
        while passes < 2 {
            for side in [Side::First, Side::Second] {
                let (field, fresh) = (&mut arena.fields[side.index()], Field::new(&pos, side));
                assert_eq!((field.closed(), field.corners()), (fresh.closed(), fresh.corners()));
                assert_eq!(field.hand(), fresh.hand());
                prospects_agree(&pos, side, field);
                for size in 1..=SIZES {
                    let legal = placements(&pos, side, size);
                    match field.random_placement(size, || random.next() as u32) {
                        Some(mv) => assert!(legal.contains(&mv), "{mv:?}"),
                        None => assert!(legal.is_empty(), "size {size}: {legal:?}"),
                    }
                }
            }
            // By the arena's own choice, or by any size at random, so that games of small pieces come up too.
            let sizes: [usize; SIZES] =
                std::array::from_fn(|i| (i + random.next() as usize % SIZES) % SIZES + 1);
            let own = &mut arena.fields[pos.side.index()];
            let any = sizes.into_iter().find_map(|size| own.random_placement(size, || random.next() as u32));
            let mv = if round % 2 == 0 { arena.random_move(|| random.next() as u32) } else { any };
            let mv = mv.or_else(|| arena.random_move(|| random.next() as u32));
            passes = if mv.is_none() { passes + 1 } else { 0 };
            let mv = mv.unwrap_or(Move::PASS);
            arena.play(mv);
            pos = game.after(&pos, mv);
        }
    }
}

/// Every placement of the start can be drawn.
#[test]
fn no_placement_is_never_drawn() {
    let mut random = Random::new(7);
    for size in 1..=SIZES {
        let mut seen = std::collections::HashSet::new();
        let mut field = Field::new(&Position::START, Side::First);
        for _ in 0..20_000 {
            seen.extend(field.random_placement(size, || random.next() as u32));
        }
        assert_eq!(seen.len(), placements(&Position::START, Side::First, size).len());
    }
}

#[test]
#[ignore = "a measurement: cargo test --release -p yomikiri-blokus --test it field -- --ignored --nocapture"]
fn whole_games_a_second() {
    let (mut random, mut plies) = (Random::new(3), 0);
    let start = PlayoutState::new(&Position::START);
    let began = Instant::now();
    let games = 200_000;
    for _ in 0..games {
        let (mut arena, mut passes) = (start.clone(), 0);
        while passes < 2 {
            if let Some(mv) = arena.random_move(|| random.next() as u32) {
                arena.play(mv);
                (passes, plies) = (0, plies + 1);
            } else {
                arena.side = arena.side.other();
                passes += 1;
            }
        }
    }
    let seconds = began.elapsed().as_secs_f64();
    println!(
        "{:.0} games a second, {:.1} placements a game",
        f64::from(games) / seconds,
        f64::from(plies) / f64::from(games)
    );
}
