//! How many random games a second one core plays: `cargo run --release -p yomikiri-calculation
//! --example speed`. The second argument `lanes` asks for the way of machines without AVX-512.

use std::{env, time::Instant};
use yomikiri_calculation::{
    Variant, bulk, lanes,
    simple::{Finished, Taste},
};

fn main() {
    let mut args = env::args().skip(1);
    let games = args.next().and_then(|text| text.parse().ok()).unwrap_or(2_000_000_u64);
    let portable = args.next().is_some_and(|word| word == "lanes");
    let variant = Variant::CALCULATION;
    for taste in [Taste::Any, Taste::Bases] {
        let began = Instant::now();
        let (mut played, mut wins, mut plies) = (0_u64, 0_u64, 0_u64);
        let mut each = |game: Finished| {
            played += 1;
            wins += u64::from(game.won);
            plies += u64::from(game.plies);
        };
        if portable {
            let blocks = (0..games).step_by(lanes::LANES);
            blocks.for_each(|first| lanes::play(variant, taste, 1, first).into_iter().for_each(&mut each));
        } else {
            bulk::play(variant, taste, 1, 0..games, &mut |_, game| each(game));
        }
        let seconds = began.elapsed().as_secs_f64();
        println!(
            "{taste:?}: {wins} of {played} won, {:.1} plies a game, {:.2} million games a second",
            plies as f64 / played as f64,
            played as f64 / seconds / 1e6
        );
    }
}
