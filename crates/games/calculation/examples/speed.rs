//! How many random games a second one core plays: `cargo run --profile quick -p yomikiri-calculation --example speed`.

use std::{env, time::Instant};
use yomikiri_calculation::{Variant, lanes, simple::Taste};

fn main() {
    let blocks: u64 = env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(20_000);
    let variant = Variant::CALCULATION;
    for taste in [Taste::Any, Taste::Bases] {
        let began = Instant::now();
        let (mut wins, mut plies) = (0u64, 0u64);
        for block in 0..blocks {
            for game in lanes::play(variant, taste, 1, block * lanes::LANES as u64) {
                wins += u64::from(game.won);
                plies += u64::from(game.plies);
            }
        }
        let games = blocks * lanes::LANES as u64;
        let seconds = began.elapsed().as_secs_f64();
        println!(
            "{taste:?}: {wins} of {games} won, {:.1} plies a game, {:.2} million games a second",
            plies as f64 / games as f64,
            games as f64 / seconds / 1e6
        );
    }
}
