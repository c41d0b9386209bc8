use std::{env, time::Instant};
use yomikiri_calculation::{Variant, wide, simple::Taste};
fn main() {
    let blocks: u64 = env::args().nth(1).and_then(|t| t.parse().ok()).unwrap_or(20_000);
    for taste in [Taste::Any, Taste::Bases] {
        let began = Instant::now();
        let (mut wins, mut plies) = (0u64, 0u64);
        wide::play(Variant::CALCULATION, taste, 1, 0..blocks * 64, &mut |_, game| {
            wins += u64::from(game.won);
            plies += u64::from(game.plies);
        });
        let games = blocks * 64;
        println!("{taste:?}: {wins} of {games} won, {:.1} plies, {:.2} M/s", plies as f64 / games as f64, games as f64 / began.elapsed().as_secs_f64() / 1e6);
    }
}
