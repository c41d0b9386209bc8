//! Draws the openings of `bench/openings-blokus.txt`, from which matches begin:
//! `cargo run --release -p yomikiri-blokus-study --example openings > bench/openings-blokus.txt`.
//!
//! Four random pieces of five squares mostly leave one side lost, so that a match of pairs says nothing: each
//! engine wins the game that it was given. So only those openings are taken that the player thinks even.

use yomikiri_blokus::{Blokus, Openings, Scoring, code};
use yomikiri_blokus_study::{Budget, MctsSearcher, Model, Player, Resources};
use yomikiri_core::{
    Game, Random,
    play::{Limits, Stop},
};

/// How many are wanted.
const WANTED: usize = 200;

/// Moves of each.
const PLIES: usize = 4;

/// Simulations by which most are seen to be lopsided, and by which the others are judged.
const SIMULATIONS: [u64; 2] = [400, 20_000];

/// The chance of the side to move is at most so far from a half.
const FROM_EVEN: [f32; 2] = [0.2, 0.08];

fn main() {
    let game = Blokus { scoring: Scoring::Squares, openings: Openings::Fives };
    let resources = Resources { threads: 1, memory: 256 << 20, seed: 1 };
    let searcher = MctsSearcher::new(game, Some(Model::shipped()), resources);
    let mut player = Player::new(game, Box::new(searcher));
    let mut random = Random::new(7);
    let (mut drawn, mut lines) = (0, Vec::new());
    while lines.len() < WANTED {
        drawn += 1;
        let mut node = game.start();
        for _ in 0..PLIES {
            let mut moves = Vec::new();
            game.moves(&node, &mut moves);
            node = game.play(&node, moves[random.below(moves.len())]);
        }
        let mut value = 0.5;
        let is_even = SIMULATIONS.into_iter().zip(FROM_EVEN).all(|(simulations, most)| {
            player.restart(node.clone());
            let thought = player.think(Budget::Move(Limits::nodes(simulations)), &Stop::new(), &|_, _| ());
            value = thought.and_then(|thought| thought.value).unwrap_or(1.0);
            (value - 0.5).abs() <= most
        });
        if is_even {
            let moves: Vec<String> = node.path.moves().iter().map(|&mv| code::write(mv)).collect();
            lines.push(format!("{}\t{value:.3}", moves.join(" ")));
        }
    }
    println!(
        "# {WANTED} openings of {PLIES} random pieces of five squares that the player thinks even: within {} of a half",
        FROM_EVEN[1]
    );
    println!(
        "# by {} simulations, of {drawn} drawn. Behind a tab the chance of the side to move.",
        SIMULATIONS[1]
    );
    for line in lines {
        println!("{line}");
    }
}
