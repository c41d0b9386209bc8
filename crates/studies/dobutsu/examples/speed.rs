//! How fast positions are evaluated and features counted, on one thread: a JSON object for `cargo xtask bench
//! learn`.

use std::{hint::black_box, time::Instant};
use yomikiri_core::{Game, TwoPlayer, splitmix};
use yomikiri_dobutsu::learn::{Evaluation, Features, Tables};
use yomikiri_learn::{Loss, Objective, Samples, SparseObjective};
use yomikiri_shogi::{Ending, Shogi};

/// Positions of random games.
const POSITIONS: usize = 100_000;
/// Samples as lists, their features, of so many that occur.
const LISTS: usize = 100_000;
const HITS: usize = 138;
const USED: u64 = 48_291;

fn main() {
    let tables = Tables::blog();
    // Speed does not depend on what the weights are.
    let weights: Vec<f64> = (0..tables.len()).map(|i| (i as f64).sin()).collect();
    let evaluation = Evaluation::of(&tables, &weights, Loss::Logistic);
    let game = Shogi::dobutsu(Ending::Capture);
    let mut state = 1;
    let mut draw = |bound: u64| splitmix::next(&mut state) % bound;
    let (mut positions, mut moves) = (Vec::with_capacity(POSITIONS), Vec::new());
    let mut pos = game.start();
    while positions.len() < POSITIONS {
        moves.clear();
        game.moves(&pos, &mut moves);
        pos = game.play(&pos, moves[draw(moves.len() as u64) as usize]);
        if game.result(&pos).is_some() {
            pos = game.start();
        }
        positions.push(pos.clone());
    }
    let inputs: Vec<Features> = positions.iter().map(Features::of).collect();
    let scored =
        rate(20, POSITIONS, || inputs.iter().map(|features| i64::from(evaluation.score(features))).sum());
    let seen = rate(20, POSITIONS, || {
        positions.iter().map(|pos| i64::from(evaluation.score(&Features::of(pos)))).sum()
    });
    // A pass over lists of features, as many as a position has: what the rows of the index spare.
    let mut lists = Samples::default();
    for _ in 0..LISTS {
        let features: Vec<u32> = (0..HITS).map(|_| draw(USED) as u32).collect();
        lists.push(&features, 1.0);
    }
    let mut objective = SparseObjective::new(&lists, USED as usize, Loss::Logistic);
    let (zeros, mut gradient) = (vec![0.0; USED as usize], vec![0.0; USED as usize]);
    let hits = rate(5, LISTS * HITS, || objective.evaluate(&zeros, &mut gradient) as i64);
    println!(
        "{{\"hits_per_second\":{hits:.0},\"scores_per_second\":{scored:.0},\"positions_per_second\":{seen:.0}}}"
    );
}

/// How many a second, at best of some rounds.
fn rate(rounds: u32, count: usize, mut work: impl FnMut() -> i64) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..rounds {
        let began = Instant::now();
        black_box(work());
        best = best.min(began.elapsed().as_secs_f64());
    }
    count as f64 / best
}
