//! Learns the weights of the judge from games of the player against itself, and prints them as `src/weights.rs`.
//!
//! `cargo run --profile quick -p yomikiri-duo --example learn -- GAMES SIMULATIONS > weights.rs`

use std::{env, sync::atomic::AtomicBool};
use yomikiri_blokus::{Arena, Blokus, Move};
use yomikiri_core::{Game, Side, TwoPlayer, Value};
use yomikiri_duo::{COUNTS, Duo, STAGES, counts, stage};
use yomikiri_search::{
    Random,
    mcts::{Limits, Options, Search},
};

/// What was seen of a position, and how well it went: half by the search's own judgement, half by the result.
struct Case {
    stage: usize,
    counts: [f32; COUNTS],
    label: f32,
}

fn main() {
    let numbers: Vec<u64> = env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let [games, simulations] = numbers[..] else {
        eprintln!("expected two numbers: games and simulations a move");
        std::process::exit(2);
    };
    let mut cases = Vec::new();
    for seed in 0..games {
        play(seed, simulations, &mut cases);
    }
    eprintln!("{} positions", cases.len());
    let rows: Vec<String> = (0..STAGES).map(|stage| row(fit(&cases, stage))).collect();
    println!("//! Learnt weights; `examples/learn.rs` makes this file.\n");
    println!("/// By stage of the game, for each of the counts of [`judge`](crate::judge()).");
    println!("pub const JUDGE: [[f32; {COUNTS}]; {STAGES}] = [\n{}\n];", rows.join("\n"));
}

fn row(weights: [f32; COUNTS]) -> String {
    let words: Vec<String> = weights.iter().map(|weight| format!("{weight:.4}")).collect();
    format!("    [{}],", words.join(", "))
}

/// Plays a game from a random opening, and appends its positions.
fn play(seed: u64, simulations: u64, cases: &mut Vec<Case>) {
    let game = Blokus::default();
    let mut random = Random::new(seed);
    let mut node = game.start();
    let mut arena = Arena::new(&node.position);
    for _ in 0..random.below(9) {
        let Some(mv) = arena.draw(|| (random.next() >> 32) as u32) else { break };
        arena.play(mv);
        node = game.play(&node, mv);
    }
    let mut search =
        Search::new(Duo::default(), arena, Options { seed, memory: 64 << 20, ..Options::default() });
    let first = cases.len();
    let mut sides = Vec::new();
    while game.result(&node).is_none() {
        let found = search.run(Limits::simulations(simulations), &AtomicBool::new(false), &|_, _| ());
        let pos = search.position();
        let label = search.value().unwrap_or(0.5);
        cases.push(Case { stage: stage(pos), counts: counts(pos), label });
        sides.push(node.position.side);
        let mv = found.moves.first().map_or(Move::PASS, |best| best.mv);
        search.advance(mv);
        node = game.play(&node, mv);
    }
    let won = match game.result(&node) {
        Some(Value::Win(_)) => Some(node.position.side),
        Some(Value::Loss(_)) => Some(node.position.side.other()),
        _ => None,
    };
    for (case, &side) in cases[first..].iter_mut().zip(&sides) {
        let result = won.map_or(0.5, |winner: Side| if winner == side { 1.0 } else { 0.0 });
        case.label = 0.5 * case.label + 0.5 * result;
    }
}

/// Logistic regression by Newton's method, with a little weight decay.
fn fit(cases: &[Case], stage: usize) -> [f32; COUNTS] {
    let cases: Vec<&Case> = cases.iter().filter(|case| case.stage == stage).collect();
    let mut weights = [0.0_f64; COUNTS];
    for _ in 0..20 {
        let mut gradient = weights.map(|weight| -weight);
        let mut hessian = [[0.0_f64; COUNTS]; COUNTS];
        for case in &cases {
            let x = case.counts.map(f64::from);
            let sum: f64 = x.iter().zip(&weights).map(|(x, w)| x * w).sum();
            let p = 1.0 / (1.0 + (-sum).exp());
            for i in 0..COUNTS {
                gradient[i] += (f64::from(case.label) - p) * x[i];
                for j in 0..COUNTS {
                    hessian[i][j] += p * (1.0 - p) * x[i] * x[j];
                }
            }
        }
        for (i, row) in hessian.iter_mut().enumerate() {
            row[i] += 1.0;
        }
        let step = solve(hessian, gradient);
        weights.iter_mut().zip(step).for_each(|(weight, step)| *weight += step);
    }
    let right = cases.iter().filter(|case| {
        let sum: f64 = case.counts.iter().zip(&weights).map(|(&x, w)| f64::from(x) * w).sum();
        (sum > 0.0) == (case.label > 0.5)
    });
    eprintln!("stage {stage}: {} of {} on the right side", right.count(), cases.len());
    weights.map(|weight| weight as f32)
}

/// Solves linear equations by elimination; the matrix is positive definite, so no pivots are needed.
fn solve(mut matrix: [[f64; COUNTS]; COUNTS], mut right: [f64; COUNTS]) -> [f64; COUNTS] {
    for i in 0..COUNTS {
        for j in i + 1..COUNTS {
            let factor = matrix[j][i] / matrix[i][i];
            let pivot = matrix[i];
            matrix[j].iter_mut().zip(pivot).for_each(|(own, other)| *own -= factor * other);
            right[j] -= factor * right[i];
        }
    }
    for i in (0..COUNTS).rev() {
        let known: f64 = (i + 1..COUNTS).map(|k| matrix[i][k] * right[k]).sum();
        right[i] = (right[i] - known) / matrix[i][i];
    }
    right
}
