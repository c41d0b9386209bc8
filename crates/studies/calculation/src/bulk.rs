//! The simple players by the hundred million.

use crate::tally::Tally;
use rayon::prelude::*;
use std::ops::Range;
use yomikiri_calculation::{Variant, bulk, simple::PlayoutPolicy};

/// How many games are one piece of work: a few milliseconds.
const PIECE: u64 = 1 << 15;

/// Plays the games with these numbers on all cores of the thread pool, and tells how many are done from time
/// to time. The sums do not depend on the number of threads.
pub fn play(
    variant: Variant,
    policy: PlayoutPolicy,
    seed: u64,
    games: &Range<u64>,
    done: impl Fn(u64) + Sync,
) -> Tally {
    let pieces = (games.end - games.start).div_ceil(PIECE);
    let piece = |number: u64| {
        let first = games.start + number * PIECE;
        let end = games.end.min(first + PIECE);
        let mut tally = Tally::default();
        bulk::play(variant, policy, seed, first..end, &mut |_, game| {
            tally.wins += u64::from(game.won);
            tally.placed += u64::from(game.placed);
            tally.plies += u64::from(game.plies);
        });
        tally.games = end - first;
        done(tally.games);
        tally
    };
    (0..pieces).into_par_iter().map(piece).reduce(Tally::default, Tally::plus)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rayon::ThreadPoolBuilder;
    use yomikiri_calculation::{Calculation, simple};

    #[test]
    fn sums_are_the_same_with_any_number_of_threads_and_in_any_pieces() {
        let variant = Variant::CALCULATION;
        let run = |threads, games: Range<u64>| {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| play(variant, PlayoutPolicy::Bases, 9, &games, |_| {}))
        };
        let whole = run(1, 0..100_001);
        assert_eq!(whole, run(3, 0..100_001));
        assert_eq!(whole, run(2, 0..777).plus(run(2, 777..100_001)));
        let game = Calculation::new(variant);
        let alone =
            (0..777).filter(|&number| simple::play(&game, PlayoutPolicy::Bases, 9, number).won).count();
        assert_eq!(run(2, 0..777).wins, alone as u64);
    }

    /// The table of `data/known/calculation.md`: always to a base when possible, else random.
    #[test]
    fn the_greedy_player_wins_as_often_as_is_known() {
        for (variant, rate) in
            [("calculation", 0.001_753), ("computer", 0.000_627), ("superhuman", 0.000_309)]
        {
            let games = 2_000_000;
            let tally = play(variant.parse().unwrap(), PlayoutPolicy::Bases, 1, &(0..games), |_| {});
            let expected = rate * games as f64;
            // Four standard errors, and as much as the last digit of the known figure may hide.
            let error = 4.0 * expected.sqrt() + 0.5e-6 * games as f64;
            assert!((tally.wins as f64 - expected).abs() < error, "{variant}: {} of {games}", tally.wins);
        }
    }
}
