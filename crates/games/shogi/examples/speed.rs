//! Measures the move generator of 9x9 shogi: `cargo run --release -p yomikiri-shogi --example speed`.

#[path = "../tests/it/random/mod.rs"]
mod random;

use random::{games, placements};
use std::{hint::black_box, time::Instant};
use yomikiri_core::{Game, TwoPlayer, perft};
use yomikiri_shogi::{Move, Position, Shogi};

type Pos = Position<u128>;

/// Nanoseconds a position, the best of several rounds, and the moves found.
fn time(positions: &[Pos], mut find: impl FnMut(&Pos, &mut Vec<Move>)) -> (f64, usize) {
    let mut moves = Vec::new();
    let mut round = || {
        let began = Instant::now();
        let mut found = 0;
        for pos in positions {
            moves.clear();
            find(black_box(pos), &mut moves);
            found += moves.len();
        }
        (began.elapsed().as_secs_f64() * 1e9 / positions.len() as f64, found)
    };
    (0..7).map(|_| round()).min_by(|a, b| a.0.total_cmp(&b.0)).expect("there are rounds")
}

fn report(what: &str, positions: &[Pos], find: impl FnMut(&Pos, &mut Vec<Move>)) {
    let (nanoseconds, found) = time(positions, find);
    let each = found as f64 / positions.len() as f64;
    println!("{what:<44}{nanoseconds:>8.0} ns a position, {each:>6.1} moves");
}

fn main() {
    let game = Shogi::standard();
    for depth in [4, 5] {
        let began = Instant::now();
        let nodes = perft(&game, &game.start(), depth);
        let seconds = began.elapsed().as_secs_f64();
        println!(
            "perft {depth}: {nodes} in {seconds:.3} s, {:.1} million a second",
            nodes as f64 / seconds / 1e6
        );
    }
    let problems = Shogi::tsume();
    let few: Vec<Pos> = placements(&problems, 12, false, 1).take(20_000).collect();
    let full: Vec<Pos> = games(&game, 1).take(20_000).collect();
    for (what, game, positions) in [("problems", &problems, few), ("games", &game, full)] {
        let (checked, free): (Vec<Pos>, Vec<Pos>) =
            positions.into_iter().partition(|pos| game.in_check(pos, game.side(pos)));
        report(&format!("{what}: moves, not in check"), &free, |pos, out| game.moves(pos, out));
        report(&format!("{what}: checks, not in check"), &free, |pos, out| game.checks(pos, out));
        report(&format!("{what}: evasions"), &checked, |pos, out| game.evasions(pos, out));
        report(&format!("{what}: play, all moves"), &free, |pos, out| {
            game.moves(pos, out);
            for &mv in &*out {
                black_box(game.play(pos, mv));
            }
        });
    }
}
