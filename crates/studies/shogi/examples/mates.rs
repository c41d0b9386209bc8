//! Makes the set of mates that `cargo xtask bench minishogi` asks the engine for:
//! `cargo run --release -p yomikiri-shogi-player --example mates > data/known/minishogi_mates.tsv`.
//!
//! The positions are met in games of the engine with itself, begun with random moves and played to the mate;
//! what they are is said by the slow prover of the tests alone. An engine that plays otherwise meets other
//! positions.

#[path = "../tests/it/mate_oracle/mod.rs"]
mod mate_oracle;

use mate_oracle::{LONGEST, Prover};
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};
use std::collections::{BTreeMap, HashSet};
use yomikiri_core::{
    Game, Notation,
    play::{Limits, Stop},
};

use yomikiri_search::alphabeta::{Engine, SearchPosition, repetition};
use yomikiri_shogi::{Position, SmallBoard};
use yomikiri_shogi_player::{
    Minishogi, ShogiGame,
    minishogi::{Evaluation, MinishogiBoard},
};

/// Positions of each length.
const EACH: usize = 25;

/// The fewest and the most random moves at the beginning of a game.
const RANDOM: (usize, usize) = (2, 9);

/// Nodes a move: few, so that sides are mated which could have done better.
const NODES: u64 = 500;

/// The longest game, in plies.
const LONGEST_GAME: usize = 200;

/// Positions before the end of a game that are looked at.
const LAST: usize = 20;

/// Positions that the prover looks at before it gives one up.
const PROVER_POSITIONS: u32 = 20_000;

fn main() {
    let evaluation = Evaluation::built_in().expect("the model that the crate carries");
    let game = ShogiGame::minishogi(evaluation);
    let mut found: BTreeMap<u32, Vec<String>> =
        (3..=LONGEST).step_by(2).map(|plies| (plies, Vec::new())).collect();
    let mut met = HashSet::new();
    for number in 1.. {
        for pos in positions(&game, number).into_iter().rev().take(LAST) {
            let sfen = game.rules.show_pos(&pos);
            if !met.insert(sfen.clone()) {
                continue;
            }
            let length = Prover::new(PROVER_POSITIONS).length(&sfen);
            if let Some(list) = length.and_then(|plies| found.get_mut(&plies))
                && list.len() < EACH
            {
                list.push(sfen);
            }
        }
        let counts: Vec<usize> = found.values().map(Vec::len).collect();
        eprintln!("{number} games: {counts:?}");
        if counts.iter().all(|&count| count == EACH) {
            break;
        }
    }
    println!(
        "# mates from self-play, proved by crates/studies/shogi/tests/it/mate_oracle: the least plies in which checks mate"
    );
    println!(
        "# (in three plies: any first move); made by `cargo run --release -p yomikiri-shogi-player --example mates`"
    );
    println!("# sfen\tplies");
    for (plies, list) in found {
        for sfen in list {
            println!("{sfen}\t{plies}");
        }
    }
}

/// The positions of a game that ends with a mate; the same for the same number.
fn positions(game: &Minishogi, number: u64) -> Vec<Position<SmallBoard>> {
    let mut random = ChaCha8Rng::seed_from_u64(number);
    let mut engine = Engine::new(1 << 20, 1).expect("a megabyte");
    let options = Limits::nodes(NODES).into();
    let opening = random.random_range(RANDOM.0..=RANDOM.1);
    let (mut positions, mut past) = (Vec::new(), Vec::new());
    let mut board = MinishogiBoard::new(game, game.rules.start());
    while positions.len() < LONGEST_GAME && repetition(&board, &past).is_none() {
        let mut moves = Vec::new();
        board.moves(&mut moves);
        if moves.is_empty() {
            return positions;
        }
        let mv = if positions.len() < opening {
            moves[random.random_range(0..moves.len())]
        } else {
            engine.search(&board, &past, &options, &Stop::new(), &mut |_| {}).moves[0]
        };
        positions.push(board.position().clone());
        past.push(board.as_past());
        board = board.after(mv);
    }
    Vec::new()
}
