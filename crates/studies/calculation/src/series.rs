//! Many games of a series on all cores, in the order of their numbers.

use crate::{
    game::{Row, Series},
    results::Results,
};
use rayon::prelude::*;
use yomikiri_files::JournalError;

/// How many games a thread has in hand at once: few enough that little is lost by an interruption, enough
/// that threads do not wait.
const IN_HAND: usize = 4;

/// Plays the games with these numbers, ascending, those that `kept` holds already excepted, and gives them
/// to `each` in order as soon as they and all before them are there. It may stop the series by `false`. What
/// is finished is kept before it is given.
///
/// # Errors
/// The results file cannot be written.
pub fn play(
    series: &Series,
    mut games: impl Iterator<Item = u64>,
    mut kept: Option<&mut Results>,
    mut each: impl FnMut(&Row) -> bool,
) -> Result<(), JournalError> {
    let batch = rayon::current_num_threads() * IN_HAND;
    loop {
        let numbers: Vec<u64> = games.by_ref().take(batch).collect();
        if numbers.is_empty() {
            return Ok(());
        }
        let known = |number: &u64| kept.as_ref().is_some_and(|kept| kept.rows.contains_key(number));
        let missing: Vec<u64> = numbers.iter().copied().filter(|number| !known(number)).collect();
        let played: Vec<Row> = missing.into_par_iter().map(|number| series.play(number)).collect();
        if let Some(kept) = kept.as_mut() {
            kept.keep(&played)?;
        }
        for number in &numbers {
            let old = kept.as_ref().and_then(|kept| kept.rows.get(number));
            let row = old.or_else(|| played.iter().find(|row| row.game == *number));
            if row.is_some_and(|row| !each(row)) {
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{models::Models, results::Experiment};
    use rayon::ThreadPoolBuilder;
    use yomikiri_calculation::{Calculation, Variant};

    fn games(
        threads: usize,
        player: &str,
        count: u64,
        kept: Option<&mut Results>,
    ) -> Vec<(u64, bool, u8, u8, u64)> {
        let (game, models) = (Calculation::new(Variant::CALCULATION), Models::default());
        let series = Series::new(&game, player.parse().unwrap(), 11, &models).unwrap();
        let mut rows = Vec::new();
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            play(&series, 0..count, kept, |row| {
                rows.push((row.game, row.won, row.placed, row.plies, row.playouts));
                true
            })
        })
        .unwrap();
        rows
    }

    #[test]
    fn games_are_the_same_with_any_number_of_threads() {
        for player in ["random", "heuristic", "mcts:20,playout=greedy", "flat:20,playout=heuristic"] {
            let alone = games(1, player, 9, None);
            assert_eq!(alone, games(3, player, 9, None), "{player}");
            assert_eq!(alone.len(), 9);
        }
    }

    #[test]
    fn an_interrupted_series_goes_on_where_it_was() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("games");
        let experiment = Experiment {
            variant: "calculation".into(),
            player: "heuristic".into(),
            seed: 11,
            model: 0,
            share: None,
        };
        let whole = games(2, "heuristic", 40, None);
        games(2, "heuristic", 13, Some(&mut Results::open(&path, &experiment).unwrap()));
        let mut results = Results::open(&path, &experiment).unwrap();
        let before = results.rows[&5].cpu_seconds;
        assert_eq!(games(2, "heuristic", 40, Some(&mut results)), whole);
        assert!(results.rows.len() == 40 && results.rows[&5].cpu_seconds.to_bits() == before.to_bits());
    }
}
